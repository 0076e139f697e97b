"""The log as values: what an act changed, and what a match is after a run of acts.

A *state* is `{table: {id: {column: value}}}` of everything that makes up one match. A *patch* has
the same shape and names only what differs; a new row has all its columns. Both are plain JSON.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import models

from scoring.models import Match, Round, Score, Seat, Side

State = dict[str, dict[str, dict[str, Any]]]

# In the order in which rows must be written. Scores follow from the rounds (`points`).
TABLES: dict[str, type[models.Model]] = {
    "match": Match,
    "side": Side,
    "seat": Seat,
    "round": Round,
}
# `version` of the match is the event's own, `id` the key of the row, `group` the match's; who
# started it is the actor of the first event, so that a person can be forgotten in one place.
LEFT_OUT = {"id", "group", "version", "started_by"}


def row(instance: models.Model) -> dict[str, Any]:
    """Return the columns of one row as JSON values; of a round also its `points`, per side."""
    columns = {
        field.name: _plain(field.value_from_object(instance))
        for field in instance._meta.concrete_fields
        if field.name not in LEFT_OUT
    }
    if isinstance(instance, Round):
        columns["points"] = instance.points
    return columns


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | str | list | dict):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def state(rows: Mapping[str, Iterable[models.Model]]) -> State:
    """Return the state made of these rows, by table."""
    return {table: {str(r.pk): row(r) for r in rows[table]} for table in rows}


def difference(old: State, new: State) -> tuple[State, State]:
    """Return the patch back to `old` and the patch on to `new`. Rows are never taken away."""
    back: State = {}
    on: State = {}
    for table, rows in new.items():
        for key, columns in rows.items():
            was = old.get(table, {}).get(key)
            changed = columns if was is None else {c: v for c, v in columns.items() if was[c] != v}
            if changed:
                on.setdefault(table, {})[key] = changed
                if was is not None:
                    back.setdefault(table, {})[key] = {c: was[c] for c in changed}
    return back, on


def apply(to: State, patch: State) -> State:
    """Return `to` with the patch applied; neither is changed."""
    result = {table: dict(rows) for table, rows in to.items()}
    for table, rows in patch.items():
        held = result.setdefault(table, {})
        for key, columns in rows.items():
            held[key] = held.get(key, {}) | columns
    return result


def rebuild(match_id: Any, group_id: Any, events: Iterable[Any]) -> dict[str, list[models.Model]]:
    """Return all rows of a match, unsaved, made from its events alone (in order of version).

    A round's version is that of the last event that touched it. Scores come under "score".
    Raises ValueError where an event is missing: what it did may have been undone by a later one,
    so that nothing else would show it.
    """
    made: State = {}
    touched: dict[str, int] = {}
    last, starter = 0, None
    for event in events:
        starter = event.actor_id if last == 0 else starter
        if event.version != last + 1:
            raise ValueError(f"event {last + 1} is missing")
        made = apply(made, event.after)
        last = event.version
        touched |= dict.fromkeys(event.after.get("round", {}), last)
    rows: dict[str, list[models.Model]] = {table: [] for table in TABLES} | {"score": []}
    for table, model in TABLES.items():
        for key, columns in made.get(table, {}).items():
            instance = _instance(model, key, group_id, columns)
            rows[table].append(instance)
            if table == "match":
                instance.version, instance.started_by_id = last, starter
            if table == "round":
                instance.version = touched[key]
    rows["score"] = [score for entry in rows["round"] for score in scores(entry, rows["side"])]
    return rows


def _instance(model: type[models.Model], key: str, group_id: Any, columns: dict) -> models.Model:
    instance = model(pk=model._meta.pk.to_python(key), group_id=group_id)
    put(instance, columns)
    return instance


def put(instance: models.Model, columns: Mapping[str, Any]) -> None:
    """Set columns of a row from their JSON values."""
    fields = {f.name: f for f in instance._meta.concrete_fields}
    for name, value in columns.items():
        if name in fields:
            setattr(instance, fields[name].attname, fields[name].to_python(value))
        else:
            setattr(instance, name, value)


def scores(entry: Round, sides: Iterable[Side]) -> list[Score]:
    """Return the score rows that belong to a round: none unless it counts."""
    if entry.points is None:
        return []
    ordered = sorted(sides, key=lambda side: side.position)
    return [
        Score(group_id=entry.group_id, round=entry, side=side, points=points)
        for side, points in zip(ordered, entry.points, strict=True)
    ]
