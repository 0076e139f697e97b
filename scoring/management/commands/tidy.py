"""`manage.py tidy`: take away for good what nobody can bring back any more."""

from typing import Any

from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.core.management.base import BaseCommand
from django.db import connection
from django.utils import timezone

from players import querysets as people
from players.models import Group, JoinRequest, Session
from players.writing import write
from scoring import querysets as table
from scoring.models import Match


class Command(BaseCommand):
    help = "Take away deleted groups and matches past their time, ended sessions, old counts."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete, each kind in short transactions, and say how many there were."""
        now = timezone.now()
        old = [
            ("groups", Group.objects.filter(deleted_at__lt=now - people.KEPT)),
            ("matches", Match.objects.filter(deleted_at__lt=now - table.KEPT)),
            ("sessions", Session.objects.filter(expire_date__lt=now)),
            ("requests", JoinRequest.objects.filter(invite__expires_at__lt=now - people.KEPT)),
        ]
        for name, held in old:
            count = 0
            for row in held.iterator():
                with write():
                    row.delete()
                count += 1
            self.stdout.write(f"{name}: {count}")
        self.stdout.write(f"counts: {_forget_counts()}")


def _forget_counts() -> int:
    """Drop what the cache's table holds past its time: it names addresses."""
    if not isinstance(caches["default"], DatabaseCache):
        return 0
    name = connection.ops.quote_name(caches["default"]._table)
    now = connection.ops.adapt_datetimefield_value(timezone.now().replace(microsecond=0))
    with write(), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {name} WHERE expires < %s", [now])
        return cursor.rowcount
