"""`manage.py rebuild` makes what was kept from act to act; whatever stops it, it goes on."""

import os
import subprocess
import sys
import time
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from players.actions import people
from players.models import Group
from scoring.models import Match, Part, Rebuild, Round
from scoring.stats import following
from tests.conftest import database_url
from tests.factories import GroupFactory, MembershipFactory, record, start_match
from tests.scoring.conftest import Persona
from tests.server import ROOT

NAMES = ["Ana", "Bia", "Caio", "Duda"]


def group_of(alice: Persona, matches: int) -> Group:
    """A group of two pairs, who have played so many matches."""
    group = GroupFactory()
    MembershipFactory(group=group, user=alice.user)
    known = people(group, NAMES)
    table = [[known[name] for name in NAMES[:2]], [known[name] for name in NAMES[2:]]]
    for number in range(matches):
        match = start_match(alice.user, group, players=table, target=500)
        record(match, alice.user, [500, 200] if number % 3 else [100, 600])
    return group


@pytest.fixture
def groups(alice: Persona) -> list[Group]:
    return [group_of(alice, matches) for matches in (2, 1, 3)]


def kept(*groups: Group) -> list[tuple]:
    """All that is kept of these groups, of all where none is named."""
    columns = [f.attname for f in Part._meta.concrete_fields if f.name != "id"]
    held = Part.objects.filter(group__in=groups) if groups else Part.objects.all()
    return list(held.order_by("match", "side", "player").values_list(*columns))


def ids(*groups: Group) -> set[Any]:
    """Other than what is kept, the rows are others after a rebuild."""
    return set(Part.objects.filter(group__in=groups).values_list("pk", flat=True))


def rebuild(*said: str) -> str:
    out = StringIO()
    call_command("rebuild", *said, stdout=out, stderr=out)
    return out.getvalue()


def test_rebuild_makes_what_the_acts_made(groups: list[Group]) -> None:
    before, rows = kept(), ids(*groups)

    assert rebuild() == "6 matches in 4 groups.\n"  # Alice's notebook too

    assert len(before) == 24
    assert kept() == before
    assert ids(*groups).isdisjoint(rows)
    assert not Rebuild.objects.exists()


def test_rebuild_mends_whatever_is_damaged(groups: list[Group]) -> None:
    before = kept()
    Part.objects.filter(player__name="Ana").delete()
    Part.objects.filter(player__name="Bia").update(mu=3, points=1)
    Part.objects.filter(player__name="Caio").update(player=None)

    rebuild()

    assert kept() == before


def test_rebuild_of_one_group_leaves_the_others(groups: list[Group]) -> None:
    before = kept(groups[1])
    Part.objects.all().delete()

    assert rebuild("--group", str(groups[1].pk)) == "1 matches.\n"

    assert kept() == before


@pytest.mark.parametrize("said", ["x", "019a0000-0000-7000-8000-000000000000"])
def test_rebuild_of_no_group_says_so(db: None, said: str) -> None:
    with pytest.raises(CommandError, match="no such group"):
        rebuild("--group", said)


def test_rebuild_goes_on_where_it_was(groups: list[Group], monkeypatch: Any) -> None:
    before = kept()
    Part.objects.all().delete()
    real, seen = following.rebuild, []

    def stops_at_the_third(group: Group) -> int:
        seen.append(group.pk)
        if len(seen) == 3:
            raise MemoryError
        return real(group)

    monkeypatch.setattr(following, "rebuild", stops_at_the_third)
    with pytest.raises(MemoryError):
        rebuild()

    assert Rebuild.objects.get().after == seen[1]
    assert {row[0] for row in kept()} <= set(seen[:2])

    rebuild()

    assert seen[3:] == sorted(Group.objects.filter(pk__gt=seen[1]).values_list("pk", flat=True))
    assert kept() == before
    assert not Rebuild.objects.exists()


def test_rebuild_anew_begins_at_the_start(groups: list[Group]) -> None:
    last = max(group.pk for group in groups)
    Rebuild.objects.create(after=last)
    before, rows = kept(), ids(*groups)

    rebuild()
    assert ids(*groups) == rows

    Rebuild.objects.create(after=last)
    rebuild("--anew")
    assert ids(*groups).isdisjoint(rows)
    assert kept() == before


def test_rebuild_that_is_not_due_does_nothing(groups: list[Group]) -> None:
    rows = ids(*groups)

    assert rebuild("--due") == ""
    assert ids(*groups) == rows

    Rebuild.objects.create()
    assert rebuild("--due") != ""
    assert ids(*groups).isdisjoint(rows)
    assert not Rebuild.objects.exists()


def test_group_that_is_deleted_meanwhile_is_passed_over(
    groups: list[Group], monkeypatch: Any
) -> None:
    goes, stays = groups[1], [groups[0], groups[2]]
    before = kept(*stays)
    Part.objects.all().delete()
    real = following.rebuild

    def deletes_the_next(group: Group) -> int:
        if group == groups[0]:
            Match.objects.filter(group=goes).delete()
            goes.delete()
        return real(group)

    monkeypatch.setattr(following, "rebuild", deletes_the_next)

    assert rebuild() == "5 matches in 3 groups.\n"
    assert kept() == before


def test_damaged_group_stops_no_other(groups: list[Group]) -> None:
    before = kept(groups[0], groups[2])
    Part.objects.all().delete()
    Round.objects.filter(group=groups[1]).update(entry={"sides": 7})

    with pytest.raises(CommandError, match="1 groups are damaged"):
        rebuild()

    assert kept() == before
    assert not Rebuild.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_rebuild_that_is_killed_goes_on(alice: Persona) -> None:
    groups = [group_of(alice, 2) for _ in range(12)]
    before = kept()
    connection.close()  # let the other process write

    done = killed_halfway()

    left = [group for group in groups if group.pk > done]
    assert left
    assert kept() == [row for row in before if row[0] <= done]
    assert start_rebuild("--due").wait() == 0
    assert kept() == before
    assert not Rebuild.objects.exists()


def killed_halfway() -> Any:
    """Kill a rebuild that has done something; return the last group it had done."""
    for _ in range(20):
        Part.objects.all().delete()
        process = start_rebuild()
        wait_until(lambda p=process: Rebuild.objects.exclude(after=None).exists() or p.poll() == 0)
        process.kill()
        process.wait()
        if begun := Rebuild.objects.first():  # else it was quicker than we are
            return begun.after
    pytest.fail("No rebuild could be killed.")


def start_rebuild(*said: str) -> subprocess.Popen:
    environment = {**os.environ, "DATABASE_URL": database_url()}
    command = [sys.executable, "manage.py", "rebuild", *said]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)


def wait_until(there: Any) -> None:
    until = time.monotonic() + 30
    while not there():
        assert time.monotonic() < until
        time.sleep(0.001)
