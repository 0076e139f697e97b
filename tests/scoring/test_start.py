"""The start page: what is mine, and what I may bring back."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from players.models import Membership, Role
from tests.factories import GroupFactory, start_match


def page(client: Client) -> str:
    return client.get(reverse("start")).content.decode()


@pytest.mark.parametrize(("role", "offered"), [(Role.ORGANISER, 1), (Role.SCORER, 0)])
def test_deleted_group_is_offered_to_its_organisers(alice, role, offered):
    group = GroupFactory(deleted_at=timezone.now())
    Membership.objects.create(group=group, user=alice.user, role=role)

    said = page(alice.client)

    assert said.count(reverse("bring_back_group", args=[group.pk])) == offered
    assert reverse("group", args=[group.pk]) + '"' not in said


def test_groups_of_mine_are_listed_and_nobody_elses(alice, charlie):
    group = GroupFactory()
    Membership.objects.create(group=group, user=alice.user, role=Role.VIEWER)
    link = reverse("group", args=[group.pk]) + '"'

    assert (page(alice.client).count(link), page(charlie.client).count(link)) == (1, 0)


def test_guest_is_offered_to_keep_the_scores_for_good_and_an_account_is_not(alice):
    start_match(alice.user)
    guest = page(alice.client)
    alice.user.username = "alice"
    alice.user.set_password("a long enough one")
    alice.user.save()
    alice.client.force_login(alice.user)

    assert ("Keep it for good" in guest, "Keep it for good" in page(alice.client)) == (True, False)


def test_start_page_asks_the_same_of_one_group_and_of_three(alice):
    costs = []
    for _ in range(3):
        group = GroupFactory()
        Membership.objects.create(group=group, user=alice.user, role=Role.ORGANISER)
        start_match(alice.user, group)
        with CaptureQueriesContext(connection) as asked:
            page(alice.client)
        costs.append(len(asked))

    assert costs == [costs[0]] * 3
    assert costs[0] <= 11
