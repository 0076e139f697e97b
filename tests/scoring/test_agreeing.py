"""Agree first: what a table is asked before the first deal, and when it is asked no more."""

import re
from typing import Any

import pytest
from django.urls import reverse

import rules
from scoring import agreeing
from tests.factories import record, start_match, tranca_sheet
from tests.scoring.routes import phone_of


def points(response: Any) -> list[str]:
    return re.findall(r'data-point="([^"]+)"', response.content.decode())


@pytest.mark.parametrize("preset", ["tranca", "buraco_aberto", "burraco", "truco_argentino"])
def test_match_offers_to_agree_before_the_first_deal(alice, preset):
    match = start_match(alice.user, preset=preset)

    page = alice.client.get(reverse("match", args=[match.pk]))

    assert 5 <= len(points(page)) <= 10
    assert reverse("match_rules", args=[match.pk]) in page.content.decode()


def test_nothing_is_left_to_agree_after_the_first_round(alice, match):
    record(match, alice.user, tranca_sheet())

    assert points(alice.client.get(reverse("match", args=[match.pk]))) == []


@pytest.mark.parametrize("who", ["viewer", "view link"])
def test_whoever_looks_on_agrees_on_nothing(match, who):
    assert points(phone_of(who, match).get(reverse("match", args=[match.pk]))) == []


@pytest.mark.parametrize("preset", ["tally", "hearts", "king"])
def test_game_on_which_tables_agree_asks_nothing(alice, preset):
    match = start_match(alice.user, preset=preset, labels=["", "", "", ""])

    assert points(alice.client.get(reverse("match", args=[match.pk]))) == []


def test_every_variation_is_one_of_the_points():
    for preset in rules.presets():
        before = agreeing.points(preset)
        for variation in rules.variations(preset.document):
            for answer in variation.answers:
                document = variation.applied(preset.document, answer)
                same = rules.canonical(document) == rules.canonical(preset.document)
                if rules.validate(document)["valid"] and not same:
                    asked = (preset.id, variation.key, answer)
                    assert (asked, agreeing.points(rules.load(document))) != (asked, before)


def test_every_point_is_known_to_some_preset_of_its_game():
    for family, keys in agreeing.POINTS.items():
        presets = [preset for preset in rules.presets() if preset.id.startswith(family)]
        found = {point.key for preset in presets for point in agreeing.points(preset)}
        assert set(keys) <= found, family
