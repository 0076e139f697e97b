"""What may stand as a name, and when two names are one."""

import re
import unicodedata

from django import forms
from django.utils.translation import gettext_lazy as _

LONGEST = 40
# Overrides and isolates turn the text around a name; joiners stay, emoji are made of them.
TURNS_TEXT = re.compile("[\u202a-\u202e\u2066-\u2069]")
TAGGED = re.compile(r"(?P<name>[^()]+) \((?P<tag>[^()]{1,20})\)")
INVISIBLE = ("Z", "C", "M")
# Letters that show nothing: the fillers of Hangul, the empty cell of Braille.
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
# As long as its column. Few names grow that much: one sign of Arabic stands for four words.
LONGEST_KEY = 120


class BadName(ValueError):
    """A name nobody could read or that would disturb the page; `str()` is the sentence."""


def tidy(raw: str) -> str:
    """Return `raw` in NFC, outer space removed and inner runs of space made one."""
    return " ".join(unicodedata.normalize("NFC", raw).split())


def clean(raw: str, longest: int = LONGEST) -> str:
    """Return the tidied name; raise BadName where it cannot stand."""
    if any(unicodedata.category(c) in ("Cc", "Cs") and not c.isspace() for c in raw):
        raise BadName(_("This holds characters that cannot be shown."))
    name = tidy(raw)
    if TURNS_TEXT.search(name) or "\ufffe" in name or "\uffff" in name:
        raise BadName(_("This holds characters that cannot be shown."))
    if not any(unicodedata.category(c)[0] not in INVISIBLE and c not in BLANK for c in name):
        raise BadName(_("This needs at least one letter, number or sign."))
    if len(name) > longest:
        raise BadName(_("At most %(longest)d characters, please.") % {"longest": longest})
    return name


def key(name: str) -> str:
    """Return what two spellings of one name share: no case, no accents ("Zé" and "ze"), nothing
    between the letters that does not show."""
    letters = [
        letter
        for letter in unicodedata.normalize("NFKD", name.casefold())
        if not unicodedata.combining(letter) and unicodedata.category(letter) != "Cf"
    ]
    bare = unicodedata.normalize("NFC", "".join(letters)).strip()
    return (bare or name)[:LONGEST_KEY]


def apart(name: str) -> tuple[str, str]:
    """Return name and tag of "Ana (Silva)": what stands in brackets tells two of a name apart."""
    found = TAGGED.fullmatch(name)
    return (found["name"], found["tag"]) if found else (name, "")


class NameField(forms.Field):
    """A name or a short note: strict where Django's CharField lets invisible text pass."""

    def __init__(self, *, longest: int = LONGEST, **kwargs):
        self.longest = longest
        super().__init__(**kwargs)

    def to_python(self, value):
        """Return the tidied text, "" for nothing; raise ValidationError where it cannot stand."""
        if not value or not str(value).strip():
            return ""
        try:
            return clean(str(value), self.longest)
        except BadName as fault:
            raise forms.ValidationError(str(fault)) from fault
