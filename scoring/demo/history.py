"""The years of the demo's group: its nights, and what happened to the group between them."""

import copy
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

import rules
from players import people as persons
from players.actions import people
from players.groups import make_group
from players.ids import uuid7
from players.models import Group, GroupEvent, Membership, Player, Role, User
from players.writing import write
from scoring import actions
from scoring.demo.cast import CAST, ORGANISER, OTHER_NAMES, TEAM, TEAM_NAME
from scoring.demo.nights import Night, nights
from scoring.demo.table import INCIDENTS, Evening
from scoring.models import HouseRules, RulesVersion, Season

NAME, ZONE = "Mesa de quinta", "America/Sao_Paulo"
HOUSE_NAME = "Tranca da quinta"
# The nights from one part of the group's time to another.
SEASONS = {"1ª Copa da Mesa": (0.45, 0.7), "2ª Copa da Mesa": (0.75, 0.97)}


def make_demo(by: User, seed: object, years: float, now: datetime | None = None) -> Group:
    """Make a group with so many years of history that `by` organises, the same for the same seed
    but for its dates, which end shortly before `now`.

    A night is one transaction, so that others can write meanwhile. Whatever goes wrong takes the
    whole group away again and is raised.
    """
    group = make_group(uuid7(), NAME, by)
    try:
        _History(group, by).write(list(nights(seed, years, now or timezone.now(), ZONE)))
    except BaseException:
        with write():
            group.delete()
        raise
    return group


class _History:
    def __init__(self, group: Group, by: User):
        self.group, self.by = group, by
        self.began = group.created
        self.house: HouseRules | None = None
        self.due = sorted(STORY.items(), key=lambda item: item[1])

    def write(self, held: Sequence[Night]) -> None:
        """Write all nights, in order, each with what came before it."""
        with write():
            self._found(held[0].begins)
        apart = len(held) / (len(INCIDENTS) + 1)
        incidents = {int(apart * n): name for n, name in enumerate(INCIDENTS, start=1)}
        for n, night in enumerate(held):
            with write():
                self._tell(night)
                Evening(self.group, self.by, night, self.house).hold(incidents.get(n))
        with write():
            self._seasons(held)

    def _tell(self, night: Night) -> None:
        """What happened since the night before."""
        while self.due and self.due[0][1] <= night.when:
            self.due.pop(0)[0](self)
            self._as_of(night.begins)

    def _found(self, at: datetime) -> None:
        """The group as it was at its first night."""
        Group.objects.filter(pk=self.group.pk).update(created=at, time_zone=ZONE)
        Membership.objects.filter(group=self.group).update(since=at)
        self.group.refresh_from_db()
        organiser = people(self.group, [ORGANISER])[ORGANISER]
        persons.claim(organiser, self.by, Role.ORGANISER)
        self._as_of(at)

    def _as_of(self, at: datetime) -> None:
        """What was just written was done then."""
        for model in (GroupEvent, RulesVersion):
            model.objects.filter(group=self.group, at__gte=self.began).update(at=at)
        Player.objects.filter(group=self.group, left_at__gte=self.began).update(left_at=at)

    def write_rules_down(self) -> None:
        """They agree on rules of their own."""
        document = _rules()
        self.house = actions.make_house(self.group, self.by, HOUSE_NAME, "tranca", document)

    def change_rules(self) -> None:
        """After a long argument red threes ask for a clean canastra."""
        document = _rules()
        document["honours"][0]["counts_if"] = {"canastras": 1, "clean": True}
        self.house = actions.save_house(self.house, self.by, self.house.version, document)

    def merge(self) -> None:
        """Somebody notices that two entries are one person."""
        for name, other in OTHER_NAMES.items():
            known = people(self.group, [name, other])
            actions.merge(known[name], known[other], self.by)

    def name_team(self) -> None:
        """Two who always play together get a name."""
        known = people(self.group, TEAM)
        persons.name_team(self.group, [known[name] for name in TEAM], TEAM_NAME, self.by)

    def say_goodbye(self) -> None:
        """Somebody moves away."""
        gone = [person.name for person in CAST if person.until < 1]
        for player in people(self.group, gone).values():
            persons.leave(player, self.by)

    def _seasons(self, held: Sequence[Night]) -> None:
        for name, (since, until) in SEASONS.items():
            within = [n.begins.date() for n in held if since <= n.when < until]
            if within:
                dates = {"starts": within[0], "ends": within[-1]}
                Season.objects.create(group=self.group, name=name, **dates)


# What happens between two nights, and when in the group's time.
STORY: dict[Callable[[_History], None], float] = {
    _History.write_rules_down: 0.1,
    _History.merge: 0.2,
    _History.name_team: 0.3,
    _History.change_rules: 0.5,
    _History.say_goodbye: 0.55,
}


def _rules() -> dict[str, Any]:
    """Tranca as they play it: a clean canastra is worth more."""
    document = copy.deepcopy(rules.preset("tranca").document)
    next(kind for kind in document["canastras"] if kind["key"] == "clean")["points"] = 300
    return document
