"""What is kept of a group, beside what the reference makes of its archive."""

import json
import zipfile
from math import isclose
from typing import Any

from players.models import Group
from scoring import exporting
from scoring.models import Habits, Part
from tests.stats import reference

COUNTS = ("rate_forfeits", "rate_put_away", "rate_totals")
COLUMNS = (
    *("preset", "family", "night", "at", "how", "outcome", "credited", "rank"),
    *("rounds", "points", "best", "worst", "figures", "mu", "sigma"),
)


class Differs(AssertionError):
    """What is kept does not follow from the events; `str()` says where."""


def archive_of(group: Group) -> dict[str, Any]:
    """All of a group, as it is given away."""
    with exporting.of_group(group) as file, zipfile.ZipFile(file) as archive:
        return json.loads(archive.read("caderneta.json"))


def counts_of(group: Group) -> dict[str, bool]:
    """What the group lets count for its ratings."""
    habits = Habits.objects.filter(group=group).first() or Habits()
    return {name: getattr(habits, name) for name in COUNTS}


def assert_same_parts(group: Group, archive: dict[str, Any]) -> list[reference.Part]:
    """Fail unless all parts kept of the group are those of the reference, which are returned."""
    told = reference.parts(archive, counts_of(group))
    wanted = {(p.match, p.side, p.person): row(p) for p in told}
    kept = {
        (str(p.match_id), p.side, p.player_id and str(p.player_id)): row(p)
        for p in Part.objects.filter(group=group)
    }
    if len(wanted) != len(told):
        raise Differs("the reference tells a part twice")
    for key in wanted.keys() | kept.keys():
        if key not in kept or key not in wanted:
            raise Differs(f"{key}: kept {kept.get(key)}\nby the events {wanted.get(key)}")
        for name, was in wanted[key].items():
            if not same(kept[key][name], was):
                raise Differs(f"{key}: {name} is {kept[key][name]}, by the events {was}")
    return told


def row(part: Any) -> dict[str, Any]:
    columns = {name: getattr(part, name) for name in COLUMNS}
    figures = {name: bare(value) for name, value in part.figures.items()}
    return columns | {
        "night": str(part.night),
        "figures": {name: value for name, value in figures.items() if value},
    }


def bare(value: Any) -> Any:
    """A count of nothing is as good as none."""
    return {key: n for key, n in value.items() if n} if isinstance(value, dict) else value


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same, apart from the last digits of a rating."""
    if isinstance(one, float) and isinstance(other, float):
        return isclose(one, other, rel_tol=0, abs_tol=1e-9)
    return one == other
