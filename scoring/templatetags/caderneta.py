"""The few filters pages share."""

import json
from datetime import date
from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.formats import date_format
from django.utils.translation import get_language

from scoring import figures

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """Data for a script of ours, as the text of a hidden element: htmx leaves no <script> in the
    fragments it puts in."""
    return json.dumps(value, cls=DjangoJSONEncoder)


@register.filter
def points(number: int) -> str:
    """A figure as its language writes it: 1.250 or 1,250, −180 with a true minus."""
    return figures.show(int(number))


@register.filter
def signed(number: int) -> str:
    """The same, with a plus where something was won."""
    return figures.show(int(number), signed=True)


@register.filter
def strokes(number: int) -> str:
    """The tally marks of a score as an SVG path: four sides of a square and its diagonal make
    five."""
    marks = []
    for n in range(max(0, min(int(number), LONGEST_TALLY))):
        x = (n // 5) * 36 + 4
        marks.append(STROKES[n % 5].format(x=x, right=x + 24))
    return "".join(marks)


@register.filter
def strokes_width(number: int) -> int:
    """How wide the tally marks of a score are."""
    return max(1, -(-min(int(number), LONGEST_TALLY) // 5)) * 36


@register.filter
def day(value: date) -> str:
    """A date in words. Portuguese writes its months small; Django's catalogue does not."""
    said = date_format(value, "DATE_FORMAT")
    return said.lower() if (get_language() or "").startswith("pt") else said


LONGEST_TALLY = 30
STROKES = ("M{x} 28V4", "M{x} 4H{right}", "M{right} 4V28", "M{right} 28H{x}", "M{x} 28L{right} 4")
