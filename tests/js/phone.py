"""`score.js` in a page of Chromium, asked many requests at once and compared with Python."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import rules

SOURCE = Path(__file__).parents[2] / "static" / "js" / "score.js"
SITE = "http://phone.test/"
BATCH = 250
# JSON writes -0 as 0; a page would write "-0" for a person to read.
ASK = """async (requests) => {
  const { answer } = await import("/score.js");
  const seen = (key, value) => (Object.is(value, -0) ? "negative zero" : value);
  return JSON.stringify(JSON.parse(requests).map(answer), seen);
}"""

Answers = list[Any]
Pair = tuple[Any, Any]


class Phone:
    """A blank page with the module; `source` may be another than the one that is served."""

    def __init__(self, page: Any, source: str | None = None) -> None:
        self.page = page
        module = SOURCE.read_text("utf-8") if source is None else source
        page.route(
            f"{SITE}**",
            lambda route: route.fulfill(
                content_type="text/javascript"
                if route.request.url.endswith(".js")
                else "text/html",
                body=module
                if route.request.url.endswith(".js")
                else "<!doctype html><title>.</title>",
            ),
        )
        page.goto(SITE)

    def answers(self, requests: list[Any]) -> Answers:
        """The phone's answers, as JSON has them."""
        found = self.page.evaluate(ASK, json.dumps(requests))
        return json.loads(found)  # type: ignore[no-any-return]

    def differs(self, request: Any) -> bool:
        """Whether the phone answers this request otherwise than Python."""
        return next(self.differences(answered([request])), None) is not None

    def differences(self, asked: Iterable[Pair]) -> Iterator[Any]:
        """The requests, of pairs with Python's answer, that the phone answers otherwise."""
        rest = iter(asked)
        while batch := list(islice(rest, BATCH)):
            phone = self.answers([request for request, _ in batch])
            for (request, python), own in zip(batch, phone, strict=True):
                if shown(own) != shown(python):
                    yield request


def answered(requests: Iterable[Any]) -> Iterator[Pair]:
    """Each request, as it comes out of JSON, with Python's answer to it."""
    for request in requests:
        read = json.loads(json.dumps(request))
        yield read, rules.answer(read)


def shown(answer: Any) -> str:
    """An answer as text that tells 1 from true. Of a refusal only that it is one is agreed."""
    if isinstance(answer, dict) and answer.keys() == {"error"}:
        return "error"
    return json.dumps(answer, sort_keys=True)


def report(phone: Phone, request: Any) -> str:
    """Both answers to the smallest request that still differs, to be read and pasted."""
    small = shrunk(request, phone.differs)
    lines = {
        "Request": json.dumps(small),
        "Python ": shown(rules.answer(small)),
        "Phone  ": shown(phone.answers([small])[0]),
    }
    return "\n".join(f"{name}: {text}" for name, text in lines.items())


def shrunk(request: Any, differs: Callable[[Any], bool], tries: int = 400) -> Any:
    """The request without what can be left out while the answers still differ."""
    said = shown(rules.answer(request)) != "error"
    before = None
    while before != request:
        before = request
        for path in sorted(_paths(request), key=lambda path: (len(path), -_last_index(path))):
            smaller = _without(request, path)
            # A document that is none any more is no smaller case of an answer.
            if tries and (not said or shown(rules.answer(smaller)) != "error"):
                tries -= 1
                request = smaller if differs(smaller) else request
    return request


def _paths(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    keys = node if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    for key in keys:
        yield (*path, key)
        yield from _paths(node[key], (*path, key))


def _last_index(path: tuple[Any, ...]) -> int:
    return path[-1] if isinstance(path[-1], int) else 0


def _without(node: Any, path: tuple[Any, ...]) -> Any:
    """A copy of the node without what stands at the path, if anything still does."""
    if not isinstance(node, dict | list):
        return node
    key, *rest = path
    if key in (node if isinstance(node, dict) else range(len(node))):
        node = node.copy()
        if rest:
            node[key] = _without(node[key], tuple(rest))
        else:
            del node[key]
    return node
