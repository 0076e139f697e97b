"""What the sheet's script needs to do the arithmetic by itself: the rules, and their words."""

from collections.abc import Sequence
from typing import Any

from django.utils.formats import get_format
from django.utils.translation import gettext, ngettext

import rules
from scoring.board import SideView
from scoring.layout import Layout
from scoring.models import Match, Round
from scoring.sentences import SENTENCES, sentence
from scoring.sheet import SheetForm, morto_implied
from scoring.words import inside, word

# Parts of a document that score nothing: they stay at home.
NOT_SCORED = {"texts", "play", "sources", "assumptions", "name"}


def phone_data(
    match: Match, form: SheetForm, sides: Sequence[SideView], entry: Round | None
) -> dict[str, Any]:
    """Return the data of the sheet, as JSON values."""
    ruleset = form.ruleset
    document = {k: v for k, v in ruleset.document.items() if k not in NOT_SCORED}
    document["name"] = ruleset.id
    before = [side.total for side in sides]
    if entry is not None:  # the running total is then that of the match without this round
        held = {score.side.position: score.points for score in entry.scores.select_related("side")}
        before = [total - held.get(n, 0) for n, total in enumerate(before)]
    return {
        "ruleset": document,
        "players": match.players_per_side,
        "sides": [side.name for side in sides],
        "before": before,
        "mortoImplied": morto_implied(ruleset),
        "thousand": get_format("THOUSAND_SEPARATOR"),
        "warnings": sorted(rules.WARNINGS),
        "codes": {code: sentence(code, ruleset) for code in SENTENCES},
        "words": line_words(ruleset, Layout(form, {})) | sheet_words(ruleset),
    }


def line_words(ruleset: rules.Ruleset, layout: Layout) -> dict[str, str]:
    """Return the words for the lines of the arithmetic, by item, and for the piles."""
    named = {f"canastra:{k.key}": layout.word(k.key) for k in ruleset.canastras}
    named |= {f"honour:{h.key}": layout.word(h.key) for h in ruleset.honours}
    named |= {f"extra:{e.key}": layout.word(e.key) for e in ruleset.extras}
    named |= {pile["key"]: pile["name"] for pile in layout.said_piles()}
    several = gettext("%(count)s %(canastras)s or more")
    named |= {
        f"canastra_count:{b.at_least}": several
        % {"count": b.at_least, "canastras": inside(ruleset, "canastras")}
        for b in ruleset.canastra_count_bonuses
    }
    return named | {
        "going_out": gettext("Went out"),
        "morto": word(ruleset, "morto"),
        "adjustment": gettext("Adjustment"),
        "total": gettext("Counted by the table"),
    }


def sheet_words(ruleset: rules.Ruleset) -> dict[str, str]:
    """Return what the sheet says by itself; `{…}` is filled in by the script."""
    without = gettext("without the %(canastras)s they need")
    return {
        "save": gettext("Save"),
        "saveAnyway1": ngettext(
            "Save all the same ({n} doubt)", "Save all the same ({n} doubts)", 1
        ),
        "saveAnyway": ngettext(
            "Save all the same ({n} doubt)", "Save all the same ({n} doubts)", 2
        ),
        "who": gettext("Who went out?"),
        "missing": gettext("{side}: missing {what}"),
        "fix": gettext("Look at {side}: something does not add up"),
        "fixRound": gettext("Something does not add up"),
        "match": gettext("match {n}"),
        "implied": gettext("taken: whoever goes out took it"),
        "noneLeft": gettext("0: went out"),
        "without": without % {"canastras": inside(ruleset, "canastras")},
        "notTaken": gettext("not taken"),
        "notPlayed": gettext("taken, not played"),
        "thisRound": gettext("This round"),
        "inMatch": gettext("In the match (before: {n})"),
        "three": gettext("three or more"),
        "more": gettext("{n}, tap for one more"),
        "take": gettext("{n}, tap for one more"),
        "less": gettext("one less"),
        "offline": gettext("Not saved: no answer from the server."),
        "refused": gettext("Not saved: this phone may not write here (any more)."),
        "broken": gettext("Not saved: something failed over there."),
        "kept": gettext("What you typed is kept on this phone."),
        "notKept": gettext("This phone keeps no drafts: leave this page open until it is saved."),
        "again": gettext("Try again"),
        "restored": gettext("This is what you typed before."),
        "other": gettext("You had begun another sheet here, and the match has moved on since."),
        "use": gettext("Use what I typed"),
        "fresh": gettext("Start afresh"),
        "saving": gettext("Saving…"),
    }
