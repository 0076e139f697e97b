"""The pages of house rules: the list, a new one, the editor."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import rules
from players.models import Role
from scoring import actions
from scoring.models import HouseRules, Proposal, RulesVersion
from tests.factories import MembershipFactory
from tests.scoring.house_page import at, edit, fields, fresh
from tests.scoring.test_house import TRANCA

# ── The list ──


def test_list_shows_rules_of_the_group_and_what_to_begin_from(alice, house):
    page = alice.client.get(reverse("house_rules", args=[house.group_id])).content.decode()

    assert "Tranca da quinta" in page
    assert page.count("/rules/new?preset=") == len(rules.presets())


def test_viewer_reads_the_list_and_begins_nothing(charlie, house):
    MembershipFactory(group=house.group, user=charlie.user, role=Role.VIEWER)
    page = charlie.client.get(reverse("house_rules", args=[house.group_id])).content.decode()

    assert "Tranca da quinta" in page
    assert "/rules/new" not in page


def test_list_costs_the_same_for_one_and_three(alice, bob, house):
    address = reverse("house_rules", args=[house.group_id])

    def cost() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            alice.client.get(address)
        return len(asked)

    def propose(points: int, persona) -> None:
        document = {**TRANCA, "going_out": {**TRANCA["going_out"], "points": {"normal": points}}}
        actions.propose(house, persona.user, 1, document)

    propose(150, bob)
    one = cost()
    for name, points in (("Dois", 200), ("Três", 300)):
        actions.make_house(house.group, alice.user, name, "tranca", TRANCA)
        propose(points, bob)
    assert cost() == one


# ── New ──


def test_new_rules_begin_as_the_preset_and_are_kept_when_saved(alice, quinta):
    address = reverse("new_house", args=[quinta.pk]) + "?preset=tranca"
    page = fields(alice.client.get(address))
    assert not HouseRules.objects.exists()

    response = alice.client.post(
        address, page.sending(name="Nossa", canastras__clean__points="300")
    )

    house = HouseRules.objects.select_related("ruleset").get()
    assert response.status_code == 303
    assert response.url == at("house", house)
    assert (house.name, house.preset, house.version) == ("Nossa", "tranca", 1)
    assert house.ruleset.document["canastras"][0]["points"] == 300


def test_new_rules_may_begin_as_others_of_the_group(alice, house):
    edit(alice, house, canastras__clean__points="300")
    address = reverse("new_house", args=[house.group_id]) + f"?house={house.pk}"

    assert fields(alice.client.get(address)).said["canastras.clean.points"] == ["300"]


@pytest.mark.parametrize(
    "query", ["", "?preset=chess", "?house=x", "?house=01a22ffb-dd34-7c7c-96fb-583fe3b11378"]
)
def test_new_rules_from_nothing_known_are_not_found(alice, quinta, query):
    assert alice.client.get(reverse("new_house", args=[quinta.pk]) + query).status_code == 404


def test_new_rules_from_those_of_another_group_are_not_found(charlie, house):
    theirs = reverse("new_house", args=[charlie.user.notebook.pk])
    assert charlie.client.get(f"{theirs}?house={house.pk}").status_code == 404


@pytest.mark.parametrize("name", ["", "\u200b", "x" * 41])
def test_new_rules_need_a_name(alice, quinta, name):
    address = reverse("new_house", args=[quinta.pk]) + "?preset=tranca"
    page = fields(alice.client.get(address))

    response = alice.client.post(address, page.sending(name=name, sides="2, 3"))

    assert response.status_code == 422
    assert fields(response).said["sides"] == ["2, 3"]
    assert not HouseRules.objects.exists()


# ── The editor ──


def test_organiser_saves_the_next_version(alice, house):
    response = edit(alice, house, canastras__clean__points="300")

    assert (response.status_code, response.url) == (303, at("house", house))
    assert fresh(house).version == 2
    assert fresh(house).ruleset.document["canastras"][0]["points"] == 300


def test_nothing_different_is_no_version(alice, house):
    assert edit(alice, house).status_code == 303
    assert RulesVersion.objects.count() == 1


def test_member_who_keeps_score_proposes(bob, house):
    response = edit(bob, house, canastras__clean__points="300")

    proposal = Proposal.objects.select_related("ruleset").get()
    assert response.status_code == 303
    assert (proposal.user, fresh(house).version) == (bob.user, 1)
    assert proposal.ruleset.document["canastras"][0]["points"] == 300


def test_faults_stand_beside_their_fields_and_nothing_is_saved(alice, house):
    response = edit(
        alice, house, mortos="no", honours__red_three__totals="0, 1", canastras__clean__points="x"
    )

    page = fields(response)
    assert response.status_code == 422
    assert "canastras.clean.points" in page.marked
    assert "honours.red_three.totals" in page.marked
    assert page.said["canastras.clean.points"] == ["x"]
    assert response.content.decode().count('class="hint bad"') == 3
    assert fresh(house).version == 1


def test_save_over_a_newer_version_shows_both_and_loses_nothing(alice, house):
    address = at("edit_house", house)
    page = fields(alice.client.get(address))
    edit(alice, house, canastras__dirty__points="50")

    response = alice.client.post(address, page.sending(canastras__clean__points="300"))

    shown = fields(response)
    assert response.status_code == 409
    assert shown.said["canastras.clean.points"] == ["300"]
    assert shown.said["version"] == ["2"]
    assert [len(response.context[who]) for who in ("theirs", "mine")] == [1, 1]
    assert alice.client.post(address, shown.said).status_code == 303
    assert fresh(house).version == 3


def test_variation_changes_what_stands_there_and_saves_nothing(alice, house):
    address = at("edit_house", house)
    page = fields(alice.client.get(address))

    response = alice.client.post(
        address, page.sending(vary="needs:clean", canastras__clean__points="300")
    )

    shown = fields(response)
    assert response.status_code == 200
    assert shown.said["going_out.requires.canastras.0.what"] == ["clean"]
    assert shown.said["canastras.clean.points"] == ["300"]
    assert fresh(house).version == 1
    alice.client.post(address, shown.said)
    assert fresh(house).ruleset.document["going_out"]["requires"]["canastras"] == [
        {"clean": True, "min": 1}
    ]


@pytest.mark.parametrize("asked", ["needs:perhaps", "chess:yes", ":", "needs"])
def test_variation_nobody_offers_changes_nothing(alice, house, asked):
    address = at("edit_house", house)
    page = fields(alice.client.get(address))

    response = alice.client.post(address, page.sending(vary=asked))

    shown = fields(response).said
    assert (response.status_code, shown | {"key": ""}) == (200, page.said | {"key": ""})


def test_line_goes_back_to_the_preset_in_one_tap(alice, house):
    edit(alice, house, canastras__clean__points="300")
    address = at("edit_house", house)
    page = fields(alice.client.get(address))

    response = alice.client.post(address, page.sending(back="canastras.clean.points"))

    assert fields(response).said["canastras.clean.points"] == ["200"]
    assert fresh(house).ruleset.document["canastras"][0]["points"] == 300


def test_new_item_is_asked_about_before_it_is_kept(alice, house):
    address = at("edit_house", house)
    page = fields(alice.client.get(address))

    added = alice.client.post(address, page.sending(new__canastras="Real", act="show"))
    shown = fields(added)

    assert added.status_code == 200
    assert (
        shown.said["canastras"] == ["clean", "dirty", "real"] or "real" in shown.said["canastras"]
    )
    assert shown.marked == []
    assert alice.client.post(address, shown.said).status_code == 422
    saved = alice.client.post(address, shown.sending(canastras__real__points="500"))
    assert saved.status_code == 303
    assert "Real" in str(fresh(house).ruleset.document["texts"]["en"]["words"])


def test_try_shows_the_example_without_a_script(alice, house):
    address = at("edit_house", house)
    page = fields(alice.client.get(address))

    response = alice.client.post(address, page.sending(canastras__clean__points="300", act="try"))

    example = response.context["example"]
    assert response.status_code == 200
    assert [(line["before"], line["after"]) for line in example["lines"]] == [(200, 300)]
    assert example["totals"][0]["after"] - example["totals"][0]["before"] == 100
    assert fresh(house).version == 1


def test_phone_gets_the_form_alone(alice, house):
    address = at("edit_house", house)
    page = fields(alice.client.get(address))

    response = alice.client.post(address, page.sending(act="show"), headers={"hx-request": "true"})

    assert response.content.decode().lstrip().startswith("<form")


def test_viewer_may_not_edit(charlie, house):
    MembershipFactory(group=house.group, user=charlie.user, role=Role.VIEWER)
    assert charlie.client.get(at("edit_house", house)).status_code == 403


def test_rules_of_another_group_are_not_found_under_ones_own(charlie, house):
    own = charlie.user.notebook
    for name in ("edit_house", "house_history", "house_file", "share_house", "name_house"):
        address = reverse(name, args=[own.pk, house.pk])
        assert charlie.client.get(address).status_code == 404


def test_save_costs_ten_statements_at_most(alice, house):
    address = at("edit_house", house)
    page = fields(alice.client.get(address))

    with CaptureQueriesContext(connection) as asked:
        response = alice.client.post(address, page.sending(canastras__clean__points="300"))

    control = ("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT")
    counted = [q["sql"] for q in asked if not q["sql"].startswith(control)]
    assert response.status_code == 303
    assert len(counted) <= 10, "\n".join(counted)


def test_hostile_forms_are_answered(alice, house):
    address = at("edit_house", house)
    page = fields(alice.client.get(address))
    junk = {
        "first_meld.steps.99.from": "1",
        "first_meld.steps.-1.from": "1",
        "going_out.requires.canastras.0.kinds": ["<b>", "clean"],
        "new.canastras": "\u202e<script>",
        "ranks.A": "classes.nobody",
        "play.notes": "x" * 5000,
        "version": "9" * 30,
    }

    response = alice.client.post(address, page.said | junk)

    assert response.status_code == 422
    assert "\u202e<script>" not in response.content.decode()
    assert fresh(house).version == 1


def test_second_tap_makes_no_second_rules(alice, quinta):
    address = reverse("new_house", args=[quinta.pk]) + "?preset=tranca"
    page = fields(alice.client.get(address))

    first = alice.client.post(address, page.sending(name="Nossa"))
    again = alice.client.post(address, page.sending(name="Nossa"))
    other = alice.client.post(address, page.sending(name="Nossa", sides="2, 3"))

    assert first.url == again.url
    assert (other.status_code, fields(other).said["sides"]) == (422, ["2, 3"])
    assert fields(other).said["key"] != page.said["key"]
    assert HouseRules.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_twenty_taps_on_save_are_one_version(alice, house):
    address = at("edit_house", house)
    said = fields(alice.client.get(address)).sending(canastras__clean__points="300")

    def save(_n: int) -> int:
        phone = Client()
        phone.cookies = alice.client.cookies
        try:
            return phone.post(address, said).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(save, range(20))) == {303}
    assert fresh(house).version == 2
