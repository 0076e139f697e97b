"""What a move to other rules would do to a match, round by round, ready to be shown."""

from dataclasses import dataclass, field

from django.utils.translation import gettext

from players.models import User
from scoring import actions
from scoring.board import SideView, side_views
from scoring.models import Match, Round, Ruleset
from scoring.sentences import sentence

AFTER_THE_END = "MATCH_OVER"


@dataclass
class Cell:
    """The points of one side in one slot, before and after."""

    before: int | None
    after: int | None

    @property
    def changed(self) -> bool:
        """Whether they would be other points."""
        return self.before != self.after


@dataclass
class Line:
    """One slot of the ledger: what people call it, its points, and why it would not be valid."""

    name: str
    cells: list[Cell]
    reasons: list[str] = field(default_factory=list)


@dataclass
class Preview:
    """A whole match before and after; `refused` are the names of the rounds in the way."""

    sides: list[SideView]
    lines: list[Line]
    totals: list[Cell]
    refused: list[str]
    ended: bool = False

    @property
    def changed(self) -> bool:
        """Whether any point would be another one."""
        return any(cell.changed for line in self.lines for cell in line.cells)


def preview(match: Match, ruleset: Ruleset, whole: bool, viewer: User) -> Preview:
    """Return what moving the match to these rules would do. The match is not to be used after:
    it is under the new rules, in hand."""
    new = ruleset.rules
    sides = side_views(match, match.sides.with_total().with_people(), viewer)
    lines, refused, ordinal, ended = [], [], 0, False
    for moved in actions.preview(match, ruleset, whole):
        counts = moved.round.state == Round.State.COUNTS
        ordinal += counts and moved.round.kind == Round.Kind.ROUND
        name = _name(moved.round, ordinal)
        before = moved.before if counts else None
        line = Line(name, _cells(before, moved.after, len(sides)))
        line.reasons = [sentence(code, new) for code in moved.errors] if counts else []
        lines.append(line)
        ended = ended or (counts and moved.errors == [AFTER_THE_END])
        if line.reasons and moved.errors != [AFTER_THE_END]:
            refused.append(name)
    totals = [
        Cell(side.total, side.start + sum(line.cells[side.position].after or 0 for line in lines))
        for side in sides
    ]
    return Preview(sides, lines, totals, refused, ended)


def _cells(before: list[int] | None, after: list[int] | None, sides: int) -> list[Cell]:
    none = [None] * sides
    return [Cell(a, b) for a, b in zip(before or none, after or none, strict=True)]


def _name(entry: Round, ordinal: int) -> str:
    if entry.kind == Round.Kind.ADJUST:
        return gettext("Adjustment")
    if entry.kind == Round.Kind.CALL:
        return gettext("Call")
    return gettext("Round %(n)s") % {"n": ordinal}
