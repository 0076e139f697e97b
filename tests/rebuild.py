"""All tables of a match made again from its events alone, in a database that is empty.

    assert_rebuilds(match)

The database is a second SQLite, migrated once a process; what the events only refer to (people,
players, rulesets, words) is copied into it, everything else comes out of the log.
"""

import atexit
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connections, models, transaction
from django.db.utils import ConnectionHandler

from players.models import Group, Player, User
from scoring import log
from scoring.models import (
    Event,
    HouseRules,
    Match,
    Remark,
    Round,
    Ruleset,
    Score,
    Seat,
    Series,
    Side,
)

ALIAS = "rebuilt"
# Rows are written and compared in this order. A score's id says nothing: it is left out.
TABLES: dict[str, type[models.Model]] = {
    "match": Match,
    "side": Side,
    "seat": Seat,
    "round": Round,
    "score": Score,
}
OF_MATCH = {
    Match: "pk",
    Side: "match",
    Seat: "side__match",
    Round: "match",
    Score: "round__match",
    Remark: "match",
    Event: "match",
}


class Differs(AssertionError):
    """The tables do not follow from the events; `str()` says where."""


def assert_rebuilds(match: Match) -> None:
    """Fail unless every row and column of the match follows from its events."""
    with empty_database():
        copy_references(match)
        write(match)
        for table, model in TABLES.items():
            kept, made = columns(model, match, "default"), columns(model, match, ALIAS)
            if kept != made:
                raise Differs(f"{table}: kept {kept}\nfrom the events: {made}")


def write(match: Match) -> None:
    events = list(Event.objects.filter(match=match).order_by("version"))
    try:
        made = log.rebuild(match.pk, match.group_id, events)
    except (AttributeError, KeyError, ValueError) as error:
        raise Differs(f"the events make no match: {error!r}") from error
    for table, model in TABLES.items():
        model._default_manager.using(ALIAS).bulk_create(made[table])
    connections[ALIAS].check_constraints()


def columns(model: type[models.Model], match: Match, alias: str) -> list[dict[str, Any]]:
    names = [f.attname for f in model._meta.concrete_fields]
    if model is Score:
        names.remove("id")
    rows = model._default_manager.using(alias).filter(**{OF_MATCH[model]: match.pk})
    return list(rows.order_by(*(n for n in names if n.endswith("id"))).values(*names))


def copy_references(match: Match) -> None:
    groups = Group.objects.filter(pk=match.group_id)
    copy(User.objects.all())
    copy(groups)
    copy(Player.objects.filter(group__in=groups))
    copy(Ruleset.objects.filter(group__in=groups))
    copy(HouseRules.objects.filter(group__in=groups))
    copy(Series.objects.filter(group__in=groups))
    copy(Remark.objects.filter(match=match))


def copy(rows: models.QuerySet) -> None:
    rows.model._default_manager.using(ALIAS).bulk_create(list(rows))


@contextmanager
def empty_database() -> Iterator[None]:
    """The second database, left as it was found."""
    with connected(migrated_file()), transaction.atomic(using=ALIAS):
        yield
        transaction.set_rollback(True, using=ALIAS)


@contextmanager
def connected(file: Path) -> Iterator[None]:
    """Let Django know the file as ALIAS. It stays out of the settings: whatever stands there a
    test may not touch unless it said so beforehand."""
    given = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(file)}}
    connections[ALIAS] = connection = ConnectionHandler(given).create_connection("default")
    connection.alias = ALIAS
    try:
        yield
    finally:
        connection.close()
        del connections[ALIAS]


@cache
def migrated_file() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="caderneta-rebuilt-"))
    atexit.register(shutil.rmtree, folder)
    file = folder / "empty.sqlite3"
    with connected(file):
        call_command("migrate", database=ALIAS, verbosity=0)
    return file
