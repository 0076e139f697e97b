"""How a figure is read and shown: one strict policy for every number somebody types."""

import re

from django import forms
from django.utils import numberformat
from django.utils.formats import get_format
from django.utils.translation import gettext_lazy as _

# ASCII digits only: Python would also read `1_0`, Arabic-Indic digits and much else.
FIGURE = re.compile(r"[+-]?[0-9]{1,7}")
SUM = re.compile(r"[+-]?[0-9]{1,7}( ?[+-] ?[0-9]{1,7}){0,40}")
TERM = re.compile(r"[+-]?[0-9]+")
LIMIT = 1_000_000
LONGEST_TYPED = 400

MINUS = "\u2212"


def read(text: str, sums: bool = False) -> int | None:
    """Return the whole number that was typed, None for nothing; with `sums` also `60+45+15`.

    Raises ValueError where it is no whole number within ±1,000,000.
    """
    text = text.strip().replace(MINUS, "-")
    if not text:
        return None
    if not (SUM if sums else FIGURE).fullmatch(text):
        raise ValueError(text)
    number = sum(int(term) for term in TERM.findall(text.replace(" ", "")))
    if abs(number) > LIMIT:
        raise ValueError(text)
    return number


def show(number: int, signed: bool = False) -> str:
    """Return the figure as its language writes it, with a true minus; `signed` also shows +."""
    digits = numberformat.format(
        abs(number),
        get_format("DECIMAL_SEPARATOR"),
        grouping=get_format("NUMBER_GROUPING"),
        thousand_sep=get_format("THOUSAND_SEPARATOR"),
        force_grouping=True,
    )
    if number < 0:
        return MINUS + digits
    return "+" + digits if signed and number else digits


class OneFigure(forms.TextInput):
    """The input of a figure. Of two figures sent by one name neither is taken: both are shown."""

    def value_from_datadict(self, data, files, name):
        """Return what was typed; "10, 900" for two, which is no number."""
        said = data.getlist(name) if hasattr(data, "getlist") else []
        return ", ".join(said) if len(said) > 1 else data.get(name)


class FigureField(forms.Field):
    """A whole number, or with `sums` a sum as it is spoken. What was typed stays in the form."""

    widget = OneFigure

    def __init__(self, *, sums: bool = False, negative: bool = False, **kwargs):
        self.sums = sums
        kwargs.setdefault("required", False)
        super().__init__(**kwargs)
        attrs = {"autocomplete": "off", "maxlength": LONGEST_TYPED}
        # The numeric keyboard of an iPhone has neither minus nor plus.
        if not (negative or sums):
            attrs["inputmode"] = "numeric"
        self.widget.attrs |= attrs

    def to_python(self, value):
        """Return an int or None; raise ValidationError with the sentence for the figure."""
        try:
            return read(str(value or ""), self.sums)
        except ValueError as fault:
            raise forms.ValidationError(
                _("A whole number, please: digits only, at most a million."), code="NOT_INTEGER"
            ) from fault
