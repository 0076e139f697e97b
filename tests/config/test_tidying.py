"""The server tidies by itself."""

import time

import pytest
from django.utils import timezone

from config import tidying
from players.actions import make_guest
from players.models import Group
from scoring.models import Part, Rebuild
from tests.factories import GroupFactory, record, start_match


@pytest.mark.django_db(transaction=True)
def test_server_takes_away_what_is_past_its_time():
    GroupFactory(deleted_at=timezone.now() - timezone.timedelta(days=8))
    kept = GroupFactory(deleted_at=timezone.now() - timezone.timedelta(days=6))

    thread = tidying.tidy_now_and_then(first=0, every=3600)

    wait_while(lambda: Group.objects.count() > 1)
    assert list(Group.objects.all()) == [kept]
    assert (thread.daemon, thread.is_alive()) == (True, True)


@pytest.mark.django_db(transaction=True)
def test_server_makes_parts_of_matches_that_are_older_than_parts():
    user = make_guest()
    record(start_match(user, target=500), user, [500, 200])
    Part.objects.all().delete()
    Rebuild.objects.create()

    tidying.tidy_now_and_then(first=3600)

    wait_while(Rebuild.objects.exists)
    assert Part.objects.count() == 2


def wait_while(going_on):
    deadline = time.monotonic() + 10
    while going_on() and time.monotonic() < deadline:
        time.sleep(0.05)
