"""`manage.py rebuild`: makes what each player did, and all ratings, anew from the matches."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.ids import parse
from players.models import Group
from players.writing import write
from scoring.models import Rebuild
from scoring.stats import following
from scoring.verification import DAMAGE


class Command(BaseCommand):
    help = (
        "Make all parts and ratings anew from the matches, group by group, each in a transaction "
        "of its own. Whatever stops it, the next call goes on with the group it had come to. It "
        "may run while people play."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take which groups to rebuild."""
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--anew", action="store_true", help="begin at the first group again")
        which.add_argument(
            "--due",
            action="store_true",
            help="do nothing unless one was begun, or the database is older than parts",
        )
        which.add_argument("--group", metavar="ID", help="only this group")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild and say how much there was."""
        if options["group"]:
            count = _rebuild(parse(options["group"]))
            if count is None:
                raise CommandError("There is no such group.")
            self.stdout.write(f"{count} matches.")
            return
        begun = Rebuild.objects.first()
        if options["due"] and begun is None:
            return
        if begun is None or options["anew"]:
            begun = _note(None)
        self._all(begun.after)

    def _all(self, last: UUID | None) -> None:
        """Rebuild all groups behind this one. One with damage stops no other."""
        # Groups made from now on have nothing to rebuild.
        left = Group.objects.filter(pk__gt=last) if last else Group.objects.all()
        groups = matches = damaged = 0
        for pk in list(left.order_by("pk").values_list("pk", flat=True)):
            try:
                with write():
                    count = _rebuild(pk)
                    _note(pk)
            except DAMAGE as damage:
                self.stderr.write(f"group {pk}: cannot be rebuilt: {damage!r}")
                damaged += 1
                continue
            if count is not None:
                groups, matches = groups + 1, matches + count
        Rebuild.objects.all().delete()
        if damaged:
            raise CommandError(f"{damaged} groups are damaged: see manage.py verify.")
        self.stdout.write(f"{matches} matches in {groups} groups.")


def _rebuild(pk: UUID | None) -> int | None:
    """Return how many matches of a group have parts now; None where there is no such group."""
    try:
        with write():
            return following.rebuild(Group.objects.get(pk=pk))
    except Group.DoesNotExist:  # taken away since its id was read
        return None


def _note(last: UUID | None) -> Rebuild:
    """Keep which group was the last that is done."""
    return Rebuild.objects.update_or_create(pk=1, defaults={"after": last})[0]
