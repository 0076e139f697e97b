"""Truco through the pages: hands, marks, calls, corrections."""

import gzip

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.ids import uuid7
from scoring import actions
from scoring.models import Match, Round
from scoring.truco import event_words
from tests.factories import fresh, start_match


def truco(user, preset="truco_paulista", **table) -> Match:
    return start_match(user, preset=preset, **table)


def tap(person, match: Match, how="played", value=None, winner=None, **more):
    """What the phone sends for one hand."""
    data = {"type": "hand", "key": uuid7(), "number": fresh(match).last_number + 1, "how": how}
    data |= {"value": value} if value is not None else {}
    data |= {"winner": winner} if winner is not None else {}
    return person.client.post(f"/m/{match.pk}/hand", data | more)


def score(match: Match) -> list[int]:
    return [side.total for side in fresh(match).sides.with_total()]


def test_paulista_match_to_the_iron_hand(alice):
    match = truco(alice.user)
    steps = [
        ({"value": 9, "winner": 0}, [9, 0]),
        ({"how": "fold", "value": 12, "winner": 1}, [9, 9]),
        ({"how": "tied"}, [9, 9]),
        ({"value": 1, "winner": 0}, [10, 9]),
        ({"value": 1, "winner": 1}, [10, 10]),
        ({"value": 1, "winner": 0}, [11, 10]),
        ({"how": "give"}, [11, 11]),
        ({"how": "tied"}, [11, 11]),
        ({"how": "iron", "winner": 1}, [11, 14]),
    ]
    for said, expected in steps:
        assert tap(alice, match, **said).status_code == 303
        assert score(match) == expected
    assert (fresh(match).state, fresh(match).winner) == (Match.State.FINISHED, 1)


def test_eleven_played_pays_three(alice):
    match = truco(alice.user, starts=[11, 4])
    tap(alice, match, how="mark_played", winner=1)
    assert score(match) == [11, 7]


@pytest.mark.parametrize(
    ("starts", "how"),
    [
        ([0, 0], "played"),
        ([0, 0], "fold"),
        ([11, 4], "mark_played"),
        ([11, 11], "iron"),
        ([0, 0], ""),
    ],
)
@pytest.mark.parametrize("winner", [None, "", "2"])
def test_hand_that_names_no_winner_scores_for_nobody(alice, starts, how, winner):
    match = truco(alice.user, starts=starts)
    response = tap(alice, match, how=how, value=3, winner=winner)
    assert response.status_code == 422
    assert "Who won it?" in response.content.decode()
    assert (score(match), fresh(match).version) == (starts, match.version)


def test_raise_on_the_mark_is_refused_and_changes_nothing(alice):
    match = truco(alice.user, starts=[11, 4])
    response = tap(alice, match, value=3, winner=1)
    assert response.status_code == 422
    assert "Nobody raises in this hand." in response.content.decode()
    assert score(match) == [11, 4]


def test_page_offers_only_what_the_mark_allows(alice):
    free = alice.client.get(f"/m/{truco(alice.user).pk}").content.decode()
    marked = alice.client.get(f"/m/{truco(alice.user, starts=[11, 4]).pk}").content.decode()
    iron = alice.client.get(f"/m/{truco(alice.user, starts=[11, 11]).pk}").content.decode()
    assert ['name="value"' in page for page in (free, marked, iron)] == [True, False, False]
    assert ['value="give"' in page for page in (free, marked, iron)] == [False, True, False]
    assert "Iron hand" in iron


def test_deal_moves_on_with_the_hand_not_with_the_call(alice):
    match = truco(alice.user, "truco_argentino", first_dealer=0)
    envido = {"type": "envido", "envido": 2, "accepted": "yes"}
    tap(alice, match, winner=0, **envido)
    assert (fresh(match).played, score(match)) == (0, [4, 0])
    tap(alice, match, value=2, winner=1)
    assert (fresh(match).played, score(match)) == (1, [4, 2])
    tap(alice, match, type="flor", call="single", winner=1)
    assert score(match) == [4, 5]


def test_corrected_score_changes_what_falta_envido_paid(alice):
    match = truco(alice.user, "truco_argentino")
    tap(alice, match, value=4, winner=0)
    tap(alice, match, type="envido", envido=0, falta="on", accepted="yes", winner=1)
    assert score(match) == [4, 26]  # what the leader lacked

    first = match.rounds.get(number=1)
    entry = {"type": "hand", "how": "played", "value": 1, "winner": 0}
    sheet = actions.Sheet(entry)
    actions.correct_round(fresh(match), alice.user, uuid7(), first.pk, first.version, sheet)
    assert score(match) == [1, 29]


def test_hand_a_correction_made_impossible_is_shown_and_worth_nothing(alice):
    match = truco(alice.user, starts=[9, 0])
    tap(alice, match, value=1, winner=0)  # 10
    tap(alice, match, value=3, winner=1)  # 10 to 3: a raise was allowed
    first = match.rounds.get(number=1)
    entry = {"type": "hand", "how": "fold", "offered": 6, "winner": 0}  # 12: over
    sheet = actions.Sheet(entry)
    actions.correct_round(fresh(match), alice.user, uuid7(), first.pk, first.version, sheet)

    assert [r.state for r in match.rounds.all()] == [Round.State.COUNTS, Round.State.MISFIT]
    assert score(match) == [12, 0]
    page = alice.client.get(f"/m/{match.pk}").content.decode()
    assert "stands after the end" in page


def test_correct_page_puts_a_hand_right(alice):
    match = truco(alice.user)
    tap(alice, match, value=3, winner=0)
    entry = match.rounds.get()
    address = f"/m/{match.pk}/round/{entry.pk}/correct"
    assert alice.client.get(address).context["form"].initial["value"] == "3"

    data = {"type": "hand", "key": uuid7(), "version": entry.version}
    response = alice.client.post(address, data | {"how": "fold", "value": "3", "winner": "1"})
    assert response.status_code == 303
    assert score(match) == [0, 1]


def test_swapped_hand_is_the_other_sides(alice):
    match = truco(alice.user)
    tap(alice, match, value=3, winner=0)
    entry = match.rounds.get()
    data = {"key": uuid7(), "version": entry.version}
    alice.client.post(f"/m/{match.pk}/round/{entry.pk}/swap", data)
    assert score(match) == [0, 3]


def test_forgotten_hand_is_put_between(alice):
    match = truco(alice.user)
    tap(alice, match, value=3, winner=0)
    data = {"type": "hand", "key": uuid7(), "how": "played", "value": "1", "winner": "1"}
    assert alice.client.post(f"/m/{match.pk}/round?after=", data).status_code == 303
    assert score(match) == [3, 1]
    assert [r.entry["winner"] for r in match.rounds.all()] == [1, 0]


def test_adjustment_of_a_tento_is_one_sides(alice):
    match = truco(alice.user)
    data = {"key": uuid7(), "points0": "1", "points1": "", "note": "cheated"}
    alice.client.post(f"/m/{match.pk}/adjust", data)
    assert score(match) == [1, 0]
    alice.client.post(f"/m/{match.pk}/adjust", data | {"key": uuid7(), "points1": "2"})
    assert score(match) == [1, 0]


def test_hand_costs_nine_statements(alice):
    match = truco(alice.user)
    tap(alice, match, value=1, winner=0)
    with CaptureQueriesContext(connection) as seen:
        tap_data = {"type": "hand", "key": uuid7(), "number": 2, "how": "played", "value": 1}
        alice.client.post(f"/m/{match.pk}/hand", tap_data | {"winner": 1})
    control = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")
    assert len([q for q in seen if not q["sql"].startswith(control)]) <= 9


def test_same_tap_twice_is_one_hand(alice):
    match = truco(alice.user)
    key = uuid7()
    for _ in range(2):
        data = {"type": "hand", "key": key, "number": 1, "how": "played", "value": 3, "winner": 0}
        assert alice.client.post(f"/m/{match.pk}/hand", data).status_code == 303
    assert score(match) == [3, 0]


def test_other_hand_with_the_same_number_is_told(alice):
    match = truco(alice.user)
    tap(alice, match, value=3, winner=0)
    response = tap(alice, match, value=1, winner=1, number=1)
    assert response.status_code == 409
    assert score(match) == [3, 0]


def test_hand_in_a_game_without_hands_is_nowhere(alice):
    assert tap(alice, start_match(alice.user), value=1, winner=0).status_code == 404


def test_same_hand_from_two_phones_is_told_on_the_board(alice):
    match = truco(alice.user)
    tap(alice, match, value=3, winner=0)
    data = {"type": "hand", "key": uuid7(), "number": 1, "how": "played", "value": 3, "winner": 0}
    response = alice.client.post(f"/m/{match.pk}/hand", data, headers={"HX-Request": "true"})
    assert response.context["notice"] == "Another phone has just written the same."
    assert score(match) == [3, 0]


def test_fold_of_a_plain_hand_is_of_the_first_raise(alice):
    match = truco(alice.user)
    tap(alice, match, how="fold", value=1, winner=1)
    assert match.rounds.get().entry["offered"] == 3
    assert score(match) == [0, 1]


def test_envido_of_no_calls_is_asked_again(alice):
    match = truco(alice.user, "truco_argentino")
    response = tap(alice, match, type="envido", envido=0, accepted="yes", winner=1)
    assert response.status_code == 422
    assert "What was called?" in response.content.decode()
    assert score(match) == [0, 0]


def test_forgotten_hand_without_a_winner_is_asked_for_one(alice):
    match = truco(alice.user)
    tap(alice, match, value=3, winner=0)
    data = {"type": "hand", "key": uuid7(), "how": "played", "value": "1"}
    response = alice.client.post(f"/m/{match.pk}/round?after=", data)
    assert response.status_code == 422
    assert "Who won it?" in response.content.decode()
    assert match.rounds.count() == 1


def test_corrected_envido_keeps_its_reason(alice):
    match = truco(alice.user, "truco_argentino")
    tap(alice, match, type="envido", envido=2, accepted="yes", winner=0)
    entry = match.rounds.get()
    assert "/correct" in alice.client.get(f"/m/{match.pk}/round/{entry.pk}").content.decode()

    data = {"type": "envido", "key": uuid7(), "version": entry.version, "reason": "misheard"}
    data |= {"envido": 1, "real": "on", "accepted": "no", "winner": 1}
    alice.client.post(f"/m/{match.pk}/round/{entry.pk}/correct", data)
    assert score(match) == [0, 2]
    assert match.events.get(kind="correct").reason.text == "misheard"


def test_page_of_sixty_hands_costs_what_one_of_two_does(alice):
    match = truco(alice.user, target=100)
    tap(alice, match, value=1, winner=0)
    tap(alice, match, value=1, winner=1)
    counted = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as seen:
            page = alice.client.get(f"/m/{match.pk}", headers={"HX-Request": "true"})
        counted.append(len(seen))
        while fresh(match).last_number < 60:
            data = {"type": "hand", "how": "played", "value": 1, "winner": fresh(match).version % 2}
            sheet = actions.Sheet(data)
            number = fresh(match).last_number + 1
            actions.record_round(fresh(match), alice.user, uuid7(), number, sheet)
    assert counted[0] == counted[1]
    assert page.content.decode().count("<tr id=") == 60
    assert len(gzip.compress(page.content)) <= 6 * 1024


def test_answer_to_a_phone_is_the_board(alice):
    match = truco(alice.user)
    data = {"type": "hand", "key": uuid7(), "number": 1, "how": "played", "value": 3, "winner": 0}
    response = alice.client.post(f"/m/{match.pk}/hand", data, headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert response.content.decode().strip().startswith('<div id="board"')


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"type": "hand", "how": "played", "value": 1, "winner": 0}, "hand"),
        ({"type": "hand", "how": "played", "value": 3, "winner": 0}, "truco"),
        ({"type": "hand", "how": "fold", "offered": 6, "winner": 0}, "seis, refused"),
        ({"type": "hand", "how": "all_tied", "winner": None}, "all tied"),
        ({"type": "hand", "how": "mark_played", "winner": 0}, "hand of eleven played"),
        ({"type": "hand", "how": "mark_fold", "winner": 0}, "hand of eleven given away"),
        ({"type": "hand", "how": "iron", "winner": 0}, "iron hand"),
    ],
)
def test_hand_in_words(alice, entry, words):
    assert event_words(truco(alice.user), entry).lower() == words


def test_mark_moves_with_the_target(alice):
    match = truco(alice.user, target=15)
    words = event_words(match, {"type": "hand", "how": "mark_played", "winner": 0})
    assert words == "hand of 14"
