"""Every page, on two phones in two themes, with the worst names people give."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.models import Match
from tests import factories
from tests.journeys import pages, table

pytestmark = pytest.mark.browser
LONG = "W" * 40
MIXED = "شجرة 👩‍👩‍👧‍👦 " + "ش" * 20
FORTY = {"label0": LONG, "label1": MIXED}
REFUSED = {"end": "out:0:normal", "0.melded.points": "5.", "1.hand.points": 12}
DOUBTFUL = {"0.total": 10, "1.melded.points": 5, "1.hand.points": 5, "1.morto": "taken"}


class Walk:
    """Looks at one page after another and keeps what is wrong with each."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.wrong: list[str] = []
        self.seen = 0

    def look(self, name: str, *, targets: bool = False) -> None:
        found = [*pages.too_wide(self.page), *pages.faults(self.page)]
        if targets:
            found += pages.small_targets(self.page)
        self.wrong += [f"{name}: {fault}" for fault in found]
        self.seen += 1
        self.page.set_viewport_size({"width": 390, "height": 844})

    def at(self, name: str, path: str, **kwargs: Any) -> None:
        self.page.goto(path)
        self.look(name, **kwargs)


@pytest.fixture
def walk(new_phone: Callable[..., Any]) -> Walk:
    return Walk(new_phone(reduced_motion="reduce"))


@pytest.fixture
def match(walk: Walk) -> str:
    """The address of a match with long names, starting totals, an adjustment and rounds."""
    address = table.start_match(walk.page, start0="12345", start1="-1250", target="own",
                                own_target="90000", first_dealer="0", **FORTY)  # fmt: skip
    play(*[(n * 10, -n) for n in range(1, 6)])
    table.adjust(walk.page, {"points0": "-100", "note": "palavra " * 12})
    return address


def play(*rounds: tuple[int, ...]) -> None:
    match = Match.objects.get()
    for totals in rounds:
        factories.record(match, match.started_by, totals)


def test_pages_of_the_start(walk: Walk) -> None:
    walk.at("start, empty", "/", targets=True)
    walk.at("new match", "/new", targets=True)
    walk.page.goto("/new")
    table.fill(walk.page, {"target": "own", "own_target": "0", "label0": "\u200b", "start0": "x"})
    table.begin(walk.page)
    walk.page.locator(".hint.bad").first.wait_for()
    walk.look("new match, refused")

    assert walk.wrong == []
    assert walk.seen == 3


def test_page_of_nothing(walk: Walk, console: list[str]) -> None:
    walk.at("not here", "/join/nothing", targets=True)
    console.clear()  # the browser says that it was a 404

    assert walk.wrong == []
    assert walk.seen == 1


def test_pages_of_a_match(walk: Walk, match: str) -> None:
    walk.at("match", match, targets=True)
    walk.at("start, a match open", "/", targets=True)
    walk.at("more", f"{match}/more", targets=True)
    walk.at("history", f"{match}/history")
    walk.at("table", f"{match}/table")
    walk.at("adjust", f"{match}/adjust")
    walk.at("delete", f"{match}/delete")
    walk.page.goto(match)
    table.row(walk.page, 0).click()
    walk.page.locator(".sumup").first.wait_for()
    walk.look("round", targets=True)

    assert walk.wrong == []
    assert walk.seen == 8


def test_pages_of_the_sheet(walk: Walk, match: str) -> None:
    page = walk.page
    table.open_round(page)
    walk.look("sheet, empty", targets=True)
    table.way(page, "points")
    table.fill_round(page, REFUSED)
    table.complaints(page)
    walk.look("sheet, refused", targets=True)
    page.goto(match)
    table.to_correction(page, 0)
    table.way(page, "points")
    table.fill_round(page, DOUBTFUL)
    walk.look("correction, in doubt")

    assert walk.wrong == []
    assert walk.seen == 3


def test_pages_of_the_sheet_without_its_script(walk: Walk, match: str) -> None:
    page = walk.page
    page.route("**/js/sheet*.js", lambda route: route.fulfill(content_type="text/javascript"))
    page.goto(f"{match}/round")
    walk.look("sheet, empty")
    table.way(page, "points")
    table.fill_round(page, REFUSED)
    table.save(page)
    table.complaints(page)
    walk.look("sheet, refused")

    assert walk.wrong == []
    assert walk.seen == 2


def test_pages_of_three_pairs(walk: Walk) -> None:
    names = {**FORTY, "label2": "Zé"}
    table.start_match(walk.page, "tranca_copag_three_pairs", **names)
    play((1030, -120, -180), (160, 160, 830))
    walk.page.reload()
    walk.look("match of three", targets=True)
    table.open_round(walk.page)
    table.fill_round(walk.page, {"0.honours.red_three": 4, "1.canastras.clean": 3})
    walk.look("sheet of three", targets=True)

    assert walk.wrong == []
    assert walk.seen == 2


def test_pages_of_sharing(walk: Walk, match: str, new_phone: Callable[..., Any]) -> None:
    page = walk.page
    page.goto(f"{match}/share")
    page.locator("button[name=lets][value=view]").click()
    page.locator(".qr-box svg").wait_for()
    walk.look("share", targets=True)
    address = page.locator(".address").inner_text()
    bob = Walk(new_phone(reduced_motion="reduce"))
    bob.at("join", address, targets=True)
    bob.page.locator("button[form=join]").click()
    bob.page.locator("#board").wait_for()
    bob.look("match, looking on", targets=True)

    assert (walk.wrong, bob.wrong) == ([], [])
    assert (walk.seen, bob.seen) == (1, 2)


def test_page_of_two_versions(walk: Walk, match: str) -> None:
    page = walk.page
    table.open_round(page)
    table.fill_round(page, {"0.total": 10, "1.total": 20})
    play((12345, -12345))
    table.save(page)
    page.locator(".conflict").wait_for()
    walk.look("two versions", targets=True)

    assert walk.wrong == []
    assert walk.seen == 1


def test_pages_of_ended_matches(walk: Walk) -> None:
    page = walk.page
    table.start_match(page, target="1500", **FORTY)
    play((900, 100), (700, 100))
    page.reload()
    walk.look("match, finished", targets=True)
    walk.at("start, matches past", "/", targets=True)
    page.goto(f"/m/{Match.objects.get().pk}/delete")
    page.locator("button[form=delete]").click()
    page.locator("section[aria-labelledby=gone]").wait_for()
    walk.look("start, a match deleted", targets=True)

    assert walk.wrong == []
    assert walk.seen == 3


@pytest.fixture
def moved(new_phone: Callable[..., Any]) -> Callable[[str, Any], list[dict[str, Any]]]:
    """What a first visit moves over the wire: `moved(address, cookies)`."""

    def load(address: str, state: Any) -> list[dict[str, Any]]:
        page = new_phone(storage_state=state)
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        answers: dict[str, dict[str, Any]] = {}
        wire.on(
            "Network.requestWillBeSent",
            lambda e: answers.setdefault(e["requestId"], {"url": e["request"]["url"], "bytes": 0}),
        )
        wire.on(
            "Network.loadingFinished",
            lambda e: answers[e["requestId"]].update(bytes=int(e["encodedDataLength"])),
        )
        page.goto(address, wait_until="networkidle")
        return list(answers.values())

    return load


def test_first_load_of_the_match_page_is_light(walk: Walk, match: str, moved: Any) -> None:
    answers = moved(match, walk.page.context.storage_state())

    hosts = {answer["url"].split("/")[2] for answer in answers}
    assert hosts == {match.split("/")[2]}
    assert len(answers) <= 6, answers
    assert sum(answer["bytes"] for answer in answers) <= 40 * 1024, answers
