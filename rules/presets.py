"""The presets: one TOML file each, nothing but data."""

import tomllib
from functools import cache
from importlib.resources import files

from rules.loading import load
from rules.ruleset import Ruleset

FAMILIES = ("tranca", "buraco", "burraco")


@cache
def presets() -> tuple[Ruleset, ...]:
    """Every preset, loaded once: families as most people look for them, then by id."""
    folder = files("rules") / "variants"
    texts = (file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml"))
    return tuple(sorted((load(tomllib.loads(text)) for text in texts), key=_place))


def preset(id: str) -> Ruleset:
    """The preset of this id. Raises KeyError where there is none."""
    return _by_id()[id]


@cache
def _by_id() -> dict[str, Ruleset]:
    return {ruleset.id: ruleset for ruleset in presets()}


def _place(ruleset: Ruleset) -> tuple[int, str]:
    family = ruleset.id.split("_")[0]
    return (FAMILIES.index(family) if family in FAMILIES else len(FAMILIES), ruleset.id)
