"""Keys: UUIDv7 of our own, and the one spelling of a key."""

import time
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.ids import parse, uuid7

KEY = "01a22e95-8634-70fb-b14a-e80fac650871"


def test_uuid7_has_its_version_and_variant():
    made = [uuid7() for _ in range(200)]

    assert {key.version for key in made} == {7}
    assert {key.variant for key in made} == {uuid.RFC_4122}
    assert len(set(made)) == 200


def test_uuid7_begins_with_the_milliseconds():
    before = time.time_ns() // 1_000_000
    made = uuid7().int >> 80
    after = time.time_ns() // 1_000_000

    assert before <= made <= after


def test_uuid7_of_a_later_millisecond_sorts_later(monkeypatch):
    instants = [1, 1_700_000_000_000, 1_700_000_000_001, 1_900_000_000_000, 2**48 - 1]
    made = []
    for milliseconds in instants:
        monkeypatch.setattr(time, "time_ns", lambda at=milliseconds: at * 1_000_000)
        made.append(uuid7())

    assert sorted(made) == made
    assert sorted(map(str, made)) == [str(key) for key in made]


@given(st.uuids())
def test_canonical_key_is_read(key):
    assert parse(str(key)) == key


@pytest.mark.parametrize(
    "text",
    [
        *(KEY.upper(), KEY.replace("-", ""), f"{{{KEY}}}", f"urn:uuid:{KEY}", f" {KEY}"),
        *(f"{KEY}\n", f"{KEY}\0", KEY[:-1], f"{KEY}0", KEY[:-1] + "g", KEY.replace("0", "٠")),
        *("", "0", "None", "null", "a" * 100_000, None, 7, uuid.UUID(KEY), [KEY]),
    ],
    ids=lambda text: ascii(text)[:20],
)
def test_any_other_spelling_is_no_key(text):
    assert parse(text) is None
