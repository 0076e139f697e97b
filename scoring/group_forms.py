"""Forms of a group: who is who."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext

from players import names
from players.models import Player
from players.names import NameField
from scoring.forms import NAME, PlainForm

NEW = "new"


def name_key(name: str) -> tuple[str, str]:
    """Return what two spellings of "Ana (Silva)" share: of the name, and of what tells apart."""
    return tuple(names.key(part) if part else "" for part in names.apart(name))


class ArrivalsForm(PlainForm):
    """Who each of `people` is in another group, whose players (merged ones too) are `there`."""

    def __init__(self, data=None, *, people: Sequence[Player], there: Sequence[Player]):
        super().__init__(data, use_required_attribute=False)
        self.people = people
        self.taken = {name_key(str(player)): player.person for player in there}
        self.there = {str(player.pk): player for player in there if player.same_as is None}
        choices = [(NEW, gettext("somebody new there"))]
        choices += [(pk, str(player)) for pk, player in self.there.items()]
        for n, player in enumerate(people):
            same = self.taken.get(name_key(str(player)))
            self.fields[f"who{n}"] = forms.ChoiceField(
                choices=choices, initial=str(same.pk) if same else NEW
            )
            self.fields[f"name{n}"] = NameField(required=False, initial=str(player))
            self.fields[f"name{n}"].widget.attrs |= NAME

    def clean(self):
        """Nobody becomes two, no two become one, and who is new has a name of their own."""
        cleaned = super().clean()
        seen = set()
        for n in range(len(self.people)):
            who, name = cleaned.get(f"who{n}"), cleaned.get(f"name{n}")
            if who is None or name is None:
                continue
            if who == NEW and not name:
                self.add_error(f"name{n}", gettext("A name, please."))
            elif who == NEW and name_key(name) in self.taken:
                said = gettext("%(name)s plays there already. Another one? Write “%(name)s (2)”.")
                self.add_error(f"name{n}", said % {"name": name})
            elif (one := name_key(name) if who == NEW else who) in seen:
                said = gettext("Two of them cannot be the same person there.")
                self.add_error(f"name{n}" if who == NEW else f"who{n}", said)
            else:
                seen.add(one)
        return cleaned

    def arrivals(self) -> dict[Any, Player | str]:
        """For each player who they are there: one of the group, or a new name."""
        said = self.cleaned_data
        return {
            player.pk: said[f"name{n}"] if said[f"who{n}"] == NEW else self.there[said[f"who{n}"]]
            for n, player in enumerate(self.people)
        }

    def rows(self) -> list[dict[str, Any]]:
        """The fields by person, for the template."""
        return [
            {"player": player, "who": self[f"who{n}"], "name": self[f"name{n}"]}
            for n, player in enumerate(self.people)
        ]
