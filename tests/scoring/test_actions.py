"""What each act does to a match: totals, states, and a log from which all of it follows."""

from datetime import UTC, date, datetime, timedelta

import pytest

import rules
from players.ids import uuid7
from scoring import actions
from scoring.actions import Setting, Sheet, Table, keep_ruleset
from scoring.acts import Refused
from scoring.models import Event, Match, Remark
from tests.factories import (
    TRANCA_POINTS,
    PlayerFactory,
    fresh,
    start_match,
    totals_sheet,
    tranca_sheet,
)
from tests.scoring.conftest import Persona
from tests.scoring.hand import Hand

OPEN, BY_RULES, BY_PEOPLE = ("open", ""), ("finished", "rules"), ("finished", "people")


@pytest.fixture
def hand(match: Match, alice: Persona) -> Hand:
    return Hand(match, alice.user)


def four_rounds(hand: Hand) -> None:
    """To 3000: 900, 1800, 2700, then the end at 3300."""
    for points in ([900, 100], [900, 200], [900, 300], [600, 400]):
        hand.record(*points)


def drawn(hand: Hand) -> None:
    """Both reach 3000 with the same total, so that play goes on."""
    hand.record(2900, 2900)
    hand.record(200, 200)


# What is done, then totals, state, ended by, and the slots in order: counts, void, misfit.
ACTS = {
    "nothing": (lambda t: None, [0, 0], OPEN, ""),
    "a round": (lambda t: t.save(tranca_sheet()), TRANCA_POINTS, OPEN, "c"),
    "the end": (four_rounds, [3300, 1000], BY_RULES, "cccc"),
    "exactly the target": (lambda t: t.record(3000, 2999), [3000, 2999], BY_RULES, "c"),
    "a tie plays on": (drawn, [3100, 3100], OPEN, "cc"),
    "an extra round decides a tie": (
        lambda t: (drawn(t), t.record(-50, 0)),
        [3050, 3100],
        BY_RULES,
        "ccc",
    ),
    "both over the target": (lambda t: t.record(3100, 3200), [3100, 3200], BY_RULES, "c"),
    "an adjustment decides a tie": (
        lambda t: (drawn(t), t.adjust(0, -10)),
        [3100, 3090],
        BY_RULES,
        "ccc",
    ),
    "an adjustment": (lambda t: (t.record(100, 50), t.adjust(-30, 0)), [70, 50], OPEN, "cc"),
    "a correction": (
        lambda t: (t.record(100, 50), t.record(10, 20), t.correct(1, 80, -50)),
        [90, -30],
        OPEN,
        "cc",
    ),
    "a correction four rounds later": (
        lambda t: (four_rounds(t), t.correct(1, 800, 150)),
        [3200, 1050],
        BY_RULES,
        "cccc",
    ),
    "a correction that ends it earlier": (
        lambda t: (four_rounds(t), t.correct(1, 1200, 100)),
        [3000, 600],
        BY_RULES,
        "cccm",
    ),
    "… and that is taken back": (
        lambda t: (four_rounds(t), t.correct(1, 1200, 100), t.undo()),
        [3300, 1000],
        BY_RULES,
        "cccc",
    ),
    "… and a farther end": (
        lambda t: (four_rounds(t), t.correct(1, 1200, 100), t.move_end(5000)),
        [3600, 1000],
        OPEN,
        "cccc",
    ),
    "… and the rest taken out": (
        lambda t: (four_rounds(t), t.correct(1, 1200, 100), t.void_after_end()),
        [3000, 600],
        BY_RULES,
        "cccv",
    ),
    "… and the rest taken out, then the mistake corrected": (
        lambda t: (
            four_rounds(t),
            t.correct(1, 1200, 100),
            t.void_after_end(),
            t.correct(1, 900, 100),
        ),
        [2700, 600],
        OPEN,
        "cccv",
    ),
    "a correction that opens it again": (
        lambda t: (four_rounds(t), t.correct(4, 200, 400)),
        [2900, 1000],
        OPEN,
        "cccc",
    ),
    "a correction that leaves a tie": (
        lambda t: (t.record(3000, 2000), t.correct(1, 3000, 3000)),
        [3000, 3000],
        OPEN,
        "c",
    ),
    "a void round": (lambda t: (four_rounds(t), t.void(2)), [2400, 800], OPEN, "cvcc"),
    "a void round that goes on": (
        lambda t: (four_rounds(t), t.void(2), t.record(600, 0)),
        [3000, 800],
        BY_RULES,
        "cvccc",
    ),
    "… put back after more was played": (
        lambda t: (four_rounds(t), t.void(2), t.record(600, 0), t.void(2, False)),
        [3300, 1000],
        BY_RULES,
        "ccccm",
    ),
    "a round corrected while void": (
        lambda t: (t.record(100, 50), t.void(1), t.correct(1, 70, 60), t.void(1, False)),
        [70, 60],
        OPEN,
        "c",
    ),
    "a void adjustment": (
        lambda t: (t.record(100, 50), t.adjust(0, 25), t.void(2)),
        [100, 50],
        OPEN,
        "cv",
    ),
    "all void": (lambda t: (t.record(3000, 50), t.void(1)), [0, 0], OPEN, "v"),
    "a forgotten first round": (
        lambda t: (t.record(100, 50), t.insert(None, 7, 8)),
        [107, 58],
        OPEN,
        "cc",
    ),
    "a forgotten round that ends it earlier": (
        lambda t: (four_rounds(t), t.insert(1, 300, 0)),
        [3000, 600],
        BY_RULES,
        "ccccm",
    ),
    "a forgotten round behind the end": (
        lambda t: (four_rounds(t), t.insert(4, 300, 0)),
        [3300, 1000],
        BY_RULES,
        "ccccm",
    ),
    "a forgotten round behind a void one": (
        lambda t: (t.record(1, 2), t.record(3, 4), t.void(1), t.insert(1, 10, 20)),
        [13, 24],
        OPEN,
        "vcc",
    ),
    "starting totals": (
        lambda t: (t.record(100, 50), t.setting(starts=[1500, 1600])),
        [1600, 1650],
        OPEN,
        "c",
    ),
    "starting totals that end it": (
        lambda t: (t.record(100, 50), t.record(10, 20), t.setting(starts=[2950, 0])),
        [3050, 50],
        BY_RULES,
        "cm",
    ),
    "finished by people": (
        lambda t: (t.record(100, 50), t.finish()),
        [100, 50],
        BY_PEOPLE,
        "c",
    ),
    "finished by people, then corrected": (
        lambda t: (t.record(100, 50), t.finish(), t.correct(1, 10, 20)),
        [10, 20],
        BY_PEOPLE,
        "c",
    ),
    "finished by people, then corrected beyond the target": (
        lambda t: (t.record(9, 5), t.record(1, 1), t.finish(), t.correct(1, 3000, 20)),
        [3000, 20],
        BY_PEOPLE,
        "cm",
    ),
    "finished, resumed": (
        lambda t: (t.record(100, 50), t.finish(), t.resume(), t.record(1, 2)),
        [101, 52],
        OPEN,
        "cc",
    ),
    "put away": (lambda t: (t.record(100, 50), t.put_away()), [100, 50], ("abandoned", ""), "c"),
    "put away, resumed": (
        lambda t: (t.record(100, 50), t.put_away(), t.resume()),
        [100, 50],
        OPEN,
        "c",
    ),
    "put away, corrected beyond the target": (
        lambda t: (t.record(100, 50), t.put_away(), t.correct(1, 3000, 0)),
        [3000, 0],
        ("abandoned", ""),
        "c",
    ),
    "… and resumed": (
        lambda t: (t.record(100, 50), t.put_away(), t.correct(1, 3000, 0), t.resume()),
        [3000, 0],
        BY_RULES,
        "c",
    ),
    "given up": (lambda t: (t.record(9, 5), t.forfeit(0)), [9, 5], ("forfeited", ""), "c"),
    "given up, resumed": (
        lambda t: (t.record(9, 5), t.forfeit(0), t.resume()),
        [9, 5],
        OPEN,
        "c",
    ),
    "a nearer end": (
        lambda t: (t.record(900, 800), t.record(50, 20), t.move_end(900)),
        [900, 800],
        BY_RULES,
        "cm",
    ),
    "a farther end": (lambda t: (four_rounds(t), t.move_end(3301)), [3300, 1000], OPEN, "cccc"),
}


@pytest.mark.parametrize(("do", "totals", "ended", "states"), ACTS.values(), ids=ACTS)
def test_acts_lead_to(hand: Hand, do, totals, ended, states) -> None:
    do(hand)

    assert hand.seen() == (totals, *ended, states)
    hand.sound()


@pytest.mark.parametrize(
    ("do", "winner"),
    [
        (lambda t: t.record(100, 50), None),
        (lambda t: t.record(3100, 3200), 1),
        (lambda t: (t.record(3100, 100), t.correct(1, 100, 3100)), 1),
        (lambda t: (t.record(100, 50), t.finish()), 0),
        (lambda t: (t.record(100, 100), t.finish()), None),
        (lambda t: (t.record(100, 50), t.forfeit(0)), 1),
        (lambda t: (t.record(100, 50), t.put_away()), None),
        (lambda t: (four_rounds(t), t.correct(1, 100, 3000)), 1),
    ],
)
def test_winner_follows(hand: Hand, do, winner) -> None:
    do(hand)

    assert hand.board().winner == winner


def test_score_rows_stand_only_while_a_round_counts(hand: Hand) -> None:
    four_rounds(hand)
    hand.correct(1, 1500, 0)
    hand.void(2)

    points = {1: (1500, 0), 3: (900, 300), 4: (600, 400)}
    assert hand.scores() == [(n, side, points[n][side]) for n in points for side in (0, 1)]


def test_numbers_are_never_given_twice(hand: Hand) -> None:
    hand.record(1, 2)
    hand.record(3, 4)
    hand.undo()
    hand.insert(None, 5, 6)
    hand.adjust(7, 8)

    assert [(r.number, r.state) for r in hand.rounds] == [
        (3, "counts"),
        (1, "counts"),
        (2, "void"),
        (4, "counts"),
    ]


def test_forgotten_rounds_keep_their_place_forty_times_in_one_gap(hand: Hand) -> None:
    hand.record(1, 0)
    hand.record(2, 0)
    for points in range(40):
        hand.insert(1, 100 + points, 0)

    points = [entry.entry["sides"][0]["total"] for entry in hand.rounds]
    assert points == [1, *range(139, 99, -1), 2]
    assert sorted(entry.number for entry in hand.rounds) == list(range(1, 43))
    hand.sound()


def test_own_rules_of_a_round_stay_when_the_match_has_others(hand: Hand) -> None:
    hand.save(tranca_sheet({"canastras": {"clean": 2}}))
    hand.save(tranca_sheet())
    other = dict(rules.preset("tranca").document)
    other["canastras"] = [c | {"points": 5 * c["points"]} for c in other["canastras"]]
    theirs = keep_ruleset(hand.match.group, other)
    hand.match.rounds.filter(number=1).update(ruleset=theirs)

    hand.adjust(1, 1)  # judges the whole ledger anew

    first = [TRANCA_POINTS[0] + 200 + 2 * 800, TRANCA_POINTS[1] + 400]
    assert hand.scores()[:4] == [
        *[(1, side, points) for side, points in enumerate(first)],
        *[(2, side, points) for side, points in enumerate(TRANCA_POINTS)],
    ]
    assert hand.totals() == [a + b + 1 for a, b in zip(first, TRANCA_POINTS, strict=True)]


def test_match_by_rounds_has_no_target_to_move(alice: Persona) -> None:
    end = {"mode": "rounds", "rounds": 2}
    hand = Hand(start_match(alice.user, preset="burraco", end=end), alice.user)
    hand.record(100, 50)
    before = hand.seen()

    with pytest.raises(Refused, match="NO_TARGET"):
        hand.move_end(500)
    assert hand.seen() == before


@pytest.mark.parametrize("points", [100, 3000])
def test_match_that_is_on_or_ended_by_the_rules_cannot_be_taken_up_again(
    alice: Persona, points: int
) -> None:
    hand = Hand(start_match(alice.user), alice.user)
    hand.record(points, 50)
    before = hand.seen()

    with pytest.raises(Refused, match="NOTHING_TO_RESUME"):
        hand.resume()
    assert hand.seen() == before


@pytest.mark.parametrize(
    ("tie", "winner", "ended"),
    [("draw", None, BY_RULES), ("went_out", 1, BY_RULES), ("extra_round", None, OPEN)],
)
def test_tie_ends_as_agreed(alice: Persona, tie, winner, ended) -> None:
    end = {"mode": "target", "target": 500, "tie": tie}
    hand = Hand(start_match(alice.user, end=end), alice.user)
    hand.save(Sheet({"end": "out", "sides": [{"total": 500}, {"total": 500, "out": "normal"}]}))

    assert (hand.match.state, hand.match.ended_by) == ended
    assert hand.board().winner == winner
    hand.sound()


def test_start_keeps_what_the_form_said(alice: Persona) -> None:
    group = alice.user.notebook
    ana, bia, caio, davi = (PlayerFactory(group=group) for _ in range(4))
    match = start_match(
        alice.user,
        labels=["Nós", ""],
        players=[[ana, bia], [caio, davi]],
        starts=[1200, 900],
        first_dealer=2,
        players_per_side=2,
    )

    view = Hand(match, alice.user).board()

    assert [(s.name, s.total, s.players) for s in view.sides] == [
        ("Nós", 1200, [ana.name, bia.name]),
        (f"{caio.name} and {davi.name}", 900, [caio.name, davi.name]),
    ]
    assert (view.dealer, view.starter) == (bia.name, davi.name)
    Hand(match, alice.user).sound()


def test_settings_change_names_people_and_dealer(hand: Hand) -> None:
    group = hand.match.group
    people = [[PlayerFactory(group=group)] for _ in "AB"]

    hand.setting(labels=["Nós", "Eles"], players=people, first_dealer=1)

    view = hand.board()
    assert [side.name for side in view.sides] == ["Nós", "Eles"]
    assert [side.players for side in view.sides] == [[p.name] for [p] in people]
    assert (view.dealer, hand.match.players_per_side) == (people[1][0].name, 1)
    hand.sound()


def test_settings_leave_a_name_that_did_not_change(hand: Hand) -> None:
    hand.setting(labels=["Nós", ""])
    hand.setting(labels=["Nós", ""])

    assert Remark.objects.filter(text="Nós").count() == 1
    assert hand.match.sides.get(position=1).label is None


def test_words_stand_beside_the_log_and_not_in_it(hand: Hand) -> None:
    hand.setting(labels=["Saturday", ""])
    hand.save(tranca_sheet({"adjustments": [{"note": "Sunday", "points": -5}]}))
    hand.adjust(0, -100, note="Monday")
    hand.void(1, reason="Tuesday")

    days = {"Saturday", "Sunday", "Monday", "Tuesday"}
    log = str(list(Event.objects.values()))
    assert set(Remark.objects.values_list("text", flat=True)) == days
    assert [day for day in days if day in log] == []
    assert hand.match.events.get(kind="void").reason.text == "Tuesday"


REFUSED = {
    "a round": lambda t: t.record(1, 2),
    "an adjustment": lambda t: t.adjust(1, 2),
    "to finish": lambda t: t.finish(),
    "to put away": lambda t: t.put_away(),
    "to give up": lambda t: t.forfeit(1),
}


@pytest.mark.parametrize("act", REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize(
    "end",
    [
        lambda t: t.record(3000, 0),
        lambda t: (t.record(1, 0), t.finish()),
        lambda t: t.put_away(),
        lambda t: t.forfeit(0),
    ],
    ids=["by the rules", "by people", "away", "given up"],
)
def test_match_over_refuses(hand: Hand, end, act) -> None:
    end(hand)
    version = hand.match.version

    with pytest.raises(Refused, match="MATCH_OVER"):
        act(hand)

    assert hand.match.version == version


INVALID = {
    "nobody went out": (tranca_sheet({"out": None}), {"NOBODY_WENT_OUT"}),
    "three sides": (Sheet({"sides": [{"total": 1}] * 3}), {"SIDES_COUNT"}),
    "an unknown kind": (tranca_sheet({"canastras": {"golden": 1, "clean": 1}}), {"UNKNOWN_KIND"}),
}


@pytest.mark.parametrize(("sheet", "codes"), INVALID.values(), ids=INVALID)
@pytest.mark.parametrize(
    "write",
    [
        lambda t, sheet: t.save(sheet),
        lambda t, sheet: t.rewrite(1, sheet),
        lambda t, sheet: actions.insert_round(t.match, t.by, uuid7(), None, sheet),
    ],
    ids=["record", "correct", "insert"],
)
def test_rules_refuse_an_impossible_round(hand: Hand, write, sheet, codes) -> None:
    hand.record(1, 2)

    with pytest.raises(Refused) as refused:
        write(hand, sheet)

    assert {problem["code"] for problem in refused.value.problems} == codes
    assert hand.seen() == ([1, 2], *OPEN, "c")
    assert hand.match.version == 2


def test_acts_may_have_been_done_in_the_past(alice: Persona) -> None:
    """The log says when, and the night is that of the start in the group's zone."""
    began = datetime(2024, 2, 1, 2, 30, tzinfo=UTC)  # half an hour before midnight in São Paulo
    group, sheet, other = alice.user.notebook, tranca_sheet(), totals_sheet(5, 0)
    document = rules.preset("tranca").document
    table = Table("tranca", document, document["end"], ["", ""])

    def later(minutes: int) -> datetime:
        return began + timedelta(minutes=minutes)

    match = actions.start_match(group, uuid7(), alice.user, table, began)
    entry = actions.record_round(fresh(match), alice.user, uuid7(), 1, sheet, later(10))
    actions.correct_round(fresh(match), alice.user, uuid7(), entry.pk, 2, other, later(20))
    actions.void_round(fresh(match), alice.user, uuid7(), entry.pk, 3, True, at=later(30))
    actions.adjust(fresh(match), alice.user, uuid7(), [5, 0], "fine", later(40))
    setting = Setting(labels=["A", "B"])
    actions.set_table(fresh(match), alice.user, uuid7(), 5, setting, later(50))
    actions.put_away(fresh(match), alice.user, uuid7(), 6, later(60))
    next_one = actions.rematch(fresh(match), uuid7(), alice.user, later(100))

    assert [event.at for event in match.events.all()] == [later(n) for n in range(0, 61, 10)]
    assert (fresh(match).started_at, fresh(match).night) == (began, date(2024, 1, 31))
    assert (next_one.started_at, next_one.night) == (later(100), date(2024, 1, 31))


@pytest.mark.parametrize("end", ["finish", "forfeit"])
def test_end_may_have_come_in_the_past(hand: Hand, end: str) -> None:
    match, then = hand.match, datetime(2024, 2, 1, tzinfo=UTC)
    side = [0] if end == "forfeit" else []

    getattr(actions, end)(match, hand.by, uuid7(), match.version, *side, then)

    assert match.events.last().at == then
