"""A round as it was sent becomes a round the checks can trust (contract 2 and 3).

Whatever cannot be read is a problem with its side and field, and stands as nothing from there on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules.figures import whole
from rules.judgement import Problem
from rules.melds.piles import NO_PILE, Note, Pile, figure, read_counts, read_pile
from rules.melds.ruleset import Melds

TAKEN, NOT_TAKEN, TAKEN_UNUSED = "taken", "not_taken", "taken_unused"
OUT, STOCK, STOPPED = "out", "stock", "stopped"
PILES = ("melded", "hand", "unused_morto")
COUNTS = ("canastras", "honours", "extras")
SIDE_FIELDS = frozenset({*PILES, *COUNTS, "morto", "out", "adjustments"})
TOTAL_FIELDS = frozenset({"total", "out", "adjustments"})
ROUND_FIELDS = frozenset({"end", "players_per_side", "mortos_to_stock", "sides"})
COUNTED, TOTALLED, UNREADABLE = "counted", "totalled", "unreadable"


@dataclass(frozen=True, slots=True)
class Side:
    """One side's part of a round. `manner` is None for a manner the rules do not know."""

    index: int
    form: str
    out: bool = False
    manner: str | None = None
    total: int = 0
    adjustments: tuple[int, ...] = ()
    melded: Pile = NO_PILE
    hand: Pile = NO_PILE
    unused_morto: Pile = NO_PILE
    canastras: Mapping[str, int] = field(default_factory=dict)
    honours: Mapping[str, int] = field(default_factory=dict)
    extras: Mapping[str, int] = field(default_factory=dict)
    morto: str | None = None
    morto_refused: bool = False

    @property
    def piles(self) -> tuple[tuple[str, Pile], ...]:
        """The piles by field."""
        return (("melded", self.melded), ("hand", self.hand), ("unused_morto", self.unused_morto))


@dataclass(frozen=True, slots=True)
class Round:
    """A whole round as read. `players` has one entry a side, None where it is not known."""

    end: str | None
    players: tuple[int | None, ...]
    mortos_to_stock: int
    sides: tuple[Side, ...]

    @property
    def counted(self) -> tuple[Side, ...]:
        """The sides that said their cards."""
        return tuple(side for side in self.sides if side.form == COUNTED)


def read_round(ruleset: Melds, entry: object) -> tuple[Round, list[Problem]]:
    """The round that `entry` (any JSON at all) describes, and what of it could not be read."""
    problems: list[Problem] = []
    note = _noting(problems, None)
    if not isinstance(entry, Mapping):
        note("BAD_SHAPE", "sides")
        entry = {}
    for key in entry:
        if key not in ROUND_FIELDS:
            note("UNKNOWN_FIELD", str(key))
    raw = entry.get("sides")
    if raw is not None and not isinstance(raw, list | tuple):
        note("BAD_SHAPE", "sides")
        raw = None
    raw = raw or ()
    sides = tuple(_side(ruleset, i, one, _noting(problems, i)) for i, one in enumerate(raw))
    if len(sides) not in ruleset.sides:
        note("SIDES_COUNT", "sides")
    stock = entry.get("mortos_to_stock")
    return Round(
        end=_end(entry.get("end"), sides, note),
        players=_players(ruleset, entry.get("players_per_side"), len(sides), note),
        mortos_to_stock=0 if stock is None else figure(stock, "mortos_to_stock", note),
        sides=sides,
    ), problems


def _noting(problems: list[Problem], side: int | None) -> Note:
    def note(code: str, field: str) -> None:
        problems.append(Problem(code, side, field))

    return note


def _end(value: object, sides: tuple[Side, ...], note: Note) -> str | None:
    if value is None:
        forms = {side.form for side in sides} - {UNREADABLE}
        if forms != {TOTALLED}:
            note("END_MISSING", "end")
        return None
    if isinstance(value, str) and value in (OUT, STOCK, STOPPED):
        return value
    note("UNKNOWN_END", "end")
    return None


def _players(ruleset: Melds, value: object, sides: int, note: Note) -> tuple[int | None, ...]:
    name = "players_per_side"
    if value is None:
        return (None,) * sides
    several = isinstance(value, list | tuple)
    each = tuple(value) if isinstance(value, list | tuple) else (value,)
    players = tuple(figure(number, name, note) for number in each)
    listed = ruleset.players_per_side
    usable = [number for number, raw in zip(players, each, strict=True) if whole(raw) == number]
    if listed and (len(usable) < len(each) or any(number not in listed for number in usable)):
        note("PLAYERS_COUNT", name)
    if not several:
        return players * sides
    if len(players) != sides:
        note("SIDES_COUNT", name)
        return (None,) * sides
    return players


def _side(ruleset: Melds, index: int, raw: object, note: Note) -> Side:
    if not isinstance(raw, Mapping):
        note("BAD_SHAPE", "")
        return Side(index, UNREADABLE)
    totalled = raw.get("total") is not None
    _unknown_fields(raw, totalled, note)
    out, manner = _out(ruleset, raw.get("out"), note)
    adjustments = _adjustments(raw.get("adjustments"), note)
    if totalled:
        total = figure(raw["total"], "total", note, signed=True)
        return Side(index, TOTALLED, out, manner, total, adjustments)
    side = Side(index, COUNTED, out, manner, adjustments=adjustments)
    return _counted(ruleset, side, raw, note)


def _counted(ruleset: Melds, side: Side, raw: Mapping[object, object], note: Note) -> Side:
    """The side with the cards it says."""
    morto, honours = raw.get("morto"), ruleset.honours_by_key
    return replace(
        side,
        melded=read_pile(ruleset, raw.get("melded"), "melded", note),
        hand=read_pile(ruleset, raw.get("hand"), "hand", note),
        unused_morto=read_pile(ruleset, raw.get("unused_morto"), "unused_morto", note, False),
        canastras=read_counts(
            raw.get("canastras"), "canastras", ruleset.kinds, "UNKNOWN_KIND", note
        ),
        honours=read_counts(raw.get("honours"), "honours", honours, "UNKNOWN_HONOUR", note),
        extras=read_counts(
            raw.get("extras"), "extras", ruleset.extras_by_key, "UNKNOWN_EXTRA", note
        ),
        morto=_morto(ruleset, morto, note),
        morto_refused=morto is not None and ruleset.mortos is None,
    )


def _unknown_fields(raw: Mapping[object, object], totalled: bool, note: Note) -> None:
    for key, value in raw.items():
        if key in TOTAL_FIELDS or (key in SIDE_FIELDS and (value is None or not totalled)):
            continue
        note("UNKNOWN_FIELD", str(key))


def _out(ruleset: Melds, value: object, note: Note) -> tuple[bool, str | None]:
    if value is None:
        return False, None
    if isinstance(value, str) and value in ruleset.going_out.points:
        return True, value
    note("UNKNOWN_OUT_MANNER", "out")
    return True, None


def _morto(ruleset: Melds, value: object, note: Note) -> str | None:
    if ruleset.mortos is None:
        if value is not None:
            note("NO_MORTO_IN_RULES", "morto")
        return None
    if value is None:
        note("MORTO_MISSING", "morto")
        return None
    if isinstance(value, str) and value in (TAKEN, NOT_TAKEN, TAKEN_UNUSED):
        return value
    note("UNKNOWN_MORTO", "morto")
    return None


def _adjustments(value: object, note: Note) -> tuple[int, ...]:
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        note("BAD_SHAPE", "adjustments")
        return ()
    return tuple(
        _adjustment(item, f"adjustments.{index}", note) for index, item in enumerate(value)
    )


def _adjustment(item: object, name: str, note: Note) -> int:
    if not isinstance(item, Mapping):
        note("BAD_SHAPE", name)
        return 0
    for key in item:
        if key not in ("note", "points"):
            note("UNKNOWN_FIELD", f"{name}.{key}")
    if not isinstance(item.get("note"), str | None):
        note("BAD_SHAPE", f"{name}.note")
    return figure(item.get("points"), f"{name}.points", note, signed=True)
