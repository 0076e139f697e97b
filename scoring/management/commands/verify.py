"""`manage.py verify`: proves tables = events = the rules, over the whole database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring import verification


class Command(BaseCommand):
    help = "Prove that every table follows from the events and every total from the rules."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what differs; end with code 1 if anything does."""
        faults = self._say(verification.rulesets())
        count = 0
        for pk in verification.matches():
            faults += self._say(verification.match(pk))
            count += 1
        if faults:
            raise CommandError(f"{faults} differences in {count} matches.")
        self.stdout.write(f"{count} matches: tables, events and rules agree.")

    def _say(self, found: Any) -> int:
        count = 0
        for count, sentence in enumerate(found, start=1):  # noqa: B007
            self.stdout.write(sentence)
        return count
