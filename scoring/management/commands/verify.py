"""`manage.py verify`: proves tables = events = the rules = parts, over the whole database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring import verification


class Command(BaseCommand):
    help = (
        "Prove that every table follows from the events, every total from the rules, and every "
        "part and rating from the matches."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what differs; end with code 1 if anything does."""
        faults = self._say(verification.rulesets())
        count = 0
        for pk in verification.matches():
            faults += self._say(verification.match(pk))
            count += 1
        for pk in verification.groups():
            faults += self._say(verification.group(pk))
        if faults:
            raise CommandError(f"{faults} differences in {count} matches.")
        self.stdout.write(f"{count} matches: tables, events, rules and parts agree.")

    def _say(self, found: Any) -> int:
        count = 0
        for count, sentence in enumerate(found, start=1):  # noqa: B007
            self.stdout.write(sentence)
        return count
