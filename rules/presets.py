"""The presets: one TOML file each, nothing but data."""

import tomllib
from functools import cache
from importlib.resources import files

from rules.loading import load
from rules.ruleset import Ruleset

GAMES = ("melds", "truco", "tally")
FAMILIES = (
    "tranca",
    "buraco",
    "burraco",
    "truco_paulista",
    "truco_mineiro",
    "truco_gaucho",
    "truco_argentino",
)


@cache
def presets() -> tuple[Ruleset, ...]:
    """Every preset, loaded once: games and families as most people look for them, then by id."""
    folder = files("rules") / "variants"
    texts = (file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml"))
    return tuple(sorted((load(tomllib.loads(text)) for text in texts), key=_place))


def preset(id: str) -> Ruleset:
    """The preset of this id. Raises KeyError where there is none."""
    return _by_id()[id]


@cache
def _by_id() -> dict[str, Ruleset]:
    return {ruleset.id: ruleset for ruleset in presets()}


def _place(ruleset: Ruleset) -> tuple[int, int, str]:
    names = (f"{family}_" for family in FAMILIES)
    ours = (place for place, name in enumerate(names) if f"{ruleset.id}_".startswith(name))
    return (GAMES.index(ruleset.game), next(ours, len(FAMILIES)), ruleset.id)
