"""Forms of a group: who is who."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext

from players import names
from players.models import Player
from players.names import LONGEST, NameField
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
        choices = [(NEW, gettext("new there"))]
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


class NameForm(PlainForm):
    """What somebody, or a team, is called."""

    name = NameField()

    def __init__(self, data=None, **kwargs):
        super().__init__(data, use_required_attribute=False, **kwargs)
        self.fields["name"].widget.attrs |= NAME
        self.fields["name"].error_messages["required"] = gettext("A name, please.")

    def taken(self) -> str:
        """Return what is said where somebody else has the name."""
        said = gettext("%(name)s plays here already. Another one? Write “%(name)s (2)”.")
        return said % {"name": self.cleaned_data["name"]}


class MergeForm(PlainForm):
    """Which other entry is the same person."""

    def __init__(self, data=None, *, others: Sequence[Player]):
        super().__init__(data, use_required_attribute=False)
        self.others = {str(player.pk): player for player in others}
        choices = [("", gettext("choose")), *((pk, str(one)) for pk, one in self.others.items())]
        self.fields["other"] = forms.ChoiceField(choices=choices)
        self.fields["other"].error_messages["required"] = gettext("Who is it?")

    def other(self) -> Player:
        """Return the entry that was chosen."""
        return self.others[self.cleaned_data["other"]]


class TagForm(PlainForm):
    """What tells two of one name apart, where that is `asked`."""

    def __init__(self, data=None, *, name: str, asked: bool):
        super().__init__(data, use_required_attribute=False)
        self.called = name
        if asked:
            self.fields["tag"] = NameField(longest=min(20, max(2, LONGEST - len(name) - 3)))
            self.fields["tag"].widget.attrs |= NAME
            self.fields["tag"].error_messages["required"] = gettext("A word, please.")

    def clean_tag(self):
        """Return the tag without brackets, which stand around it."""
        tag = self.cleaned_data["tag"]
        if "(" in tag or ")" in tag:
            raise forms.ValidationError(gettext("Without brackets, please."))
        return tag

    def ask(self) -> None:
        """Say that somebody else has the name."""
        said = gettext("Somebody else is called so now. Please look again.")
        self.add_error("tag" if "tag" in self.fields else None, said)
