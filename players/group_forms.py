"""Forms of a group: its name, how it is set up, and the code that was said aloud."""

from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from players.forms import PlainForm
from players.models import Group
from players.names import NameField

FIELD = {"class": "field"}
# What people call where they live; the rest of the list are old names and offsets.
REGIONS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)


def name_field(**kwargs) -> NameField:
    """A name of a person or a group, to be typed."""
    widget = forms.TextInput(attrs=FIELD | {"autocomplete": "off", "maxlength": 40})
    return NameField(widget=widget, **kwargs)


def time_zones() -> list[tuple[str, str]]:
    """Return the time zones to choose from, with what they are called."""
    named = sorted(z for z in available_timezones() if z.split("/")[0] in REGIONS)
    return [(zone, zone.replace("_", " ")) for zone in named]


class NewGroupForm(PlainForm):
    """A group needs a name, nothing else."""

    name = name_field(error_messages={"required": _("A name, please.")})

    def __init__(self, data=None):
        super().__init__(data, use_required_attribute=False)


class SettingsForm(PlainForm):
    """How a group is called and where it is. A notebook needs no name."""

    name = name_field(error_messages={"required": _("A name, please.")})
    language = forms.ChoiceField(required=False, widget=forms.Select(attrs=FIELD))
    time_zone = forms.ChoiceField(widget=forms.Select(attrs=FIELD))

    def __init__(self, data=None, *, group: Group):
        held = {name: getattr(group, name) for name in ("name", "language", "time_zone")}
        super().__init__(data, initial=held, use_required_attribute=False)
        self.fields["name"].required = group.personal_to_id is None
        self.fields["language"].choices = [
            ("", _("each phone's own")),
            *settings.LANGUAGES,
        ]
        zones = time_zones()
        own = (group.time_zone, group.time_zone.replace("_", " "))
        self.fields["time_zone"].choices = zones if own in zones else [own, *zones]


class CodeForm(PlainForm):
    """Six digits somebody heard, and who they are."""

    code = forms.CharField(
        max_length=40,
        widget=forms.TextInput(
            attrs=FIELD | {"inputmode": "numeric", "autocomplete": "off", "maxlength": 20}
        ),
        error_messages={"required": _("Six digits, please.")},
    )
    name = name_field(error_messages={"required": _("A name, please.")})

    def __init__(self, data=None):
        super().__init__(data, use_required_attribute=False)

    def clean_code(self) -> str:
        """The digits alone, however they were grouped."""
        code = "".join(self.cleaned_data["code"].split()).replace("-", "")
        if not (code.isascii() and code.isdigit() and len(code) == 6):
            raise forms.ValidationError(_("Six digits, please."))
        return code
