"""What the rules say, put together row by row as a person reads them: one function a group of
values, for the values that are read better together; every other one is a row of its own."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

import rules
from scoring import figures
from scoring.forms import first_to
from scoring.rulecards import cards, worths
from scoring.rulewords import BETWEEN, label, value
from scoring.words import inside, word

# Cards apart whose name says which cards they are.
NAMED = {"red_three": ("3r",), "black_three": ("3b",)}
Fact = tuple[str, str]


@dataclass
class Piece:
    """A part of what is said, `marked` where the rules it is compared with say otherwise."""

    text: str
    facts: frozenset[Fact]
    marked: bool = False


@dataclass
class Row:
    """One thing: what it is called and what is said of it."""

    key: str
    label: Piece
    pieces: list[Piece]


def plain(line: rules.Line, ruleset: rules.Ruleset) -> Row:
    said = label(line, line.item, ruleset)
    if line.option.kind == "notes":
        return _row(line.path, said, *line.value)
    return _row(line.path, said, value(line, ruleset))


def _piece(key: str, said: str) -> Piece:
    return Piece(said, frozenset({(key, said)}))


def _row(key: str, called: str, *said: str) -> Row:
    pieces = [_piece(f"{key} {place}", part) for place, part in enumerate(said) if part]
    return Row(key, _piece(f"{key} label", called), pieces)


Made = tuple[Iterable[str], list[Row]]


def _by_path(ruleset: rules.Ruleset) -> dict[str, rules.Line]:
    return {line.path: line for line in rules.lines(ruleset.document)}


def _canastras(ruleset: rules.Ruleset) -> Made:
    rows = [
        _row(
            f"canastras.{kind.key}",
            word(ruleset, kind.key),
            figures.show(kind.points),
            ngettext("from %(n)s card on", "from %(n)s cards on", kind.min_cards)
            % {"n": kind.min_cards},
            _cleanness(kind.key, kind.clean),
        )
        for kind in ruleset.canastras
    ]
    for bonus in ruleset.canastra_count_bonuses:
        said = gettext("%(n)s %(canastras)s or more")
        said %= {"n": bonus.at_least, "canastras": inside(ruleset, "canastras")}
        rows.append(_row(f"bonus.{bonus.at_least}", said, figures.show(bonus.points, signed=True)))
    return ("canastras", "canastra_count_bonuses"), rows


def _cleanness(key: str, clean: bool) -> str:
    """Said where the name of the kind does not say it."""
    if clean == (key == "clean"):
        return ""
    return gettext("counts as clean") if clean else gettext("does not count as clean")


def _honours(ruleset: rules.Ruleset) -> Made:
    lines = _by_path(ruleset)
    rows = []
    for honour in ruleset.honours:
        path = f"honours.{honour.key}"
        needs = lines.get(f"{path}.counts_if")
        only = otherwise = ""
        if needs:
            only = gettext("if there is %(needs)s") % {"needs": value(needs, ruleset)}
            otherwise = gettext("otherwise %(becomes)s") % {"becomes": _becomes(honour.otherwise)}
        rows.append(_row(path, word(ruleset, honour.key), _totals(honour), only, otherwise))
    return ("honours",), rows


def _totals(honour: Any) -> str:
    none, *some = honour.totals
    said = gettext("for 0, 1, 2 and so on: %(totals)s")
    said = said if none else gettext("for 1, 2 and so on: %(totals)s")
    shown = [none, *some] if none else some
    return said % {"totals": BETWEEN.join(map(figures.show, shown))}


def _becomes(code: str) -> str:
    held = rules.option_of("melds", "melded_if.otherwise")
    return gettext(held.choices[code]) if held else code


def _cards(ruleset: rules.Ruleset) -> Made:
    deck = ruleset.deck
    packs = ngettext("%(n)s pack", "%(n)s packs", deck.packs) % {"n": deck.packs}
    jokers = ngettext("%(n)s joker", "%(n)s jokers", deck.jokers) % {"n": deck.jokers}
    rows = [_row("deck", gettext("Pack"), packs, jokers if deck.jokers else gettext("no jokers"))]
    alike: dict[str, list[str]] = {}
    apart = {rank for honour in ruleset.honours if _named_by(honour) for rank in honour.ranks}
    for rank, worth in worths(ruleset).items():
        if rank not in apart:
            alike.setdefault(worth, []).append(rank)
    rows += [_worth(worth, ranks) for worth, ranks in alike.items()]
    return ("deck", "ranks"), rows


def _worth(worth: str, ranks: Sequence[str]) -> Row:
    facts = frozenset((f"rank {rank}", worth) for rank in ranks)
    key = f"cards {' '.join(ranks)}"
    return Row(key, Piece(cards(ranks), frozenset()), [Piece(worth, facts)])


def parted(row: Row, facts: frozenset[Fact]) -> list[Row]:
    """Return a row of cards as two where only some of them are worth what `facts` say."""
    if not row.key.startswith("cards "):
        return [row]
    held = row.pieces[0]
    found = [held.facts & facts, held.facts - facts]
    ranks = [[key.removeprefix("rank ") for key, _worth in sorted(part)] for part in found if part]
    return [_worth(held.text, some) for some in ranks]


def _named_by(honour: Any) -> bool:
    """Whether the name of cards apart says which they are."""
    return NAMED.get(honour.key) == honour.ranks


def _melded(ruleset: rules.Ruleset) -> Made:
    held = ruleset.melded_if
    if held is None:
        return ("melded_if",), []
    lines = _by_path(ruleset)
    needs = value(lines["melded_if.condition"], ruleset)
    row = _row(
        "melded_if",
        gettext("Laid cards"),
        gettext("count if there is %(needs)s") % {"needs": needs},
        gettext("otherwise %(becomes)s") % {"becomes": _becomes(held.otherwise)},
    )
    keeps = lines["melded_if.canastra_points"]
    called = label(keeps, "", ruleset)
    return ("melded_if",), [row, _row("melded_if.canastras", called, value(keeps, ruleset))]


def _out(ruleset: rules.Ruleset) -> Made:
    lines, out = _by_path(ruleset), ruleset.going_out
    rows = [
        _row(f"out.{manner}", word(ruleset, manner), figures.show(points, signed=True))
        for manner, points in out.points.items()
    ]
    asked = [_morto_needed(ruleset)]
    for path, line in lines.items():
        if path.startswith("going_out.requires.canastras."):
            asked.append(value(line, ruleset))
    said = asked if any(asked) else [gettext("nothing")]
    rows.append(_row("out.requires", gettext("Going out needs"), *said))
    if out.waived_by:
        waived = lines["going_out.waived_by"]
        rows.append(_row("out.waived", label(waived, "", ruleset), value(waived, ruleset)))
    return ("going_out",), rows


def _morto_needed(ruleset: rules.Ruleset) -> str:
    said = {
        True: gettext("the %(morto)s"),
        "if_left": gettext("the %(morto)s, while one is left"),
    }.get(ruleset.going_out.requires.morto, "")
    return said % {"morto": inside(ruleset, "morto")} if said else ""


def _mortos(ruleset: rules.Ruleset) -> Made:
    held = ruleset.mortos
    if held is None:
        return ("mortos",), [_row("mortos", word(ruleset, "mortos"), gettext("none"))]
    lines = _by_path(ruleset)
    if held.size is None:
        size = gettext("of %(sizes)s cards") % {"sizes": " · ".join(map(str, held.sizes))}
    else:
        size = gettext("one a side, of %(n)s cards") % {"n": held.size}
    rows = [_row("mortos", word(ruleset, "mortos"), size)]
    for name in ("not_taken", "taken_unused"):
        line = lines[f"mortos.{name}"]
        rows.append(_row(line.path, label(line, "", ruleset), value(line, ruleset)))
    left = rules.option_of("melds", "mortos.to_stock")
    if left:
        said = gettext("yes") if held.to_stock else gettext("no")
        rows.append(_row(left.path, label(left, "", ruleset), said))
    return ("mortos",), rows


def _first_meld(ruleset: rules.Ruleset) -> Made:
    lines = _by_path(ruleset)
    if ruleset.first_meld is None:
        said = gettext("no minimum")
        return ("first_meld",), [_row("first_meld", gettext("The first meld"), said)]
    steps = [line for path, line in lines.items() if path.startswith("first_meld.steps.")]
    said = [value(line, ruleset) for line in steps]
    basis = lines["first_meld.basis"]
    return ("first_meld",), [
        _row("first_meld", gettext("The first meld"), *said),
        _row(basis.path, label(basis, "", ruleset), value(basis, ruleset)),
    ]


def _extras(ruleset: rules.Ruleset) -> Made:
    rows = [
        _row(
            f"extras.{extra.key}",
            word(ruleset, extra.key),
            figures.show(extra.points, signed=True),
            gettext("at most %(n)s a side") % {"n": figures.show(extra.max_per_side)},
        )
        for extra in ruleset.extras
    ]
    return ("extras",), rows


def _hand(ruleset: rules.Ruleset) -> Made:
    steps = [
        figures.show(step) if call == "-" else f"{capfirst(call)} {figures.show(step)}"
        for step, call in zip(ruleset.ladder, ruleset.calls, strict=True)
    ]
    return ("ladder", "calls"), [_row("ladder", gettext("A hand"), *steps)]


def _end(ruleset: rules.Ruleset) -> Made:
    lines, end = _by_path(ruleset), ruleset.end
    told = ["end.mode", "end.at", "end.tie", "legs"]
    tie = rules.option_of(ruleset.game, "end.tie")
    said = value(lines["end.mode"], ruleset)
    if end.mode == "target":
        told.append("end.target")
        said = gettext("at %(points)s points") % {"points": figures.show(end.target)}
        if end.at == "pass":
            said = gettext("beyond %(points)s points") % {"points": figures.show(end.target)}
    if end.mode == "rounds":
        told.append("end.rounds")
        said = ngettext("after %(n)s round", "after %(n)s rounds", end.rounds) % {"n": end.rounds}
    rows = [_row("end", label(lines["end.mode"], "", ruleset), said)]
    if tie:
        rows.append(_row("end.tie", label(tie, "", ruleset), gettext(tie.choices[end.tie])))
    if ruleset.legs:
        rows.append(_row("legs", gettext("Several matches"), first_to(ruleset.legs.wins)))
    return told, rows


MADE: Mapping[str, dict[str, Callable[[Any], Made]]] = {
    "": {"end": _end},
    "melds": {
        "canastras": _canastras,
        "honours": _honours,
        "cards": _cards,
        "melded": _melded,
        "out": _out,
        "morto": _mortos,
        "first_meld": _first_meld,
        "extras": _extras,
    },
    "truco": {"hand": _hand},
}
