"""Keeping the parts: each act's transaction leaves them as a rebuild would make them.

Whoever writes parts holds the group's row, so that two matches of one group that end at once are
rated one after the other. Ratings depend on the order of the matches: where an older match changes,
those after it, of the same family of games and group, are replayed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

import rules
from players.models import Group
from scoring.models import Habits, Match, Part, Round, Seat, Side
from scoring.stats.parts import is_over, parts_of
from scoring.stats.ratings import Rating, family_of, rate

CHUNK = 50
# Columns of a slot that tell nothing of what was scored.
UNREAD = ("typed", "kept", "note")
RATES = {
    Part.How.FORFEITED: "rate_forfeits",
    Part.How.PUT_AWAY: "rate_put_away",
    Part.How.TOTALS: "rate_totals",
}


class Place(NamedTuple):
    """Where a match stands in the order of a group's matches."""

    at: datetime
    match: UUID


def follow(match: Match, sides: Sequence[Side], was_over: bool) -> None:
    """Make the parts of a match anew after an act on it, with all ratings that follow.

    To be called in the act's transaction, once its rows are written. A match that goes on, and
    went on before, costs nothing.
    """
    over = is_over(match)
    if not over and not was_over:
        return
    habits = hold(match.group_id)
    was_rated = was_over and _clear([match.pk])
    if over:
        _enter(match, sides, habits)
    elif was_rated:
        _replay(match.group_id, _family(match), _place(match), habits)


def moved(matches: Iterable[UUID], home: UUID, to: UUID) -> None:
    """Make the parts of these matches anew, which came from the group `home` to the group `to`."""
    # In the order of their ids, so that two moves at once do not wait for each other.
    habits = {pk: hold(pk) for pk in sorted({home, to})}
    first = _anew(Match.objects.filter(pk__in=list(matches)))
    for group in habits:
        for family, since in first.items():
            _replay(group, family, since, habits[group])


def changed_people(group: Group, matches: QuerySet[Match]) -> None:
    """Make the parts of matches anew whose players are other people now (a merge, or its undoing),
    and all ratings that follow."""
    habits = hold(group.pk)
    for family, since in _anew(matches).items():
        _replay(group.pk, family, since, habits)


def replay_all(group: Group) -> None:
    """Rate all matches of a group anew, in a transaction: what its ratings count has changed."""
    habits = hold(group.pk)
    families = Part.objects.filter(group=group).order_by().values_list("family", flat=True)
    for family in sorted(set(families.distinct())):
        _replay(group.pk, family, None, habits)


def rebuild(group: Group) -> int:
    """Make all parts and ratings of a group anew, in a transaction; return how many matches have
    some."""
    habits = hold(group.pk)
    Part.objects.filter(group=group).delete()
    loaded: dict[UUID, rules.Ruleset] = {}
    ratings: dict[str, dict[UUID, Rating]] = {}
    count = 0
    for match in whole(group):
        made = whole_parts(match, loaded)
        _rate(made, ratings.setdefault(made[0].family, {}), habits)
        Part.objects.bulk_create(made)
        count += 1
    return count


def whole(group: Group) -> Iterator[Match]:
    """Yield the matches of a group that are over, in order, with all that `whole_parts` reads."""
    return _over(Match.objects.filter(group=group)).iterator(chunk_size=CHUNK)


def whole_parts(match: Match, loaded: dict[UUID, rules.Ruleset]) -> list[Part]:
    """Return the parts of a match of `whole`, not rated; `loaded` keeps rulesets between calls."""
    sides = list(match.sides.all())
    slots = list(match.rounds.all())
    places = {side.pk: side.position for side in sides}
    for slot in slots:
        held = {places[score.side_id]: score.points for score in slot.scores.all()}
        slot.points = [held[n] for n in range(len(sides))] if held else None
    seats = [seat for side in sides for seat in side.seats.all()]
    return parts_of(match, sides, seats, slots, loaded)


def replayed(parts: Iterable[Part], habits: Habits) -> Iterator[tuple[Part, Rating | None]]:
    """Yield each part of a group, given in order, with the rating it should have."""
    ratings: dict[str, dict[UUID, Rating]] = {}
    for _, held in groupby(parts, key=lambda part: part.match_id):
        made = list(held)
        after = _after(made, ratings.setdefault(made[0].family, {}), habits)
        for part in made:
            yield part, after.get(part.player_id) if part.credited else None


def _over(matches: QuerySet[Match]) -> QuerySet[Match]:
    over = matches.filter(deleted_at=None).exclude(state=Match.State.OPEN)
    over = over.select_related("ruleset").order_by("started_at", "pk")
    rounds = Round.objects.defer(*UNREAD).select_related("ruleset").prefetch_related("scores")
    return over.prefetch_related("sides__seats__player", Prefetch("rounds", rounds))


def hold(group: UUID) -> Habits:
    """Return the habits of a group, whose row is held until the transaction ends: everybody who
    changes parts comes here first, before they hold any player."""
    # NO KEY: rows that only name the group are written beside it.
    held = Group.objects.select_for_update(of=("self",), no_key=True).select_related("habits")
    found = held.get(pk=group)
    return getattr(found, "habits", None) or Habits(group=found)


def _clear(matches: Sequence[UUID]) -> bool:
    """Take the parts of matches away; return whether any was rated."""
    held = Part.objects.filter(match__in=matches)
    rated = held.exclude(mu=None).exists()
    held.delete()
    return rated


def _family(match: Match) -> str:
    return family_of(match.ruleset.document["game"], match.preset)


def _place(match: Match) -> Place:
    return Place(match.started_at, match.pk)


def _enter(match: Match, sides: Sequence[Side], habits: Habits) -> None:
    """Store the parts of a match and rate it, and all after it where there are some."""
    seats = list(_seats(match))
    made = parts_of(match, sides, seats, _slots(match, sides))
    later = any(seat.later for seat in seats)
    if not later:
        before = {s.player.person_id: (s.mu, s.sigma) for s in seats if s.mu is not None}
        _rate(made, before, habits)
    Part.objects.bulk_create(made)
    if later:
        _replay(match.group_id, _family(match), _place(match), habits)


def _anew(matches: QuerySet[Match]) -> dict[str, Place]:
    """Make the parts of matches anew, not rated; return the first place of each family."""
    loaded: dict[UUID, rules.Ruleset] = {}
    first: dict[str, Place] = {}
    over = list(_over(matches))
    _clear([match.pk for match in over])
    for match in over:  # in order
        first.setdefault(_family(match), _place(match))
    made = [part for match in over for part in whole_parts(match, loaded)]
    Part.objects.bulk_create(made, batch_size=500)
    return first


def _seats(match: Match) -> QuerySet[Seat]:
    """The seats with their players, the rating each had before the match, and whether matches that
    are rated come after it: all in one statement."""
    place = _place(match)
    rated = Part.objects.filter(group=match.group_id, family=_family(match)).exclude(mu=None)
    person = Coalesce(OuterRef("player__same_as"), OuterRef("player"))
    before = rated.filter(_before(place), player=person).order_by("-at", "-match_id")
    seats = Seat.objects.filter(side__match=match).select_related("player")
    return seats.annotate(
        mu=Subquery(before.values("mu")[:1]),
        sigma=Subquery(before.values("sigma")[:1]),
        later=Exists(rated.exclude(_before(place))),
    )


def _before(place: Place) -> Q:
    return Q(at__lt=place.at) | Q(at=place.at, match_id__lt=place.match)


def _slots(match: Match, sides: Sequence[Side]) -> list[Round]:
    """All slots of the ledger with their points, in one statement: a row for each score."""
    rows = Round.objects.filter(match=match).defer(*UNREAD).select_related("ruleset")
    rows = rows.annotate(side=F("scores__side__position"), scored=F("scores__points"))
    slots: dict[UUID, Round] = {}
    for row in rows.order_by("order"):
        slot = slots.setdefault(row.pk, row)
        if row.side is None:
            slot.points = None
        else:
            slot.points = slot.points if slot is not row else [0] * len(sides)
            slot.points[row.side] = row.scored
    return list(slots.values())


def _replay(group: UUID, family: str, since: Place | None, habits: Habits) -> None:
    """Rate the matches of one family from a place on (None: from the first); those before it stand
    and are read, not rated again."""
    held = Part.objects.filter(group=group, family=family).in_order()
    ratings: dict[UUID, Rating] = {}
    if since:
        earlier = held.filter(_before(since)).exclude(mu=None)
        rows = earlier.values_list("player_id", "mu", "sigma")
        ratings = {player: (mu, sigma) for player, mu, sigma in rows}
        held = held.exclude(_before(since))
    changed = []
    columns = ("match_id", "player_id", "side", "family", "how", "credited", "rank", "mu", "sigma")
    for _, parts in groupby(held.only(*columns), key=lambda part: part.match_id):
        made = list(parts)
        was = [(part.mu, part.sigma) for part in made]
        _rate(made, ratings, habits)
        changed += [p for p, old in zip(made, was, strict=True) if (p.mu, p.sigma) != old]
    Part.objects.bulk_update(changed, ["mu", "sigma"], batch_size=200)


def _rate(parts: Sequence[Part], ratings: dict[UUID, Rating], habits: Habits) -> None:
    """Give the parts of one match the ratings after it, and keep them in `ratings`."""
    after = _after(parts, ratings, habits)
    for part in parts:
        rating = after.get(part.player_id) if part.credited else None
        part.mu, part.sigma = rating or (None, None)


def _after(
    parts: Sequence[Part], ratings: dict[UUID, Rating], habits: Habits
) -> Mapping[UUID | None, Rating]:
    asks = RATES.get(Part.How(parts[0].how))
    if asks and not getattr(habits, asks):
        return {}
    sides: dict[int, tuple[int, list[UUID]]] = {}
    for part in parts:
        held = sides.setdefault(part.side, (part.rank, []))
        if part.credited and part.player_id:
            held[1].append(part.player_id)
    after = rate(parts[0].family, [sides[n] for n in sorted(sides)], ratings)
    ratings.update(after)
    return after
