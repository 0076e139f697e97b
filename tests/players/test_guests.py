"""A guest: made at the first write, kept by a session that lasts, never made by looking."""

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.actions import make_guest, people
from players.ids import uuid7
from players.models import Group, Membership, Player, Role, Session, User
from scoring import sharing
from tests.factories import start_match

pytestmark = pytest.mark.django_db
DAYS = 24 * 60 * 60


def begin(client: Client, **more: str):
    data = {"id": str(uuid7()), "game": "tranca", "sides": "2", "target": "3000"}
    return client.post(reverse("new_match"), data | more)


def rows() -> dict[str, int]:
    """How many rows there are, by table."""
    return {model.__name__: model.objects.count() for model in apps.get_models()}


def test_guest_has_a_notebook_and_no_way_to_sign_in():
    guest = make_guest()

    assert (guest.username, guest.has_usable_password()) == (None, False)
    assert guest.notebook.personal_to == guest
    held = Membership.objects.get(user=guest)
    assert (held.group, held.role) == (guest.notebook, Role.ORGANISER)


def test_first_write_makes_one_guest(client):
    begin(client)
    begin(client)

    assert (User.objects.count(), Group.objects.count(), Session.objects.count()) == (1, 1, 1)


def test_session_of_a_guest_lasts_four_hundred_days(client):
    begin(client)

    assert client.cookies["sessionid"]["max-age"] == 400 * DAYS
    left = Session.objects.get().expire_date - timezone.now()
    assert 399 * DAYS < left.total_seconds() <= 400 * DAYS


def test_session_key_changes_when_a_guest_is_made(client):
    planted = client.session
    planted["game"] = "planted"
    planted.save()
    client.cookies["sessionid"] = planted.session_key

    begin(client)

    assert client.cookies["sessionid"].value != planted.session_key
    assert not Session.objects.filter(session_key=planted.session_key).exists()
    stranger = Client()
    stranger.cookies["sessionid"] = planted.session_key
    match = reverse("match", args=[start_match(User.objects.get()).pk])
    assert (client.get(match).status_code, stranger.get(match).status_code) == (200, 404)


def test_session_is_not_taken_over_by_joining(client):
    match = start_match(make_guest())
    first, second = (sharing.make_link(match, match.started_by, "view") for _ in range(2))
    client.post(reverse("join", args=[first]))
    key = client.cookies["sessionid"].value

    client.post(reverse("join", args=[second]))

    assert (client.cookies["sessionid"].value, User.objects.count()) == (key, 2)


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_looking_around_leaves_no_row(client, language):
    match = start_match(make_guest())
    secret = sharing.make_link(match, match.started_by, "score")
    addresses = ["/", "/new", "/new?game=burraco", "/nothing", reverse("join", args=[secret])]
    addresses += [reverse(name, args=[match.pk]) for name in ("match", "more", "new_round")]
    before = rows()

    for address in addresses:
        client.get(address, headers={"Accept-Language": language})

    assert rows() == before
    assert "sessionid" not in client.cookies


def test_refused_first_write_leaves_no_row(client):
    before = rows()

    assert begin(client, start0="1_0").status_code == 422
    assert client.post(reverse("join", args=["nothing"])).status_code == 404
    assert client.post(reverse("undo", args=[uuid7()])).status_code == 404
    assert rows() == before


def test_looking_around_does_not_write_the_session_again(client):
    begin(client)
    before = Session.objects.values_list("session_data", "expire_date").get()

    response = client.get("/")

    assert "sessionid" not in response.cookies
    assert Session.objects.values_list("session_data", "expire_date").get() == before


def test_guest_who_is_gone_is_a_newcomer(client):
    begin(client)
    User.objects.get().delete()

    assert client.get("/").status_code == 200
    assert begin(client).status_code == 303
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "cookie",
    [
        *('"\\000aaaaaaaaaaaa"', "a" * 5000, "'; DROP TABLE players_user; --", "\\377" * 9),
        *("é" * 32, "٣" * 32, "../../../../etc/passwd", '"\\012\\015aaaaaaaaa"', "{}", "%00" * 9),
    ],
    ids=ascii,
)
def test_cookie_that_is_no_session_is_a_newcomer(client, cookie):
    headers = {"Cookie": f"sessionid={cookie}".encode().decode("latin-1")}
    data = {"id": str(uuid7()), "game": "tranca", "sides": "2", "target": "3000"}

    assert client.get("/", headers=headers).status_code == 200
    assert client.post(reverse("new_match"), data, headers=headers).status_code == 303


# --- The people a group knows.


def test_people_are_made_once_a_name():
    group = make_guest().notebook

    first = people(group, ["Zé", "Bia"])
    second = people(group, ["ZE\u0301", "Caio"])

    assert second["ZE\u0301"] == first["Zé"]
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Bia", "Caio", "Zé"]


def test_people_of_another_group_are_other_people():
    one, other = make_guest().notebook, make_guest().notebook

    assert people(one, ["Ana"])["Ana"] != people(other, ["Ana"])["Ana"]


@pytest.mark.parametrize("name", ["\ufdfa" * 40, "\U0001f3f4" * 40, "e\u0301" * 20], ids=ascii)
def test_longest_names_are_kept(name):
    made = people(make_guest().notebook, [name])[name]

    assert Player.objects.get().name == made.name == name


def test_first_form_sent_again_finds_the_same_guest(db):
    """The answer to the first sending got lost, and with it the session of the guest."""
    phone = Client(enforce_csrf_checks=True)
    phone.get(reverse("new_match"))
    secret = phone.cookies["csrftoken"].value
    form = {"csrfmiddlewaretoken": secret, "id": str(uuid7())}
    begin(phone, **form)
    again = Client(enforce_csrf_checks=True)
    again.cookies["csrftoken"] = secret

    response = begin(again, **form)

    assert response.url == reverse("match", args=[form["id"]])
    assert again.get(response.url).status_code == 200
    assert User.objects.count() == 1


def test_other_browser_is_another_guest(db):
    for _ in range(2):
        phone = Client(enforce_csrf_checks=True)
        phone.get(reverse("new_match"))
        begin(phone, csrfmiddlewaretoken=phone.cookies["csrftoken"].value)

    assert User.objects.count() == 2
