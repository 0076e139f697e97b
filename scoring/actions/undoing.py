"""Taking back."""

from typing import Any
from uuid import UUID

from players.models import User
from scoring import log
from scoring.acts import Act, Conflict, Refused, perform
from scoring.book import Book, settle
from scoring.models import Event, Match, Round, Seat

# Acts that "undo" passes over.
NOT_UNDONE = {"start", "undo", "delete", "restore"}


def undo(match: Match, by: User, key: UUID, version: int) -> Event:
    """Take back the newest act not yet undone.

    `version` is that of the act the person saw. Raises Conflict where a newer one came, Refused
    where there is nothing to take back.
    """

    def change(book: Book) -> dict[str, Any]:
        act = last_act(book.match)
        if act is None:
            raise Refused("NOTHING_TO_UNDO")
        if act.version != version:
            raise Conflict
        _take_back(book, act)
        settle(book)
        return {"undoes": act.version}

    return perform(match, Act(by, key, "undo", version), change)


def last_act(match: Match) -> Event | None:
    """Return the newest act that "undo" would take back, without its before and after."""
    events = match.events.defer("before", "after").order_by("-version")
    undone = set()
    for event in events.iterator(chunk_size=20):
        if event.kind == "move":  # what was done in another group is corrected, not undone
            return None
        if event.kind == "undo":
            undone.add(event.undoes)
        elif event.version not in undone and event.kind not in NOT_UNDONE:
            return event
    return None


def _take_back(book: Book, act: Event) -> None:
    rows = {"match": [book.match], "side": book.sides, "seat": book.seats, "round": book.rounds}
    for table, held in rows.items():
        before, after = act.before.get(table, {}), act.after.get(table, {})
        for row in held:
            if str(row.pk) in before:
                log.put(row, before[str(row.pk)])
            elif str(row.pk) in after and isinstance(row, Round):
                row.state = Round.State.VOID  # its number is never given again
            elif str(row.pk) in after and isinstance(row, Seat):
                row.to_round = row.from_round - 1  # nobody sat there in any round
