"""One request of the command: JSON in, JSON out, and never an exception (contract 5)."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.figures import whole
from rules.games import draft, score
from rules.loading import load, validate
from rules.match import play
from rules.presets import preset, presets
from rules.ruleset import Ruleset

Request = Mapping[str, Any]
Answer = dict[str, Any] | list[dict[str, Any]]


def answer(request: Request) -> Answer:
    """The answer to one request: `do` is score, draft, play, list, show or validate.

    `ruleset` is an id or a document. What cannot be answered is `{"error": sentence}`.
    """
    if not isinstance(request, Mapping):
        return {"error": "A request is a table of keys and values."}
    do = request.get("do")
    act = ACTS.get(do) if isinstance(do, str) else None
    if act is None:
        return {"error": f"`do` is one of {', '.join(ACTS)}."}
    try:
        return act(request)
    except ValueError as problem:
        return {"error": str(problem)}


def _ruleset(request: Request) -> Ruleset:
    value = request.get("ruleset")
    if not isinstance(value, str):
        return load(value)  # type: ignore[arg-type]
    try:
        return preset(value)
    except KeyError:
        raise ValueError("There is no ruleset of this id.") from None


def _round(request: Request) -> Request:
    if request.get("round") is None:
        raise ValueError("`round` is missing.")
    return request["round"]  # type: ignore[no-any-return]


def _entries(request: Request) -> list[Any]:
    """The rounds of a request, the documents they carry loaded, so that a bad one is said."""
    return [
        {**entry, "ruleset": _ruleset(entry)}
        if isinstance(entry, Mapping) and entry.get("ruleset") is not None
        else entry
        for entry in _list(request, "rounds")
    ]


def _list(request: Request, key: str) -> list[Any]:
    value = request.get(key)
    if not isinstance(value, list):
        raise ValueError(f"`{key}` is a list.")
    return value


def _count(request: Request, key: str) -> int:
    number = whole(request.get(key))
    if number is None or number < 0:
        raise ValueError(f"`{key}` is a whole number.")
    return number


def _play(request: Request) -> dict[str, Any]:
    end = request.get("end")
    if not isinstance(end, Mapping | None):
        raise ValueError("`end` is a table of keys and values.")
    return play(
        _ruleset(request),
        _count(request, "sides"),
        _entries(request),
        start=None if request.get("start") is None else _list(request, "start"),
        end=end,
        played=0 if request.get("played") is None else _count(request, "played"),
    )


def _validate(request: Request) -> dict[str, Any]:
    value = request.get("ruleset")
    return validate(_ruleset(request).document if isinstance(value, str) else value or {})


ACTS: Mapping[str, Callable[[Request], Answer]] = {
    "score": lambda request: score(_ruleset(request), _round(request)),
    "draft": lambda request: draft(_ruleset(request), _round(request)),
    "play": _play,
    "list": lambda request: [{"id": r.id, "name": r.name, "game": r.game} for r in presets()],
    "show": lambda request: _ruleset(request).document,
    "validate": _validate,
}
