"""What a table may change, in words: what each value is called, what it is, and what differs
between two documents."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, ngettext

import rules
from scoring import figures
from scoring.rulecards import ORDER, card, cards, worths
from scoring.words import inside, listed, word

Document = Mapping[str, Any]
BETWEEN, NOTHING = " · ", "—"
# The words that labels and headings speak of, by the key of the rules.
SPOKEN = ("morto", "mortos", "canastra", "canastras")
HEADINGS: Mapping[str, str] = {"canastras": "canastras", "morto": "mortos"}


@dataclass(frozen=True)
class Change:
    """One thing that differs: what it is called, as it was and as it is; `path` is that of its
    line, "" for cards and words."""

    label: str
    was: str
    now: str
    path: str = ""

    @property
    def sentence(self) -> str:
        """Return it as one sentence."""
        said = {"label": self.label, "was": _within(self.was), "now": _within(self.now)}
        if self.now == NOTHING:
            return gettext("%(label)s: not said any more (it was %(was)s).") % said
        if self.was == NOTHING:
            return gettext("%(label)s: %(now)s (new).") % said
        return gettext("%(label)s: %(now)s instead of %(was)s.") % said


def _within(said: str) -> str:
    """A value within a sentence: one that is a sentence itself is none there."""
    return said[:1].lower() + said[1:-1] if said.endswith(".") else said


def spoken(document: Document, words: Mapping[str, str] | None = None) -> rules.Ruleset:
    """Return the document loaded, in the words of a group. Raises rules.InvalidRuleset."""
    loaded = rules.load(document)
    return replace(loaded, words=words) if words else loaded


def heading(group: str, ruleset: rules.Ruleset) -> str:
    """Return what a group of values is called at this table."""
    key = HEADINGS.get(group)
    return word(ruleset, key) if key else gettext(rules.GROUPS[group])


def label(what: rules.Line | rules.Option, item: str, ruleset: rules.Ruleset) -> str:
    """Return what a value is called; `item` is the key, rank or place its option is listed by, ""
    for none."""
    option = what.option if isinstance(what, rules.Line) else what
    said = gettext(option.label)
    if "{" not in said:
        return said
    names = {key: inside(ruleset, key) for key in SPOKEN} | {"item": named(option, item, ruleset)}
    return capfirst(said.format_map(names))


def named(option: rules.Option, item: str, ruleset: rules.Ruleset) -> str:
    """Return what one of listed items is called: a card, a kind or class, or its place."""
    if option.path.startswith("ranks."):
        return card(item)
    return str(int(item) + 1) if item.isdigit() else word(ruleset, item)


def value(line: rules.Line, ruleset: rules.Ruleset) -> str:
    """Return a value in the words of the page's language and this table."""
    held = line.value
    if held is None or held in ("", [], {}):
        return NOTHING if line.option.kind != "keys" else gettext("none")
    return VALUES[line.option.kind](line, held, ruleset)


def _number(line: rules.Line, held: int, ruleset: rules.Ruleset) -> str:
    return figures.show(held)


def _choice(line: rules.Line, held: str, ruleset: rules.Ruleset) -> str:
    return gettext(line.option.choices[held])


def _flag(line: rules.Line, held: bool, ruleset: rules.Ruleset) -> str:
    return gettext("yes") if held else gettext("no")


def _numbers(line: rules.Line, held: Sequence[int], ruleset: rules.Ruleset) -> str:
    return BETWEEN.join(figures.show(number) for number in held)


def _words(line: rules.Line, held: Sequence[str], ruleset: rules.Ruleset) -> str:
    return BETWEEN.join(held)


def _notes(line: rules.Line, held: Sequence[str], ruleset: rules.Ruleset) -> str:
    said = " ".join(note if note.endswith((".", "!", "?")) else f"{note}." for note in held)
    return f"“{said}”"


def _keys(line: rules.Line, held: Sequence[str], ruleset: rules.Ruleset) -> str:
    return capfirst(listed([inside(ruleset, key) for key in held]))


def _place(line: rules.Line, held: str, ruleset: rules.Ruleset) -> str:
    return word(ruleset, held.partition(".")[2])


def _condition(line: rules.Line, held: Mapping[str, Any], ruleset: rules.Ruleset) -> str:
    if held["what"] == "any_meld":
        return gettext("anything laid")
    n = held.get("n", 1)
    kinds = _asked(held, ruleset)
    if not kinds:
        said = ngettext("at least %(n)s %(canastra)s", "at least %(n)s %(canastras)s", n)
        names = {key: inside(ruleset, key) for key in ("canastra", "canastras")}
        return said % {"n": figures.show(n), **names}
    names = [inside(ruleset, kind) for kind in kinds]
    if len(names) > 1:
        return gettext("at least %(n)s of: %(kinds)s") % {"n": n, "kinds": ", ".join(names)}
    said = ngettext("at least %(n)s %(kind)s", "at least %(n)s × %(kind)s", n)
    return said % {"n": figures.show(n), "kind": names[0]}


def _asked(held: Mapping[str, Any], ruleset: rules.Ruleset) -> Sequence[str]:
    """The kinds a condition names; none where any canastra will do. A table that knows a plain
    clean canastra calls whatever is clean by its name."""
    if held["what"] != "clean":
        return held.get("kinds", [])
    clean = [kind.key for kind in ruleset.canastras if kind.clean]
    return ["clean"] if "clean" in clean else clean


def _step(line: rules.Line, held: Mapping[str, Any], ruleset: rules.Ruleset) -> str:
    start, said = held.get("from"), {"minimum": minimum(held, ruleset)}
    if start is None:
        return gettext("from the beginning: %(minimum)s") % said
    if ruleset.first_meld and ruleset.first_meld.basis == "round":
        return gettext("from round %(n)s on: %(minimum)s") % {**said, "n": start}
    return gettext("from %(n)s points on: %(minimum)s") % {**said, "n": figures.show(start)}


def minimum(held: Mapping[str, Any], ruleset: rules.Ruleset) -> str:
    """Return what a first meld must be worth, of the parts of a step."""
    what, points = held.get("what"), held.get("points")
    if what == "points":
        return figures.show(points) if points else gettext("no minimum")
    if what == "canastra_and":
        said = gettext("%(canastra)s and %(points)s points")
        return said % {"canastra": inside(ruleset, "any_canastra"), "points": figures.show(points)}
    return inside(ruleset, str(what))


def _bonus(line: rules.Line, held: Mapping[str, Any], ruleset: rules.Ruleset) -> str:
    said = gettext("%(n)s or more: %(points)s")
    return said % {"n": held.get("at_least"), "points": figures.show(held.get("points", 0))}


VALUES: Mapping[str, Callable[[rules.Line, Any, rules.Ruleset], str]] = {
    "figure": _number,
    "count": _number,
    "choice": _choice,
    "flag": _flag,
    "switch": _flag,
    "numbers": _numbers,
    "words": _words,
    "notes": _notes,
    "keys": _keys,
    "kinds": _keys,
    "place": _place,
    "condition": _condition,
    "step": _step,
    "bonus": _bonus,
}


def changes(old: Document, new: Document, words: Mapping[str, str] | None = None) -> list[Change]:
    """Return what differs between two documents of one game, in the words of a group.

    Cards are said by rank, whatever classes they are in; what belongs to something that is gone,
    or not there yet and off, is not said apart. Raises rules.InvalidRuleset.
    """
    was, now = spoken(old, words), spoken(new, words)
    by_card = _cards(was, now)
    said, told = [], False
    for a, b in _telling(rules.difference(old, new), new):
        line: Any = b or a
        if by_card and line.option.path.startswith(("deck.classes", "ranks.")):
            said += [] if told else by_card
            told = True
        else:
            name = label(line, line.item, now if b else was)
            said.append(Change(name, _said(a, was), _said(b, now), line.path))
    return [*said, *_renamed(was, now)]


def _cards(was: rules.Ruleset, now: rules.Ruleset) -> list[Change]:
    """Which cards are worth something else, those that changed alike together."""
    before, after = worths(was), worths(now)
    alike: dict[tuple[str, str], list[str]] = {}
    for rank in sorted({**before, **after}, key=ORDER.index):
        pair = before.get(rank, NOTHING), after.get(rank, NOTHING)
        if pair[0] != pair[1]:
            alike.setdefault(pair, []).append(rank)
    return [Change(cards(ranks), *pair) for pair, ranks in alike.items()]


Pair = tuple[rules.Line | None, rules.Line | None]


def _telling(pairs: Iterable[Pair], new: Document) -> list[Pair]:
    """The pairs that say something: not what rests at its default, nor what fell with a part."""
    flat = rules.flatten(new)
    return [(a, b) for a, b in pairs if _rest(a, b) != _rest(b, a) and not _fell(a, b, flat)]


def _rest(line: rules.Line | None, other: rules.Line | None) -> Any:
    """The value of a line, its default where it is not written down and that says the same."""
    if line is None and other is not None and other.option.kind in ("choice", "flag"):
        return other.option.default
    return line and line.value


def _fell(a: rules.Line | None, b: rules.Line | None, flat: Mapping[str, Any]) -> bool:
    if a is None or b is not None:
        return False
    head = a.option.path.partition(".*")[0]
    return flat.get(a.option.when) is False or (head in flat and a.item not in flat[head])


def _said(line: rules.Line | None, ruleset: rules.Ruleset) -> str:
    return value(line, ruleset) if line else NOTHING


def _renamed(was: rules.Ruleset, now: rules.Ruleset) -> list[Change]:
    """The things both documents have and call differently, where one is made from the other."""
    if was.id != now.id:
        return []
    language = get_language() or "en"
    texts = [ruleset.texts.get(language) for ruleset in (was, now)]
    keys = dict.fromkeys(key for text in texts if text for key in text.words)
    return [
        Change(gettext("What it is called"), word(was, key), word(now, key))
        for key in keys
        if word(was, key) != word(now, key)
    ]
