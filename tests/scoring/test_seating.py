"""Who is credited with a round and with a match where people took turns."""

from dataclasses import dataclass
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.models import Player
from scoring.models import Round, Seat
from scoring.seating import credited_result, credited_rounds

OURS, THEIRS = UUID(int=1), UUID(int=2)
PLAYERS = {name: Player(pk=UUID(int=100 + n), name=name) for n, name in enumerate("ABCDE")}


def slots(text: str) -> list[Round]:
    """A ledger: each sign a slot, R a round that counts, a adjustment, v void, m misfit."""
    kinds = {"a": Round.Kind.ADJUST, "c": Round.Kind.CALL}
    states = {"v": Round.State.VOID, "m": Round.State.MISFIT}
    return [
        Round(
            number=number,
            order=number * 10,
            kind=kinds.get(sign, Round.Kind.ROUND),
            state=states.get(sign, Round.State.COUNTS),
        )
        for number, sign in enumerate(text, start=1)
    ]


def seats(text: str) -> list[Seat]:
    """ "A1-3 B4- /C1-": seats of our side, then of theirs; place by place does not matter."""
    held = []
    for side, said in zip((OURS, THEIRS), (text + "/").split("/"), strict=False):
        for seat in said.split():
            first, _, last = seat[1:].partition("-")
            held.append(
                Seat(
                    side_id=side,
                    player=PLAYERS[seat[0]],
                    from_round=int(first),
                    to_round=int(last) if last else None,
                )
            )
    return held


def by_name(credited: dict) -> dict:
    names = {player.pk: name for name, player in PLAYERS.items()}
    return {names[pk]: value for pk, value in credited.items()}


ROUNDS = [
    ("nobody named", "RRR", "", {}),
    ("all along", "RRR", "A1- / B1-", {"A": {OURS: 3}, "B": {THEIRS: 3}}),
    ("a substitute", "RRR", "A1-2 B3-", {"A": {OURS: 2}, "B": {OURS: 1}}),
    ("one round sat out", "RRR", "A1-1 B2-2 A3-", {"A": {OURS: 2}, "B": {OURS: 1}}),
    ("never sat", "RRR", "A1-0 B1-", {"B": {OURS: 3}}),
    ("void rounds and adjustments", "Ravm cR".replace(" ", ""), "A1-", {"A": {OURS: 2}}),
    ("an empty place", "RRR", "A1-1", {"A": {OURS: 1}}),
    ("changed sides", "RRR", "A1-1 / A2-", {"A": {OURS: 1, THEIRS: 2}}),
    ("in two places of a side", "RRR", "A1-2 A1-", {"A": {OURS: 3}}),
]
RESULTS = [
    ("all along", "RR", "A1- / B1-", {"A": OURS, "B": THEIRS}),
    ("two of four and two of four", "RRRR", "A1-2 B3-", {"A": OURS, "B": OURS}),
    ("two of five and three of five", "RRRRR", "A1-2 B3-", {"B": OURS}),
    ("one of three", "RRR", "A1-1 B2-", {"B": OURS}),
    ("one of two", "RR", "A1-1 B2-", {"A": OURS, "B": OURS}),
    ("a third each", "RRR", "A1-1 B2-2 C3-", {}),
    ("one deal of five sat out", "RRRRR", "A1-2 B3-3 A4- / C1-", {"A": OURS, "C": THEIRS}),
    ("what does not count does not count", "RRvvva", "A1-1 B2-", {"A": OURS, "B": OURS}),
    ("more for the other side", "RRR", "A1-1 / A2-", {"A": THEIRS}),
    ("level on both sides, sat here later", "RR", "A1-1 / A2-", {"A": THEIRS}),
    ("and was to sit there again", "RR", "A1-1 A3-2 / A2-", {"A": THEIRS}),
    ("at both sides, longer at one", "RR", "A1- / A1-2", {"A": OURS}),
    ("at both sides all along", "RR", "A1- / A1-", {"A": THEIRS}),
    ("twice at one side", "RRRRR", "A1-2 A1-2 B3-", {"B": OURS}),
    ("level on both sides, sat there later", "RR", "A2- / A1-1", {"A": OURS}),
    ("no round played", "", "A1- / B1-", {"A": OURS, "B": THEIRS}),
    ("no round played, changed before", "", "A1-0 B1-", {"B": OURS}),
    ("only void rounds", "vv", "A1-1 B2-", {"B": OURS}),
]


@pytest.mark.parametrize(
    ("ledger", "table", "credit"), [row[1:] for row in ROUNDS], ids=[row[0] for row in ROUNDS]
)
def test_rounds_count_for_whoever_sat(ledger, table, credit):
    assert by_name(credited_rounds(slots(ledger), seats(table))) == credit


@pytest.mark.parametrize(
    ("ledger", "table", "credit"), [row[1:] for row in RESULTS], ids=[row[0] for row in RESULTS]
)
def test_match_counts_for_whoever_sat_half_of_it(ledger, table, credit):
    assert by_name(credited_result(slots(ledger), seats(table))) == credit


def test_forgotten_round_counts_for_whoever_sat_then():
    ledger = slots("RRR")
    ledger.append(Round(number=4, order=15, kind="round", state="counts"))

    assert by_name(credited_rounds(ledger, seats("A1-2 B3-"))) == {"A": {OURS: 3}, "B": {OURS: 1}}


def test_merged_entry_counts_for_the_one_it_was_merged_into():
    ana = Player(pk=UUID(int=7))
    alias = Player(pk=UUID(int=8), same_as=ana)
    seat = Seat(side_id=OURS, player=alias, from_round=1)

    assert credited_rounds(slots("R"), [seat]) == {ana.pk: {OURS: 1}}
    assert credited_result(slots("R"), [seat]) == {ana.pk: OURS}


@dataclass
class Evening:
    """A place of one side that changes hands after some rounds, some of which are taken out."""

    sitters: list[str]
    ledger: str

    @property
    def seats(self) -> str:
        """A seat each time somebody else sits there; `sitters` says who sat for each slot."""
        said, first = [], 1
        for number, name in enumerate(self.sitters, start=1):
            if number == len(self.sitters) or self.sitters[number] != name:
                said.append(f"{name}{first}-{number}")
                first = number + 1
        return " ".join(said)


@st.composite
def evenings(draw) -> Evening:
    ledger = draw(st.text("Rvac", min_size=1, max_size=12))
    who = st.sampled_from("ABC")
    return Evening(draw(st.lists(who, min_size=len(ledger), max_size=len(ledger))), ledger)


@given(evenings())
def test_every_round_counts_for_exactly_one_of_a_place(evening):
    credit = by_name(credited_rounds(slots(evening.ledger), seats(evening.seats)))

    said = [n for n, s in zip(evening.sitters, evening.ledger, strict=True) if s == "R"]
    assert {name: sides[OURS] for name, sides in credit.items()} == {
        name: said.count(name) for name in set(said)
    }


@given(evenings())
def test_result_is_credited_to_at_most_two_of_a_place(evening):
    ledger, table = slots(evening.ledger), seats(evening.seats)
    rounds = evening.ledger.count("R")

    credited = credited_result(ledger, table)

    sat = credited_rounds(ledger, table)
    if rounds:
        assert set(credited) == {p for p, sides in sat.items() if 2 * sides[OURS] >= rounds}
        assert len(credited) <= 2
