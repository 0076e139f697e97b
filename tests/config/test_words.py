"""Every catalogue is complete and says what the sources say today."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from config import words

PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|\{\w*\}")

catalogues = pytest.mark.parametrize("path", words.catalogues(), ids=words.language)


@catalogues
def test_catalogue_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == words.refreshed(path), "run ./caderneta words"


@catalogues
def test_everything_is_translated(path: Path) -> None:
    messages = [message for message in words.read(path) if message.id]

    assert [m.id for m in messages if m.fuzzy or not all(forms(m))] == []


@catalogues
def test_translations_keep_the_placeholders(path: Path) -> None:
    """A plural may leave its number out: “one round”."""
    for message in filter(lambda message: message.id, words.read(path)):
        ids = [message.id] if isinstance(message.id, str) else message.id
        wanted = {name for text in ids for name in placeholders(text)}
        for form in forms(message):
            if isinstance(message.id, str):
                assert placeholders(form) == wanted, message.id
            else:
                assert placeholders(form) <= wanted, message.id


def forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string)


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(words, "BASE_DIR", tmp_path)
    for folder in (*words.SOURCES, "templates"):
        (tmp_path / folder).mkdir()
    return tmp_path


def test_words_of_code_and_templates_are_gathered(tree: Path) -> None:
    (tree / "rules" / "words.py").write_text(
        'A = gettext_noop("clean") + gettext(A) + pgettext("side", A)\n'
        'B = pgettext("month", "May")\n'
        'C = ngettext("%(n)s point", "%(n)s points", n)\n'
    )
    (tree / "templates" / "page.html").write_text(
        '{% load i18n %}\n    <p>It\'s {% translate "hers" %}\n  {% if "a" %}'
        "{% blocktranslate trimmed count n=n %}\n {{ n }} game\n {% plural %}\n {{ n }} games\n"
        "{% endblocktranslate %}{% endif %}"
    )

    words.update()

    catalogue = words.read(words.catalogues()[0])
    assert {(m.id, m.context) for m in catalogue if m.id} == {
        ("clean", None),
        ("May", "month"),
        (("%(n)s point", "%(n)s points"), None),
        ("hers", None),
        (("%(n)s game", "%(n)s games"), None),
    }


def test_refreshing_keeps_translations_and_drops_what_is_gone(tree: Path) -> None:
    source, path = tree / "rules" / "words.py", words.catalogues()[0]
    source.write_text('gettext("clean")\ngettext("dirty")\n')
    words.update()
    path.write_text(path.read_text().replace('"clean"\nmsgstr ""', '"clean"\nmsgstr "limpa"'))
    source.write_text('gettext("clean")\ngettext("new")\n')

    words.update()
    once = path.read_text()
    words.update()

    assert {m.id: m.string for m in words.read(path) if m.id} == {"clean": "limpa", "new": ""}
    assert path.read_text() == once


def test_compiled_catalogue_is_used(tree: Path) -> None:
    path = words.catalogues()[0]
    (tree / "rules" / "words.py").write_text('gettext("clean")\n')
    words.update()
    path.write_text(path.read_text().replace('"clean"\nmsgstr ""', '"clean"\nmsgstr "limpa"'))

    words.compile_all()

    assert b"limpa" in path.with_suffix(".mo").read_bytes()
    assert sorted(p.name for p in path.parent.iterdir()) == ["django.mo", "django.po"]
