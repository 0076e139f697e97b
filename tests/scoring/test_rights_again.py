"""Rights and what is sent twice: what one has done is answered as before, and opens nothing else.

Undo gives nobody what they may not do.
"""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from players.ids import uuid7
from players.models import Player
from scoring import actions
from scoring.models import Event, Match, MatchLink
from tests.factories import fresh, record, sheet_data, start_match, totals_sheet
from tests.scoring.routes import A_HAND, phone_of


def send(client, name: str, match: Match, *rest, key=None, **data):
    return client.post(
        reverse(name, args=[match.pk, *rest]), {"key": key or uuid7(), **data}
    ).status_code


@pytest.fixture
def last_round(match) -> dict:
    """A holder of a link enters the round that ends the match."""
    return {"key": uuid7(), "number": 1} | sheet_data(totals_sheet(3000, 50, out=0))


def test_last_round_sent_again_is_answered_as_before(match, last_round):
    holder = phone_of("score link", match)

    answers = [send(holder, "new_round", match, **last_round) for _ in range(3)]

    assert answers == [303] * 3
    assert (fresh(match).state, fresh(match).version) == ("finished", 2)


def test_last_round_sent_again_from_somebody_else_is_refused(match, last_round):
    send(phone_of("score link", match), "new_round", match, **last_round)

    assert send(phone_of("score link", match), "new_round", match, **last_round) == 403
    assert send(phone_of("view link", match), "new_round", match, **last_round) == 403
    assert send(phone_of("stranger", match), "new_round", match, **last_round) == 404


def test_last_hand_sent_again_is_answered_as_before(alice):
    match = start_match(alice.user, preset="truco_paulista", target=3)
    holder, data = phone_of("score link", match), A_HAND | {"value": 3, "key": uuid7(), "number": 1}

    answers = [send(holder, "hand", match, **data) for _ in range(2)]

    assert (answers, fresh(match).version, fresh(match).state) == ([303, 303], 2, "finished")


def test_match_finished_by_two_taps_is_finished_once(alice, match):
    record(match, alice.user, [100, 50])
    holder, data = phone_of("score link", match), {"key": uuid7(), "version": 2}

    for name, rest in (("close", ["finish"]), ("undo", [])):
        version = fresh(match).version
        data = {"key": uuid7(), "version": version}
        assert [send(holder, name, match, *rest, **data) for _ in range(2)] == [303, 303]
        assert fresh(match).version == version + 1


def test_tm07_used_key_opens_nothing_that_is_closed(match, last_round):
    """Whoever has done one act cannot do another one under its key."""
    holder = phone_of("score link", match)
    send(holder, "new_round", match, **last_round)
    entry, key = match.rounds.get(), last_round["key"]
    before = Event.objects.count()
    seen = {"key": key, "version": 2}

    answers = [
        send(holder, "new_round", match, **last_round | {"0.total": "7"}),
        send(holder, "void", match, entry.pk, void="1", **seen),
        send(holder, "swap", match, entry.pk, **seen),
        send(holder, "adjust", match, points0="50", note="x", key=key),
        send(holder, "close", match, "put-away", **seen),
        send(holder, "close", match, "resume", **seen),
    ]
    closed = [
        send(holder, "table", match, label0="A", **{"player0.0": "Zé"}, **seen),
        send(holder, "share", match, lets="score", key=key),
        send(holder, "target", match, target="9000", **seen),
        send(holder, "forfeit", match, side="1", **seen),
        send(holder, "delete", match, key=key),
    ]

    assert set(answers) <= {303, 409, 422}
    assert closed == [403] * 5
    assert Event.objects.count() == before
    assert (Player.objects.count(), MatchLink.objects.count()) == (0, 1)
    assert fresh(match).state == "finished"


# --- Undo gives nobody what they may not do.


def move_end(match: Match, by) -> None:
    actions.move_end(match, by, uuid7(), match.version, 5000)


def resume(match: Match, by) -> None:
    actions.put_away(match, by, uuid7(), match.version)
    actions.resume(match, by, uuid7(), fresh(match).version)


@pytest.mark.parametrize("act", [move_end, resume])
def test_holder_of_a_link_takes_back_no_act_of_a_member(alice, match, act):
    record(match, alice.user, [100, 50])
    act(fresh(match), alice.user)
    holder, version = phone_of("score link", match), fresh(match).version
    undo = reverse("undo", args=[match.pk])

    assert undo not in holder.get(reverse("match", args=[match.pk])).text
    assert send(holder, "undo", match, version=version) == 403
    assert undo in alice.client.get(reverse("match", args=[match.pk])).text
    assert send(alice.client, "undo", match, version=version) == 303


def other_rules(match: Match, by) -> None:
    document = match.ruleset.document
    house = actions.make_house(match.group, by, "Ours", match.preset, document)
    actions.change_rules(match, by, uuid7(), match.version, house.ruleset, house, whole=True)


@pytest.mark.parametrize(("who", "status"), [("owner", 303), ("scorer", 403), ("score link", 403)])
def test_tm14_move_to_other_rules_is_an_organisers_to_take_back(alice, match, who, status):
    record(match, alice.user, [100, 50])
    other_rules(fresh(match), alice.user)
    phone, version = phone_of(who, match), fresh(match).version

    offered = reverse("undo", args=[match.pk]) in phone.get(f"/m/{match.pk}").text

    assert match.events.get(version=version).kind == "rules"
    assert send(phone, "undo", match, version=version) == status
    assert offered is (status == 303)


@pytest.mark.parametrize("end", ["finish", "forfeit"])
@pytest.mark.parametrize(
    ("who", "hours", "status"),
    [("owner", 9999, 303), ("scorer", 23.9, 303), ("scorer", 24.1, 403)],
)
def test_undo_reopens_no_longer_than_reopening_does(alice, match, end, who, hours, status):
    record(match, alice.user, [100, 50])
    held = fresh(match)
    if end == "finish":
        actions.finish(held, alice.user, uuid7(), held.version)
    else:
        actions.forfeit(held, alice.user, uuid7(), held.version, 1)
    match.events.update(at=timezone.now() - timedelta(hours=hours))
    phone, version = phone_of(who, match), fresh(match).version

    offered = reverse("undo", args=[match.pk]) in phone.get(f"/m/{match.pk}").text

    assert send(phone, "undo", match, version=version) == status
    assert offered is (status == 303)


def test_undo_of_nothing_is_told_to_whoever_keeps_score(match):
    for who in ("owner", "scorer", "score link"):
        assert send(phone_of(who, match), "undo", match, version=1) == 303
    assert fresh(match).version == 1
