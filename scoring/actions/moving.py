"""A match goes to another group, with all that belongs to it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Case, F, UUIDField, When

from players.actions import people
from players.ids import uuid7
from players.log import note
from players.models import Group, Player, User
from players.writing import write
from scoring import log
from scoring.actions.starting import keep_ruleset
from scoring.acts import TRIES, Act, Conflict, Refused, Stale
from scoring.book import Book
from scoring.models import (
    Event,
    Match,
    MatchLink,
    Pass,
    Remark,
    Round,
    Ruleset,
    Score,
    Seat,
    Series,
    Side,
)
from scoring.stats import following

# What else belongs to a match, with the way to it.
BELONGS = {
    Side: "match",
    Score: "round__match",
    Remark: "match",
    Event: "match",
    MatchLink: "match",
    Pass: "match",
    Series: "matches",
}
# Who somebody is in the other group: one of its players, or the name of somebody new there.
Arrival = Player | str


def legs(match: Match) -> list[Match]:
    """Return the match, and the others of its series: they move together."""
    if match.series_id is None:
        return [match]
    return list(Match.objects.for_page().filter(series=match.series_id).order_by("leg", "pk"))


def seated(matches: Iterable[Match]) -> list[Player]:
    """Return everybody who has a seat in these matches, by name."""
    players = Player.objects.filter(seats__side__match__in=matches)
    whole = {player.person for player in players.select_related("same_as")}
    return sorted(whole, key=lambda player: (player.key, player.tag))


def move(match: Match, by: User, key: UUID, to: Group, arrivals: Mapping[UUID, Arrival]) -> None:
    """Take a match to another group, with the series it is a leg of. Done twice it is done once.

    `arrivals` says of each player who has a seat who they are there. Raises Conflict where the
    match went elsewhere or somebody else sits there meanwhile, Refused where two would be one.
    """
    home = match.group_id
    for _ in range(TRIES):
        match = Match.objects.for_page().get(pk=match.pk)
        if match.group_id == to.pk:
            return
        if match.group_id != home:
            raise Conflict
        books = [Book.open(leg) for leg in legs(match)]
        try:
            with write():
                take_along(books, by, key, to, _met(to, arrivals))
                note(match.group, "move_out", by, match=match)
                note(to, "move_in", by, match=match)
        except (Stale, IntegrityError):
            continue
        except (Conflict, Refused):
            if all(_stands(book.match) for book in books):
                raise
            continue
        return
    raise Conflict


def _stands(match: Match) -> bool:
    """Whether nobody wrote to the match since it was read."""
    return Match.objects.filter(pk=match.pk, group=match.group_id, version=match.version).exists()


def _met(to: Group, arrivals: Mapping[UUID, Arrival]) -> dict[UUID, Player]:
    """Everybody as a player of the group, made where they are new there."""
    new = people(to, [said for said in arrivals.values() if isinstance(said, str)])
    return {pk: new[said] if isinstance(said, str) else said for pk, said in arrivals.items()}


def take_along(
    books: Sequence[Book], by: User, key: UUID, to: Group, there: Mapping[UUID, Player]
) -> None:
    """Write the matches in hand into another group; `there` holds their players of that group.

    Within a transaction. Raises Stale, Conflict or Refused as `move` does.
    """
    kept: dict[UUID, Ruleset] = {}
    for book in books:
        people_here = {seat.player.person.pk for seat in book.seats}
        if not people_here <= there.keys():
            raise Conflict
        if len({there[pk].pk for pk in people_here}) < len(people_here):
            raise Refused("TWO_AS_ONE")
        for held in [book.match.ruleset, *(entry.ruleset for entry in book.rounds)]:
            if held.pk not in kept:
                kept[held.pk] = keep_ruleset(to, held.document)
        _rehome(book, Act(by, key, "move"), to, there, kept)
        key = uuid7()
    matches = [book.match.pk for book in books]
    for model, way in BELONGS.items():
        model.objects.filter(**{f"{way}__in": matches}).update(group=to)
    if books:
        following.moved(matches, books[0].match.group_id, to.pk)


def _rehome(
    book: Book,
    act: Act,
    to: Group,
    there: Mapping[UUID, Player],
    kept: Mapping[UUID, Ruleset],
) -> None:
    """Write one match, its seats and rounds into the other group, in as many statements however
    long it is."""
    match, read_at = book.match, book.match.version
    old_seats = {seat.player_id: there[seat.player.person.pk] for seat in book.seats}
    _change(book, there, kept)
    back, on = log.difference(book.old, book.state())
    columns = {name: getattr(match, name) for name in on["match"][str(match.pk)]}
    moved = Match.objects.filter(pk=match.pk, version=read_at)
    if not moved.update(group=to, version=read_at + 1, **columns):
        raise Stale
    if old_seats:
        Seat.objects.filter(side__match=match).update(group=to, player=by_row("player", old_seats))
    Round.objects.filter(match=match).update(
        group=to, version=read_at + 1, ruleset=by_row("ruleset", kept)
    )
    Event.objects.create(
        match=match,
        group=to,
        version=read_at + 1,
        kind=act.kind,
        actor=act.by,
        key=act.key,
        digest=act.digest,
        before=back,
        after=on,
    )


def _change(book: Book, there: Mapping[UUID, Player], kept: Mapping[UUID, Ruleset]) -> None:
    for seat in book.seats:
        seat.player = there[seat.player.person.pk]
    for entry in book.rounds:
        entry.ruleset = kept[entry.ruleset_id]
    book.match.ruleset = kept[book.match.ruleset_id]
    if book.match.house and book.match.house.group_id != book.match.ruleset.group_id:
        book.match.house = None  # its name stays behind; the rules themselves come along


def by_row(column: str, new: Mapping[UUID, Any]) -> Case:
    """The new row for each old one."""
    whens = [When(**{column: old}, then=row.pk) for old, row in new.items()]
    return Case(*whens, default=F(f"{column}_id"), output_field=UUIDField())
