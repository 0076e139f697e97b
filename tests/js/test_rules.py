"""The editor's script: its documents and its example are those of Python, for any form."""

import copy
import json
import re
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils.datastructures import MultiValueDict

import rules
from players.actions import make_guest
from scoring import house_example
from scoring.house_desk import CODES
from scoring.house_form import HouseForm, State
from tests.js.phone import SITE

pytestmark = pytest.mark.browser
FOLDER = Path(__file__).parents[2] / "static" / "js"
PRESETS = {ruleset.id: json.loads(rules.canonical(ruleset.document)) for ruleset in rules.presets()}
MIXED = 60
UNFLATTEN = """async (asked) => {
  const { unflatten } = await import("/rules.js");
  return JSON.stringify(JSON.parse(asked).map(([flat, base]) => {
    try { return unflatten(new Map(flat), base); } catch { return "error"; }
  }));
}"""
EXAMPLE = """async (asked) => {
  const { tried } = await import("/rules.js");
  return JSON.stringify(JSON.parse(asked).map((one) => tried(...one)));
}"""


@pytest.fixture
def modules(new_page: Any) -> Any:
    """A blank page beside our modules."""
    page = new_page()

    def answer(route: Any) -> None:
        name = route.request.url.removeprefix(SITE)
        script = name.endswith(".js")
        body = (FOLDER / name).read_text("utf-8") if script else "<!doctype html><title>.</title>"
        route.fulfill(content_type="text/javascript" if script else "text/html", body=body)

    page.route(f"{SITE}**", answer)
    page.goto(SITE)
    return page


@pytest.fixture
def new_page(new_context: Any) -> Any:
    return lambda: new_context().new_page()


def mixed(random: Random, document: dict[str, Any]) -> dict[str, Any]:
    """The table of a document with some values gone, some of another preset of its game."""
    flat = copy.deepcopy(rules.flatten(document))
    others = [rules.flatten(d) for d in PRESETS.values() if d["game"] == document["game"]]
    for _ in range(random.randint(1, 6)):
        path = random.choice(list(flat))
        what = random.random()
        if what < 0.3:
            flat.pop(path)
        elif what < 0.5:
            held = flat[path]
            flat[path] = not held if isinstance(held, bool) else random.choice(("", None, held))
        else:
            other = random.choice(others)
            more = random.choice(list(other))
            flat[more] = copy.deepcopy(other[more])
        if not flat:
            break
    return flat


def python(flat: dict[str, Any], base: dict[str, Any]) -> Any:
    try:
        return rules.unflatten(flat, base)
    except (TypeError, AttributeError, KeyError, ValueError):
        return "error"


def test_documents_of_tables_are_those_of_python(modules: Any) -> None:
    random = Random(6)
    asked = [(rules.flatten(d), d) for d in PRESETS.values()]
    asked += [(mixed(random, d), d) for d in PRESETS.values() for _ in range(MIXED)]
    expected = [python(flat, base) for flat, base in asked]

    said = modules.evaluate(UNFLATTEN, json.dumps([[list(f.items()), d] for f, d in asked]))

    for (flat, base), own, theirs in zip(asked, expected, json.loads(said), strict=True):
        if own != "error":
            assert theirs == own, (base["id"], flat)


def test_example_is_counted_as_in_python(modules: Any) -> None:
    random = Random(7)
    asked = []
    for document in PRESETS.values():
        dealt = house_example.deal(document)
        asked.append((document, dealt))
        changed = [rules.unflatten(mixed(random, document), document) for _ in range(MIXED)]
        asked += [(d, dealt) for d in changed if rules.validate(d)["valid"]]
    codes = {game: dict.fromkeys(known, "") for game, known in CODES.items()}

    said = modules.evaluate(
        EXAMPLE, json.dumps([[d, dealt, codes[d["game"]]] for d, dealt in asked])
    )

    assert len(asked) > 2 * len(PRESETS)
    for (document, dealt), theirs in zip(asked, json.loads(said), strict=True):
        assert theirs == json.loads(json.dumps(house_example.tried(document, dealt)))


CHANGE = """async (edits) => {
  const { flat, unflatten, tried } = await import("/rules.js");
  const form = document.querySelector("#rules");
  form.reset();
  for (const [name, value] of edits) {
    for (const field of form.querySelectorAll(`[name="${name}"]`)) {
      if (["radio", "checkbox"].includes(field.type)) field.checked = field.value === value;
      else field.value = value;
    }
  }
  const data = JSON.parse(document.querySelector("#data").textContent);
  const said = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const made = unflatten(flat(form), data.base);
  let counted = null;
  try { counted = tried(made, data.deal, data.codes); } catch { counted = null; }
  return JSON.stringify({ said, made, counted });
}"""
CARRIED = ("texts", "sources", "assumptions")


def edits(random: Random, form: HouseForm) -> list[tuple[str, str]]:
    """A few fields with something else in them, right or wrong."""
    names = random.sample(list(form.fields), random.randint(0, 3))
    found = []
    for name in names:
        choices = [code for code, _said in getattr(form.fields[name], "choices", [])]
        typed = ("", "0", "15", "-7", "−20", " 300 ", "1, 2 3", "x", "Ana; Bia")
        found.append((name, random.choice(choices or typed)))
    return found


@pytest.mark.parametrize("preset", ["tranca_club", "buraco_aberto", "truco_argentino", "hearts"])
def test_form_says_the_same_document_on_the_phone(modules, alice, preset) -> None:
    address = f"/g/{alice.user.notebook.pk}/rules/new?preset={preset}"
    html = alice.client.get(address).content.decode()
    modules.set_content(re.sub(r"<(script|link)\b.*?>(</script>)?", "", html))
    document, random = PRESETS[preset], Random(8)
    form = HouseForm(State(document))
    compared = 0
    for _ in range(40):
        phone = json.loads(modules.evaluate(CHANGE, edits(random, form)))
        lists = MultiValueDict()
        for name, value in phone["said"]:
            lists.appendlist(name, value)
        own = HouseForm(State(document, lists))
        if not own.is_valid():
            continue
        compared += 1
        made = {key: value for key, value in own.document.items() if key not in CARRIED}
        assert phone["made"] == json.loads(json.dumps(made))
        counted = house_example.tried(own.document, house_example.deal(document))
        assert phone["counted"] == json.loads(json.dumps(counted))
    assert compared > 5


@pytest.fixture
def alice(db):
    user = make_guest()
    client = Client()
    client.force_login(user)
    return SimpleNamespace(user=user, client=client)
