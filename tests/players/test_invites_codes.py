"""Six digits said aloud, and whoever waits at the door because of them."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players import invites
from players.actions import make_guest, people
from players.ids import uuid7
from players.models import Group, Invite, JoinRequest, Membership, Player, Role, User
from scoring import actions
from tests.factories import GroupFactory, PlayerFactory, record, start_match, tranca_sheet
from tests.players.circle import OUTSIDE, Somebody, bare, joined, kept, kinds, phone_of, roles
from tests.scoring.test_statements import statements

pytestmark = pytest.mark.django_db
CODE = "/code"


@pytest.fixture
def group() -> Group:
    return GroupFactory(name="Quinta")


@pytest.fixture
def ana(group: Group) -> Somebody:
    """Organises the group."""
    return joined(group, Role.ORGANISER)


@pytest.fixture
def code(group: Group, ana: Somebody) -> str:
    return invites.say_code(group, ana.user)


def phone_at(address: str = "192.0.2.1", **options) -> Client:
    return Client(REMOTE_ADDR=address, **options)


def ask(phone: Client, code: str, name: str = "Caio"):
    return phone.post(CODE, {"code": code, "name": name})


def wrong(*right: str) -> str:
    return next(f"{n:06}" for n in range(9) if f"{n:06}" not in right)


def decide(who: Somebody, group: Group, let: str = "in"):
    asked = JoinRequest.objects.filter(group=group).latest("made_at")
    return who.post("decide_request", group.pk, asked.pk, let=let)


# --- Saying one.


def test_organiser_says_a_code_that_lives_ten_minutes(group, ana):
    body = ana.post("say_code", group.pk).text

    code = re.search(r'id="code">(\d{3} \d{3})<', body)[1].replace(" ", "")
    invite = Invite.objects.get()
    assert (invite.kind, invite.role, invite.digest) == (
        "code",
        "scorer",
        invites.code_digest(code),
    )
    assert timedelta(minutes=9) < invite.expires_at - timezone.now() <= timedelta(minutes=10)
    assert kinds(group) == ["code"]


def test_second_code_of_a_group_closes_its_first(group, ana, code):
    invites.say_code(group, ana.user)

    assert ask(Client(), code).status_code == 422
    assert Invite.objects.live().count() == 1


def test_looking_at_the_address_of_a_code_says_none(group, ana):
    assert ana.get("say_code", group.pk).status_code == 405
    assert Invite.objects.count() == 0


def test_no_two_live_codes_are_the_same(group, ana, monkeypatch):
    other = GroupFactory()
    olga = joined(other, Role.ORGANISER)
    drawn = iter([1, 1, 1, 2])
    monkeypatch.setattr("players.invites.secrets.randbelow", lambda most: next(drawn))

    assert invites.say_code(group, ana.user) == "000001"
    assert invites.say_code(other, olga.user) == "000002"
    assert next(drawn, None) is None


def test_digits_of_a_dead_code_may_be_said_again(group, ana, monkeypatch):
    monkeypatch.setattr("players.invites.secrets.randbelow", lambda most: 7)

    for _ in range(2):
        assert invites.say_code(group, ana.user) == "000007"

    assert Invite.objects.live().count() == 1
    assert invites.find_code("000007") == Invite.objects.live().get()


# --- Asking.


def test_newcomer_asks_waits_and_is_let_in(group, ana, code):
    newcomer = Client()

    waits = ask(newcomer, f" {code[:3]} {code[3:]} ", " Tia  Zé ")
    assert waits.status_code == 303
    page = newcomer.get(waits["Location"]).text
    assert "Tia Zé" in page
    assert 'hx-trigger="every 3s"' in page
    assert newcomer.get(reverse("people", args=[group.pk])).status_code == 404
    assert "Tia Zé" in ana.get("people", group.pk).text
    decide(ana, group)

    on = newcomer.get(waits["Location"])
    assert (on.status_code, on["Location"]) == (303, reverse("group", args=[group.pk]))
    assert newcomer.get(on["Location"]).status_code == 200
    user = User.objects.get(pk=newcomer.session["_auth_user_id"])
    assert Membership.objects.get(group=group, user=user).role == "scorer"
    assert str(Player.objects.get(user=user)) == "Tia Zé"
    assert kinds(group) == ["code", "accept"]


def test_waiting_page_goes_on_by_itself_once_let_in(group, ana, code):
    newcomer = Client()
    address = ask(newcomer, code)["Location"]
    decide(ana, group)

    answer = newcomer.get(address, headers={"HX-Request": "true"})

    assert answer["HX-Redirect"] == reverse("group", args=[group.pk])


def test_organiser_says_no(group, ana, code):
    newcomer = Client()
    address = ask(newcomer, code)["Location"]

    decide(ana, group, "out")

    page = newcomer.get(address).text
    assert "did not let you in" in page
    assert "hx-trigger" not in page
    assert roles(group) == ["organiser"]
    assert kinds(group) == ["code", "refuse"]
    assert Player.objects.count() == 0


@pytest.mark.parametrize("let", ["", "maybe", "IN"])
def test_answer_that_is_none_decides_nothing(group, ana, code, let):
    ask(Client(), code)
    before = kept(group)

    decide(ana, group, let)

    assert kept(group) == before


def test_asking_twice_is_asking_once(group, code):
    newcomer = Client()

    addresses = {ask(newcomer, code)["Location"] for _ in range(2)}

    assert len(addresses) == 1
    assert JoinRequest.objects.count() == 1


def test_whoever_is_in_is_told_so(group, code):
    bob = joined(group)

    response = ask(bob.phone, code)

    assert response["Location"] == reverse("group", args=[group.pk])
    assert JoinRequest.objects.count() == 0


@pytest.mark.parametrize("code", ["", "12345", "1234567", "12345a", "١٢٣٤٥٦", "1_0000", "x" * 999])
def test_what_is_no_code_is_no_try(group, code):
    for _ in range(7):
        assert ask(Client(), code).status_code == 422
    assert User.objects.count() == 0


@pytest.mark.parametrize("name", ["", "\u200b", "a" * 41, "\u202ex", "\0"])
def test_name_that_cannot_stand_is_refused_with_all_that_was_typed(group, code, name):
    response = ask(Client(), code, name)

    assert response.status_code == 422
    assert f'value="{code}"' in response.text
    assert JoinRequest.objects.count() == 0


def test_rude_markup_in_a_name_stays_text(group, ana, code):
    ask(Client(), code, "<b hx-get=/>")

    body = ana.get("people", group.pk).text

    assert "&lt;b hx-get=/&gt;" in body
    assert "<b hx-get" not in body


@pytest.mark.parametrize("how", ["expired", "revoked", "group deleted"])
def test_dead_code_opens_nothing(group, ana, code, how):
    if how == "expired":
        Invite.objects.update(expires_at=timezone.now())
    elif how == "revoked":
        invites.revoke(group, Invite.objects.get(), ana.user)
    else:
        actions.delete_group(group, ana.user)

    assert ask(Client(), code).status_code == 422
    assert JoinRequest.objects.count() == 0


# --- Whose the name becomes.


def test_name_nobody_has_yet_is_theirs_with_its_past(group, ana, code):
    caio = people(group, ["Caio"])["Caio"]
    newcomer = Client()
    ask(newcomer, code, "caio")
    assert "plays here already" not in ana.get("people", group.pk).text
    JoinRequest.objects.update(name="Caio")
    assert "plays here already" in ana.get("people", group.pk).text

    decide(ana, group)

    caio.refresh_from_db()
    assert str(caio.user_id) == newcomer.session["_auth_user_id"]
    assert Player.objects.count() == 1


def test_name_of_somebody_else_stays_theirs(group, ana, code):
    other = joined(group)
    caio = PlayerFactory(group=group, name="Caio", user=other.user)
    newcomer = Client()
    ask(newcomer, code, "Caio")

    decide(ana, group)

    caio.refresh_from_db()
    assert caio.user == other.user
    assert Player.objects.count() == 1
    assert roles(group) == ["organiser", "scorer", "scorer"]


# --- TM-09: guessing and flooding.


def test_tm_09_five_wrong_codes_close_the_door_to_an_address(group, code):
    bad = wrong(code)

    answers = [ask(phone_at(), bad).status_code for _ in range(5)]

    assert answers == [422] * 5
    assert ask(phone_at(), code).status_code == 429
    assert ask(phone_at("192.0.2.2"), code).status_code == 303
    assert ask(phone_at(headers={"X-Forwarded-For": "192.0.2.3"}), code).status_code == 429


def test_right_codes_close_no_door(group, ana, code):
    for _ in range(8):
        newcomer = phone_at()
        assert ask(newcomer, code).status_code == 303
        decide(ana, group)
    for _ in range(4):
        ask(phone_at(), wrong(code))
    assert ask(phone_at(), code).status_code == 303


def test_tm_09_fifty_wrong_codes_close_every_code(group, code):
    other = GroupFactory()
    second = invites.say_code(other, joined(other, Role.ORGANISER).user)
    link = invites.make_link(group, Role.SCORER, group.memberships.get().user)
    bad = wrong(code, second)

    for n in range(49):
        assert ask(phone_at(f"192.0.2.{n}"), bad).status_code == 422
    assert invites.find_code(code)
    ask(phone_at("192.0.2.100"), bad)

    for right in (code, second):
        assert ask(phone_at("192.0.2.101"), right).status_code == 422
    third = invites.say_code(other, other.memberships.get().user)
    ask(phone_at("192.0.2.102"), wrong(third))
    assert invites.find_code(third)
    assert Client().get(reverse("invitation", args=[link])).status_code == 200


def test_tm_09_five_wait_at_most_and_none_is_in(group, ana, code):
    match = start_match(ana.user, group)

    answers = [
        ask(phone_at(f"192.0.{n // 250}.{n % 250}"), code, f"Rude {n}").status_code
        for n in range(30)
    ]

    assert answers == [303] * 5 + [422] * 25
    assert group.join_requests.count() == 5
    assert roles(group) == ["organiser"]
    assert User.objects.count() == 6
    record(match, ana.user, tranca_sheet())


def test_whoever_was_decided_or_forgotten_waits_no_more(group, ana, code):
    for n in range(5):
        ask(phone_at(f"192.0.2.{n}"), code)
    assert ask(phone_at("192.0.2.9"), code).status_code == 422
    decide(ana, group, "out")
    assert ask(phone_at("192.0.2.9"), code).status_code == 303

    JoinRequest.objects.update(made_at=timezone.now() - invites.WAITS)

    assert list(invites.waiting(group)) == []
    assert ask(phone_at("192.0.2.10"), code).status_code == 303


def test_request_that_waited_too_long_lets_nobody_in(group, ana, code):
    newcomer = Client()
    address = ask(newcomer, code)["Location"]
    JoinRequest.objects.update(made_at=timezone.now() - invites.WAITS)

    decide(ana, group)

    assert roles(group) == ["organiser"]
    assert "Nobody answered" in newcomer.get(address).text


# --- Whose request it is.


@pytest.mark.parametrize("who", ["scorer", "viewer", *OUTSIDE])
def test_only_organisers_decide(group, ana, code, who):
    ask(Client(), code)
    asked, phone = JoinRequest.objects.get(), phone_of(who, group)
    before = kept(group)

    response = phone.post(reverse("decide_request", args=[group.pk, asked.pk]), {"let": "in"})

    assert response.status_code == (404 if who in OUTSIDE else 403)
    assert kept(group) == before


@pytest.mark.parametrize("who", ["scorer", "viewer"])
def test_only_organisers_see_who_waits(group, ana, code, who):
    ask(Client(), code)

    assert "Caio" not in phone_of(who, group).get(reverse("people", args=[group.pk])).text


def test_request_at_another_groups_door_is_none_of_this_one(group, ana, code):
    """TM-01, TM-02."""
    ask(Client(), code)
    other = GroupFactory()
    olga, asked = joined(other, Role.ORGANISER), JoinRequest.objects.get()

    answers = [olga.post("decide_request", other.pk, pk, let="in") for pk in (asked.pk, uuid7())]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert bare(answers[0]) == bare(answers[1])
    assert (roles(group), roles(other)) == (["organiser"], ["organiser"])


def test_waiting_page_of_somebody_else_looks_like_none(group, ana, code):
    ask(Client(), code)
    asked = JoinRequest.objects.get()

    for phone in (Client(), ana.phone, Somebody(make_guest()).phone):
        real, none = (phone.get(reverse("waiting", args=[pk])) for pk in (asked.pk, uuid7()))
        assert (real.status_code, none.status_code) == (404, 404)
        assert bare(real) == bare(none)


def test_organisers_page_follows_who_waits_at_no_more_cost(group, ana, code):
    costs = []
    for more in (1, 2):
        for _ in range(more):
            ask(Client(), code, f"Name {more}")
        with statements() as asked:
            answer = ana.get("people", group.pk, headers={"HX-Request": "true"})
        costs.append(len(asked))
    assert answer.text.lstrip().startswith('<div id="asking"')
    assert answer.text.count("decide") == 0
    assert answer.text.count('name="let" value="in"') == 3
    assert costs == [5, 5]
