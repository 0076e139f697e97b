"""House rules: versions, proposals, copies; and a match that moves to other rules."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

import rules
from players.ids import uuid7
from players.models import Group, Role
from rules.options import flatten, unflatten, variations
from scoring import actions
from scoring.acts import Conflict, Refused
from scoring.models import Habits, HouseRules, Match, Proposal, RulesVersion, Score
from tests.factories import (
    GroupFactory,
    MembershipFactory,
    fresh,
    record,
    start_match,
    tranca_sheet,
)
from tests.rebuild import assert_rebuilds

TRANCA = json.loads(rules.canonical(rules.preset("tranca").document))


def changed(document: Any = TRANCA, **values: Any) -> dict[str, Any]:
    """The document with values under their paths, `__` for the dot."""
    flat = {path.replace("__", "."): value for path, value in values.items()}
    return unflatten(flatten(document) | flat, document)


@pytest.fixture
def group(alice) -> Group:
    group = GroupFactory(name="Quinta")
    MembershipFactory(group=group, user=alice.user, role=Role.ORGANISER)
    return group


@pytest.fixture
def house(alice, group) -> HouseRules:
    return actions.make_house(group, alice.user, "Tranca da quinta", "tranca", TRANCA)


def test_group_plays_by_the_rules_it_wrote_down(group, house):
    habits = Habits.objects.get(group=group)

    assert (habits.preset, habits.house) == ("tranca", house)
    assert [(v.number, v.ruleset) for v in house.versions.all()] == [(1, house.ruleset)]


def test_each_save_is_a_version(alice, house):
    actions.save_house(house, alice.user, 1, changed(canastras__clean__points=300))
    actions.save_house(house, alice.user, 2, changed(canastras__clean__points=500))

    assert [v.number for v in house.versions.all()] == [3, 2, 1]
    assert house.ruleset.rules.canastras[0].points == 500


def test_equal_rules_make_no_version(alice, house):
    actions.save_house(house, alice.user, 1, dict(reversed(list(TRANCA.items()))))

    assert (house.version, house.versions.count()) == (1, 1)


def test_save_over_a_newer_version_is_a_conflict(alice, house):
    actions.save_house(house, alice.user, 1, changed(canastras__clean__points=300))

    with pytest.raises(Conflict):
        actions.save_house(house, alice.user, 1, changed(canastras__clean__points=500))
    assert HouseRules.objects.get().ruleset.rules.canastras[0].points == 300


def test_invalid_rules_are_not_saved(alice, house):
    with pytest.raises(rules.InvalidRuleset):
        actions.save_house(house, alice.user, 1, changed(mortos=False))
    assert RulesVersion.objects.count() == 1


def test_older_version_comes_back_as_a_new_one(alice, house):
    actions.save_house(house, alice.user, 1, changed(canastras__clean__points=300))

    actions.restore(house, alice.user, 2, 1)

    assert [(v.number, v.restores) for v in house.versions.all()] == [(3, 1), (2, None), (1, None)]
    assert house.ruleset.rules.canastras[0].points == 200


def test_no_save_moves_a_point_of_any_match(alice, group, house):
    match = start_match(alice.user, group)
    record(match, alice.user, tranca_sheet())
    before = list(Score.objects.order_by("pk").values_list("points", flat=True))

    actions.save_house(house, alice.user, 1, changed(canastras__clean__points=900))

    assert list(Score.objects.order_by("pk").values_list("points", flat=True)) == before
    call_command("verify")


def test_proposal_becomes_the_next_version_when_it_is_taken(alice, bob, house):
    proposal = actions.propose(house, bob.user, 1, changed(canastras__clean__points=300))
    same = actions.propose(house, bob.user, 1, changed(canastras__clean__points=300))

    actions.decide(proposal, alice.user, True)
    actions.decide(proposal, alice.user, False)

    house.refresh_from_db()
    held = Proposal.objects.get()
    assert (same, held.granted, held.decided_by) == (proposal, True, alice.user)
    assert (house.version, house.versions.first().by) == (2, bob.user)


def test_proposal_that_is_left_changes_nothing(alice, bob, house):
    proposal = actions.propose(house, bob.user, 1, changed(canastras__clean__points=300))

    actions.decide(proposal, alice.user, False)

    house.refresh_from_db()
    assert (house.version, Proposal.objects.get().granted) == (1, False)


def test_proposal_for_rules_that_changed_meanwhile_is_a_conflict(alice, bob, house):
    proposal = actions.propose(house, bob.user, 1, changed(canastras__clean__points=300))
    actions.save_house(house, alice.user, 1, changed(canastras__dirty__points=50))

    with pytest.raises(Conflict):
        actions.decide(proposal, alice.user, True)
    assert Proposal.objects.get().granted is None


@pytest.mark.django_db(transaction=True)
def test_twenty_saves_at_once_make_one_version(alice, house):
    def save(points: int) -> str:
        try:
            held = HouseRules.objects.get(pk=house.pk)
            actions.save_house(held, alice.user, 1, changed(canastras__clean__points=points))
            return "saved"
        except Conflict:
            return "conflict"
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        said = list(pool.map(save, range(300, 320)))

    assert (said.count("saved"), said.count("conflict")) == (1, 19)
    assert RulesVersion.objects.count() == 2


def test_copy_of_the_rules_of_another_group_is_their_own(alice, charlie, house):
    other = GroupFactory()

    copy = actions.adopt(house, other, charlie.user)
    actions.save_house(house, alice.user, 1, changed(canastras__clean__points=300))

    assert (copy.name, copy.group, copy.version) == ("Tranca da quinta", other, 1)
    assert copy.ruleset.rules.canastras[0].points == 200
    assert copy.ruleset.group == other


# ── A match moves ──


@pytest.fixture
def match(alice, group) -> Match:
    """580 to 250 in the first round."""
    match = start_match(alice.user, group)
    record(match, alice.user, tranca_sheet())
    return fresh(match)


def move(match: Match, by: Any, document: Any, whole: bool) -> None:
    match = fresh(match)
    ruleset = actions.keep_ruleset(match.group, document)
    actions.change_rules(match, by, uuid7(), match.version, ruleset, None, whole)


def totals(match: Match) -> list[int]:
    return [side.total for side in match.sides.with_total()]


def test_match_moves_from_the_next_round_on(alice, match):
    before = totals(match)
    move(match, alice.user, changed(canastras__clean__points=500), whole=False)

    between = totals(match)
    record(match, alice.user, tranca_sheet())

    gained = [b - a for a, b in zip(between, totals(match), strict=True)]
    assert between == before
    assert gained == [before[0] + 300, before[1]]
    assert_rebuilds(match)
    call_command("verify")


def test_match_moves_as_a_whole(alice, match):
    before = totals(match)

    move(match, alice.user, changed(canastras__clean__points=500), whole=True)

    assert totals(match) == [before[0] + 300, before[1]]
    assert_rebuilds(match)
    call_command("verify")


@pytest.mark.parametrize("whole", [True, False])
def test_move_is_undone_like_any_act(alice, match, whole):
    before, held = totals(match), match.ruleset
    move(match, alice.user, changed(canastras__clean__points=500), whole)

    last = actions.last_act(match)
    actions.undo(fresh(match), alice.user, uuid7(), last.version)

    match = fresh(match)
    assert (totals(match), match.ruleset) == (before, held)
    assert {entry.ruleset for entry in match.rounds.all()} == {held}
    assert_rebuilds(match)


def test_move_of_the_whole_is_refused_where_a_round_would_not_be_valid(alice, match):
    before = totals(match)
    needs_three = changed(**{"going_out__requires__canastras__0__n": 3})

    with pytest.raises(Refused) as refused:
        move(match, alice.user, needs_three, whole=True)

    assert refused.value.code == "ROUNDS_DO_NOT_FIT"
    assert (totals(match), fresh(match).version) == (before, match.version)
    move(match, alice.user, needs_three, whole=False)
    assert totals(match) == before


def test_preview_says_each_round_before_and_after_and_writes_nothing(alice, match):
    ruleset = actions.keep_ruleset(match.group, changed(canastras__clean__points=500))

    (moved,) = actions.preview(match, ruleset, whole=True)
    (kept,) = actions.preview(fresh(match), ruleset, whole=False)

    assert moved.after == [moved.before[0] + 300, moved.before[1]]
    assert kept.after == kept.before
    assert totals(match) == moved.before


def test_flat_ten_becomes_the_buraco_count_from_the_next_round_on(alice, match):
    count = next(v for v in variations(TRANCA) if v.key == "count")
    before = totals(match)

    move(match, alice.user, count.applied(TRANCA, "buraco"), whole=False)

    assert totals(match) == before
    assert_rebuilds(match)


def test_move_to_another_game_is_refused(alice, match):
    with pytest.raises(Refused) as refused:
        move(match, alice.user, rules.preset("truco_paulista").document, whole=False)
    assert refused.value.code == "OTHER_GAME"


def test_move_to_rules_of_another_group_is_an_error_of_ours(alice, charlie, match):
    foreign = actions.keep_ruleset(charlie.user.notebook, TRANCA)

    with pytest.raises(ValueError, match="another group"):
        actions.change_rules(match, alice.user, uuid7(), match.version, foreign, None)
