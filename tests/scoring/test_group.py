"""The home page of a group: what is played there, by whom, and who may look."""

import pytest
from django.urls import reverse

from players.ids import uuid7
from players.models import Group, Membership, Role
from players.pages import PAGE
from scoring import actions
from tests.factories import PlayerFactory, record, start_match
from tests.scoring.routes import bare, phone_of
from tests.scoring.test_statements import statements


def home(group: Group) -> str:
    return reverse("group", args=[group.pk])


def played(by, group: Group, **table):
    """A finished match of two pairs."""
    pairs = [[PlayerFactory(group=group) for _ in "ab"] for _ in "AB"]
    match = start_match(by, group, target=500, **{"players": pairs, **table})
    record(match, by, [600, 100])
    return match


def test_home_shows_open_and_past_matches_with_their_people(alice, quinta):
    ana, bia = (PlayerFactory(group=quinta, name=name) for name in ("Ana", "Bia"))
    begun = start_match(alice.user, quinta, players=[[ana], [bia]])
    over = played(alice.user, quinta)

    page = alice.client.get(home(quinta))

    assert [line["match"] for line in page.context["open"]] == [begun]
    assert [line["match"] for line in page.context["past"]] == [over]
    assert "Ana" in page.content.decode()
    assert "Quinta" in page.content.decode()


def test_home_leaves_out_matches_of_other_groups_and_deleted_ones(alice, quinta):
    start_match(alice.user)
    gone = start_match(alice.user, quinta)
    actions.delete(gone, alice.user, uuid7())

    page = alice.client.get(home(quinta))

    assert (page.context["open"], page.context["past"]) == ([], [])


def test_home_lists_a_page_of_matches_and_leads_to_the_older_ones(alice, quinta):
    matches = [start_match(alice.user, quinta, players=[]) for _ in range(PAGE + 1)]
    for match in matches:
        actions.put_away(match, alice.user, uuid7(), match.version)

    first = alice.client.get(home(quinta))
    second = alice.client.get(home(quinta), {"page": "2"})

    assert [line["match"].pk for line in first.context["past"]] == [
        match.pk for match in reversed(matches[1:])
    ]
    assert [line["match"].pk for line in second.context["past"]] == [matches[0].pk]
    assert (first.context["older"], second.context["older"]) == (2, None)


def test_start_page_names_the_group_of_a_match_to_its_members_only(alice, quinta):
    match = start_match(alice.user, quinta)
    start_match(alice.user)

    assert alice.client.get("/").content.decode().count("<bdi>Quinta</bdi> · ") == 1
    assert "<bdi>Quinta" not in phone_of("score link", match).get("/").content.decode()


@pytest.mark.parametrize("page", ["0", "x", "-1", "٣", "1" * 400, ""])
def test_page_that_is_no_number_is_the_first(alice, quinta, page):
    assert alice.client.get(home(quinta), {"page": page}).context["page"] == 1


def test_new_match_is_offered_to_whoever_keeps_score(alice, bob, charlie, quinta):
    Membership.objects.create(group=quinta, user=charlie.user, role=Role.VIEWER)
    new = f"{reverse('new_match')}?group={quinta.pk}"

    offered = [new in who.client.get(home(quinta)).content.decode() for who in (alice, bob)]

    assert offered == [True, True]
    assert new not in charlie.client.get(home(quinta)).content.decode()


def test_group_of_others_looks_like_none(client, charlie, quinta):
    for who in (client, charlie.client):
        real, none = who.get(home(quinta)), who.get(reverse("group", args=[uuid7()]))
        assert (real.status_code, none.status_code) == (404, 404)
        assert bare(real) == bare(none)


def test_home_of_a_group_is_only_looked_at(alice, quinta):
    assert alice.client.post(home(quinta)).status_code == 405


def test_home_asks_the_same_of_more_matches(alice, quinta):
    def fill() -> None:
        played(alice.user, quinta, labels=["A", "B"])
        start_match(alice.user, quinta, players=[[PlayerFactory(group=quinta)], []])

    def asked() -> int:
        with statements() as made:
            assert alice.client.get(home(quinta)).status_code == 200
        return len(made)

    fill()
    one = asked()
    fill()
    fill()

    assert asked() == one <= 20
