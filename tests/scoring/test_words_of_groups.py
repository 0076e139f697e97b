"""Whatever people call a group, its players, teams and rules is shown as text on every page."""

import html
import re
from collections.abc import Sequence

from django.test import Client
from django.urls import reverse

import rules
from players import invites
from players.actions import make_guest, people
from players.models import Group, Invite, JoinRequest, Membership, Role, Team
from scoring import actions
from tests.factories import record, start_match
from tests.scoring.test_views_words import HOSTILE, PLAIN, Skeleton
from tests.test_matrix import GROUPS, methods

FIVES = [HOSTILE[at : at + 5] for at in range(0, 30, 5)]
DOCUMENT = rules.preset("tranca").document


def document(word: str, points: int) -> dict:
    """Tranca with a kind of canastra of one's own, and a note."""
    kind = {"key": "royal", "points": points, "min_cards": 13, "clean": True}
    texts = {
        language: {**said, "words": {"royal": word}} for language, said in DOCUMENT["texts"].items()
    }
    return {
        **DOCUMENT,
        "canastras": [*DOCUMENT["canastras"], kind],
        "texts": texts,
        "play": {**DOCUMENT["play"], "notes": [word]},
    }


def pages(words: Sequence[str]) -> dict[str, str]:
    """Every page of a group in which five words stand wherever its people may write any."""
    named, player, team, house_name, word = words
    owner, other = make_guest(), make_guest()
    group = Group.objects.create(name=named, words={"morto": word})
    for user in (owner, other):
        Membership.objects.create(group=group, user=user, role=Role.ORGANISER)
    known = people(group, ["Zuleica"]) | {player: group.players.create(name=player, key="k")}
    known[player].user = other
    known[player].save()
    held = Team.objects.create(group=group, name=team, key="k")
    held.players.set(known.values())
    house = actions.make_house(group, owner, house_name, "tranca", document(word, 500))
    proposal = actions.propose(house, owner, 1, document(word, 700))
    sides = [[known[player], known["Zuleica"]], []]
    match = start_match(owner, group, players=sides, house=house, document=document(word, 500))
    record(match, owner, [100, 50])
    secret = invites.make_link(group, Role.SCORER, owner)
    shared = actions.share_house(house, owner)
    code = Invite.objects.get()
    asked = JoinRequest.objects.create(group=group, invite=code, user=make_guest(), name=player)
    ids = {
        "pk": group.pk,
        "player_id": known[player].pk,
        "team_id": held.pk,
        "member_id": Membership.objects.get(group=group, user=other).pk,
        "house_id": house.pk,
        "number": 1,
        "proposal_id": proposal.pk,
        "request_id": asked.pk,
        "invite_id": code.pk,
        "claim_id": asked.pk,
    }
    phone, door = Client(), Client()
    phone.force_login(owner)
    door.force_login(asked.user)
    query = "?" + "&".join(f"with={one.pk}" for one in known.values()) + "&preset=tranca"
    made = {}
    for name, path in GROUPS.items():
        address = "/" + re.sub(r"<\w+:(\w+)>", lambda found: str(ids[found[1]]), path)
        if "GET" in methods(address) and name not in ("house_file", "forget_player"):
            made[name] = phone.get(address + query).content.decode()
    for name, pk in (("match_rules", match.pk), ("move_rules", match.pk), ("move", match.pk)):
        made[name] = phone.get(reverse(name, args=[pk])).content.decode()
    made |= {
        "start": phone.get("/").content.decode(),
        "mine": phone.get(reverse("mine")).content.decode(),
        "new": phone.get(f"/new?group={group.pk}&game=tranca").content.decode(),
        "match": phone.get(reverse("match", args=[match.pk])).content.decode(),
        "table": phone.get(reverse("table", args=[match.pk])).content.decode(),
        "compare": phone.get(f"/rules/compare?a=tranca&b={house.pk}").content.decode(),
        "invitation": Client().get(reverse("invitation", args=[secret])).content.decode(),
        "shared_rules": phone.get(reverse("shared_rules", args=[shared])).content.decode(),
        "waiting": door.get(reverse("waiting", args=[asked.pk])).content.decode(),
    }
    Group.objects.filter(pk=group.pk).delete()
    return made


def test_hostile_words_of_a_group_are_shown_as_text_on_every_page(db):
    usual = pages(PLAIN)
    assert [word for word in PLAIN if not any(word in body for body in usual.values())] == []

    for words in FIVES:
        for name, body in pages(words).items():
            plain, found = Skeleton(usual[name]), Skeleton(body)
            odd = [pair for pair in zip(found.tags, plain.tags, strict=False) if pair[0] != pair[1]]
            assert (words, name, odd[:1], found.comments) == (words, name, [], 0)
            assert (name, len(found.tags)) == (name, len(plain.tags))
            text = html.unescape(body)
            held = [w for w, said in zip(words, PLAIN, strict=True) if said in usual[name]]
            assert (name, [w for w in held if w not in text]) == (name, [])
