"""What a sheet in Portuguese says, asked of the catalogue: no test repeats its words."""

from django.utils import translation

import rules
from scoring.sentences import sentence

LANGUAGE = "pt-br"


def told(source: str, **values: str) -> str:
    """The page's words for this English source, its `{…}` filled in."""
    with translation.override(LANGUAGE):
        words = translation.gettext(source)
    for name, value in values.items():
        words = words.replace(f"{{{name}}}", value)
    return words


def told_many(one: str, many: str, n: int) -> str:
    with translation.override(LANGUAGE):
        return translation.ngettext(one, many, n).replace("{n}", str(n))


def sentence_of(code: str, preset: str = "tranca") -> str:
    """The sentence for a code of the rules."""
    with translation.override(LANGUAGE):
        return sentence(code, rules.preset(preset))
