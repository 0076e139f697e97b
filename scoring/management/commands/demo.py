"""`manage.py demo`: a group with years of history, to look around in."""

import secrets
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.accounts import set_password, sign_in_name
from players.actions import make_guest
from players.models import User
from players.names import BadName
from scoring.demo.history import make_demo
from scoring.models import Match, Round

MOST_YEARS = 20


class Command(BaseCommand):
    help = "Make a believable group with years of history; the same seed makes the same group."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who organises the group, and what it is made of."""
        parser.add_argument("--user", default="demo", help="organises it; made if there is none")
        parser.add_argument("--password", help="of a user who is made; else one is thought up")
        parser.add_argument("--seed", default="1", help="another one makes another history")
        parser.add_argument("--years", type=float, default=4)

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the group, and say where it is and how to sign in."""
        if not 0.2 <= options["years"] <= MOST_YEARS:
            raise CommandError(f"--years is a number from 0.2 to {MOST_YEARS}.")
        user, password = self._organiser(options["user"], options["password"])
        try:
            group = make_demo(user, options["seed"], options["years"])
        except BaseException:
            if password:
                user.delete()
            raise
        matches = Match.objects.filter(group=group)
        rounds = Round.objects.filter(group=group)
        self.stdout.write(f"{group}: {matches.count()} matches, {rounds.count()} rounds")
        self.stdout.write(f"/g/{group.pk}")
        self.stdout.write(f"user: {user}" + (f", password: {password}" if password else ""))

    def _organiser(self, said: str, password: str | None) -> tuple[User, str]:
        try:
            name = sign_in_name(said)
        except BadName as fault:
            raise CommandError(f"--user: {fault}") from None
        known = User.objects.filter(username=name).first()
        if known and password:
            raise CommandError(f"There is a user {name} already, who has a password.")
        if known:
            return known, ""
        password = password or secrets.token_urlsafe(9)
        user = make_guest()
        set_password(user, name, password)
        return user, password
