"""What holds of any truco match and of any tally, found by trying many."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules
from tests.rules import cases
from tests.rules.test_properties import JSON, spoil

TRUCO = [cases.ruleset(key) for key in cases.TRUCO]
TALLY = [cases.ruleset(key) for key in cases.TALLY]
QUICK = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
STEPS = st.sampled_from([1, 2, 3, 4, 6, 8, 9, 10, 12, 3.0, 5, 0, -1, "3", None, True])
SIDES = st.sampled_from([0, 1, 0, 1, 1.0, None, 2, True, "0"])
CALLS = st.lists(st.sampled_from(["envido", "real", "falta", "envido", "?"]), max_size=4)
HOWS = ["played", "fold", "all_tied", "mark_played", "mark_fold", "iron", "?"]
FLORES = ["single", "matched", "contraflor", "contraflor_declined", "?", None]
EVENTS = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("hand"), "how": st.sampled_from(HOWS), "winner": SIDES},
        optional={"value": STEPS, "offered": STEPS},
    ),
    st.fixed_dictionaries(
        {"type": st.just("envido"), "calls": CALLS, "accepted": st.booleans(), "winner": SIDES}
    ),
    st.fixed_dictionaries(
        {"type": st.just("flor"), "call": st.sampled_from(FLORES), "winner": SIDES}
    ),
    st.fixed_dictionaries(
        {"type": st.just("adjust"), "points": st.sampled_from([1, -1, 5]), "winner": SIDES}
    ),
)
STARTS = st.none() | st.lists(st.integers(-3, 31), min_size=2, max_size=2)


@QUICK
@given(st.sampled_from(TRUCO), st.lists(EVENTS, max_size=25), STARTS)
def test_a_score_is_the_sum_of_the_log(ruleset, events, start):
    score = list(start or [0, 0])
    for event, answer in zip(
        events, rules.play(ruleset, 2, events, start=start)["log"], strict=True
    ):
        if "error" in answer:
            assert answer["error"] in rules.EVENT_ERRORS
            assert set(answer) == {"n", "error", "score"}
        elif answer["to"] is None:
            assert answer["points"] == 0
        else:
            assert type(answer["points"]) is int
            assert answer["points"] >= 0 or event["type"] == "adjust"
            score[answer["to"]] += answer["points"]
        assert answer["score"] == score


@QUICK
@given(st.sampled_from(TRUCO), st.lists(EVENTS, max_size=25), STARTS, st.integers(1, 40))
def test_a_match_ends_once_and_with_its_target(ruleset, events, start, target):
    log = rules.play(ruleset, 2, events, start=start, end={"target": target})["log"]
    over = False
    for answer in log:
        assert (answer.get("error") == "MATCH_OVER") is over
        if not over and "error" not in answer:
            over = "winner" in answer
            assert over is (max(answer["score"]) >= target and len(set(answer["score"])) == 2)
            if over:
                assert answer["winner"] == answer["score"].index(max(answer["score"]))


@QUICK
@given(st.sampled_from(TRUCO), st.lists(EVENTS, max_size=25), STARTS)
def test_the_order_of_the_sides_changes_nothing(ruleset, events, start):
    def turned(value):
        return 1 - value if value in (0, 1) and not isinstance(value, bool) else value

    other = [{**event, "winner": turned(event["winner"])} for event in events]
    mirror = rules.play(ruleset, 2, other, start=start and start[::-1])["log"]
    for answer, seen in zip(
        rules.play(ruleset, 2, events, start=start)["log"], mirror, strict=True
    ):
        assert seen["score"] == answer["score"][::-1]
        assert seen.get("error") == answer.get("error")
        assert seen.get("points") == answer.get("points")
        assert seen.get("stage") == (answer.get("stage") and answer["stage"][::-1])


@QUICK
@given(st.sampled_from(TRUCO), st.lists(EVENTS, max_size=12), st.integers(0, 12))
def test_a_match_goes_on_from_any_score_on_the_way(ruleset, events, cut):
    log = rules.play(ruleset, 2, events)["log"]
    at = next((n for n, answer in enumerate(log) if "winner" in answer), len(log))
    cut = min(cut, at, len(log))
    start = log[cut - 1]["score"] if cut else [0, 0]
    rest = rules.play(ruleset, 2, events[cut:], start=start)["log"]
    assert [{**answer, "n": answer["n"] + cut} for answer in rest] == log[cut:]


@QUICK
@given(st.sampled_from(TRUCO), st.lists(JSON | EVENTS, max_size=5))
def test_hostile_events_never_stop_a_match(ruleset, events):
    answer = rules.play(ruleset, 2, events)
    json.dumps(answer, allow_nan=False)
    assert [entry["n"] for entry in answer["log"]] == list(range(1, len(events) + 1))


@QUICK
@given(st.sampled_from(TRUCO), STARTS.filter(bool), JSON, JSON, JSON)
def test_hostile_calls_pay_nothing_known(ruleset, score, calls, accepted, winner):
    assert rules.flor_points(ruleset, calls) in (None, 3, 4, 6)
    points = rules.envido_points(ruleset, score, None, calls, accepted, winner)
    assert points is None or points >= 0


@QUICK
@given(st.sampled_from(TALLY), JSON)
def test_hostile_tallies_are_answered_with_codes(ruleset, round_):
    for said in (round_, {"points": round_}):
        score, draft = rules.score(ruleset, said), rules.draft(ruleset, said)
        json.dumps([score, draft], allow_nan=False)
        codes = {problem["code"] for problem in draft["problems"]}
        assert codes == {*score["errors"], *score["warnings"]}
        assert codes <= rules.CODES
        if score["valid"]:
            assert score["sides"] == draft["sides"]


@QUICK
@given(st.sampled_from(TALLY), st.lists(st.lists(st.integers(0, 26), min_size=3, max_size=3)))
def test_a_tally_is_the_sum_of_its_rounds_until_it_ends(ruleset, rounds):
    totals = [0, 0, 0]
    for entry, figures in zip(
        rules.play(ruleset, 3, [{"points": one} for one in rounds])["log"], rounds, strict=True
    ):
        if "errors" in entry:
            assert entry["errors"] == ["MATCH_OVER"]
        else:
            totals = [total + figure for total, figure in zip(totals, figures, strict=True)]
        assert entry["cumulative"] == totals
        if entry["winner"] is not None:
            best = min(totals) if ruleset.wins == "lowest" else max(totals)
            assert totals[entry["winner"]] == best
            assert totals.count(best) == 1


@QUICK
@given(
    st.sampled_from([*cases.TRUCO.values(), *cases.TALLY.values()]),
    st.lists(st.integers(0, 40), min_size=1, max_size=3),
    JSON,
)
def test_a_spoilt_document_loads_or_is_refused_with_paths(document, way, value):
    spoilt = spoil(document, way, value)
    answer = rules.validate(spoilt)
    assert answer["valid"] is not bool(answer["errors"])
    if answer["valid"]:
        loaded = rules.load(spoilt)
        assert rules.load(loaded.document) == loaded
