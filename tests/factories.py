"""People and matches for tests. Whatever the table holds is written by its actions."""

from collections.abc import Mapping, Sequence
from typing import Any

import factory

import rules
from players import names
from players.ids import uuid7
from players.models import Group, Membership, Player, Role, User
from scoring import actions
from scoring.actions import Sheet, Table
from scoring.models import Match, Round

OUT = {"melded": {"points": 300}, "hand": {"points": 40}, "canastras": {"clean": 1}}
OTHER = {"melded": {"points": 200}, "hand": {"points": 50}, "canastras": {"dirty": 1}}
# What `tranca_sheet()` is worth.
TRANCA_POINTS = [300 + 200 + 100 - 40, 200 + 100 - 50]


class UserFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = User

    username = factory.Sequence(lambda n: f"user{n}")


class GroupFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Group

    name = factory.Sequence(lambda n: f"Group {n}")


class MembershipFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Membership

    group = factory.SubFactory(GroupFactory)
    user = factory.SubFactory(UserFactory)
    role = Role.ORGANISER


class PlayerFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Player

    group = factory.SubFactory(GroupFactory)
    name = factory.Sequence(lambda n: f"Player {n}")
    key = factory.LazyAttribute(lambda player: names.key(player.name))


def start_match(by: User, group: Group | None = None, **table: Any) -> Match:
    """A match in the notebook of `by`: tranca of two unnamed sides unless `table` says otherwise.

    `preset` names the rules, or `document` gives them; `target` changes the end, `at` the time.
    """
    at = table.pop("at", None)
    preset = rules.preset(table.pop("preset", "tranca"))
    document = table.pop("document", preset.document)
    end = dict(document["end"])
    end |= {"target": table.pop("target")} if "target" in table else {}
    table = {"end": end, "labels": ["", ""], **table}
    table = Table(preset=preset.id, document=document, **table)
    made = actions.start_match(group or by.notebook, uuid7(), by, table, at)
    return fresh(made)


def fresh(match: Match) -> Match:
    """The match as a page reads it now."""
    return Match.objects.for_page().get(pk=match.pk)


def tranca_sheet(first: Any = None, second: Any = None, **round_: Any) -> Sheet:
    """A valid round of tranca in typed points, with what a test changes of it."""
    sides = [
        {**OUT, "morto": "taken", "out": "normal", **(first or {})},
        {**OTHER, "morto": "taken", **(second or {})},
    ]
    return Sheet({"end": "out", "sides": sides, **round_})


def totals_sheet(*totals: int, out: int | None = None) -> Sheet:
    """A round counted by the table itself, for any game of melds."""
    sides: list[dict[str, Any]] = [{"total": total} for total in totals]
    if out is not None:
        sides[out]["out"] = "normal"
    return Sheet({"sides": sides})


def record(match: Match, by: User, sheet: Sheet | Sequence[int]) -> Round:
    """The next round: a sheet, or the totals of the sides."""
    sheet = sheet if isinstance(sheet, Sheet) else totals_sheet(*sheet)
    match = fresh(match)
    return actions.record_round(match, by, uuid7(), match.last_number + 1, sheet)


def sheet_data(sheet: Sheet, **more: Any) -> dict[str, Any]:
    """What a phone posts to save this sheet of points, apart from its sending (`more`)."""
    data: dict[str, Any] = {"way": "points", "end": sheet.entry.get("end", "")}
    for side, said in enumerate(sheet.entry["sides"]):
        for name, value in said.items():
            if name == "out":
                data["end"] = f"out:{side}:{value}"
            elif isinstance(value, Mapping):
                data |= {f"{side}.{name}.{key}": count for key, count in value.items()}
            else:
                data[f"{side}.{name}"] = value
    return data | more
