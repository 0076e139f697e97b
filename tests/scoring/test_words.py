"""A group's own words win over the ruleset's, and those over the language's."""

import pytest
from django.urls import reverse
from django.utils import translation

import rules
from scoring.words import word
from tests.factories import fresh, record, start_match, tranca_sheet


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_words_of_the_group_stand_on_the_sheet_in_every_language(alice, language):
    group = alice.user.notebook
    group.words = {"morto": "Bolão"}
    group.save()
    match = start_match(alice.user)

    page = alice.client.get(reverse("new_round", args=[match.pk]), HTTP_ACCEPT_LANGUAGE=language)

    assert "Bolão" in page.content.decode()


def test_words_of_the_group_win_over_those_of_the_ruleset(alice):
    plain = rules.preset("burraco_fibur")
    with translation.override("en"):
        own = word(plain, "morto")
        group = alice.user.notebook
        group.words = {"morto": "Bolão"}
        group.save()
        held = fresh(start_match(alice.user, preset="burraco_fibur")).ruleset.rules

        assert (own, word(held, "morto")) == ("Pozzetto", "Bolão")


def test_words_of_the_group_change_no_point(alice):
    before = start_match(alice.user)
    record(before, alice.user, tranca_sheet())
    group = alice.user.notebook
    group.words = {key: "x" for key in rules.WORDS}
    group.save()
    after = start_match(alice.user)
    record(after, alice.user, tranca_sheet())

    totals = [list(m.sides.with_total().values_list("total", flat=True)) for m in (before, after)]
    assert totals[0] == totals[1]
    assert before.ruleset == after.ruleset
