"""What holds of any round, found by trying many: arithmetic, order of sides, hostile JSON."""

import json
import math

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules
from tests.rules import cases

RULESETS = [rules.load(document) for document in cases.MELDS.values()]
QUICK = settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
FIGURES = st.integers(0, 12) | st.integers(-2, 1_000_002) | st.sampled_from([2.0, 1.5, True, "2"])
# The words of the contract, so that what is made up gets past the first check now and then.
KEYS = [
    *("sides", "end", "players_per_side", "mortos_to_stock", "note", "adjust", "ruleset"),
    *("melded", "hand", "unused_morto", "canastras", "honours", "extras", "adjustments"),
    *("total", "morto", "out", "points", "card", "joker", "clean", "dirty", "red_three"),
]
WORDS = st.text(max_size=6) | st.sampled_from(KEYS)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["out", "stock", "taken", "taken_unused", "normal", "points", "clean"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=5),
    max_leaves=12,
)


def counts(keys, most):
    """Counts of known keys and now and then of one nobody knows."""
    known = st.sampled_from([*keys, "nosuch"]) if keys else st.just("nosuch")
    return st.dictionaries(known, st.integers(0, most) | FIGURES, max_size=3)


@st.composite
def sides(draw, ruleset):
    """A side as somebody may fill it in: mostly readable, not always possible."""
    if draw(st.integers(0, 9)) == 0:
        return {"total": draw(FIGURES), "out": draw(st.sampled_from([None, "normal"]))}
    classes = [item.key for item in ruleset.deck.classes]
    pile = counts(classes, 20) | st.builds(lambda n: {"points": n}, FIGURES) | st.none()
    side = {
        "melded": draw(pile),
        "hand": draw(pile),
        "canastras": draw(counts([kind.key for kind in ruleset.canastras], 3)),
        "honours": draw(counts([item.key for item in ruleset.honours], 5)),
        "extras": draw(counts([item.key for item in ruleset.extras], 2)),
        "out": draw(st.sampled_from([None, None, "nosuch", *ruleset.going_out.points])),
        "adjustments": draw(st.lists(st.builds(lambda n: {"points": n}, FIGURES), max_size=2)),
    }
    if ruleset.mortos or draw(st.booleans()):
        side["morto"] = draw(st.sampled_from(["taken", "not_taken", "taken_unused", None, "?"]))
        side["unused_morto"] = draw(pile)
    return side


@st.composite
def rounds(draw):
    """A ruleset and a round of it."""
    ruleset = draw(st.sampled_from(RULESETS))
    number = draw(st.sampled_from([*ruleset.sides, *ruleset.sides, 1]))
    players = st.sampled_from([None, 1, 2, 2, "2"])
    return ruleset, {
        "end": draw(st.sampled_from(["out", "stock", "stopped", None, "?"])),
        "players_per_side": draw(players | st.lists(players, min_size=number, max_size=number)),
        "mortos_to_stock": draw(st.none() | st.integers(-1, 3)),
        "sides": [draw(sides(ruleset)) for _ in range(number)],
    }


@QUICK
@given(rounds())
def test_draft_and_score_say_the_same(drawn):
    ruleset, round_ = drawn
    draft, score = rules.draft(ruleset, round_), rules.score(ruleset, round_)
    codes = {problem["code"] for problem in draft["problems"]}
    assert sorted(codes) == sorted([*score["errors"], *score["warnings"]])
    assert codes <= rules.CODES
    assert score["valid"] is not bool(score["errors"])
    if score["valid"]:
        assert score["sides"] == draft["sides"]


@QUICK
@given(rounds())
def test_a_total_is_the_sum_of_its_lines(drawn):
    ruleset, round_ = drawn
    answer = rules.draft(ruleset, round_)["sides"]
    assert len(answer) == len(round_["sides"])
    for side in answer:
        assert side["total"] == sum(points for _, points in side["lines"])
        assert type(side["total"]) is int


@QUICK
@given(rounds(), st.randoms(use_true_random=False))
def test_the_order_of_sides_changes_nothing(drawn, random):
    ruleset, round_ = drawn
    order = list(range(len(round_["sides"])))
    random.shuffle(order)
    turned = {**round_, "sides": [round_["sides"][index] for index in order]}
    if isinstance(round_["players_per_side"], list):
        turned["players_per_side"] = [round_["players_per_side"][index] for index in order]
    first, second = rules.score(ruleset, round_), rules.score(ruleset, turned)
    assert [second["errors"], second["warnings"]] == [first["errors"], first["warnings"]]
    if first["valid"]:
        assert second["sides"] == [first["sides"][index] for index in order]


@QUICK
@given(rounds())
def test_problems_point_at_sides_and_fields_that_are_there(drawn):
    ruleset, round_ = drawn
    problems = rules.draft(ruleset, round_)["problems"]
    places = [(p["side"] if p["side"] is not None else -1, p["field"], p["code"]) for p in problems]
    assert places == sorted(set(places))
    for problem in problems:
        assert list(problem) == ["code", "side", "field"]
        assert problem["side"] is None or 0 <= problem["side"] < len(round_["sides"])


@QUICK
@given(st.sampled_from(RULESETS), JSON)
def test_hostile_rounds_are_answered_with_codes(ruleset, round_):
    for answer in (rules.score(ruleset, round_), rules.draft(ruleset, round_)):
        json.dumps(answer, allow_nan=False)
    if not (isinstance(round_, dict) and rules.score(ruleset, round_)["valid"]):
        assert rules.score(ruleset, round_)["errors"]


@QUICK
@given(st.sampled_from(RULESETS), st.lists(JSON, max_size=3))
def test_hostile_sides_are_answered_with_codes(ruleset, several):
    round_ = {"end": "out", "sides": several}
    answer = rules.score(ruleset, round_)
    assert set(answer["errors"]) <= rules.ERRORS
    assert answer["valid"] is False or all("total" in side for side in several)


@QUICK
@given(st.sampled_from(RULESETS), st.lists(JSON, max_size=4))
def test_hostile_entries_never_stop_a_match(ruleset, entries):
    number = ruleset.sides[0]
    answer = rules.play(ruleset, number, entries)
    assert [entry["n"] for entry in answer["log"]] == list(range(1, len(entries) + 1))
    for entry in answer["log"]:
        assert set(entry.get("errors", [])) <= rules.ERRORS
        assert len(entry["cumulative"]) == number


@QUICK
@given(JSON)
def test_hostile_requests_are_answered(request):
    json.dumps(rules.answer(request))
    acts = ["score", "draft", "play", "show", "validate"]
    more = request if isinstance(request, dict) else {"ruleset": request, "round": request}
    for do in acts:
        json.dumps(rules.answer({**more, "do": do}))


def spoil(place, way, value):
    """A document with `value` somewhere in it, found by turning at every branch as `way` says."""
    if not way or not place or not isinstance(place, dict | list):
        return value
    keys = list(place) if isinstance(place, dict) else range(len(place))
    key = keys[way[0] % len(keys)]
    other = place.copy()
    other[key] = spoil(place[key], way[1:], value)
    return other


@QUICK
@given(
    st.sampled_from(list(cases.MELDS.values())),
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
        assert rules.canonical(loaded.document) == rules.canonical(spoilt)


@QUICK
@given(st.lists(st.tuples(st.integers(-500, 900), st.integers(-500, 900)), max_size=8))
def test_a_match_is_the_sum_of_its_rounds_until_it_ends(points):
    ruleset = rules.preset("tranca")
    entries = [{"sides": [{"total": a}, {"total": b}]} for a, b in points]
    totals = [0, 0]
    for entry, (first, second) in zip(rules.play(ruleset, 2, entries)["log"], points, strict=True):
        if "errors" in entry:
            assert entry["errors"] == ["MATCH_OVER"]
        else:
            totals = [totals[0] + first, totals[1] + second]
        assert entry["cumulative"] == totals
        over = max(totals) >= 3000 and totals[0] != totals[1]
        assert entry["status"] == ("finished" if over else "playing")
        assert entry["winner"] == (totals.index(max(totals)) if over else None)
    assert all(math.isfinite(total) for total in totals)
