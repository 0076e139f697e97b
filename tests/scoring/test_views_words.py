"""Whatever people write is shown as text, on every page that shows it."""

import html
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest
from django.urls import reverse

from players.ids import uuid7
from players.models import Player
from scoring import actions, sharing
from scoring.models import Match
from tests.factories import fresh, sheet_data, tranca_sheet
from tests.scoring.routes import delete, phone_of

# At most 40 signs, so that each may stand as a name.
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "</title><script>alert(1)</script>",
    "</script><script>alert(1)",
    "<!--<script>",
    "]]><b>",
    '"><b id=x>',
    "' onmouseover='alert(1)",
    '" autofocus onfocus="alert(1)',
    '" hx-get="/new" hx-trigger="load',
    "<div hx-get=/new hx-trigger=load>",
    "<a href=javascript:alert(1)>x</a>",
    "javascript:alert(1)",
    "{{ request.user.pk }}",
    "{% csrf_token %}",
    "{% load static %}{{ 7|add:7 }}",
    "{# gone #}",
    "${7*7} #{7*7} `${7}`",
    "&lt;b&gt; &amp; &#60;b&#62; &quot;",
    "%(name)s %s {0} {name}",
    "<bdi></bdi></h2></div></main>",
    "<style>*{display:none}</style>",
    "<iframe srcdoc='<b>'>",
    "\\u003cb\\u003e \\x3cb\\x3e",
    "=HYPERLINK(1) @SUM +1 -2",
    "<form action=//evil.example>",
    "<base href=//evil.example>",
    "<meta http-equiv=refresh content=0>",
    "＜script＞ ‹b› ﹤b﹥",
]


class Skeleton(HTMLParser):
    """The tags and the names of the attributes of a page, without its words."""

    def __init__(self, body: str):
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.comments = 0
        self.feed(body)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.tags.append((f"/{tag}", ()))

    def handle_comment(self, data: str) -> None:
        self.comments += 1


def pages(alice, words: Sequence[str]) -> dict[str, str]:
    """Every page of a match in which five words stand wherever people may write any."""
    side, player, note, reason, extra = words
    data = {"id": str(uuid7()), "game": "tranca", "sides": "2", "target": "3000"}
    data |= {"label0": side, "player1.0": player, "player1.1": "Bia", "first_dealer": "0"}
    assert alice.client.post(reverse("new_match"), data).status_code == 303
    match = Match.objects.get()
    sheet = sheet_data(tranca_sheet(), number=1, key=uuid7())
    sheet |= {"0.adjustment.points": "-50", "0.adjustment.note": note}
    to = reverse("new_round", args=[match.pk])
    assert alice.client.post(to, sheet).status_code == 303
    held = match.rounds.get()
    again = sheet | {
        "version": held.version,
        "key": uuid7(),
        "reason": reason,
        "0.hand.points": "20",
    }
    correct = reverse("correct", args=[match.pk, held.pk])
    assert alice.client.post(correct, again).status_code == 303
    actions.adjust(fresh(match), alice.user, uuid7(), [50, 0], extra)
    sharing.make_link(match, alice.user, "view")
    slots = list(match.rounds.order_by("order"))
    guest = phone_of("view link", match)

    at = {"version": fresh(match).version}

    def shown(*names: str) -> dict[str, str]:
        return {n: alice.client.get(reverse(n, args=[match.pk])).content.decode() for n in names}

    made = shown("match", "more", "history", "table", "adjust", "new_round", "share", "delete")
    made |= {
        "start": alice.client.get("/").content.decode(),
        "new": alice.client.get("/new").content.decode(),
        "guest": guest.get(reverse("match", args=[match.pk])).content.decode(),
        "round": alice.client.get(reverse("round", args=[match.pk, slots[0].pk])).content.decode(),
        "slot": alice.client.get(reverse("round", args=[match.pk, slots[1].pk])).content.decode(),
        "correct": alice.client.get(correct).content.decode(),
        "two": alice.client.post(to, sheet | {"key": uuid7()}).content.decode(),
        "refused": alice.client.post(to, sheet | {"0.hand.points": side}).content.decode(),
        "part": alice.client.post(
            to, sheet | {"0.hand.points": side}, headers={"HX-Request": "true"}
        ).content.decode(),
        "ended": alice.client.post(
            reverse("close", args=[match.pk, "finish"]), at, follow=True
        ).content.decode(),
        "again": alice.client.post("/new", data | {"id": "x", "start0": side}).content.decode(),
    }
    delete(fresh(match))
    return made | {"gone": alice.client.get("/").content.decode()}


PLAIN = ["Anastasia", "Berenice", "Cassandra", "Dorothea", "Esmeralda"]
# Five at a time; `test_words_of_groups` puts the same ones into other places.
FIVES = [HOSTILE[at : at + 5] for at in range(0, 30, 5)]


@pytest.fixture
def plain(alice) -> dict[str, str]:
    made = pages(alice, PLAIN)
    forget()
    return made


def forget() -> None:
    Match.objects.all().delete()
    Player.objects.all().delete()


def test_words_stand_on_every_page_that_has_some(plain):
    silent = {name for name, body in plain.items() if not any(word in body for word in PLAIN)}

    assert silent == {"share", "delete", "gone"}
    assert all(any(word in body for body in plain.values()) for word in PLAIN)


def test_hostile_words_are_shown_as_text_on_every_page(alice, plain):
    for words in FIVES:
        for name, body in pages(alice, words).items():
            usual, found = Skeleton(plain[name]), Skeleton(body)
            odd = [pair for pair in zip(found.tags, usual.tags, strict=False) if pair[0] != pair[1]]
            assert (words, name, odd[:1], found.comments) == (words, name, [], 0)
            assert len(found.tags) == len(usual.tags)
            text = html.unescape(body)
            held = [w for w, usual in zip(words, PLAIN, strict=True) if usual in plain[name]]
            assert (name, [w for w in held if w not in text]) == (name, [])
        forget()
