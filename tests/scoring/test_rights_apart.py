"""What a holder of a link and an ex-member get to see, and what rights cost."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from players import invites
from players.ids import uuid7
from players.models import Group, Membership, Role, User
from scoring import actions, sharing
from scoring.models import Event, Match, MatchLink, Pass
from tests.factories import GroupFactory, PlayerFactory, fresh, record, start_match, tranca_sheet
from tests.players.circle import Somebody, joined, member_of
from tests.scoring.routes import a_sheet
from tests.scoring.test_statements import statements

pytestmark = pytest.mark.django_db
MOST_FOR_A_SAVE = 10


@pytest.fixture
def group() -> Group:
    return GroupFactory(name="Quinta")


@pytest.fixture
def ana(group: Group) -> Somebody:
    """Organises the group; has an account with an address."""
    who = joined(group, Role.ORGANISER)
    User.objects.filter(pk=who.user.pk).update(username="ana", email="ana@example.org")
    return who


@pytest.fixture
def match(group: Group, ana: Somebody) -> Match:
    """A round old, its players known by account."""
    bob = joined(group)
    User.objects.filter(pk=bob.user.pk).update(email="bob@example.org")
    pairs = [[PlayerFactory(group=group, user=who.user)] for who in (ana, bob)]
    made = start_match(ana.user, group, players=pairs)
    record(made, ana.user, tranca_sheet())
    return fresh(made)


def holder(match: Match, lets: str = "score") -> Somebody:
    """Somebody who came by a link that the starter of the match made."""
    who = Somebody(User.objects.create())
    sharing.join(
        MatchLink.objects.get(digest=sharing.digest(made(match, lets))),
        who.user,
    )
    return who


def made(match: Match, lets: str) -> str:
    return sharing.make_link(match, match.started_by, lets)


def crawl(phone, start: str) -> dict[str, str]:
    """Every page a phone reaches by its links, with what it holds."""
    found, left = {}, [start]
    while left:
        address = left.pop()
        answer = phone.get(address)
        found[address] = answer.content.decode()
        for link in re.findall(r'(?:href|hx-get)="(/[^"#]*)', found[address]):
            link = link.replace("&amp;", "&")
            if not link.startswith("/static/") and link not in found and link not in left:
                left.append(link)
    return found


@pytest.mark.parametrize("lets", ["view", "score"])
def test_tm_08_holder_of_a_link_learns_no_address_and_no_id_of_a_person(group, match, lets):
    who = holder(match, lets)

    pages = crawl(who.phone, reverse("match", args=[match.pk]))

    assert reverse("history", args=[match.pk]) in pages
    for page in ("on_table", "more"):
        assert reverse(page, args=[match.pk]) in pages
    secret = {str(pk) for pk in User.objects.exclude(pk=who.user.pk).values_list("pk", flat=True)}
    secret |= {str(pk) for pk in Membership.objects.values_list("pk", flat=True)}
    secret |= {"@example.org"}
    told = {(page, one) for page, body in pages.items() for one in secret if one in body}
    assert told == set()


def test_tm_08_holder_of_a_link_finds_no_page_of_the_group(group, match):
    who = holder(match)

    names = ("group", "people", "group_log", "invites", "players", "teams", "group_settings")
    answers = {name: who.get(name, group.pk).status_code for name in names}

    assert answers == dict.fromkeys(names, 404)
    assert who.post("export_group", group.pk).status_code == 404


def test_tm_03_tm_04_round_of_an_ex_member_changes_nothing(group, ana, match):
    """The sheet was filled in before they were taken out; what it was is told to nobody."""
    bob = joined(group)
    data = {"key": uuid7(), **a_sheet(match)}
    board = reverse("match", args=[match.pk])
    assert bob.phone.get(board).status_code == 200

    ana.post("member", group.pk, member_of(group, bob).pk, remove="1")
    before = Event.objects.count()

    assert bob.post("new_round", match.pk, **data).status_code == 404
    htmx = {"HX-Request": "true"}
    assert bob.phone.get(f"{board}?seen=0", headers=htmx).status_code == 404
    assert Event.objects.count() == before


def test_tm_06_pass_to_look_on_does_not_score_though_a_link_to_score_exists(match):
    onlooker = holder(match, "view")
    made(match, "score")

    assert onlooker.post("new_round", match.pk, key=uuid7(), **a_sheet(match)).status_code == 403


@pytest.mark.parametrize("who", ["organiser", "scorer", "link"])
def test_save_with_rights_asks_at_most_ten_times(group, match, who):
    phone = holder(match).phone if who == "link" else joined(group, who).phone
    address = reverse("new_round", args=[match.pk])
    phone.post(address, {"key": uuid7(), **a_sheet(match)})  # the first one warms up
    data = {"key": uuid7(), **a_sheet(fresh(match))}

    with statements() as asked:
        assert phone.post(address, data).status_code == 303

    assert len(asked) <= MOST_FOR_A_SAVE


def test_pass_dies_with_what_its_maker_may(group, ana):
    """Links to keep score are an organiser's: they end when their maker is one no more, those to
    look on when they keep score no more."""
    olga = joined(group, Role.ORGANISER)
    match = start_match(olga.user, group)
    score, view = holder(match, "score"), holder(match, "view")

    def still_in() -> list[int]:
        return [who.get("match", match.pk).status_code for who in (score, view)]

    pk, before = member_of(group, olga).pk, still_in()
    ana.post("member", group.pk, pk, role="scorer")
    lowered = still_in()
    ana.post("member", group.pk, pk, role="viewer")

    assert (before, lowered, still_in()) == ([200, 200], [404, 200], [404, 404])
    assert Pass.objects.count() == 2


def test_leaving_one_group_ends_nothing_in_another(group, ana, match):
    other = GroupFactory()
    bob = joined(group, Role.ORGANISER)
    Membership.objects.create(group=other, user=bob.user, role=Role.ORGANISER)
    theirs = start_match(bob.user, other)
    guest = holder(theirs, "score")

    actions.leave_group(group, bob.user)

    assert guest.get("match", theirs.pk).status_code == 200
    assert bob.get("match", theirs.pk).status_code == 200


def test_account_that_is_deleted_leaves_no_way_in_behind(group, ana):
    olga = joined(group, Role.ORGANISER)
    match = start_match(ana.user, group)
    made_by_olga = [
        reverse("join", args=[sharing.make_link(match, olga.user, "score")]),
        reverse("invitation", args=[invites.make_link(group, Role.ORGANISER, olga.user)]),
    ]
    other = reverse("join", args=[sharing.make_link(match, ana.user, "view")])

    actions.delete_account(olga.user)

    assert [Client().get(address).status_code for address in made_by_olga] == [404, 404]
    assert Client().get(other).status_code == 200
