"""Power cuts while phones save: what was acknowledged is there, once.

`./caderneta soak kills` does a hundred.
"""

import os
import random
import time

from scoring import verification
from scoring.models import Event, Round, Score
from tests.server import Server
from tests.soak.saving import Saver, begin

KILLS = 100 if os.environ.get("SOAK") else 6
PHONES = 2
SEED = 20_26
PATIENCE = 30


def wait_for(savers: list[Saver], more: int) -> None:
    """Until the phones together had so many more rounds acknowledged."""
    wanted = sum(len(saver.acknowledged) for saver in savers) + more
    until = time.monotonic() + PATIENCE
    while sum(len(saver.acknowledged) for saver in savers) < wanted:
        assert [saver.refused for saver in savers if saver.refused] == []
        assert time.monotonic() < until, "the phones save nothing"
        time.sleep(0.001)


def test_acknowledged_rounds_survive_kills(server: Server) -> None:
    chance = random.Random(SEED)
    savers = [begin(server) for _ in range(PHONES)]
    for saver in savers:
        saver.start()
    for _ in range(KILLS):
        wait_for(savers, more=chance.randint(1, 20))
        time.sleep(chance.random() / 50)
        server.kill()
        server.start()
    wait_for(savers, more=PHONES)
    for saver in savers:
        saver.stop()

    assert sum(saver.asked_again for saver in savers) >= KILLS
    assert [saver.refused for saver in savers] == [[]] * PHONES
    for saver in savers:
        assert_there_once(saver)
    for saver in savers:
        assert verification.match(saver.match) == []
    assert list(verification.rulesets()) == []


def assert_there_once(saver: Saver) -> None:
    """Every acknowledged round is there under its key, once and with its figures; besides it at
    most the one whose answer did not come."""
    match = saver.match
    saved = {}
    for event in Event.objects.filter(match=match, kind="round"):
        [number] = {columns["number"] for columns in event.after["round"].values()}
        saved[event.key] = number
    rounds = list(Round.objects.filter(match=match).order_by("number"))

    assert {key: saved.pop(key, None) for key in saver.acknowledged} == saver.acknowledged
    assert saved.keys() <= {saver.pending}
    assert [entry.number for entry in rounds] == list(range(1, len(rounds) + 1))
    assert [entry.entry["sides"][0]["total"] for entry in rounds] == [r.number for r in rounds]
    scores = Score.objects.filter(round__match=match, side__position=0).order_by("points")
    assert list(scores.values_list("points", flat=True)) == [r.number for r in rounds]
