"""What nobody needs more of: secrets that open nothing, matches and groups of one day."""

import pytest
from django.test import Client
from django.urls import reverse

from players.actions import make_guest
from players.ids import uuid7
from players.models import Group
from scoring import sharing
from scoring.models import Match
from tests.factories import start_match

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["join", "invitation", "shared_rules"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_tm10_twenty_secrets_that_open_nothing_are_tried_in_a_minute(name, method):
    match = start_match(make_guest())
    secret = sharing.make_link(match, match.started_by, "view")
    robot = Client()
    said = [getattr(robot, method)(reverse(name, args=[f"x-{n}"])).status_code for n in range(22)]

    assert said == [404] * 20 + [429] * 2
    assert robot.get(reverse("join", args=[secret])).status_code == 200
    other = Client(REMOTE_ADDR="10.0.0.9")
    assert other.get(reverse(name, args=["x"])).status_code == 404


def test_tm29_matches_of_a_day_have_an_end(settings):
    settings.A_DAY = {**settings.A_DAY, "match": 2}
    phone, other = Client(), Client()

    def begin(client: Client) -> int:
        form = {"id": str(uuid7()), "game": "tranca", "sides": "2", "target": "3000"}
        return client.post(reverse("new_match"), form).status_code

    assert [begin(phone) for _ in range(3)] == [303, 303, 429]
    last = Match.objects.latest("started_at")
    again = phone.post(reverse("rematch", args=[last.pk]), {"key": uuid7()}).status_code
    assert (again, begin(other)) == (429, 303)
    assert Match.objects.count() == 3


def test_tm29_groups_of_a_day_have_an_end(settings):
    settings.A_DAY = {**settings.A_DAY, "group": 2}
    phone = Client()

    said = [
        phone.post(reverse("new_group"), {"name": f"g{n}", "key": uuid7()}).status_code
        for n in range(3)
    ]

    assert said == [303, 303, 429]
    assert Group.objects.shared().count() == 2


def test_usual_caps_are_out_of_the_way(settings):
    assert settings.A_DAY == {"match": 300, "group": 30}
    assert settings.ACCOUNT_RATE_LIMITS["secret"] == "20/m/ip"
