"""The log of a group: what was done there apart from its matches. Its rows hold ids and codes, and
names are looked up when it is shown, so that a person can be forgotten and the log stands."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from players.ids import parse
from players.models import Group, GroupEvent, Player, Role, Team, User
from players.naming import names_of

# What each kind of act says. `user`, `player`, `other` and `team` stand for the name of that id,
# `role` for what a member may do; `detail` may hold more than its sentence tells.
SENTENCES = {
    "make": gettext_noop("Group made"),
    "settings": gettext_noop("Settings changed"),
    "role": gettext_noop("%(user)s is now %(role)s"),
    "join": gettext_noop("Joined as %(role)s"),
    "leave": gettext_noop("Left"),
    "remove": gettext_noop("%(user)s was taken out"),
    "invite": gettext_noop("Invitation made: %(role)s"),
    "revoke": gettext_noop("Invitation closed"),
    "code": gettext_noop("Code to join made"),
    "accept": gettext_noop("%(user)s was let in as %(role)s"),
    "refuse": gettext_noop("%(user)s was not let in"),
    "delete": gettext_noop("Group deleted"),
    "restore": gettext_noop("Group brought back"),
    "forget": gettext_noop("A player was forgotten: %(player)s"),
    "claim": gettext_noop("%(user)s is the player %(player)s"),
    "refuse_claim": gettext_noop("%(user)s is not the player %(player)s"),
    "let_go": gettext_noop("%(user)s is the player %(player)s no more"),
    "rename_player": gettext_noop("A player was renamed: %(player)s"),
    "player_left": gettext_noop("%(player)s plays no more"),
    "player_back": gettext_noop("%(player)s plays again"),
    "merge": gettext_noop("%(other)s and %(player)s are one person"),
    "split": gettext_noop("%(other)s and %(player)s are two people again"),
    "team": gettext_noop("A team got a name: %(team)s"),
    "rename_team": gettext_noop("A team was renamed: %(team)s"),
    "end_team": gettext_noop("A team has its name no more"),
    "move_in": gettext_noop("A match was brought here"),
    "move_out": gettext_noop("A match went to another group"),
    "link": gettext_noop("A link into a match was made"),
    "unlink": gettext_noop("A link into a match was closed"),
    "delete_match": gettext_noop("A match was deleted"),
    "restore_match": gettext_noop("A match was brought back"),
    "rules": gettext_noop("Rules were written down"),
    "rules_version": gettext_noop("Rules were changed"),
    "rules_away": gettext_noop("Rules were put away"),
    "rules_back": gettext_noop("Rules are offered again"),
    "rules_taken": gettext_noop("A change of rules by %(user)s was taken"),
    "rules_left": gettext_noop("A change of rules by %(user)s was not taken"),
    "rules_shared": gettext_noop("Rules were shared"),
}
PLAYERS = ("player", "other")


@dataclass(frozen=True)
class Line:
    """One act as people read it: `who` did it, None for whoever is not known any more."""

    words: str
    actor_id: UUID | None
    who: str | None
    at: datetime


def note(group: Group, kind: str, actor: User | None, **detail: Any) -> GroupEvent:
    """Write down an act, in the transaction of the act itself. `detail` takes rows, ids and
    codes: no name, no words."""
    codes = {key: _code(value) for key, value in detail.items()}
    return GroupEvent.objects.create(group=group, kind=kind, actor=actor, detail=codes)


def _code(value: Any) -> Any:
    if isinstance(value, list):
        return [_code(one) for one in value]
    plain = isinstance(value, int) or value is None
    return value if plain else str(getattr(value, "pk", value))


def lines(group: Group, events: Iterable[GroupEvent]) -> list[Line]:
    """Return acts in words, in the order given, in a constant number of statements."""
    events = list(events)
    called = _called(group, events)
    return [
        Line(
            words=_words(event, called),
            actor_id=event.actor_id,
            who=called.get(str(event.actor_id)),
            at=event.at,
        )
        for event in events
    ]


def _called(group: Group, events: list[GroupEvent]) -> dict[str, str]:
    """What everybody and everything is called whose id stands in these acts."""
    said = [pk for event in events for key in ("user",) if (pk := _id(event, key))]
    users = {*said, *(event.actor_id for event in events if event.actor_id)}
    players = {pk for event in events for key in PLAYERS if (pk := _id(event, key))}
    teams = {pk for event in events if (pk := _id(event, "team"))}
    called = {str(pk): name for pk, name in names_of(group, users).items()}
    for model, ids in ((Player, players), (Team, teams)):
        if ids:
            called |= {
                str(row.pk): str(row) for row in model.objects.filter(group=group, pk__in=ids)
            }
    return called


def _id(event: GroupEvent, key: str) -> UUID | None:
    return parse(event.detail.get(key))


def _words(event: GroupEvent, called: dict[str, str]) -> str:
    sentence = SENTENCES.get(event.kind)
    if sentence is None:
        return _("Something changed")
    values = {key: event.detail.get(key) for key in ("user", "team", *PLAYERS)}
    shown = {
        key: format_html('<bdi class="own">{}</bdi>', called.get(str(value)) or _("somebody"))
        for key, value in values.items()
    }
    roles = {value: str(label) for value, label in Role.choices}
    shown["role"] = conditional_escape(roles.get(str(event.detail.get("role")), ""))
    return mark_safe(conditional_escape(_(sentence)) % shown)
