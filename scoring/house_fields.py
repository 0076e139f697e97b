"""What each kind of value is asked with, and what is read of it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from players.names import NameField
from scoring import figures
from scoring.figures import FigureField

YES, NO = "yes", "no"
FLAGS = {YES: True, NO: False}
# Ends of the parts of one value, and what a condition or a step may ask for.
WHAT, NUMBER, KINDS = "what", "n", "kinds"
ANY, NAMED, ANY_MELD, POINTS = "any", "kinds", "any_meld", "points"
CONDITIONS = {
    ANY: _("canastras of any kind"),
    "clean": _("clean canastras"),
    NAMED: _("canastras of these kinds"),
    ANY_MELD: _("anything laid"),
}
MINIMUMS = {
    POINTS: _("points"),
    "any_canastra": _("any canastra"),
    "clean_canastra": _("a clean canastra"),
    "canastra_and": _("a canastra and points"),
}
# What asks for no figure beside it.
WORDLESS = {ANY_MELD, "any_canastra", "clean_canastra"}
MOST_VALUES, LONGEST_WORD, LONGEST_NOTE = 500, 60, 400
BETWEEN = re.compile(r"[,;\s]+")
BETWEEN_WORDS = re.compile(r"[,;\n]+")


class Figure(FigureField):
    """A whole number within bounds."""

    def __init__(self, low: int, high: int, **kwargs: Any):
        self.low, self.high = low, high
        messages = {"required": _("A number, please: 0 if it is nothing.")}
        super().__init__(negative=low < 0, error_messages=messages, **kwargs)

    def admit(self, held: int) -> None:
        """Take a number that stands in the rules already, usual or not."""
        self.low, self.high = min(self.low, held), max(self.high, held)

    def clean(self, value: Any) -> int | None:
        """Return the number, None where nothing was typed and nothing need be."""
        number = super().clean(value)
        if number is not None and not self.low <= number <= self.high:
            raise forms.ValidationError(bounds(self.low, self.high))
        return number


def bounds(low: int, high: int) -> str:
    """Return the sentence for a number that is too small or too large."""
    said = gettext("A number from %(low)s to %(high)s, please.")
    return said % {"low": figures.show(low), "high": figures.show(high)}


class Several(forms.Field):
    """Several values in one line, or one a line; each is read by `one`."""

    def __init__(self, one: forms.Field, between: re.Pattern[str], **kwargs: Any):
        self.one, self.between = one, between
        super().__init__(error_messages={"required": _("At least one, please.")}, **kwargs)

    def admit(self, held: list[Any]) -> None:
        """Take the numbers that stand in the rules already."""
        for one in held if isinstance(self.one, Figure) else ():
            self.one.admit(one)

    def to_python(self, value: Any) -> list[Any]:
        """Return the values; raise ValidationError for the first that cannot stand."""
        said = [part for part in self.between.split(str(value or "").strip()) if part.strip()]
        if len(said) > MOST_VALUES:
            raise forms.ValidationError(_("These are too many."))
        return [self.one.clean(part) for part in said]


Fields = Mapping[str, forms.Field]
Choices = Sequence[tuple[str, str]]


def _figure(option: rules.Option, pick: "Picks") -> Fields:
    return {"": Figure(option.low, option.high, required=not option.optional)}


def _choice(option: rules.Option, pick: "Picks") -> Fields:
    return {"": _one_of(option.choices, blank=option.optional and option.default is None)}


def _one_of(choices: Mapping[str, Any], blank: bool) -> forms.Field:
    empty = [("", gettext("not said"))] if blank else []
    said = [(code, gettext(words)) for code, words in choices.items()]
    messages = {"required": _("Choose one, please."), "invalid_choice": _("Choose one, please.")}
    return forms.ChoiceField(choices=empty + said, required=not blank, error_messages=messages)


def _flag(option: rules.Option, pick: "Picks") -> Fields:
    return {"": _one_of({YES: "yes", NO: "no"}, blank=False)}


def _numbers(option: rules.Option, pick: "Picks") -> Fields:
    one = Figure(option.low, option.high, required=True)
    return {"": Several(one, BETWEEN, required=not option.optional)}


def _words(option: rules.Option, pick: "Picks") -> Fields:
    one = NameField(longest=LONGEST_WORD)
    return {"": Several(one, BETWEEN_WORDS, required=not option.optional)}


def _notes(option: rules.Option, pick: "Picks") -> Fields:
    one = NameField(longest=LONGEST_NOTE)
    return {"": Several(one, re.compile("\n"), required=False, widget=forms.Textarea)}


def _some_of(choices: Choices) -> forms.Field:
    messages = {"invalid_choice": _("These rules do not know this.")}
    return forms.MultipleChoiceField(choices=choices, required=False, error_messages=messages)


def _keys(option: rules.Option, pick: "Picks") -> Fields:
    return {"": _some_of([(key, pick.word(key)) for key in pick.shown[option.path]])}


def _manners(option: rules.Option, pick: "Picks") -> Fields:
    return {"": _some_of([(key, pick.word(key)) for key in pick.manners])}


def _place(option: rules.Option, pick: "Picks") -> Fields:
    empty = [("", gettext("not in the pack"))]
    message = {"invalid_choice": _("Where does it belong now?")}
    choices = empty + [
        (f"{where}.{key}", pick.word(key))
        for where, path in (("classes", "deck.classes"), ("honours", "honours"))
        for key in pick.kept.get(path, ())
    ]
    return {"": forms.ChoiceField(choices=choices, required=False, error_messages=message)}


def _condition(option: rules.Option, pick: "Picks") -> Fields:
    several = "requires" in option.path  # where several may be listed nobody asks for a meld
    asks = {code: said for code, said in CONDITIONS.items() if code != ANY_MELD or not several}
    return {
        WHAT: _one_of(asks, blank=option.optional),
        NUMBER: Figure(0, 100, required=False),
        KINDS: _some_of([(key, pick.word(key)) for key in pick.shown["canastras"]]),
    }


def _step(option: rules.Option, pick: "Picks") -> Fields:
    return {
        "from": Figure(option.low, option.high, required=False),
        WHAT: _one_of(MINIMUMS, blank=False),
        POINTS: Figure(0, option.high, required=False),
    }


def _bonus(option: rules.Option, pick: "Picks") -> Fields:
    return {
        "at_least": Figure(1, 100, required=False),
        POINTS: Figure(option.low, option.high, required=False),
    }


class Picks:
    """What the lists of these rules offer to choose from: the keys that are `shown`, those that
    are `kept`, the `manners` of going out, and the word for each."""

    def __init__(self, shown, kept, manners, word):
        self.shown, self.kept, self.manners, self.word = shown, kept, manners, word


FIELDS = {
    "figure": _figure,
    "count": _figure,
    "choice": _choice,
    "flag": _flag,
    "switch": _flag,
    "numbers": _numbers,
    "words": _words,
    "notes": _notes,
    "keys": _keys,
    "kinds": _manners,
    "place": _place,
    "condition": _condition,
    "step": _step,
    "bonus": _bonus,
}


def typed(value: Any) -> list[str]:
    """Return what stands in a field for a value: several only where several can be ticked."""
    if isinstance(value, bool):
        return [YES if value else NO]
    return [] if value is None else [str(value)]


def kept(kind: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of one value that are said; {} where it is left empty.

    `static/js/rules.js` does the same.
    """
    parts = {part: value for part, value in said.items() if value not in (None, "", [])}
    what = parts.get(WHAT)
    if kind == "condition":
        wanted = {ANY_MELD: (WHAT,), NAMED: (WHAT, NUMBER, KINDS)}.get(what, (WHAT, NUMBER))
        return {part: parts[part] for part in wanted if part in parts} if what else {}
    if kind == "step":
        parts = {part: v for part, v in parts.items() if part != POINTS or what not in WORDLESS}
        return {} if parts == {WHAT: POINTS} else parts
    return parts
