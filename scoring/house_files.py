"""House rules as a file: read within bounds, refused with the place of each fault."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

import rules
from players import names
from players.names import BadName, NameField
from scoring.forms import NAME, PlainForm
from scoring.house_fields import LONGEST_WORD

LONGEST = 64 * 1024
LONGEST_TEXT, MOST_ITEMS, MOST_LISTED = 400, 500, 40
NAMES = re.compile(r"calls\[|texts\.[^.]+\.words")  # what is called something, not a sentence
LISTED = ("deck.classes", "canastras", "honours", "extras")


def read_document(raw: bytes) -> dict[str, Any]:
    """Return the rules that a file holds.

    Raises rules.InvalidRuleset with every fault: of the file, of its size, or of the rules.
    """
    if len(raw) > LONGEST:
        raise _refused("", "too_big")
    try:
        document = json.loads(raw.decode("utf-8-sig"), parse_constant=_no_number)
    except RecursionError:
        raise _refused("", "too_deep") from None
    except ValueError:
        raise _refused("", "no_json") from None
    if not isinstance(document, dict):
        raise _refused("", "no_json")
    faults = list(_bounds("", document, 0))
    if faults:
        raise rules.InvalidRuleset(faults)
    loaded = rules.load(document)
    if loaded.id not in {preset.id for preset in rules.presets() if preset.game == loaded.game}:
        raise _refused("id", "unknown_preset")
    return loaded.document


def _no_number(name: str) -> None:
    raise ValueError(name)


def _refused(path: str, code: str) -> rules.InvalidRuleset:
    return rules.InvalidRuleset([rules.Fault(path, code, code)])


def _bounds(path: str, value: Any, depth: int) -> Iterator[rules.Fault]:
    """What is too much, or cannot be shown, wherever it stands; texts and names alike."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _text(path, key)
            yield from _bounds(f"{path}.{key[:40]}" if path else key[:40], item, depth + 1)
    elif isinstance(value, list):
        if len(value) > (MOST_LISTED if path in LISTED else MOST_ITEMS):
            yield rules.Fault(path, "too_many", "")
        for place, item in enumerate(value[:MOST_ITEMS]):
            yield from _bounds(f"{path}[{place}]", item, depth + 1)
    elif isinstance(value, str):
        yield from _text(path, value)


def _text(path: str, text: str) -> Iterator[rules.Fault]:
    if len(text) > (LONGEST_WORD if NAMES.match(path) else LONGEST_TEXT):
        yield rules.Fault(path, "too_long", "")
        return
    try:
        names.clean(text, LONGEST_TEXT)
    except BadName:
        yield rules.Fault(path, "bad_text", "")


def as_file(document: Mapping[str, Any]) -> str:
    """Return the text of a file of these rules."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


class HouseNameForm(PlainForm):
    """What a group calls its rules."""

    name = NameField(error_messages={"required": _("A name, please.")})
    name.widget.attrs |= NAME

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, use_required_attribute=False, **kwargs)


class FileForm(HouseNameForm):
    """Rules from elsewhere: pasted, or chosen as a file."""

    text = forms.CharField(
        required=False,
        max_length=LONGEST,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        error_messages={"max_length": _("This file is too big to be rules.")},
    )
    file = forms.FileField(required=False, allow_empty_file=True)

    def clean(self) -> dict[str, Any]:
        """Something must be there; what it is, the rules judge."""
        cleaned = super().clean()
        if not cleaned.get("file") and not cleaned.get("text") and "text" not in self.errors:
            self.add_error("text", _("Paste the rules here, or choose their file."))
        return cleaned

    def raw(self) -> bytes:
        """What was pasted or chosen, no more of it than is looked at."""
        file = self.cleaned_data.get("file")
        return file.read(LONGEST + 1) if file else self.cleaned_data["text"].encode()
