"""The phone reads the sheet as the server does: the same entry, sums and refusals."""

import random
from typing import Any

import pytest
from django import forms
from django.utils import translation

import rules
from scoring import figures
from scoring.sheet import SheetForm, ways
from tests.sheet.conftest import Person

pytestmark = pytest.mark.browser
PRESETS = [preset.id for preset in rules.presets() if preset.game == "melds"]
FILLINGS = 24
SENSIBLE = ["", "", "", "0", "1", "2", "7", "11", "45", "345", " 12 ", "+4", "007"]
SUMS = [*SENSIBLE, "60+45+15", "60 - 5"]
STRANGE = ["-5", "−12", "6+6", "1.5", "1_0", "٣", "x", "5+", "1000001", "9999999", "100 000"]
# Fill the live form, let the sheet draw it, and tell what it would post and what it shows.
FILL = """async ([fillings]) => {
  const { href } = document.querySelector('[rel="modulepreload"][href*="/filling."]');
  const filling = await import(href);
  const form = document.querySelector("#sheet");
  const posted = () => Object.fromEntries([...new FormData(form)].filter(([, value]) => value));
  return fillings.map(fields => {
    filling.go(null);
    for (const el of form.elements) {
      if (el.type === "radio") el.checked = fields[el.name] === el.value;
      else if (el.name in fields) el.value = fields[el.name];
    }
    form.dispatchEvent(new Event("change"));
    return {
      fields: posted(),
      entry: filling.entry(),
      sums: [...form.querySelectorAll(".sum output")].map(el => el.textContent),
      wrong: [...form.querySelectorAll(".hint.bad")].map(el => el.dataset.place),
    };
  });
}"""


def filling(form: SheetForm, dice: random.Random) -> dict[str, str]:
    """Something for every field: mostly what people type, now and then what nobody should."""
    said = {"way": dice.choice(ways(form.ruleset))}
    strange = dice.random() < 0.3
    bare = dice.random() < 0.5  # a side as one total is seldom
    for name, field in form.fields.items():
        if isinstance(field, forms.ChoiceField):
            said[name] = dice.choice(["", *(value for value, _label in field.choices)])
        elif name.endswith(".total") and bare:
            said[name] = ""
        else:
            usual = SUMS if getattr(field, "sums", False) else SENSIBLE
            said[name] = dice.choice(STRANGE if strange and dice.random() < 0.15 else usual)
    for name in said:  # a note without points is asked about by the server alone
        points = name.replace(".note", ".points")
        if name.endswith(".note") and said[points].strip() in ("", "0"):
            said[name] = ""
    return said


def without_notes(entry: dict[str, Any]) -> dict[str, Any]:
    """The words of an adjustment are none of the arithmetic's business."""
    for side in entry["sides"]:
        for adjustment in side.get("adjustments", []):
            adjustment.pop("note", None)
    return entry


@pytest.mark.parametrize("presets", [PRESETS[::2], PRESETS[1::2]], ids=["odd", "even"])
def test_phone_reads_the_sheet_as_the_server_does(alice: Person, presets: list[str]) -> None:
    phone = alice.phone()

    for preset in presets:
        reads_alike(alice, phone, preset)


def reads_alike(alice: Person, phone: Any, preset: str) -> None:
    dice = random.Random(preset)
    ruleset = rules.preset(preset)
    sides = dice.choice(ruleset.sides)
    players = dice.choice([None, *ruleset.players_per_side])
    match = alice.match(preset, labels=[""] * sides, players_per_side=players)
    sheet = alice.sheet(match, phone)
    said = [filling(SheetForm(ruleset=ruleset, sides=sides), dice) for _ in range(FILLINGS)]

    seen = sheet.page.evaluate(FILL, [said])

    refused = 0
    for shows in seen:
        fields = shows["fields"]
        form = SheetForm(fields, ruleset=ruleset, sides=sides, way=fields["way"])
        if not form.is_valid():
            refused += 1
            used = refused_where_the_phone_looks(form, shows["entry"])
            assert used <= set(shows["wrong"]), fields
            continue
        entry = form.entry(players)
        assert shows["entry"] == without_notes(entry), fields
        totals = [side["total"] for side in rules.draft(ruleset, entry)["sides"]]
        assert shows["sums"] == shown(totals, entry), fields
    assert 0 < refused < FILLINGS / 2, preset


def refused_where_the_phone_looks(form: SheetForm, entry: dict[str, Any]) -> set[str]:
    """The figures the server cannot read, but for those that are not counted as the sheet stands:
    another way of counting, cards of a side given as a total."""
    places = set()
    for name in form.errors:
        side, _dot, path = name.partition(".")
        part, _dot, key = path.partition(".")
        said = entry["sides"][int(side)] if side.isdigit() else {}
        always = name == "mortos_to_stock" or part == "total" or path == "adjustment.points"
        if always or key in said.get(part, {}):
            places.add(name)
    return places


def shown(totals: list[int], entry: dict[str, Any]) -> list[str]:
    """A side with nothing said shows a dash, never 0."""
    with translation.override("pt-br"):
        return [
            figures.show(total) if said else "–"
            for total, said in zip(totals, entry["sides"], strict=True)
        ]
