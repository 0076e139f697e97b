"""Patches of the log: what an act changed leads on to what is, and back to what was."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import log
from scoring.models import Match, Round
from tests.factories import record, tranca_sheet
from tests.scoring.conftest import Persona

QUICK = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
values = st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=2) | st.lists(st.just(1))
rows = st.fixed_dictionaries({"a": values, "b": values})
tables = st.dictionaries(st.sampled_from("xyz"), rows, max_size=3)
states = st.fixed_dictionaries({"side": tables, "round": tables})


def onward(old: log.State, new: log.State) -> log.State:
    """`new` with the rows of `old` it lacks: rows are never taken away."""
    return {table: old[table] | new[table] for table in old}


@QUICK
@given(old=states, new=states)
def test_patch_leads_on_and_back(old: log.State, new: log.State) -> None:
    new = onward(old, new)

    back, on = log.difference(old, new)

    assert log.apply(old, on) == new
    held = log.apply(new, back)
    assert {table: {key: held[table][key] for key in old[table]} for table in old} == old


@QUICK
@given(old=states, new=states)
def test_patch_names_only_what_differs(old: log.State, new: log.State) -> None:
    new = onward(old, new)

    back, on = log.difference(old, new)

    named = [(t, k, c) for t in on for k in on[t] for c in on[t][k] if k in old[t]]
    assert named == [(t, k, c) for t in back for k in back[t] for c in back[t][k]]
    assert [place for place in named if old[place[0]][place[1]][place[2]] == on_at(on, place)] == []


def on_at(on: log.State, place: tuple[str, str, str]):
    table, key, column = place
    return on[table][key][column]


@QUICK
@given(old=states, new=states)
def test_apply_leaves_its_arguments_alone(old: log.State, new: log.State) -> None:
    was = json.dumps([old, new])

    log.apply(old, new)

    assert json.dumps([old, new]) == was


def test_row_read_back_is_the_row(match: Match, alice: Persona) -> None:
    kept = record(match, alice.user, tranca_sheet())
    columns = json.loads(json.dumps(log.row(kept)))
    again = Round(pk=kept.pk, group_id=kept.group_id, version=kept.version)

    log.put(again, columns)

    assert log.row(again) == log.row(kept)
    assert again.points == kept.points
    assert {f.attname: f.value_from_object(again) for f in Round._meta.concrete_fields} == {
        f.attname: f.value_from_object(kept) for f in Round._meta.concrete_fields
    }
