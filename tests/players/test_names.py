"""What may stand as a name, and when two names are one."""

import unicodedata

import pytest
from django import forms
from hypothesis import given
from hypothesis import strategies as st

from players import names
from players.models import Player

CANNOT_BE_SHOWN = "This holds characters that cannot be shown."
NEEDS_A_SIGN = "This needs at least one letter, number or sign."
TOO_LONG = "At most 40 characters, please."
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"

GOOD = {
    "Ana": "Ana",
    "  Ana  ": "Ana",
    "Ana\t\n  Bia": "Ana Bia",
    "Ana\u2028Bia": "Ana Bia",
    "\u3000Ana\u00a0Bia\u3000": "Ana Bia",
    "Ze\u0301": "Z\u00e9",
    "7": "7",
    "?": "?",
    FAMILY: FAMILY,
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f": "\U0001f3f4"
    "\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "ᄒ\u1161\u11ab": "한",
    "שלום": "שלום",
    "<b>{{ x }}": "<b>{{ x }}",
    "a" * 40: "a" * 40,
    "e\u0301" * 40: "\u00e9" * 40,
    "a" * 20 + " " * 500 + "b": "a" * 20 + " b",
}
BAD = {
    "Ana\0": CANNOT_BE_SHOWN,
    "\x1b[31mAna": CANNOT_BE_SHOWN,
    "Ana\x7f": CANNOT_BE_SHOWN,
    "Ana\x9b": CANNOT_BE_SHOWN,
    "\ud800Ana": CANNOT_BE_SHOWN,
    "Ana\udfff": CANNOT_BE_SHOWN,
    "\u202eanA": CANNOT_BE_SHOWN,
    "Ana\u202c": CANNOT_BE_SHOWN,
    "\u2066Ana\u2069": CANNOT_BE_SHOWN,
    "Ana\ufffe": CANNOT_BE_SHOWN,
    "\u200b": NEEDS_A_SIGN,
    "\ufeff\u200d\u2060": NEEDS_A_SIGN,
    "\u0301\u0302": NEEDS_A_SIGN,
    "\u00ad": NEEDS_A_SIGN,
    "\ue000": NEEDS_A_SIGN,
    "\u3164": NEEDS_A_SIGN,  # Hangul fillers and the empty Braille cell are blank letters
    "\u115f\u1160\uffa0": NEEDS_A_SIGN,
    "\u2800\u2800": NEEDS_A_SIGN,
    "": NEEDS_A_SIGN,
    " \t\u3000": NEEDS_A_SIGN,
    "a" * 41: TOO_LONG,
    "a" + "\u0301\u0302\u0303" * 14: TOO_LONG,
    "a" * 10_000: TOO_LONG,
}


@pytest.mark.parametrize("raw", GOOD, ids=ascii)
def test_good_name_is_tidied(raw):
    assert names.clean(raw) == GOOD[raw]


@pytest.mark.parametrize("raw", BAD, ids=lambda raw: ascii(raw)[:24])
def test_bad_name_is_refused_with_its_sentence(raw):
    with pytest.raises(names.BadName) as fault:
        names.clean(raw)
    assert str(fault.value) == BAD[raw]


@given(st.text(max_size=60))
def test_clean_name_stays_as_it_is(raw):
    try:
        name = names.clean(raw)
    except names.BadName:
        return
    assert names.clean(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert (name.strip(), len(name) <= 40) == (name, True)
    name.encode()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zé", "ze"),
        ("José", "JOSE\u0301"),
        ("Straße", "STRASSE"),
        ("ﬁlipa", "Filipa"),
        ("Ａｎａ", "ana"),
        ("Ana", "A\u200bna"),
        ("İpek", "ipek"),
        ("Σίσυφος", "ΣΙΣΥΦΟΣ"),
        ("Ana", "A\u0301\u0302\u0303na"),
    ],
    ids=ascii,
)
def test_two_spellings_of_one_name_share_a_key(one, other):
    assert names.key(one) == names.key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "Anna"), ("Ana", "Аnа"), ("´", "¨"), ("ﾞ", "ﾟ"), ("मिता", "मता"), ("7", "8")],
    ids=ascii,
)
def test_two_names_have_two_keys(one, other):
    assert names.key(one) != names.key(other)


@pytest.mark.parametrize("name", ["\ufdfa" * 40, "ﬃ" * 40, "\u0390" * 40, "a" * 40], ids=ascii)
def test_key_of_the_longest_name_fits_its_column(name):
    assert len(names.key(names.clean(name))) <= Player._meta.get_field("key").max_length


@given(st.text(min_size=1, max_size=40))
def test_key_of_any_name_is_there_and_fits(raw):
    try:
        key = names.key(names.clean(raw))
    except names.BadName:
        return
    assert 1 <= len(key) <= Player._meta.get_field("key").max_length


class Note(forms.Form):
    must = names.NameField(error_messages={"required": "Say it."})
    may = names.NameField(longest=100, required=False)


@pytest.mark.parametrize("blank", ["", " ", "\t\n", "\u3000"], ids=ascii)
def test_nothing_typed_is_nothing_where_it_may_be(blank):
    form = Note({"must": blank, "may": blank})

    assert form.errors == {"must": ["Say it."]}
    assert form.cleaned_data == {"may": ""}


def test_refused_words_say_why_and_stay_in_their_field():
    form = Note({"must": "Ana\u202e", "may": "b" * 101})

    assert form.errors == {
        "must": [CANNOT_BE_SHOWN],
        "may": ["At most 100 characters, please."],
    }
    assert (form["must"].value(), form["may"].value()) == ("Ana\u202e", "b" * 101)
