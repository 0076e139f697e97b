"""Everything of mine, or of a group, in one archive."""

import csv
import io
import json
import zipfile
from typing import IO, Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from players.actions import people
from players.ids import uuid7
from players.models import Group, Membership, Player, Role, Session, User
from scoring import actions, exporting
from scoring.models import Match
from tests.factories import GroupFactory, MembershipFactory, fresh, record, start_match

# What is kept of a person, by table: personal and to be given, or why it is not.
PERSONAL = {
    "players.User": {"id", "username", "email", "is_active", "created", "last_login"},
    "players.Session": {"user", "agent", "started", "expire_date"},
    "players.Membership": {"id", "group", "user", "role", "since", "invite"},
    "players.Player": {"id", "group", "name", "key", "tag", "user", "same_as", "left_at", "hidden"},
    "players.JoinRequest": {
        *("id", "user", "made_at", "granted", "decided_at", "decided_by"),
        *("group", "invite", "name"),
    },
    "players.Claim": {
        *("id", "user", "made_at", "granted", "decided_at", "decided_by"),
        *("group", "player"),
    },
    "scoring.Proposal": {
        *("id", "user", "made_at", "granted", "decided_at", "decided_by"),
        *("group", "house", "version", "ruleset"),
    },
    "scoring.Pass": {"id", "group", "match", "user", "link"},
    "account.EmailAddress": {"id", "user", "email", "verified", "primary"},
    "mfa.Authenticator": {"id", "user", "type", "data", "created_at", "last_used_at"},
}
OPENS_A_DOOR = {
    "players.User": {"password", "recovery"},
    "players.Session": {"session_key", "session_data"},
}


def read(file: IO[bytes]) -> tuple[dict[str, Any], dict[str, list[list[str]]]]:
    """The whole story, and the sheets by name."""
    with file, zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        story = json.loads(archive.read("caderneta.json"))
        sheets = {
            name: list(csv.reader(io.StringIO(archive.read(name).decode("utf-8-sig"))))
            for name in archive.namelist()
            if name.endswith(".csv")
        }
    return story, sheets


@pytest.fixture
def match(alice) -> Match:
    names = people(alice.user.notebook, ["Ana", "Bia"])
    held = start_match(alice.user, labels=["=1+1", ""], players=[[names["Ana"]], [names["Bia"]]])
    record(held, alice.user, [100, -50])
    actions.adjust(held, alice.user, uuid7(), [10, 0], "late")
    return held


def test_archive_of_a_person_holds_their_matches_whole(alice, charlie, match):
    start_match(charlie.user)

    story, sheets = read(exporting.of_person(alice.user))

    assert [held["id"] for held in story["matches"]] == [str(match.pk)]
    whole = story["matches"][0]
    assert whole["rules"] == match.ruleset.document
    assert [side["name"] for side in whole["sides"]] == ["=1+1", "Bia"]
    assert [side["seats"][0]["name"] for side in whole["sides"]] == ["Ana", "Bia"]
    assert [(entry["points"], entry["words"]) for entry in whole["rounds"]] == [
        ([100, -50], ""),
        ([10, 0], "late"),
    ]
    assert [event["kind"] for event in whole["events"]] == ["start", "round", "adjust"]
    assert [line[4:] for line in sheets["matches.csv"][1:]] == [
        ["1", "'=1+1", "110", "0"],
        ["2", "Bia", "-50", "0"],
    ]
    assert [line[6:8] for line in sheets["rounds.csv"][1:]] == [
        ["'=1+1", "100"],
        ["Bia", "-50"],
        ["'=1+1", "10"],
        ["Bia", "0"],
    ]


def test_every_table_that_names_a_user_is_in_the_map():
    naming = {
        model._meta.label
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model is User and field.name in ("user", "personal_to")
    }
    assert naming - {"players.Group"} == set(PERSONAL) - {"players.User"}


@pytest.mark.parametrize("label", PERSONAL)
def test_every_column_of_the_map_is_given(label):
    fields = {field.name for field in apps.get_model(label)._meta.concrete_fields}
    given = set(exporting.row(apps.get_model(label)()))
    attnames = {f.attname for f in apps.get_model(label)._meta.fields if f.name in PERSONAL[label]}

    assert fields == PERSONAL[label] | OPENS_A_DOOR.get(label, set())
    assert given == attnames


def test_archive_of_a_person_holds_their_rows_in_every_table(alice, match):
    user = alice.user
    user.username, user.email = "alice", "alice@example.org"
    user.set_password("a long enough one")
    user.save()
    Player.objects.filter(name="Ana").update(user=user)
    alice.client.force_login(user)

    story, _ = read(exporting.of_person(user))

    assert (story["account"]["username"], story["account"]["email"]) == (
        "alice",
        "alice@example.org",
    )
    assert {"players.membership", "players.player", "players.session"} <= set(story)
    told = json.dumps(story)
    secrets = [user.password, Session.objects.filter(user=user).first().session_key]
    assert [secret for secret in secrets if secret in told] == []


def test_archive_of_a_person_leaves_out_a_group_they_left(alice, bob, match):
    group = GroupFactory()
    member = MembershipFactory(group=group, user=bob.user, role=Role.SCORER)
    theirs = start_match(bob.user, group)
    member.delete()

    story, _ = read(exporting.of_person(bob.user))

    assert str(theirs.pk) not in [held["id"] for held in story["matches"]]


def test_archive_of_a_group_names_no_account(alice, bob):
    group = GroupFactory(name="Quinta")
    Membership.objects.create(group=group, user=alice.user, role=Role.ORGANISER)
    User.objects.filter(pk=bob.user.pk).update(username="bob", email="bob@example.org")
    names = people(group, ["Ana"])
    Player.objects.filter(group=group).update(user=bob.user)
    held = start_match(alice.user, group, players=[[names["Ana"]], []])
    actions.make_house(group, alice.user, "Ours", "tranca", held.ruleset.document)

    story, _ = read(exporting.of_group(Group.objects.get(pk=group.pk)))

    assert story["group"]["name"] == "Quinta"
    (house,) = story["rules"]
    assert (house["name"], house["versions"][0]["document"]) == ("Ours", held.ruleset.document)
    assert [player["name"] for player in story["players"]] == ["Ana"]
    assert [whole["id"] for whole in story["matches"]] == [str(held.pk)]
    assert [word for word in ("bob", "bob@example.org") if word in json.dumps(story)] == []


def test_round_of_other_rules_than_its_match_is_given_with_them(alice, match):
    old = match.ruleset.document
    held = actions.keep_ruleset(match.group, old | {"name": "Other"})
    match = fresh(match)
    actions.change_rules(match, alice.user, uuid7(), match.version, held, None)
    record(match, alice.user, [1, 2])

    story, _ = read(exporting.of_group(match.group))

    (whole,) = story["matches"]
    assert whole["rules"]["name"] == "Other"
    # A round, an adjustment and a round of the new rules.
    assert [slot.get("rules") for slot in whole["rounds"]] == [old, old, None]


def test_sheet_parts_cells_as_the_language_of_the_page_does(alice, match):
    with translation.override("pt-br"):
        file = exporting.of_person(alice.user)

    with file, zipfile.ZipFile(file) as archive:
        first = archive.read("matches.csv").decode("utf-8-sig").splitlines()[0]
    assert first.count(";") == 7


def test_archive_costs_the_same_for_any_number_of_matches(alice):
    costs = []
    for _ in range(3):
        record(start_match(alice.user), alice.user, [1, 2])
        with CaptureQueriesContext(connection) as asked:
            exporting.of_person(alice.user).close()
        costs.append(len(asked))

    assert costs[1:] == costs[:1] * 2
