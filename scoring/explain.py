"""A round's points in words: every line of the rules' answer, with how it came about."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext

import rules
from scoring import figures
from scoring.models import Round
from scoring.truco import event_words
from scoring.words import inside, listed, word


@dataclass
class Line:
    """One line of the arithmetic: what, how it came about, and its points."""

    label: str
    detail: str
    points: int


def round_lines(entry: Round, side: int, remarks: Mapping[str, str]) -> list[Line]:
    """Return the lines of one side of a slot; their points add up to its total.

    `remarks` has the free words of the match by id.
    """
    if entry.kind == Round.Kind.ADJUST:
        note = remarks.get(str(entry.note_id), "")
        return [Line(gettext("Adjustment"), note, _adjusted(entry.entry, side))]
    game = entry.ruleset.rules.game
    if game == "truco":
        return _truco_lines(entry, side)
    if game == "tally":
        return [Line(gettext("Points"), "", entry.entry["points"][side])]
    ruleset, said = entry.ruleset.rules, entry.entry["sides"][side]
    notes = iter(said.get("adjustments") or [])
    lines = []
    for item, points in rules.score(ruleset, entry.entry)["sides"][side]["lines"]:
        part, __, key = item.partition(":")
        if part == "adjustment":
            note = remarks.get(next(notes).get("note", ""), "")
            lines.append(Line(gettext("Adjustment"), note, points))
        else:
            label, detail = WORDING[part](ruleset, said, key, points)
            lines.append(Line(capfirst(label), detail, points))
    return lines


def _adjusted(entry: Mapping[str, Any], side: int) -> int:
    if "adjust" in entry:
        return entry["adjust"][side]
    return entry["points"] if entry["winner"] == side else 0


def _truco_lines(entry: Round, side: int) -> list[Line]:
    points = entry.points[side] if entry.points else 0
    if entry.entry.get("winner") != side:
        return []
    return [Line(capfirst(event_words(entry.match, entry.entry)), "", points)]


def _cards(ruleset: rules.Ruleset, held: Mapping[str, int], melded: bool) -> str:
    classes = [c for c in ruleset.deck.classes if held.get(c.key)]
    worth = [c.points if melded else c.hand_points for c in classes]
    return listed(
        [
            f"{held[c.key]} × {figures.show(points)} ({inside(ruleset, c.key)})"
            for c, points in zip(classes, worth, strict=True)
        ]
    )


def _melded(ruleset: rules.Ruleset, said: Mapping[str, Any], key: str, points: int):
    held = said.get("melded") or {}
    detail = _cards(ruleset, held, melded=True)
    if ruleset.melded_if and points <= 0 and any(held.values()):
        failed = gettext("without the %(canastras)s they need")
        failed %= {"canastras": inside(ruleset, "canastras")}
        detail = f"{detail}, {failed}" if detail else failed
    return gettext("On the table"), detail


def _hand(ruleset: rules.Ruleset, said: Mapping[str, Any], key: str, points: int):
    return gettext("Left in hand"), _cards(ruleset, said.get("hand") or {}, melded=False)


def _unused_morto(ruleset: rules.Ruleset, said: Mapping[str, Any], key: str, points: int):
    detail = _cards(ruleset, said.get("unused_morto") or {}, melded=False)
    label = gettext("Cards of the unplayed %(morto)s")
    return label % {"morto": inside(ruleset, "morto")}, detail


def _canastra(ruleset: rules.Ruleset, said: Mapping[str, Any], key: str, points: int):
    count = said["canastras"][key]
    worth = next(k.points for k in ruleset.canastras if k.key == key)
    detail = f"{count} × {figures.show(worth)}"
    if worth and not points:
        missing = gettext("without the %(canastras)s they need")
        detail += ", " + missing % {"canastras": inside(ruleset, "canastras")}
    return word(ruleset, key), detail


def _canastra_count(ruleset: rules.Ruleset, said: Mapping[str, Any], key: str, points: int):
    label = gettext("%(count)s %(canastras)s or more")
    return label % {"count": key, "canastras": inside(ruleset, "canastras")}, ""


def _honour(ruleset: rules.Ruleset, said: Mapping[str, Any], key: str, points: int):
    count = said["honours"][key]
    honour = next(h for h in ruleset.honours if h.key == key)
    worth = honour.totals[min(count, len(honour.totals) - 1)]
    detail = f"{count}"
    if points != worth:
        missing = gettext("without the %(canastras)s they need")
        detail += ", " + missing % {"canastras": inside(ruleset, "canastras")}
    return word(ruleset, key), detail


def _going_out(ruleset: rules.Ruleset, said: Mapping[str, Any], key: str, points: int):
    manner = said.get("out", "")
    return gettext("Went out"), word(ruleset, manner) if len(ruleset.going_out.points) > 1 else ""


def _morto(ruleset: rules.Ruleset, said: Mapping[str, Any], key: str, points: int):
    unused = said.get("morto") == "taken_unused"
    return word(ruleset, "morto"), gettext("taken, not played") if unused else gettext("not taken")


def _extra(ruleset: rules.Ruleset, said: Mapping[str, Any], key: str, points: int):
    return word(ruleset, key), f"{said['extras'][key]}"


def _total(ruleset: rules.Ruleset, said: Mapping[str, Any], key: str, points: int):
    return gettext("Counted by the table"), ""


WORDING = {
    "melded": _melded,
    "hand": _hand,
    "unused_morto": _unused_morto,
    "canastra": _canastra,
    "canastra_count": _canastra_count,
    "honour": _honour,
    "going_out": _going_out,
    "morto": _morto,
    "extra": _extra,
    "total": _total,
}
