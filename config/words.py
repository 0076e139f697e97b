"""The catalogues: gathered from the sources, compiled for Django.

Babel does both, so that no machine needs gettext. `./caderneta words` runs
`update`; every start runs `compile_all`.
"""

import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

BASE_DIR = Path(__file__).resolve().parent.parent
# English is the language of the sources and needs no catalogue. Two forms are
# enough here: nobody scores the millions for which CLDR has a third.
PLURALS = {"pt_BR": "nplurals=2; plural=(n > 1);"}
SOURCES = ("config", "players", "rules", "scoring")
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# Written by hand: Babel's own head carries dates, which would change each time.
HEAD = r"""msgid ""
msgstr ""
"Language: {language}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: {plurals}\n"

"""


def catalogues() -> list[Path]:
    return [BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po" for language in PLURALS]


def read(path: Path) -> Catalog:
    source = path.read_bytes() if path.exists() else head(path).encode()
    return read_po(BytesIO(source), locale=language(path))


def language(path: Path) -> str:
    return path.parent.parent.name


def head(path: Path) -> str:
    return HEAD.format(language=language(path), plurals=PLURALS[language(path)])


def compile_all() -> None:
    """Several processes may start at once: each puts a whole file in place."""
    for source in filter(Path.exists, catalogues()):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        with draft.open("wb") as file:
            write_mo(file, read(source))
        draft.replace(target)


def update() -> None:
    for path in catalogues():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(refreshed(path), encoding="utf-8")


def refreshed(path: Path) -> str:
    """The catalogue as it should read: today's messages, yesterday's translations."""
    catalogue = read(path)
    catalogue.update(gathered(), no_fuzzy_matching=True)
    body = BytesIO()
    write_po(
        body,
        catalogue,
        width=0,
        omit_header=True,
        no_location=True,
        sort_output=True,
        ignore_obsolete=True,
    )
    return head(path) + body.getvalue().decode().strip() + "\n"


def gathered() -> Catalog:
    catalogue = Catalog()
    for source in python_sources():
        gather(catalogue, source)
    for template in sorted((BASE_DIR / "templates").rglob("*.*")):
        code = templatize(template.read_text(encoding="utf-8"), origin=str(template))
        # What stood between the tags is left as words at any depth: flush left,
        # it is no indentation error.
        gather(catalogue, "\n".join(line.lstrip() for line in code.splitlines()).encode())
    return catalogue


def python_sources() -> Iterator[bytes]:
    for package in SOURCES:
        for path in sorted((BASE_DIR / package).rglob("*.py")):
            yield path.read_bytes()


def gather(catalogue: Catalog, source: bytes) -> None:
    options = {"encoding": "utf-8"}
    for _, function, found, notes in extract_python(
        BytesIO(source), KEYWORDS, ["Translators:"], options
    ):
        parts = list(found) if isinstance(found, tuple) else [found]
        context = parts.pop(0) if "pgettext" in function else None
        messages = parts[: 2 if function.startswith("n") else 1]
        if all(messages):
            key = tuple(messages) if len(messages) == 2 else messages[0]
            catalogue.add(key, context=context, auto_comments=notes)


if __name__ == "__main__":
    update()
