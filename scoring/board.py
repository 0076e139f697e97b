"""What a match page shows, as plain values made from the rows and the rules' answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import rules
from players.models import Player, Team, User
from scoring import book as books
from scoring import figures
from scoring.models import Match, Round, Seat, Side
from scoring.words import SUITS, inside, side_name, text


@dataclass
class SideView:
    """One side as this phone sees it."""

    position: int
    name: str
    suit: str
    total: int
    start: int
    players: list[str]
    forfeited: bool
    # Who sits in which place: one may be empty.
    at: dict[int, str] = field(default_factory=dict)
    people: list[Player] = field(default_factory=list)
    team: str = ""
    to_go: int | None = None
    minimum: str = ""


@dataclass
class CellView:
    """What one side got in one slot of the ledger."""

    points: int | None
    running: int
    suit: str
    out: bool = False


@dataclass
class LineView:
    """One slot of the ledger. `ordinal` is what people call it: its place among what counts."""

    round: Round
    ordinal: int | None
    cells: list[CellView]
    nobody_out: bool = False

    @property
    def note(self) -> str:
        """The words beside an adjustment."""
        return self.round.note.text if self.round.note else ""


@dataclass
class Board:
    """A match, ready to be shown."""

    match: Match
    sides: list[SideView]
    lines: list[LineView]
    winner: int | None
    next_round: int
    dealer: str = ""
    starter: str = ""
    misfits: list[Round] = field(default_factory=list)
    ruleset: Any = None

    @property
    def target(self) -> int | None:
        """The target, where the match is played to one."""
        return self.match.end.get("target") if self.match.end.get("mode") == "target" else None

    @property
    def over(self) -> bool:
        """Whether the match has an outcome."""
        return self.match.state in (Match.State.FINISHED, Match.State.FORFEITED)

    @property
    def lead(self) -> tuple[SideView, int] | None:
        """Who leads, and by how much; None while the best total is shared."""
        lowest = getattr(self.ruleset, "wins", "highest") == "lowest"
        ranked = sorted(self.sides, key=lambda side: side.total if lowest else -side.total)
        if len(ranked) < 2 or ranked[0].total == ranked[1].total:
            return None
        return ranked[0], abs(ranked[0].total - ranked[1].total)

    @property
    def tied(self) -> bool:
        """Whether the target is reached but the best total is shared, so that play goes on."""
        if self.match.state != Match.State.OPEN or self.target is None or self.lead:
            return False
        return max(side.total for side in self.sides) >= self.target

    @property
    def winning(self) -> SideView | None:
        """The side that won."""
        return None if self.winner is None else self.sides[self.winner]

    @property
    def started(self) -> bool:
        """Whether some side did not begin at 0."""
        return any(side.start for side in self.sides)

    @property
    def span(self) -> int:
        """How many columns of the ledger the sides take."""
        return 2 * len(self.sides)


def board(match: Match, viewer: User) -> Board:
    """Read a whole match for its page; `match` comes from `for_page`."""
    book = books.Book.open(match)
    ruleset = match.ruleset.rules
    said = books.verdict(book)
    sides = side_views(match, book.sides, viewer)
    lines = _lines(book, sides)
    for side in sides:
        _progress(side, match, ruleset, said.minimums)
    counting = [line for line in lines if line.ordinal is not None]
    view = Board(
        match=match,
        sides=sides,
        lines=lines,
        winner=match.winner,
        next_round=len(counting) + 1,
        misfits=[e for e in book.rounds if e.state == Round.State.MISFIT],
        ruleset=ruleset,
    )
    if match.first_dealer is not None:
        view.dealer, view.starter = _dealer(match, sides, len(counting))
    return view


def side_views(match: Match, sides: Sequence[Any], viewer: User) -> list[SideView]:
    """Return the sides (of `with_people`) with their names on this phone, and their `total`
    where they were read `with_total`, else their start."""
    own = match.started_by_id == viewer.pk
    views = []
    for side in sides:
        seats = sitting(side)
        people = [seat.player.person for seat in seats]
        players = [str(player) for player in people]
        views.append(
            SideView(
                position=side.position,
                name=side_name(side, players, len(sides), own, team := _team(side, people)),
                suit=SUITS[side.position],
                total=getattr(side, "total", side.start),
                start=side.start,
                players=players,
                forfeited=side.forfeited,
                at={seat.place: str(seat.player.person) for seat in seats},
                people=people,
                team=team,
            )
        )
    return views


def sitting(side: Side) -> list[Seat]:
    """Return the seats of a side (of `with_people`) that are taken now, by place."""
    return [seat for seat in side.seats.all() if seat.to_round is None]


def _team(side: Side, people: Sequence[Player]) -> str:
    """The name of the team that exactly these people are, "" for none."""
    teams = side.group.teams.all() if len(people) > 1 else ()
    key = Team.key_of(player.pk for player in people)
    return next((team.name for team in teams if team.key == key), "")


def match_line(match: Match, viewer: User) -> dict[str, Any]:
    """Return what a list shows of a match; `match` comes from `for_start`."""
    return {
        "match": match,
        "name": text(match.ruleset.rules, "name"),
        "sides": side_views(match, match.sides.all(), viewer),
        "next_round": match.played + 1,
    }


def _lines(book: books.Book, sides: Iterable[SideView]) -> list[LineView]:
    sides = list(sides)
    lines, ordinal = [], 0
    for entry in sorted(book.rounds, key=lambda held: held.order):
        counts = entry.state == Round.State.COUNTS
        is_round = entry.kind == Round.Kind.ROUND
        ordinal += counts and is_round
        said = entry.entry.get("sides") or [{}] * len(sides)
        cells = []
        for side in sides:
            points = entry.points[side.position] if entry.points else None
            side.total += points or 0
            out = bool(said[side.position].get("out"))
            cells.append(CellView(points, side.total, side.suit, out))
        nobody = is_round and "sides" in entry.entry and not any(cell.out for cell in cells)
        lines.append(LineView(entry, ordinal if counts and is_round else None, cells, nobody))
    return lines


def _progress(side: SideView, match: Match, ruleset: rules.Ruleset, minimums: list | None) -> None:
    if match.end.get("mode") == "target":
        side.to_go = max(0, match.end["target"] - side.total)
    minimum = minimums[side.position] if minimums else None
    if minimum is not None:
        side.minimum = minimum_words(ruleset, minimum)


def minimum_words(ruleset: rules.Ruleset, minimum: int | str) -> str:
    """Return an opening minimum in words: a number, or what its code asks for."""
    if isinstance(minimum, int):
        return figures.show(minimum)
    code, __, points = minimum.partition(":")
    said = inside(ruleset, code)
    return f"{said} + {figures.show(int(points))}" if points else said


def places(match: Match, sides: Sequence[SideView]) -> list[str]:
    """Return who sits where, round the table: first places of each side, then second places.

    Without names a place is called after its side.
    """
    taken = [place + 1 for side in sides for place in side.at]
    count = max([match.players_per_side or 1, *taken])
    return [side.at.get(place, side.name) for place in range(count) for side in sides]


def _dealer(match: Match, sides: Sequence[SideView], played: int) -> tuple[str, str]:
    table = places(match, sides)
    first = match.first_dealer or 0
    dealer = rules.dealer(first, len(table), played)
    return table[dealer], table[(dealer + 1) % len(table)]
