"""One strict policy for every number somebody types."""

import pytest
from django import forms
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring import figures

GOOD = {
    "0": 0,
    "7": 7,
    "007": 7,
    "+5": 5,
    "-5": -5,
    "\u22125": -5,  # the true minus, as the pages themselves write it
    "-0": 0,
    " 12 ": 12,
    "\t12\n": 12,
    "\u00a012": 12,
    "1000000": 1_000_000,
    "-1000000": -1_000_000,
    "": None,
    "   ": None,
}
GOOD_SUMS = {
    "60+45+15": 120,
    "60 + 45 - 15": 90,
    "-60+45": -15,
    "60\u221215": 45,
    "1000000-1": 999_999,
    "+".join(["1"] * 41): 41,
}
BAD = [
    *("1_0", "5.", "5.0", ".5", "1,5", "1.000", "1 000", "٣", "१२", "５", "5５", "²", "Ⅳ", "五"),
    *("NaN", "nan", "Infinity", "-inf", "1e3", "9e99", "0x10", "0b1", "0o7", "1n", "1L", "True"),
    *("--5", "+-5", "- 5", "+", "-", "5-", "5+", "+ 5", "$5", "5%", "(5)", "5;", "5/1", "5*2"),
    *("1000001", "-1000001", "9" * 400, "-" + "9" * 400, "2**63", str(2**63), "0" * 8),
    *("5\x005", "5\u200b", "\u202e5", "\ufeff5", "5\n5", "5\r\n5", "\ud800", "'5'", '"5"', "null"),
]
BAD_SUMS = [
    *("60++45", "60+-45", "60 +  45", "60+45+", "+60+", "60,45", "60+4５", "60+1_0", "60+5."),
    *("1000000+1", "-1000000-1", "+".join(["1"] * 42), "60+" * 2000, "60+" + "9" * 400),
]


@pytest.mark.parametrize("text", GOOD)
def test_whole_number_is_read(text):
    assert figures.read(text) == GOOD[text]
    assert figures.read(text, sums=True) == GOOD[text]


@pytest.mark.parametrize("text", GOOD_SUMS)
def test_sum_is_read_where_sums_are_asked_for_only(text):
    assert figures.read(text, sums=True) == GOOD_SUMS[text]
    with pytest.raises(ValueError, match=r"^"):
        figures.read(text)


@pytest.mark.parametrize("sums", [False, True])
@pytest.mark.parametrize("text", BAD, ids=ascii)
def test_anything_else_is_no_whole_number(text, sums):
    with pytest.raises(ValueError, match=r"^"):
        figures.read(text, sums=sums)


@pytest.mark.parametrize("text", BAD_SUMS, ids=lambda text: text[:12])
def test_bad_sum_is_no_whole_number(text):
    with pytest.raises(ValueError, match=r"^"):
        figures.read(text, sums=True)


@given(st.integers(-figures.LIMIT, figures.LIMIT))
def test_what_is_written_plainly_is_read_back(number):
    assert figures.read(str(number)) == number


@given(st.text(max_size=12))
def test_any_text_is_a_number_in_bounds_or_refused(text):
    try:
        number = figures.read(text, sums=True)
    except ValueError:
        return
    assert number is None or abs(number) <= figures.LIMIT


@pytest.mark.parametrize(
    ("language", "number", "plain", "signed"),
    [
        ("en", 1250, "1,250", "+1,250"),
        ("pt-br", 1250, "1.250", "+1.250"),
        ("pt-br", -180, "\u2212180", "\u2212180"),
        ("en", -1_000_000, "\u22121,000,000", "\u22121,000,000"),
        ("en", 0, "0", "0"),
    ],
)
def test_figure_is_shown_as_its_language_writes_it(language, number, plain, signed):
    with translation.override(language):
        assert figures.show(number) == plain
        assert figures.show(number, signed=True) == signed


class TwoFigures(forms.Form):
    points = figures.FigureField(sums=True)
    cards = figures.FigureField()


@pytest.mark.parametrize("text", ["1_0", "٣", "9" * 400, '"><b>'], ids=ascii)
def test_refused_figure_says_why_and_stays_in_its_field(text):
    form = TwoFigures({"points": text, "cards": "7"})

    said = ["A whole number, please: digits only, at most a million."]
    assert form.errors == {"points": said}
    assert form["points"].value() == text
    assert form.cleaned_data == {"cards": 7}


def test_figure_asks_for_the_keyboard_that_has_what_it_needs():
    fields = {
        name: figures.FigureField(**options).widget.attrs.get("inputmode")
        for name, options in {
            "plain": {},
            "negative": {"negative": True},
            "sum": {"sums": True},
        }.items()
    }

    assert fields == {"plain": "numeric", "negative": None, "sum": None}
