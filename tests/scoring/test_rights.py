"""What a holder of a link, a scorer and an organiser may do with a match, beyond the table."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.ids import uuid7
from players.models import Membership, Role
from scoring import actions, sharing
from scoring.models import Event, Match, MatchLink
from tests.factories import fresh, record, sheet_data, tranca_sheet
from tests.scoring.routes import phone_of, seen, the_round


@pytest.fixture
def over(alice, match) -> Match:
    """Alice entered a round that ended the match."""
    record(match, alice.user, [3000, 50])
    return fresh(match)


def press(client, name: str, match: Match, *rest: object, **data: object) -> int:
    """The status of a button on a page that is up to date."""
    form = {"key": uuid7(), **seen(fresh(match)), **data}
    return client.post(reverse(name, args=[match.pk, *rest]), form).status_code


# ── TM-07: a guest with a link and a match that is over ──


@pytest.mark.parametrize("name", ["correct", "swap", "void"])
def test_tm07_holder_of_a_link_changes_no_round_of_a_match_that_is_over(over, name):
    entry = over.rounds.get()
    phone = phone_of("score link", over)
    body = sheet_data(tranca_sheet()) | the_round(over) | {"void": "1"}
    before = Event.objects.count()

    assert press(phone, name, over, entry.pk, **body) == 403
    assert Event.objects.count() == before


@pytest.mark.parametrize("name", ["adjust", "table"])
def test_tm07_holder_of_a_link_changes_nothing_else_of_it(over, name):
    phone = phone_of("score link", over)

    assert phone.get(reverse(name, args=[over.pk])).status_code == 403
    assert press(phone, name, over, points0="5", note="x") == 403


def test_holder_of_a_link_begins_the_rematch(over):
    assert press(phone_of("score link", over), "rematch", over) == 303


def test_holder_of_a_link_ends_the_match_and_can_take_only_that_back(alice, match):
    record(match, alice.user, [100, 50])
    phone = phone_of("score link", match)

    finished = press(phone, "close", match, "finish")
    undone = press(phone, "undo", match)

    assert (finished, undone, fresh(match).state) == (303, 303, "open")


def mistyped(match: Match, minutes: float, by_holder: bool = True):
    """A last round entered so many minutes ago; the phone is the holder's."""
    phone = phone_of("score link", match)
    holder = match.passes.get().user
    record(match, holder if by_holder else match.started_by, [3000, 50])
    match.events.filter(kind="round").update(at=timezone.now() - timedelta(minutes=minutes))
    return phone


@pytest.mark.parametrize(
    ("minutes", "by_holder", "status"), [(9.9, True, 303), (10.1, True, 403), (1, False, 403)]
)
def test_slip_in_the_last_round_is_mended_by_whoever_made_it_and_at_once(
    match, minutes, by_holder, status
):
    phone = mistyped(match, minutes, by_holder)
    offered = (
        reverse("undo", args=[match.pk])
        in phone.get(reverse("match", args=[match.pk])).content.decode()
    )
    last = actions.last_act(fresh(match)).version

    assert press(phone, "undo", match, version=last) == status
    assert offered is (status == 303)
    assert fresh(match).state == ("open" if status == 303 else "finished")


# ── A member reopens for a day, an organiser always ──


@pytest.fixture
def ended(alice, match):
    """Ended by its people, so many hours ago."""

    def end(hours: float) -> Match:
        record(match, alice.user, [100, 50])
        actions.finish(fresh(match), alice.user, uuid7(), fresh(match).version)
        match.events.update(at=timezone.now() - timedelta(hours=hours))
        return fresh(match)

    return end


@pytest.mark.parametrize(
    ("who", "hours", "status"),
    [("owner", 23.9, 303), ("owner", 9999, 303), ("scorer", 23.9, 303), ("scorer", 24.1, 403)],
)
def test_match_that_people_ended_is_reopened(ended, who, hours, status):
    match = ended(hours)
    phone = phone_of(who, match)
    address = reverse("close", args=[match.pk, "resume"])
    offered = address in phone.get(reverse("more", args=[match.pk])).content.decode()

    assert press(phone, "close", match, "resume") == status
    assert offered is (status == 303)
    assert fresh(match).state == ("open" if status == 303 else "finished")


def test_match_that_was_put_away_long_ago_is_taken_up_by_any_member(alice, match):
    actions.put_away(match, alice.user, uuid7(), match.version)
    match.events.update(at=timezone.now() - timedelta(days=900))

    assert press(phone_of("scorer", match), "close", match, "resume") == 303


def test_match_by_rounds_is_given_no_target(alice, match):
    Match.objects.filter(pk=match.pk).update(end={"mode": "rounds", "rounds": 9, "tie": "draw"})
    before = Event.objects.count()

    assert press(alice.client, "target", match, target="500") == 303
    assert Event.objects.count() == before


def test_void_that_does_not_say_which_way_is_a_bad_request(alice, match):
    entry = record(match, alice.user, tranca_sheet())
    before = Event.objects.count()

    assert press(alice.client, "void", match, entry.pk, version=entry.version) == 400
    assert Event.objects.count() == before


# ── Links: a scorer lets people look on, an organiser also keep score ──


@pytest.mark.parametrize(
    ("who", "lets", "made"),
    [("owner", "score", 1), ("owner", "view", 1), ("scorer", "view", 1), ("scorer", "score", 0)],
)
def test_link_is_made_by_who_may(match, who, lets, made):
    phone = phone_of(who, match)
    page = phone.get(reverse("share", args=[match.pk])).content.decode()

    response = phone.post(reverse("share", args=[match.pk]), {"lets": lets})

    assert (f'value="{lets}"' in page) is bool(made)
    assert response.status_code == (200 if made else 403)
    assert MatchLink.objects.count() == made


@pytest.mark.parametrize(
    ("who", "lets", "left"),
    [("owner", "score", 0), ("scorer", "view", 0), ("scorer", "score", 1)],
)
def test_link_is_closed_by_who_may(match, who, lets, left):
    sharing.make_link(match, match.started_by, lets)
    link = MatchLink.objects.get()
    phone = phone_of(who, match)
    offered = phone.get(reverse("share", args=[match.pk])).content.decode()

    status = press(phone, "revoke", match, link.pk)

    assert (str(link.pk) in offered) is not bool(left)
    assert status == (403 if left else 303)
    assert MatchLink.objects.live().count() == left


# ── TM-11, TM-12: whoever edits a finished match is seen ──


def test_tm11_edit_of_a_finished_match_is_told_with_its_name(alice, bob, over):
    bob.user.username = "bob"
    bob.user.save()
    entry = over.rounds.get()

    body = sheet_data(tranca_sheet(), reason="recount") | the_round(over)
    status = press(bob.client, "correct", over, entry.pk, **body)
    page = alice.client.get(reverse("history", args=[over.pk])).content.decode()

    assert status == 303
    assert "bob" in page
    assert "recount" in page


def test_tm12_two_quick_edits_are_both_told(alice, bob, over):
    for points in (30, 40):
        entry = over.rounds.get()
        sheet = tranca_sheet({"hand": {"points": points}})
        actions.correct_round(over, bob.user, uuid7(), entry.pk, entry.version, sheet)

    assert [e.kind for e in over.events.all()] == ["start", "round", "correct", "correct"]


def test_tm14_change_of_house_rules_moves_no_match(alice, over):
    house = actions.make_house(over.group, alice.user, "Ours", "tranca", over.ruleset.document)
    document = {**over.ruleset.document, "name": "Other"}
    actions.save_house(house, alice.user, 1, document)

    assert fresh(over).ruleset_id == over.ruleset_id


# ── TM-06: a link is for one thing ──


def test_tm06_link_to_look_on_writes_nothing(alice, match):
    entry = record(match, alice.user, tranca_sheet())
    phone = phone_of("view link", match)

    assert press(phone, "void", match, entry.pk, void="1") == 403
    assert press(phone, "close", match, "finish") == 403


def test_tm06_secret_of_a_match_opens_no_group_and_no_rules(client, match):
    secret = sharing.make_link(match, match.started_by, "score")

    assert client.get(reverse("join", args=[secret])).status_code == 200
    for name in ("invitation", "shared_rules"):
        for method in (client.get, client.post):
            assert method(reverse(name, args=[secret])).status_code == 404


def test_tm06_way_to_look_on_is_no_way_to_keep_score_under_another_name(match):
    """The same secret spelt for another purpose is none."""
    secret = sharing.make_link(match, match.started_by, "view")

    for purpose in "irsv":
        answer = Client().post(reverse("join", args=[purpose + secret[1:]]))
        assert (purpose, answer.status_code) == (purpose, 404)
    assert not match.passes.exists()


def test_removed_member_is_out_at_once(alice, bob, match):
    before = bob.client.get(reverse("match", args=[match.pk])).status_code
    Membership.objects.filter(user=bob.user, group=match.group).delete()

    assert before == 200
    assert bob.client.get(reverse("match", args=[match.pk])).status_code == 404
    assert press(bob.client, "undo", match) == 404


@pytest.mark.parametrize("role", [Role.VIEWER])
def test_member_who_is_lowered_writes_no_more(bob, match, role):
    Membership.objects.filter(user=bob.user, group=match.group).update(role=role)

    assert press(bob.client, "close", match, "finish") == 403


def test_whoever_came_by_a_link_stays_in_when_they_make_an_account(match):
    phone, other = Client(), Client()
    secret = sharing.make_link(match, match.started_by, "score")
    named = {"name": "zuleica", "password": "sete copas na mesa"}
    phone.post(reverse("join", args=[secret]))

    phone.post(reverse("password"), named)
    other.post(reverse("account_login"), named)

    for client in (phone, other):
        assert press(client, "close", match, "void-rest") == 303
        assert client.get(reverse("match", args=[match.pk])).status_code == 200


def test_group_is_told_of_links_and_deletions_of_its_matches(alice, match):
    sharing.make_link(match, alice.user, "view")
    press(alice.client, "revoke", match, match.links.get().pk)
    press(alice.client, "delete", match)
    press(alice.client, "bring_back", match)

    said = list(match.group.events.order_by("at", "pk").values_list("kind", flat=True))
    assert said == ["link", "unlink", "delete_match", "restore_match"]
