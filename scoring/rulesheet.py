"""The rules to read: one sheet made from a document alone, what differs from another one marked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import get_language, gettext, gettext_noop, override

import rules
from scoring.rulerows import MADE, Piece, Row, parted, plain
from scoring.rulewords import NOTHING, Document, heading, spoken
from scoring.words import text

# What a reader looks for, and the groups of values it is made of.
PARTS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "counts": (
        gettext_noop("How it is scored"),
        ("canastras", "honours", "cards", "melded", "extras", "hand", "mark", "envido", "points"),
    ),
    "needs": (gettext_noop("What a round needs"), ("out", "morto", "first_meld")),
    "ends": (gettext_noop("How it ends, and who plays"), ("end", "table")),
    "agreed": (gettext_noop("What is agreed at the table"), ("play",)),
}


@dataclass
class Section:
    """The rows of one group of values."""

    name: str
    rows: list[Row]


@dataclass
class Part:
    """What belongs together on the sheet."""

    name: str
    sections: list[Section]


@dataclass
class Sheet:
    """The rules to read, all of it in `language`. The `line` of a preset is left out where these
    rules are not quite it: it might say what is not so."""

    name: str
    line: str
    language: str
    parts: list[Part]
    sources: tuple[str, ...]
    marks: str = ""  # what bold print means, "" where nothing is in bold
    sources_name: str = ""


def sheet(
    document: Document,
    *,
    words: Mapping[str, str] | None = None,
    language: str = "",
    name: str = "",
    beside: Document | None = None,
) -> Sheet:
    """Return the rules of a document to read, in the words of a group and a language ("": that of
    the page). What is not so in `beside` is marked. Raises rules.InvalidRuleset."""
    with override(language or get_language()):
        ruleset = spoken(document, words)
        said = _said(ruleset)
        if beside is not None:
            _mark(said, _said(spoken(beside, words)))
        marked = any(piece.marked for row in _rows(said) for piece in [row.label, *row.pieces])
        return Sheet(
            name=name or text(ruleset, "name"),
            line="" if marked else text(ruleset, "line"),
            language=get_language() or "en",
            parts=_parts(said, ruleset),
            sources=ruleset.sources,
            marks=_marks(beside) if beside is not None and marked else "",
            sources_name=gettext("Where this comes from"),
        )


def rows_of(ruleset: rules.Ruleset) -> dict[str, Row]:
    """Return every row of the sheet of a ruleset (in the words it has) by its key."""
    return {row.key: row for row in _rows(_said(ruleset))}


def _marks(beside: Document) -> str:
    said = gettext("In bold: what is otherwise in %(name)s.")
    return said % {"name": text(rules.load(beside), "name")}


Said = dict[str, list[Row]]


def _rows(said: Said) -> Iterable[Row]:
    return (row for rows in said.values() for row in rows)


def _mark(said: Said, beside: Said) -> None:
    """Mark what is not said beside, and add what is said there only."""
    pieces = [piece for row in _rows(beside) for piece in [row.label, *row.pieces]]
    facts = frozenset(fact for piece in pieces for fact in piece.facts)
    for group, rows in said.items():
        said[group] = [part for row in rows for part in parted(row, facts)]
    for row in _rows(said):
        for piece in [row.label, *row.pieces]:
            piece.marked = not piece.facts <= facts
    kept = {row.key for row in _rows(said)}
    for group, rows in beside.items():
        for row in rows:
            if row.key not in kept and group != "cards":  # cards that are gone have no worth
                gone = Piece(NOTHING, frozenset(), marked=True)
                said.setdefault(group, []).append(Row(row.key, row.label, [gone]))


def _parts(said: Said, ruleset: rules.Ruleset) -> list[Part]:
    found = []
    for name, groups in PARTS.values():
        held = [Section(heading(group, ruleset), said[group]) for group in groups if group in said]
        if held:
            found.append(Part(gettext(name), held))
    return found


def _said(ruleset: rules.Ruleset) -> Said:
    """The rows of a ruleset by group: those that are put together here, then every line left."""
    found: Said = {}
    told: set[str] = set()
    made = MADE.get(ruleset.game, {}) | MADE[""]
    for group, make in made.items():
        paths, rows = make(ruleset)
        told |= set(paths)
        found[group] = rows
    for line in rules.lines(ruleset.document):
        path = line.path
        if not any(path == head or path.startswith(f"{head}.") for head in told):
            found.setdefault(line.option.group, []).append(plain(line, ruleset))
    return {group: rows for group, rows in found.items() if rows}
