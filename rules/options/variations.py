"""The variations tables argue about most: one question each, whatever it moves in the document."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.options.flat import Flat, flatten, unflatten
from rules.translation import gettext_noop as _


@dataclass(frozen=True)
class Variation:
    """One question: what the answers are, which one a table of values gives ("" for none of
    them), and the table with another answer."""

    key: str
    label: str
    answers: Mapping[str, str]
    read: Callable[[Flat], str]
    write: Callable[[Flat, str], Flat]
    suits: Callable[[Flat], bool] = lambda flat: True

    def answer(self, document: Mapping[str, Any]) -> str:
        """Return the answer of a document, "" where it is none of those offered."""
        return self.read(flatten(document))

    def applied(self, document: Mapping[str, Any], answer: str) -> dict[str, Any]:
        """Return the document with this answer. Raises KeyError for an answer not offered."""
        self.answers[answer]
        return unflatten(self.write(flatten(document), answer), document)


YES_NO: Mapping[str, str] = {"yes": _("yes"), "no": _("no")}
# The common count of buraco by rank; whoever counts flat gives every card the same.
COUNT = {"joker": 20, "2": 10, "A": 15, "3": 5, "4": 5, "5": 5, "6": 5, "7": 5}
HIGH, FLAT = 10, 10
TARGETS: Mapping[str, str] = {
    "1500": _("1,500 points"),
    "3000": _("3,000 points"),
    "5000": _("5,000 points"),
}
STEPS = {"low": ((None, 50), (1500, 100)), "high": ((None, 75), (1500, 100))}


def _jokers(flat: Flat) -> str:
    return "yes" if flat["deck.jokers"] else "no"


def _set_jokers(flat: Flat, answer: str) -> Flat:
    if answer == "no":
        return _without_empty({k: v for k, v in flat.items() if k != "ranks.joker"}) | {
            "deck.jokers": 0
        }
    if flat["deck.jokers"]:
        return flat
    wild = {"play.wild": "twos_and_jokers"} if flat.get("play.wild") == "twos" else {}
    return _class(flat, "joker", 20, ["joker"]) | {"deck.jokers": 2 * flat["deck.packs"]} | wild


def _class(flat: Flat, key: str, points: int, ranks: list[str]) -> Flat:
    """The table with a class of these ranks, in front of the others where it is new."""
    keys = flat["deck.classes"]
    keys = keys if key in keys else [key, *keys]
    return {
        **flat,
        "deck.classes": keys,
        f"deck.classes.{key}.points": points,
        **{f"ranks.{rank}": f"classes.{key}" for rank in ranks},
    }


def _without_empty(flat: Flat) -> Flat:
    """The table without classes that hold no card any more."""
    used = {value for path, value in flat.items() if path.startswith("ranks.")}
    kept = [key for key in flat["deck.classes"] if f"classes.{key}" in used]
    gone = tuple(f"deck.classes.{k}." for k in flat["deck.classes"] if k not in kept)
    left = {path: value for path, value in flat.items() if not path.startswith(gone or ("\0",))}
    return left | {"deck.classes": kept}


def _needs(flat: Flat) -> str:
    asked = {value for path, value in flat.items() if _is_need(path) and path.endswith(".what")}
    return "clean" if asked & {"clean", "kinds"} else "any" if asked else "none"


def _is_need(path: str) -> bool:
    return path.startswith("going_out.requires.canastras.")


def _set_needs(flat: Flat, answer: str) -> Flat:
    left = {path: value for path, value in flat.items() if not _is_need(path)}
    if answer == "none":
        return left
    row = "going_out.requires.canastras.0"
    return left | {f"{row}.what": answer, f"{row}.n": 1}


def _black_threes(flat: Flat) -> str:
    place = flat.get("ranks.3b", "").removeprefix("classes.")
    return flat.get(f"deck.classes.{place}.meldable", "always") if place else ""


def _set_black_threes(flat: Flat, answer: str) -> Flat:
    place = flat["ranks.3b"].removeprefix("classes.")
    return flat | {f"deck.classes.{place}.meldable": answer}


def _alone(flat: Flat) -> bool:
    """Whether the black threes are a class of their own."""
    place = flat.get("ranks.3b", "")
    held = [path for path, value in flat.items() if path.startswith("ranks.") and value == place]
    return place.startswith("classes.") and held == ["ranks.3b"]


def _minimum(flat: Flat) -> str:
    if not flat["first_meld"]:
        return "none"
    said = [(s.get("from"), s.get("points")) for s in _steps(flat)]
    return next((key for key, steps in STEPS.items() if said == list(steps)), "")


def _steps(flat: Flat) -> list[dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = {}
    for path, value in flat.items():
        if path.startswith("first_meld.steps."):
            place, _, part = path.removeprefix("first_meld.steps.").partition(".")
            rows.setdefault(place, {})[part] = value
    return [rows[place] for place in sorted(rows, key=int)]


def _set_minimum(flat: Flat, answer: str) -> Flat:
    left = {path: value for path, value in flat.items() if not path.startswith("first_meld")}
    if answer == "none":
        return left | {"first_meld": False}
    table: Flat = {"first_meld": True, "first_meld.basis": "score"}
    for place, (start, points) in enumerate(STEPS[answer]):
        row = f"first_meld.steps.{place}"
        table |= {f"{row}.what": "points", f"{row}.points": points}
        table |= {} if start is None else {f"{row}.from": start}
    return left | table


def _count(flat: Flat) -> str:
    plain = [rank for rank in _ranks(flat) if rank not in ("joker", "3r", "3b")]
    worth = {rank: _points(flat, rank) for rank in plain}
    if set(worth.values()) == {FLAT}:
        return "flat"
    return "buraco" if all(worth[rank] == COUNT.get(rank, HIGH) for rank in plain) else ""


def _ranks(flat: Flat) -> list[str]:
    """The ranks that are in a class."""
    return [
        path.removeprefix("ranks.")
        for path, value in flat.items()
        if path.startswith("ranks.") and value.startswith("classes.")
    ]


def _points(flat: Flat, rank: str) -> Any:
    return flat[f"deck.classes.{flat[f'ranks.{rank}'].removeprefix('classes.')}.points"]


def _set_count(flat: Flat, answer: str) -> Flat:
    plain = [rank for rank in _ranks(flat) if rank not in ("joker", "3r", "3b")]
    if answer == "flat":
        return _without_empty(_class(flat, "card", FLAT, plain))
    groups = {"two": ["2"], "ace": ["A"], "low": [], "high": []}
    for rank in plain:
        if rank not in ("2", "A"):
            groups["low" if rank in COUNT else "high"].append(rank)
    for key, ranks in groups.items():
        if ranks:
            flat = _class(flat, key, COUNT.get(ranks[0], HIGH), ranks)
    return _without_empty(flat)


def _said(path: str, answers: Mapping[str, str], key: str, label: str) -> Variation:
    """A question that is one value of the document."""
    return Variation(
        key,
        label,
        answers,
        lambda flat: str(flat.get(path, "")) if str(flat.get(path, "")) in answers else "",
        lambda flat, answer: flat | {path: answer},
    )


def _target(flat: Flat) -> str:
    target = str(flat.get("end.target", ""))
    return target if flat["end.mode"] == "target" and target in TARGETS else ""


def _set_target(flat: Flat, answer: str) -> Flat:
    return flat | {"end.mode": "target", "end.target": int(answer)}


def _melds(flat: Flat) -> bool:
    return "deck.packs" in flat


VARIATIONS: tuple[Variation, ...] = (
    Variation("jokers", _("With jokers"), YES_NO, _jokers, _set_jokers, _melds),
    Variation(
        "needs",
        _("Canastra to go out"),
        {"clean": _("a clean one"), "any": _("any"), "none": _("none")},
        _needs,
        _set_needs,
        _melds,
    ),
    Variation(
        "count",
        _("What cards are worth"),
        {"flat": _("10 each"), "buraco": _("by rank")},
        _count,
        _set_count,
        _melds,
    ),
    Variation(
        "minimum",
        _("Minimum for the first meld"),
        {"none": _("no minimum"), "low": _("50, then 100"), "high": _("75, then 100")},
        _minimum,
        _set_minimum,
        _melds,
    ),
    Variation(
        "black_threes",
        _("Black threes may be laid"),
        {"never": _("never"), "going_out": _("when going out")},
        _black_threes,
        _set_black_threes,
        _alone,
    ),
    Variation("target", _("A match is played to"), TARGETS, _target, _set_target, _melds),
    _said("play.sets", YES_NO, "sets", _("Sets of one rank allowed")),
    _said(
        "play.pile_taking",
        {
            "free": _("freely"),
            "top_with_two": _("with two from hand"),
            "top_with_two_or_onto_meld": _("also onto a meld on the table"),
        },
        "pile",
        _("The discard pile is taken"),
    ),
)


def variations(document: Mapping[str, Any]) -> tuple[Variation, ...]:
    """Return the questions that make sense for this document."""
    flat = flatten(document)
    own = [v for v in VARIATIONS if v.suits(flat)]
    if document["game"] != "melds":
        return ()
    return tuple(own)
