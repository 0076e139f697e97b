"""The settings of a group: what its people know, and what its table does."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

import rules
from players.group_forms import FIELD, SettingsForm
from players.ids import parse
from players.models import Group
from players.names import NameField
from scoring.models import Habits, HouseRules
from scoring.words import text

# What tables call by names of their own; all other words follow from the game.
WORDS = ("canastra", "canastras", "clean", "dirty", "morto", "mortos", "honours")


class GroupSettingsForm(SettingsForm):
    """Also the game a new match begins with, and what this group calls things."""

    begins = forms.ChoiceField(
        required=False,
        label=gettext_lazy("A new match is"),
        widget=forms.Select(attrs=FIELD),
    )

    def __init__(self, data=None, *, group: Group, presets: list[rules.Ruleset]):
        super().__init__(data, group=group)
        habits = Habits.objects.filter(group=group).first()
        self.houses = {
            str(house.pk): house
            for house in HouseRules.objects.filter(group=group, retired_at=None)
        }
        self.presets = {preset.id: preset for preset in presets}
        self.fields["begins"].choices = [
            ("", gettext("what was played last")),
            *((pk, str(house)) for pk, house in self.houses.items()),
            *((key, text(preset, "name")) for key, preset in self.presets.items()),
        ]
        if habits:
            house = str(habits.house_id) if habits.house_id else ""
            self.initial["begins"] = house if house in self.houses else habits.preset
        for key in WORDS:
            self.initial[f"word.{key}"] = group.words.get(key, "")
            usual = gettext(rules.WORDS[key])
            widget = forms.TextInput(
                attrs=FIELD | {"autocomplete": "off", "maxlength": 40, "placeholder": usual}
            )
            self.fields[f"word.{key}"] = NameField(required=False, label=usual, widget=widget)
        self.kept_words = {k: v for k, v in group.words.items() if k not in WORDS}

    def word_fields(self) -> list[Any]:
        """The fields of the words, for the template."""
        return [self[f"word.{key}"] for key in WORDS]

    def group_values(self) -> dict[str, Any]:
        """The columns of the group, as `players.groups.change_settings` takes them."""
        said = self.cleaned_data
        own = {key: said[f"word.{key}"] for key in WORDS if said[f"word.{key}"]}
        names = ("name", "language", "time_zone")
        return {name: said[name] for name in names} | {"words": self.kept_words | own}

    def habit(self) -> tuple[str, HouseRules | None]:
        """The game a new match begins with ("" for the last one), and under which rules."""
        said = self.cleaned_data["begins"]
        house = self.houses.get(said) if parse(said) else None
        return (house.preset, house) if house else (said, None)
