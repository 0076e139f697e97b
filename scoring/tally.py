"""Any other game: one figure a side."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.formats import get_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import rules
from scoring.board import SideView
from scoring.figures import FigureField
from scoring.models import Match, Round


class TallyForm(forms.Form):
    """One figure a side, possibly a sum; the same interface as the sheet of melds."""

    way = ""

    def __init__(self, data=None, *, ruleset: rules.Ruleset, sides: int, way="", **kwargs):
        self.ruleset, self.sides = ruleset, sides
        super().__init__(data, use_required_attribute=False, **kwargs)
        for side in range(sides):
            missing = {"required": _("How many points? 0 if none.")}
            self.fields[f"{side}.points"] = FigureField(
                sums=True, negative=True, required=True, error_messages=missing
            )

    def call_sides(self, names: Sequence[str]) -> None:
        """The names stand beside the figures, not in them."""

    def entry(self, players_per_side: int | None = None) -> dict[str, Any]:
        """Return the round as the contract writes it; only after `is_valid()`."""
        return {"points": [self.cleaned_data[f"{side}.points"] for side in range(self.sides)]}

    def typed(self) -> dict[str, Any]:
        """Return what the fingers did."""
        words = {name: str(self.data.get(name, "")).strip() for name in self.fields}
        return {"way": "", "fields": {k: v for k, v in words.items() if v and k != "reason"}}


def tally_context(
    match: Match,
    form: TallyForm,
    sides: Sequence[SideView],
    entry: Round | None,
    places: Mapping[tuple[int | None, str], Mapping[str, list[str]]],
) -> dict[str, Any]:
    """Return what the page of a tally shows beside what every sheet does."""
    held = {}
    if entry is not None:
        held = {score.side.position: score.points for score in entry.scores.select_related("side")}
    rows = []
    for side in sides:
        n = side.position
        bound = form[f"{n}.points"]
        found = places.get((n, f"points.{n}"), {})
        rows.append(
            {
                "side": side,
                "before": side.total - held.get(n, 0),
                "input": bound.as_widget(attrs={"aria-label": side.name}),
                "name": bound.html_name,
                "said": {
                    "bad": [*bound.errors, *found.get("bad", [])],
                    "ask": found.get("ask", []),
                },
            }
        )
    data = {
        "thousand": get_format("THOUSAND_SEPARATOR"),
        "before": [r["before"] for r in rows],
        "negative": form.ruleset.minimum is None or form.ruleset.minimum < 0,
        "words": _words(),
    }
    return {"rows": rows, "data": data}


def _words() -> dict[str, str]:
    """Return what the sheet says by itself."""
    return {
        "offline": gettext("Not saved: no answer from the server."),
        "refused": gettext("Not saved: this phone may not write here (any more)."),
        "broken": gettext("Not saved: something failed over there."),
        "kept": gettext("What you typed is kept on this phone."),
        "notKept": gettext("This phone keeps no drafts: leave this page open until it is saved."),
        "again": gettext("Try again"),
        "restored": gettext("This is what you typed before."),
        "fresh": gettext("Start afresh"),
    }
