"""Rules to read: of presets, of a group, of a match; what differs between two; and a new match."""

import gzip
import html
import re
from typing import Any

import pytest
from django.urls import reverse

import rules
from players.ids import uuid7
from players.models import Role
from scoring import actions
from scoring.models import Habits, Match
from tests.factories import (
    GroupFactory,
    MembershipFactory,
    fresh,
    start_match,
)
from tests.scoring.routes import phone_of
from tests.scoring.test_house import TRANCA, changed
from tests.scoring.test_statements import MOST_FOR_A_PAGE, statements

MOST_BYTES = 60 * 1024
EN = {"HTTP_ACCEPT_LANGUAGE": "en"}


def text(response: Any) -> str:
    """What a page says, without its tags."""
    said = re.sub(r"<(script|style)[^>]*>.*?</\1>|<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", html.unescape(said))


def at_house(house: Any) -> str:
    return reverse("house", args=[house.group_id, house.pk])


def cost(persona: Any, address: str) -> int:
    with statements() as asked:
        assert persona.client.get(address).status_code == 200
    return len(asked)


# ── Presets ──


def test_list_of_rules_leads_to_every_preset(client, db):
    page = client.get(reverse("rules"), **EN)

    links = re.findall(r'href="/rules/([a-z_]+)"', page.content.decode())
    assert set(links) - {"compare"} == {preset.id for preset in rules.presets()}


@pytest.mark.parametrize("preset", [preset.id for preset in rules.presets()])
@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_preset_is_read_by_anybody_and_is_no_heavy_page(client, db, preset, language):
    page = client.get(reverse("preset_rules", args=[preset]), headers={"accept-language": language})

    assert rules.preset(preset).texts[language].name in text(page)
    assert len(gzip.compress(page.content)) <= MOST_BYTES


@pytest.mark.parametrize("preset", ["canasta_of_nowhere", "Tranca", "0"])
def test_preset_of_another_name_is_none(client, db, preset):
    assert client.get(reverse("preset_rules", args=[preset])).status_code == 404


@pytest.mark.parametrize("name", ["rules", "compare_rules"])
def test_pages_for_anybody_ask_nothing_of_the_database(client, db, name):
    with statements() as asked:
        assert client.get(reverse(name)).status_code == 200
    assert asked == []


# ── House rules ──


def test_sheet_of_the_group_is_in_its_words_and_its_language(alice, house):
    house.group.words, house.group.language = {"clean": "Pura"}, "pt-br"
    house.group.save()
    actions.save_house(house, alice.user, 1, changed(canastras__clean__points=300))

    page = alice.client.get(at_house(house), **EN).content.decode()

    assert '<article class="rules-sheet" lang="pt-br">' in page
    assert '<html lang="en">' in page
    assert re.search(r"<dt>Pura</dt><dd><strong>300</strong>", page)


LINKS = ("edit_house", "house_history", "share_house", "name_house", "house_file")


@pytest.mark.parametrize(
    ("role", "offered"),
    [
        (Role.ORGANISER, LINKS),
        (Role.SCORER, ("edit_house", "house_history", "house_file")),
        (Role.VIEWER, ("house_history", "house_file")),
    ],
)
def test_sheet_of_the_group_offers_what_a_member_may(charlie, house, role, offered):
    MembershipFactory(group=house.group, user=charlie.user, role=role)

    page = charlie.client.get(at_house(house)).content.decode()

    links = {name for name in LINKS if reverse(name, args=[house.group_id, house.pk]) in page}
    assert links == set(offered)
    assert ("/new?group=" in page) is (role != Role.VIEWER)


def test_sheet_of_the_group_is_no_strangers(alice, charlie, house):
    other = GroupFactory()
    MembershipFactory(group=other, user=charlie.user)

    for address in (
        at_house(house),
        reverse("house", args=[other.pk, house.pk]),
        reverse("house", args=[other.pk, uuid7()]),
        reverse("house", args=[uuid7(), house.pk]),
    ):
        assert charlie.client.get(address).status_code == 404
    assert alice.client.get(reverse("house", args=[house.group_id, uuid7()])).status_code == 404
    assert alice.client.post(at_house(house)).status_code == 405


def test_sheet_of_the_group_costs_the_same_for_many_versions(alice, house):
    one = cost(alice, at_house(house))
    for version in (1, 2, 3):
        document = changed(canastras__clean__points=200 + version)
        actions.save_house(house, alice.user, version, document)
    assert cost(alice, at_house(house)) == one <= MOST_FOR_A_PAGE


# ── Two compared ──


def compare(persona: Any, a: Any, b: Any) -> Any:
    return persona.client.get(reverse("compare_rules"), {"a": str(a), "b": str(b)}, **EN)


def sentences(response: Any) -> list[str]:
    said = re.findall(r"<li><bdi>(.*?)</bdi></li>", response.content.decode())
    return [html.unescape(sentence) for sentence in said]


def test_two_presets_are_compared_in_sentences(alice):
    page = compare(alice, "tranca", "tranca_club")

    assert sentences(page) == [
        "Going out needs: at least 1 clean canastra instead of at least 1 canastra.",
        "Jokers: 4 instead of 0.",
        "Joker: 20 (new).",
        "4 to 7: 5 instead of 10.",
        "Ace: 15 instead of 10.",
        "Black three: 5, laid only when going out instead of 10, never laid.",
        "Wild cards: the twos and the jokers instead of the twos.",
    ]


def test_rules_of_the_group_are_compared_with_their_preset(alice, house):
    actions.save_house(house, alice.user, 1, changed(canastras__clean__points=300))

    page = compare(alice, "tranca", house.pk)

    assert "Tranca da quinta , compared with Tranca" in text(page)
    assert sentences(page) == ["Clean canastra: 300 instead of 200."]
    assert sentences(compare(alice, house.pk, house.pk)) == []


def test_different_games_are_not_compared(alice):
    page = compare(alice, "tranca", "truco_paulista")

    assert sentences(page) == []
    assert "different games" in text(page)


@pytest.mark.parametrize("key", ["canasta_of_nowhere", "0", "\x00"])
def test_nothing_is_compared_with_what_is_not_there(alice, key):
    assert compare(alice, "tranca", key).status_code == 404
    assert compare(alice, key, "").status_code == 404


def test_rules_of_other_groups_look_like_none(charlie, client, house):
    for phone in (charlie, type("Phone", (), {"client": client})):
        assert compare(phone, "tranca", house.pk).status_code == 404
        assert compare(phone, house.pk, "tranca").status_code == 404
    assert "Tranca da quinta" not in text(charlie.client.get(reverse("compare_rules")))


def test_choosing_two_costs_the_same_for_more_rules(alice, house):
    address = reverse("compare_rules")
    one = cost(alice, address)
    for name in ("Dois", "Três"):
        actions.make_house(house.group, alice.user, name, "tranca", TRANCA)
    assert cost(alice, address) == one <= MOST_FOR_A_PAGE


def test_pages_of_rules_are_light(alice, house):
    match = start_match(alice.user, house.group)
    moving = reverse("move_rules", args=[match.pk])
    compared = f"{reverse('compare_rules')}?a=burraco_fibur&b=buraco_aberto"

    for address in (reverse("rules"), compared, at_house(house), f"{moving}?to={house.pk}"):
        page = alice.client.get(address)
        assert page.status_code == 200
        assert len(gzip.compress(page.content)) <= MOST_BYTES


# ── A new match ──


def begin(persona: Any, group: Any, **more: Any) -> Any:
    said = {"game": "tranca", "sides": "2", "target": "3000", "id": uuid7(), "group": group.pk}
    return persona.client.post(reverse("new_match"), said | more)


def chosen(response: Any) -> str:
    """The house rules the form would begin a match under."""
    found = re.findall(r'name="house" value="([^"]+)"', response.content.decode())
    return found[0] if found else ""


def new(persona: Any, group: Any, more: str = "") -> Any:
    return persona.client.get(f"{reverse('new_match')}?group={group.pk}{more}", **EN)


def test_new_match_begins_under_the_rules_the_group_plays_by(bob, alice, house):
    actions.save_house(house, alice.user, 1, changed(canastras__clean__points=300))
    page = new(bob, house.group)

    begin(bob, house.group, house=chosen(page))

    house.refresh_from_db()
    match = Match.objects.get()
    assert "1 difference from the preset" in text(page)
    assert sentences(page) == ["Clean canastra: 300 instead of 200."]
    assert (match.house, match.ruleset, match.preset) == (house, house.ruleset, "tranca")


def test_new_match_begins_as_in_the_preset_where_that_is_chosen(bob, house):
    page = new(bob, house.group, "&game=tranca&house=preset")
    begin(bob, house.group)

    match = Match.objects.get()
    assert (chosen(page), match.house) == ("", None)
    assert match.ruleset.document == TRANCA


def test_new_match_of_another_game_offers_no_rules_of_this_one(bob, house):
    page = new(bob, house.group, "&game=buraco_aberto")

    assert "Tranca da quinta" not in text(page)
    assert chosen(page) == ""


def test_rules_put_away_are_not_offered(alice, bob, house):
    actions.retire(house, alice.user)

    assert "Tranca da quinta" not in text(new(bob, house.group))
    assert begin(bob, house.group, house=house.pk).status_code == 404


def test_target_of_the_rules_is_the_one_that_is_offered(alice, bob, house):
    actions.save_house(house, alice.user, 1, changed(end__target=2500))

    page = new(bob, house.group).content.decode()

    assert re.search(r'value="2500"[^>]* checked', page)


@pytest.mark.parametrize("whose", ["foreign", "nobody's", "no id"])
def test_new_match_under_rules_of_others_is_refused(alice, bob, charlie, house, whose):
    foreign = actions.make_house(charlie.user.notebook, charlie.user, "X", "tranca", TRANCA).pk
    key = {"foreign": foreign, "nobody's": uuid7(), "no id": "7"}[whose]

    assert begin(bob, house.group, house=key).status_code == 404
    assert new(bob, house.group, f"&house={key}").status_code == 404
    assert not Match.objects.exists()


def test_new_match_costs_the_same_for_more_rules(alice, house):
    address = f"{reverse('new_match')}?group={house.group_id}"
    one = cost(alice, address)
    for name in ("Dois", "Três"):
        actions.make_house(house.group, alice.user, name, "tranca", TRANCA)
    Habits.objects.update(house=house)
    assert cost(alice, address) == one <= MOST_FOR_A_PAGE


def test_rematch_keeps_the_rules_as_they_were_played(alice, house):
    match = under(alice, house)
    actions.save_house(house, alice.user, 1, changed(canastras__clean__points=300))
    actions.finish(match, alice.user, uuid7(), match.version)

    again = actions.rematch(fresh(match), uuid7(), alice.user)

    assert (again.house, again.ruleset) == (house, match.ruleset)


# ── The rules of a match ──


def under(persona: Any, house: Any, **more: Any) -> Match:
    """A match under house rules as they are now."""
    document = house.ruleset.document
    return start_match(persona.user, house.group, document=document, house=house, **more)


def at_match(match: Match) -> str:
    return reverse("match_rules", args=[match.pk])


def test_match_says_which_rules_it_goes_by(alice, house):
    named = text(alice.client.get(reverse("more", args=[under(alice, house).pk]), **EN))
    plain = text(alice.client.get(at_match(start_match(alice.user)), **EN))

    assert "Tranca da quinta , version 1" in named
    assert "Tranca, as in the preset" in plain


def test_match_that_took_its_rules_along_says_so(alice, house):
    match = start_match(alice.user, document=changed(canastras__clean__points=300))

    page = alice.client.get(at_match(match), **EN)

    assert "Tranca, with rules of its own" in text(page)
    assert "<strong>300</strong>" in page.content.decode()


def test_match_says_that_the_rules_of_the_group_changed_since(alice, house):
    match = under(alice, house)
    before = text(alice.client.get(at_match(match), **EN))

    actions.save_house(house, alice.user, 1, changed(canastras__clean__points=300))
    page = alice.client.get(at_match(match), **EN)

    assert "have changed since" not in before
    assert "have changed since" in text(page)
    assert "Now they stand at version 2" in text(page)
    assert sentences(page) == ["Clean canastra: 300 instead of 200."]


@pytest.mark.parametrize("who", ["scorer", "viewer", "score link", "view link"])
def test_others_read_the_rules_of_a_match_and_move_nothing(alice, house, who):
    match = under(alice, house)
    actions.save_house(house, alice.user, 1, changed(canastras__clean__points=300))

    page = phone_of(who, match).get(at_match(match), **EN)

    body = page.content.decode()
    assert "Clean canastra" in text(page)
    assert reverse("move_rules", args=[match.pk]) not in body
    assert (f"/g/{house.group_id}/rules" in body) is (who == "scorer")
    assert ("have changed since" in body) is not who.endswith("link")


def test_rules_of_a_match_cost_the_same_for_more_versions(alice, house):
    match = under(alice, house)
    one = cost(alice, at_match(match))
    for version in (1, 2, 3):
        document = changed(canastras__clean__points=200 + version)
        actions.save_house(house, alice.user, version, document)
        actions.make_house(house.group, alice.user, f"{version}", "tranca", TRANCA)
    assert cost(alice, at_match(match)) == one <= MOST_FOR_A_PAGE
