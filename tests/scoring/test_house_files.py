"""House rules as a file and by a link: within bounds, and a copy for whoever takes it."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

import rules
from players.ids import uuid7
from players.models import Role, User
from scoring import actions
from scoring.faults import FAULTS
from scoring.house_files import LONGEST, as_file, read_document
from scoring.models import HouseRules, RulesLink
from tests.factories import MembershipFactory
from tests.scoring.house_page import at
from tests.scoring.test_house import TRANCA, changed


def read(persona, group, text, **more):
    said = {"name": "De fora", "text": text, **more}
    return persona.client.post(reverse("read_house", args=[group.pk]), said)


def deep(levels: int) -> str:
    return '{"game": ' + "[" * levels + "]" * levels + "}"


# ── The file ──


def test_file_of_the_rules_is_read_back_the_same(alice, quinta, house):
    sent = alice.client.get(at("house_file", house) + "?download")

    response = read(alice, quinta, sent.content.decode())

    copy = HouseRules.objects.exclude(pk=house.pk).select_related("ruleset").get()
    assert sent["Content-Disposition"] == 'attachment; filename="tranca-da-quinta.json"'
    assert response.status_code == 303
    assert (copy.name, copy.preset) == ("De fora", "tranca")
    assert copy.ruleset == house.ruleset


def test_file_may_be_chosen(alice, quinta):
    file = SimpleUploadedFile("rules.json", b"\xef\xbb\xbf" + as_file(TRANCA).encode())

    assert read(alice, quinta, "", file=file).status_code == 303


@pytest.mark.parametrize("preset", [ruleset.id for ruleset in rules.presets()])
def test_every_preset_is_a_file(preset):
    document = rules.preset(preset).document
    assert rules.canonical(read_document(as_file(document).encode())) == rules.canonical(document)


def test_faults_are_all_said_with_their_places(alice, quinta):
    document = json.loads(as_file(TRANCA))
    document["canastras"][0]["points"] = "many"
    document["end"]["target"] = 0
    del document["going_out"]["points"]

    response = read(alice, quinta, json.dumps(document))

    assert response.status_code == 422
    assert set(response.context["faults"]) == {
        ("canastras[0].points", FAULTS["wrong_type"]),
        ("end.target", FAULTS["out_of_bounds"]),
        ("going_out.points", FAULTS["missing"]),
    }
    assert not HouseRules.objects.exists()


def broken(**changes):
    return json.dumps({**TRANCA, **changes})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("tranca", "no_json"),
        ("[]", "no_json"),
        ("7", "no_json"),
        ('{"game": NaN}', "no_json"),
        ('{"game": ' + "9" * 5000 + "}", "no_json"),
        (deep(20_000), "too_deep"),
        (deep(40), "too_deep"),
        ("{" + " " * LONGEST + "}", "too_big"),
        (broken(name="x" * 401), "too_long"),
        (broken(texts={"en": {"words": {"clean": "x" * 61}}}), "too_long"),
        (broken(name="\u202eabc"), "bad_text"),
        (broken(sources=["a\ud800"]), "bad_text"),
        (broken(texts={"en": {"words": {"a\x00": "b"}}}), "bad_text"),
        (broken(canastras=TRANCA["canastras"] * 30), "too_many"),
        (broken(id="chess"), "unknown_preset"),
        (broken(id="truco_paulista"), "unknown_preset"),
        (broken(more=1), "unknown_key"),
    ],
)
def test_what_is_no_file_of_rules_is_refused(text, code):
    with pytest.raises(rules.InvalidRuleset) as refused:
        read_document(text.encode("utf-8", "surrogatepass"))

    assert code in {fault.code for fault in refused.value.faults}
    assert {fault.code for fault in refused.value.faults} <= set(FAULTS)


@pytest.mark.parametrize("text", ["", "x" * (LONGEST + 1), "\x00", deep(30_000)])
def test_page_refuses_what_is_no_file(alice, quinta, text):
    assert read(alice, quinta, text).status_code == 422
    assert not HouseRules.objects.exists()


def test_figures_that_are_no_numbers_are_refused(alice, quinta):
    response = read(alice, quinta, as_file(TRANCA).replace('"points": 200', '"points": 1e400'))
    assert response.status_code == 422


# ── The link ──


def link(house) -> str:
    by = User.objects.filter(memberships__group=house.group).first()
    return reverse("shared_rules", args=[actions.share_house(house, by)])


def test_organiser_makes_a_link_and_closes_it(alice, house):
    page = alice.client.post(at("share_house", house))
    path = page.context["address"].removeprefix("http://testserver")
    open_once = Client().get(path).status_code

    alice.client.post(at("share_house", house), {"act": "close"})

    assert (open_once, Client().get(path).status_code) == (200, 404)
    assert path.removeprefix("/r/") not in str(RulesLink.objects.values())


def test_anybody_with_the_link_reads_what_differs(alice, house):
    actions.save_house(house, alice.user, 1, changed(canastras__clean__points=300))

    page = Client().get(link(house))

    assert [(c.was, c.now) for c in page.context["changes"]] == [("200", "300")]
    assert User.objects.count() == 2


def test_newcomer_takes_a_copy_into_a_notebook_of_their_own(house):
    visitor = Client()

    response = visitor.post(link(house))

    copy = HouseRules.objects.exclude(pk=house.pk).get()
    assert response.url == at("house", copy)
    assert copy.group.personal_to is not None
    assert copy.group.personal_to != house.group.personal_to


def test_second_tap_takes_no_second_copy(charlie, house):
    address, said = link(house), {"key": uuid7()}

    first, again = charlie.client.post(address, said), charlie.client.post(address, said)

    assert first.url == again.url
    assert HouseRules.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_twenty_copies_at_once_are_one(charlie, house):
    key, group = uuid7(), charlie.user.notebook

    def take(_n: int) -> object:
        try:
            held = HouseRules.objects.select_related("ruleset").get(pk=house.pk)
            return actions.adopt(held, group, charlie.user, key).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(take, range(20))) == {key}
    assert HouseRules.objects.filter(group=group).count() == 1


def test_copy_goes_into_the_group_that_was_chosen(charlie, house):
    own = MembershipFactory(user=charlie.user, role=Role.ORGANISER).group

    charlie.client.post(link(house), {"group": own.pk})

    assert HouseRules.objects.exclude(pk=house.pk).get().group == own


@pytest.mark.parametrize("role", [Role.SCORER, Role.VIEWER])
def test_copy_needs_an_organiser_there(charlie, house, role):
    theirs = MembershipFactory(user=charlie.user, role=role).group

    response = charlie.client.post(link(house), {"group": theirs.pk})

    assert response.status_code == 403
    assert HouseRules.objects.get() == house


def test_copy_into_a_group_of_others_is_not_found(charlie, house):
    for asked in (house.group.pk, "x"):
        assert charlie.client.post(link(house), {"group": asked}).status_code == 404


def test_link_that_is_none_is_not_found(house):
    assert Client().get(reverse("shared_rules", args=["r-nothing"])).status_code == 404
    assert Client().post(reverse("shared_rules", args=["r-nothing"])).status_code == 404
    assert User.objects.count() == 2
