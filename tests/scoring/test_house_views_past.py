"""House rules over time: versions, proposals, names, putting away."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from players.ids import uuid7
from players.models import Role
from scoring import actions
from scoring.models import Habits, HouseRules, Proposal
from tests.factories import MembershipFactory
from tests.scoring.house_page import at, edit, fresh
from tests.scoring.test_house import changed


def propose(house, persona, points: int = 300) -> Proposal:
    return actions.propose(house, persona.user, 1, changed(canastras__clean__points=points))


def decide(persona, proposal: Proposal, grant: str):
    address = at("decide_proposal", proposal.house, proposal.pk)
    return persona.client.post(address, {"grant": grant})


def test_history_says_who_when_and_what(alice, bob, house):
    actions.decide(propose(house, bob), alice.user, True)

    page = alice.client.get(at("house_history", house))

    newest, first = page.context["versions"]
    assert [(c.was, c.now) for c in newest["changes"]] == [("200", "300")]
    assert (newest["first"], first["first"]) == (False, True)
    assert "Version 2" in page.content.decode()


def test_history_costs_the_same_for_two_and_four_versions(alice, house):
    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            alice.client.get(at("house_history", house))
        return len(asked)

    edit(alice, house, canastras__clean__points="300")
    two = cost()
    edit(alice, house, canastras__clean__points="400")
    edit(alice, house, canastras__clean__points="500")
    assert cost() == two


def test_long_history_has_pages(alice, house):
    for number in range(1, 25):
        actions.save_house(house, alice.user, number, changed(canastras__clean__points=number))

    first = alice.client.get(at("house_history", house)).context
    last = alice.client.get(at("house_history", house) + "?page=2").context

    assert [len(one["versions"]) for one in (first, last)] == [20, 5]
    assert all(one["changes"] or one["first"] for one in [*first["versions"], *last["versions"]])


def test_older_version_is_shown_and_comes_back(alice, house):
    edit(alice, house, canastras__clean__points="300")
    shown = alice.client.get(at("house_version", house, 1))

    response = alice.client.post(at("restore_house", house), {"version": "2", "number": "1"})

    assert [(c.was, c.now) for c in shown.context["changes"]] == [("300", "200")]
    assert response.status_code == 303
    assert fresh(house).version == 3
    assert fresh(house).ruleset.document["canastras"][0]["points"] == 200


def test_restore_over_a_newer_version_changes_nothing(alice, house):
    edit(alice, house, canastras__clean__points="300")

    alice.client.post(at("restore_house", house), {"version": "1", "number": "1"})

    assert fresh(house).version == 2


@pytest.mark.parametrize("number", ["", "x", "9", "-1", "9" * 40, "²"])
def test_restore_of_no_version_is_not_found(alice, house, number):
    response = alice.client.post(at("restore_house", house), {"version": "1", "number": number})
    assert response.status_code == 404


def test_version_that_is_none_is_not_found(alice, house):
    for number in (0, 2, 10**30):
        assert alice.client.get(at("house_version", house, number)).status_code == 404


# ── Proposals ──


def test_proposal_is_shown_with_what_it_changes(alice, bob, house):
    propose(house, bob)

    for address in (reverse("house_rules", args=[house.group_id]), at("house", house)):
        page = alice.client.get(address)
        (one,) = page.context["proposals"]
        assert [(c.was, c.now) for c in one["changes"]] == [("200", "300")]
        assert 'value="yes"' in page.content.decode()


def test_whoever_may_not_decide_sees_it_without_buttons(bob, house):
    propose(house, bob)
    page = bob.client.get(reverse("house_rules", args=[house.group_id])).content.decode()

    assert 'class="proposal"' in page
    assert 'value="yes"' not in page


def test_organiser_takes_a_proposal(alice, bob, house):
    proposal = propose(house, bob)

    assert decide(alice, proposal, "yes").status_code == 303
    assert fresh(house).ruleset.document["canastras"][0]["points"] == 300
    assert fresh(house).versions.first().by == bob.user


def test_organiser_leaves_a_proposal(alice, bob, house):
    proposal = propose(house, bob)

    decide(alice, proposal, "no")

    proposal.refresh_from_db()
    assert (proposal.granted, fresh(house).version) == (False, 1)


def test_proposal_made_of_older_rules_can_only_be_left(alice, bob, house):
    proposal = propose(house, bob)
    edit(alice, house, canastras__dirty__points="50")

    page = alice.client.get(reverse("house_rules", args=[house.group_id]))
    response = decide(alice, proposal, "yes")

    proposal.refresh_from_db()
    assert page.context["proposals"][0]["late"]
    assert response.url == reverse("house_rules", args=[house.group_id])
    assert (proposal.granted, fresh(house).version) == (None, 2)


def test_nobody_decides_their_own_proposal_without_being_an_organiser(bob, house):
    assert decide(bob, propose(house, bob), "yes").status_code == 403


def test_proposal_of_other_rules_is_not_found(alice, bob, house):
    other = actions.make_house(house.group, alice.user, "Outra", "tranca", changed())
    proposal = propose(other, bob)

    address = at("decide_proposal", house, proposal.pk)

    assert alice.client.post(address, {"grant": "yes"}).status_code == 404
    assert alice.client.post(at("decide_proposal", house, uuid7())).status_code == 404


# ── Names, and away ──


def test_rules_are_called_otherwise(alice, house):
    response = alice.client.post(at("name_house", house), {"name": "  Tranca  de sexta "})

    assert response.status_code == 303
    assert fresh(house).name == "Tranca de sexta"


def test_rules_need_a_name(alice, house):
    response = alice.client.post(at("name_house", house), {"name": " "})

    assert response.status_code == 422
    assert fresh(house).name == "Tranca da quinta"


def test_rules_are_put_away_and_offered_again(alice, house):
    alice.client.post(at("retire_house", house), {"away": "yes"})
    away = fresh(house).retired_at
    listed = alice.client.get(reverse("house_rules", args=[house.group_id])).context

    alice.client.post(at("retire_house", house), {"away": "no"})

    assert away is not None
    assert (listed["houses"], listed["retired"]) == ([], [house])
    assert fresh(house).retired_at is None
    assert Habits.objects.get(group=house.group).house is None


@pytest.mark.parametrize("name", ["restore_house", "retire_house"])
def test_member_may_not(bob, house, name):
    assert bob.client.post(at(name, house)).status_code == 403


@pytest.mark.parametrize("name", ["restore_house", "retire_house"])
def test_only_a_post_acts(alice, house, name):
    assert alice.client.get(at(name, house)).status_code == 405
    assert HouseRules.objects.get().version == 1


def test_viewer_reads_the_past(charlie, house):
    MembershipFactory(group=house.group, user=charlie.user, role=Role.VIEWER)

    assert charlie.client.get(at("house_history", house)).status_code == 200
    assert charlie.client.get(at("house_version", house, 1)).status_code == 200
