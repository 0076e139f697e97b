"""The server tidies by itself."""

import time

import pytest
from django.utils import timezone

from config import tidying
from players.models import Group
from tests.factories import GroupFactory


@pytest.mark.django_db(transaction=True)
def test_server_takes_away_what_is_past_its_time():
    GroupFactory(deleted_at=timezone.now() - timezone.timedelta(days=8))
    kept = GroupFactory(deleted_at=timezone.now() - timezone.timedelta(days=6))

    thread = tidying.tidy_now_and_then(first=0, every=3600)

    deadline = time.monotonic() + 10
    while Group.objects.count() > 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert list(Group.objects.all()) == [kept]
    assert (thread.daemon, thread.is_alive()) == (True, True)
