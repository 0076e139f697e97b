"""The few filters pages share."""

from django import template

from scoring import figures

register = template.Library()


@register.filter
def points(number: int) -> str:
    """A figure as its language writes it: 1.250 or 1,250, −180 with a true minus."""
    return figures.show(int(number))


@register.filter
def signed(number: int) -> str:
    """The same, with a plus where something was won."""
    return figures.show(int(number), signed=True)
