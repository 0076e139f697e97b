"""Move an open match to other rules: the only act that may change what a round was worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import rules
from players.models import User
from scoring.acts import Act, Conflict, Refused, perform
from scoring.book import Book, as_played, settle
from scoring.models import Event, HouseRules, Match, Round, Ruleset
from scoring.ruling import Verdict, judge


@dataclass(frozen=True)
class Moved:
    """One slot of the ledger under the old rules and under the new: points a side, and the codes
    the new rules refuse it with."""

    round: Round
    before: list[int] | None
    after: list[int] | None
    errors: list[str]


def preview(match: Match, ruleset: Ruleset, whole: bool) -> list[Moved]:
    """Return each slot that counts, before and after a move to these rules; nothing is written.

    `whole`: all rounds are scored anew; else only what comes next is.
    """
    book = Book.open(match)
    held = [(entry, entry.points) for entry in book.in_order()]
    said = _under(book, ruleset, whole)
    return [
        Moved(entry, was, ruling.points, ruling.errors)
        for (entry, was), ruling in zip(held, said.rulings, strict=True)
    ]


def _under(book: Book, ruleset: Ruleset, whole: bool) -> Verdict:
    """Put the match (and its rounds) under other rules, in hand, and let them judge it."""
    book.match.ruleset = ruleset
    if whole:
        for entry in book.rounds:
            entry.ruleset = ruleset
    entries = [as_played(entry, book.match) for entry in book.in_order()]
    return judge(book.match, entries, [side.start for side in book.sides])


def change_rules(
    match: Match,
    by: User,
    key: UUID,
    version: int,
    ruleset: Ruleset,
    house: HouseRules | None,
    whole: bool = False,
) -> Event:
    """Play on under other rules: from the next round on, or for the whole match.

    Raises Conflict where the match changed since `version`; Refused where it is over, where the
    new rules are of another game or another number of sides, or where a round that counts would
    not be valid under them (`problems` names the first such rounds).
    """
    if match.group_id != ruleset.group_id:
        raise ValueError("rules of another group")

    def change(book: Book) -> None:
        if book.match.version != version:
            raise Conflict
        if book.match.state != Match.State.OPEN:
            raise Refused("MATCH_OVER")
        _check(book, ruleset.rules)
        refused = _refused(book, _under(book, ruleset, whole))
        if whole and refused:
            raise Refused("ROUNDS_DO_NOT_FIT", [{"round": str(entry.pk)} for entry in refused])
        book.match.house = house
        settle(book)

    content = [str(ruleset.pk), str(house and house.pk), whole]
    return perform(match, Act(by, key, "rules", content), change)


def _check(book: Book, new: rules.Ruleset) -> None:
    if new.game != book.match.ruleset.rules.game or len(book.sides) not in new.sides:
        raise Refused("OTHER_GAME")


def _refused(book: Book, said: Verdict) -> Sequence[Any]:
    """The rounds that counted and would not any more."""
    pairs = zip(book.in_order(), said.rulings, strict=True)
    return [
        entry
        for entry, ruling in pairs
        if entry.state == Round.State.COUNTS and ruling.errors and ruling.errors != ["MATCH_OVER"]
    ]
