"""Cards in words: what ranks are called, alone and in a row, and what each is worth at a table."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext, gettext_noop

import rules
from scoring import figures
from scoring.words import inside, listed

NAMES: Mapping[str, str] = {
    "joker": gettext_noop("Joker"),
    "J": gettext_noop("Jack"),
    "Q": gettext_noop("Queen"),
    "K": gettext_noop("King"),
    "A": gettext_noop("Ace"),
    "3r": gettext_noop("Red three"),
    "3b": gettext_noop("Black three"),
}
ROW = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ORDER = ("joker", *ROW, "3b", "3r")
LAID: Mapping[str, str] = {
    "going_out": gettext_noop("%(points)s, laid only when going out"),
    "never": gettext_noop("%(points)s, never laid"),
}
SHORTEST = 3  # so many in a row are said as "4 to 7"


def card(rank: str) -> str:
    """Return what cards of a rank are called."""
    return gettext(NAMES[rank]) if rank in NAMES else rank


def cards(ranks: Iterable[str]) -> str:
    """Return ranks as people say them: "2, 4 to 7 and ace"."""
    return listed([_run(run) for run in _runs(sorted(ranks, key=ORDER.index))])


def _runs(ranks: Iterable[str]) -> list[list[str]]:
    """The ranks cut where one is missing."""
    runs: list[list[str]] = []
    for rank in ranks:
        if runs and rank in ROW and ROW[: ROW.index(rank)][-1:] == tuple(runs[-1][-1:]):
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return [
        part for run in runs for part in ([run] if len(run) >= SHORTEST else [[r] for r in run])
    ]


def _run(run: list[str]) -> str:
    if len(run) == 1:
        return card(run[0])
    return gettext("%(first)s to %(last)s") % {"first": card(run[0]), "last": card(run[-1])}


def worths(ruleset: rules.Ruleset) -> dict[str, str]:
    """Return what a card of each rank of the pack is worth, in words; {} where no card is."""
    if ruleset.game != "melds":
        return {}
    held = {rank: _worth(group) for group in ruleset.deck.classes for rank in group.ranks}
    for honour in ruleset.honours:
        apart = gettext("apart: %(honour)s") % {"honour": inside(ruleset, honour.key)}
        held |= dict.fromkeys(honour.ranks, apart)
    return {rank: held[rank] for rank in sorted(held, key=ORDER.index)}


def _worth(group) -> str:
    points = figures.show(group.points)
    if group.hand_points != group.points:
        points = gettext("%(points)s (in hand %(hand)s)") % {
            "points": points,
            "hand": figures.show(group.hand_points),
        }
    return gettext(LAID[group.meldable]) % {"points": points} if group.meldable in LAID else points
