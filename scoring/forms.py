"""Forms of the table, apart from the round sheet. They check shape; the rules judge the rest."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

import rules
from players import names
from players.forms import PlainForm
from players.ids import parse, uuid7
from players.models import Player, Team
from players.names import NameField
from scoring import figures
from scoring.actions import Setting, Table
from scoring.figures import FigureField
from scoring.models import HouseRules
from scoring.words import SUITS, default_names

OWN = "own"
LEGS = range(2, 8)
NAME = {"class": "field", "autocomplete": "off", "maxlength": names.LONGEST}
LOWEST_TARGET, HIGHEST_TARGET = 1, 1_000_000


def first_to(wins: int) -> str:
    """Return "first to 2 wins"."""
    return ngettext("first to %(n)d win", "first to %(n)d wins", wins) % {"n": wins}


class KeyField(forms.Field):
    """A UUID in its one canonical spelling."""

    widget = forms.HiddenInput

    def to_python(self, value):
        """Return the UUID; raise ValidationError for anything else."""
        key = parse(value)
        if key is None:
            raise forms.ValidationError(_("This sheet is damaged. Please start again."))
        return key


class SidesForm(PlainForm):
    """Names, people and starting totals of the sides, and who deals first."""

    def __init__(
        self,
        data=None,
        *,
        called: Sequence[str],
        most_players: int,
        dealers: Sequence[str],
        **kwargs,
    ):
        self.called, self.sides, self.most_players = called, len(called), most_players
        super().__init__(data, use_required_attribute=False, **kwargs)
        for side in range(self.sides):
            self.fields[f"label{side}"] = NameField(required=False)
            self.fields[f"label{side}"].widget.attrs |= NAME | {"placeholder": called[side]}
            self.fields[f"start{side}"] = FigureField(negative=True)
            for place in range(most_players):
                self.fields[f"player{side}.{place}"] = NameField(required=False)
                self.fields[f"player{side}.{place}"].widget.attrs |= NAME | {"list": "known"}
        self.fields["first_dealer"] = forms.TypedChoiceField(
            required=False,
            coerce=int,
            empty_value=None,
            choices=[("", gettext("not said")), *((str(n), d) for n, d in enumerate(dealers))],
        )

    def clean(self):
        """Nobody sits in two places."""
        cleaned = super().clean()
        seen: dict[str, str] = {}
        twice = gettext("%(name)s sits here already. Another of that name? Write “%(name)s (2)”.")
        for name in self.fields:
            said = cleaned.get(name)
            if "." not in name or not said:  # only players have a place in their name
                continue
            if names.key(said) in seen:
                self.add_error(name, twice % {"name": said})
            seen[names.key(said)] = name
        return cleaned

    def players(self) -> list[list[str]]:
        """The people of each side, by name."""
        said = self.cleaned_data
        return [
            [n for p in range(self.most_players) if (n := said.get(f"player{side}.{p}"))]
            for side in range(self.sides)
        ]

    def all_players(self) -> list[str]:
        """Everybody at the table."""
        return [name for side in self.players() for name in side]

    def labels(self) -> list[str]:
        """The typed name of each side, "" for none."""
        return [self.cleaned_data[f"label{side}"] for side in range(self.sides)]

    def starts(self) -> list[int]:
        """The starting total of each side."""
        return [self.cleaned_data[f"start{side}"] or 0 for side in range(self.sides)]

    def each_side(self) -> list[dict[str, Any]]:
        """The fields by side, for the template."""
        return [
            {
                "suit": SUITS[side],
                "name": self.called[side],
                "label": self[f"label{side}"],
                "start": self[f"start{side}"],
                "players": [self[f"player{side}.{p}"] for p in range(self.most_players)],
                "team": self[f"team{side}"] if f"team{side}" in self.fields else None,
            }
            for side in range(self.sides)
        ]


class NewMatchForm(SidesForm):
    """A new match of one game; `preset` is its rules, or those of the `house`."""

    id = KeyField()

    def __init__(
        self,
        data=None,
        *,
        preset: rules.Ruleset,
        sides: int,
        teams: Sequence[Team] = (),
        house: HouseRules | None = None,
    ):
        self.preset, self.house = preset, house
        self.teams = {str(team.pk): team for team in teams}
        super().__init__(
            data,
            called=default_names(sides),
            most_players=max(preset.players_per_side or (1,)),
            dealers=default_names(sides),
            initial={"id": uuid7(), "target": preset.end.target},
        )
        if teams:
            choices = [("", gettext("no team")), *((str(t.pk), str(t)) for t in teams)]
            for side in range(sides):
                self.fields[f"team{side}"] = forms.ChoiceField(choices=choices, required=False)
        if preset.end.mode == "target":
            offers = sorted({*preset.offers, preset.end.target})
            choices = [(str(n), figures.show(n)) for n in offers] + [(OWN, gettext("other"))]
            self.fields["target"] = forms.ChoiceField(choices=choices, widget=forms.RadioSelect)
            self.fields["own_target"] = FigureField()
        self.fields["wins"] = forms.TypedChoiceField(
            choices=[("", gettext("a single match")), *((str(n), first_to(n)) for n in LEGS)],
            initial=preset.legs.wins if preset.legs else "",
            required=False,
            coerce=int,
            empty_value=None,
        )
        counts = [(str(n), str(n)) for n in preset.players_per_side or ()]
        self.fields["players_per_side"] = forms.TypedChoiceField(
            choices=[("", gettext("not said")), *counts],
            widget=forms.RadioSelect,
            required=False,
            coerce=int,
            empty_value=None,
        )

    def clean(self):
        """A target of one's own is a whole number above 0; a team brings its own people."""
        cleaned = super().clean()
        self._check_teams(cleaned)
        if cleaned.get("target") == OWN and "own_target" not in self.errors:
            own = cleaned.get("own_target")
            if own is None or not LOWEST_TARGET <= own <= HIGHEST_TARGET:
                self.add_error("own_target", gettext("To how many points? At least 1."))
        return cleaned

    def _check_teams(self, cleaned: dict[str, Any]) -> None:
        taken = {names.key(said) for name, said in cleaned.items() if "." in name and said}
        for side in range(self.sides):
            team = self.teams.get(cleaned.get(f"team{side}", ""))
            if team is None:
                continue
            if any(cleaned.get(f"player{side}.{place}") for place in range(self.most_players)):
                self.add_error(f"team{side}", gettext("The team or its names, not both, please."))
            elif taken & (people := {names.key(str(player)) for player in team.players.all()}):
                self.add_error(f"team{side}", gettext("Somebody of this team sits here already."))
            else:
                taken |= people

    def seated(self, known: Mapping[str, Player]) -> list[list[Player]]:
        """The players of each side: those of its team, else those typed, found in `known`."""
        teams = [self.teams.get(self.cleaned_data.get(f"team{n}", "")) for n in range(self.sides)]
        return [
            list(team.players.all()) if team else [known[name] for name in said]
            for team, said in zip(teams, self.players(), strict=True)
        ]

    def end(self) -> dict[str, Any]:
        """The end as agreed: the ruleset's, with the target that was chosen."""
        end = {k: v for k, v in self.preset.document["end"].items() if k != "offers"}
        target = self.cleaned_data.get("target")
        if target:
            end["target"] = self.cleaned_data["own_target"] if target == OWN else int(target)
        return end

    def table(self, people: Sequence[Sequence[Player]]) -> Table:
        """What `actions.start_match` wants, with the players of each side."""
        counts = {len(side) for side in people}
        seated = counts.pop() if len(counts) == 1 else 0
        return Table(
            preset=self.preset.id,
            document=self.preset.document,
            house=self.house,
            end=self.end(),
            labels=self.labels(),
            players=people,
            players_per_side=self.cleaned_data["players_per_side"] or seated or None,
            first_dealer=self.cleaned_data["first_dealer"],
            starts=self.starts(),
            wins=self.cleaned_data["wins"],
        )


class TableForm(SidesForm):
    """The same about a match that is on. Where a round was `played` it asks since when somebody
    sits where they sit."""

    def __init__(self, data=None, *, played: bool, **kwargs):
        super().__init__(data, **kwargs)
        for name, said in self.initial.items():
            if "." in name and len(said) > names.LONGEST:  # with what tells two of a name apart
                self.fields[name].longest = len(said)
                self.fields[name].widget.attrs["maxlength"] = len(said)
        if played:
            choices = [("", gettext("from the next round on")), ("start", gettext("all along"))]
            self.fields["since"] = forms.ChoiceField(
                choices=choices, widget=forms.RadioSelect, required=False
            )

    def places(self) -> list[list[str]]:
        """Who sits in each place of each side, by name; "" for nobody."""
        return [
            [self.cleaned_data[f"player{side}.{place}"] for place in range(self.most_players)]
            for side in range(self.sides)
        ]

    def setting(self, known: Mapping[str, Player]) -> Setting:
        """What `actions.set_table` wants, with the players of these names."""
        return Setting(
            labels=self.labels(),
            starts=self.starts(),
            players=[[known.get(name) for name in side] for side in self.places()],
            from_start=self.cleaned_data.get("since") == "start",
            first_dealer=self.cleaned_data["first_dealer"],
        )


class AdjustForm(PlainForm):
    """Points outside of a round, for a reason."""

    note = NameField(
        longest=100,
        error_messages={"required": _("What is it for? A word or two will do.")},
    )

    def __init__(self, data=None, *, sides: int):
        self.sides = sides
        super().__init__(data, use_required_attribute=False)
        for side in range(sides):
            self.fields[f"points{side}"] = FigureField(negative=True)

    def clean(self):
        """Some side gets or loses something."""
        cleaned = super().clean()
        if not self.errors and not any(self.points()):
            self.add_error("points0", gettext("How many points? Use − to take some off."))
        return cleaned

    def points(self) -> list[int]:
        """One figure a side."""
        return [self.cleaned_data.get(f"points{side}") or 0 for side in range(self.sides)]

    def each_side(self) -> list[Any]:
        """The figures, for the template."""
        return [self[f"points{side}"] for side in range(self.sides)]


class TargetForm(PlainForm):
    """Play to another target."""

    target = FigureField(required=True, error_messages={"required": _("To how many points?")})

    def clean_target(self):
        """Return the target, at least 1."""
        if self.cleaned_data["target"] < LOWEST_TARGET:
            raise forms.ValidationError(_("To how many points? At least 1."))
        return self.cleaned_data["target"]
