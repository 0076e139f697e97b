"""The rules to read: everything a document says stands on its sheet, in both languages."""

from typing import Any

import pytest
from django.utils import translation

import rules
from rules.options import table
from scoring.rulesheet import Sheet, sheet
from scoring.rulewords import changes

PRESETS = [preset.id for preset in rules.presets()]


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def of(id: str, **how: Any) -> Sheet:
    return sheet(rules.preset(id).document, **how)


def rows(said: Sheet) -> dict[str, list[str]]:
    """What is said of each thing, what is in bold between stars; "play: " before what is agreed."""
    found = {}
    for part in said.parts:
        for section in part.sections:
            for row in section.rows:
                bold = [f"*{p.text}*" if p.marked else p.text for p in [row.label, *row.pieces]]
                agreed = "play: " if row.key.startswith("play.") else ""
                assert agreed + bold[0] not in found
                found[agreed + bold[0]] = bold[1:]
    return found


def test_sheet_of_tranca_says_how_it_is_scored():
    said = rows(of("tranca"))

    assert said["Clean canastra"] == ["200", "from 7 cards on"]
    assert said["Red threes"] == [
        "for 1, 2 and so on: 100 · 200 · 300 · 400",
        "if there is at least 1 canastra",
        "otherwise they count against",
    ]
    assert said["Pack"] == ["2 packs", "no jokers"]
    assert said["2 and 4 to Ace"] == ["10"]
    assert said["Black three"] == ["10, never laid"]
    assert said["Going out needs"] == ["the morto", "at least 1 canastra"]
    assert said["Mortos"] == ["one a side, of 11 cards"]
    assert said["The first meld"] == ["no minimum"]
    assert said["A match ends"] == ["at 3,000 points"]
    assert said["play: Direction of play"] == ["Clockwise."]
    assert of("tranca").marks == ""


def test_sheet_of_truco_says_what_a_hand_is_worth():
    said = rows(of("truco_paulista"))

    assert said["A hand"] == ["1", "Truco 3", "Seis 6", "Nove 9", "Doze 12"]
    assert said["The mark stands at"] == ["11"]


def test_what_differs_from_the_preset_is_in_bold():
    said = of("tranca_club", beside=rules.preset("tranca").document)
    bold = {name: found for name, found in rows(said).items() if "*" in name + str(found)}

    assert bold == {
        "Pack": ["2 packs", "*4 jokers*"],
        "Joker": ["*20*"],
        "4 to 7": ["*5*"],
        "Ace": ["*15*"],
        "Black three": ["*5, laid only when going out*"],
        "Going out needs": ["the morto", "*at least 1 clean canastra*"],
        "play: Wild cards": ["*The twos and the jokers.*"],
    }
    assert said.marks == "In bold: what is otherwise in Tranca."
    assert said.line == ""


def test_what_the_preset_has_and_these_rules_have_not_is_said():
    tranca = rules.preset("tranca").document
    flat = rules.flatten(tranca) | {"honours": [], "ranks.3r": "classes.card"}
    del flat["play.direction"]

    said = rows(sheet(rules.unflatten(flat, tranca), beside=tranca))

    assert said["Red threes"] == ["*—*"]
    assert said["Red three"] == ["*10*"]
    assert said["play: Direction of play"] == ["*—*"]


def test_sheet_is_in_the_words_and_the_language_of_the_group():
    said = of(
        "tranca", words={"morto": "Pozzetto", "clean": "Limpa"}, language="pt-br", name="Casa"
    )

    assert (said.name, said.language) == ("Casa", "pt-br")
    assert (
        said.line
        == "A forma comum: o 2 é o curinga, toda carta vale 10 e bate com qualquer canastra."
    )
    assert "Limpa" in rows(said)
    assert "pozzetto" in " ".join(map(str, rows(said).values()))


# Figures that change; switches and lists have their own.
OTHER_WORDS = {"deck.classes", "canastras", "honours", "extras"}


def otherwise(line: rules.Line) -> Any:
    """Another value for a line, of the same kind."""
    option, held = line.option, line.value
    if option.kind in ("figure", "count"):
        return held + 1 if held < option.high else held - 1
    if option.kind in ("flag", "switch"):
        return not held
    if option.kind == "choice":
        return next((code for code in option.choices if code != held), "")
    if option.kind in ("words", "notes"):
        return [*held[:-1], f"{held[-1]} too"]
    if option.kind == "numbers":
        return [*held[:-1], held[-1] + 1]
    return None


def parts_otherwise(line: rules.Line) -> dict[str, Any]:
    """Another value for each part of a line of several."""
    changed = {}
    for part, held in line.value.items():
        if isinstance(held, int):
            changed[f"{line.path}.{part}"] = held + 1
        if part == "what":
            other = {"any": "clean", "clean": "any", "points": "any_canastra"}.get(held)
            changed |= {f"{line.path}.what": other} if other else {}
    return changed


def leaves() -> list[tuple[str, str, Any]]:
    """Every value of every preset, with another one that makes valid rules."""
    found = []
    for preset in rules.presets():
        flat = rules.flatten(preset.document)
        for line in rules.lines(preset.document):
            if isinstance(line.value, dict):
                changes = parts_otherwise(line)
            else:
                other = otherwise(line)
                changes = {} if other is None else {line.path: other}
            for path, other in changes.items():
                document = rules.unflatten(flat | {path: other}, preset.document)
                same = rules.canonical(document) == rules.canonical(preset.document)
                if rules.validate(document)["valid"] and not same:
                    found.append((preset.id, path, document))
    return found


def test_every_value_of_every_preset_can_be_read_on_its_sheet():
    found = leaves()
    before = {id: rows(of(id)) for id in PRESETS}

    unread = [(id, path) for id, path, document in found if rows(sheet(document)) == before[id]]

    assert unread == []
    assert len(found) > 800


def test_one_declaration_is_all_that_a_value_needs(monkeypatch):
    """Without it nobody knows the value; with it sheet and difference have it."""
    tranca = rules.preset("tranca").document
    other = rules.unflatten(rules.flatten(tranca) | {"play.direction": "anticlockwise"}, tranca)
    with_it = rows(sheet(other)), changes(tranca, other)

    held = tuple(option for option in table.BY_GAME["melds"] if option.path != "play.direction")
    monkeypatch.setitem(table.BY_GAME, "melds", held)
    table.placed.cache_clear()
    without = rows(sheet(other)), changes(tranca, other)
    monkeypatch.undo()
    table.placed.cache_clear()

    assert set(with_it[0]) - set(without[0]) == {"play: Direction of play"}
    assert ([c.now for c in with_it[1]], without[1]) == (["Anticlockwise."], [])


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_every_preset_has_a_sheet_without_a_gap(language: str):
    for id in PRESETS:
        said = of(id, language=language)
        assert said.line
        assert said.parts
        for name, found in rows(said).items():
            assert all([name, *found]), (id, name)
            assert not set("%{").intersection(name + str(found)), (id, name)
