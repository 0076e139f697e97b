"""The sheet's own keypad and choices, and a keyboard or a screen reader in their place."""

import pytest

from tests.sheet.conftest import Person
from tests.sheet.finger import Sheet
from tests.sheet.words import sentence_of, told

pytestmark = pytest.mark.browser


@pytest.fixture
def tranca(alice: Person) -> Sheet:
    """Tranca in pairs, by points."""
    sheet = alice.sheet(alice.match(players_per_side=2))
    sheet.way("points")
    return sheet


MOVES = [  # the keys, what then stands in the first figure, and the figure being written
    (["345"], "345", "0.hand.points"),  # 3450 is more than the pack is worth
    (["45"], "45", "0.melded.points"),
    (["0"], "0", "0.hand.points"),
    (["345", "+", "60"], "345+60", "0.melded.points"),
    (["345", "back", "back"], "34", "0.melded.points"),
    (["45", "+", "+", "0", "15"], "45+15", "0.melded.points"),
    (["45", "clear", "7"], "7", "0.melded.points"),
]


def test_keypad_moves_on_and_goes_back(tranca: Sheet) -> None:
    for keys, stands, at in MOVES:
        tranca.start_afresh()
        tranca.way("points")

        tranca.key(*keys)

        assert (tranca.value("0.melded.points"), tranca.at) == (stands, at), keys


def test_addition_is_counted_and_shown_while_it_is_spoken(tranca: Sheet) -> None:
    tranca.key("60", "+")
    half = tranca.sums[0], tranca.said("0.melded.points")
    tranca.key("45", "+", "15")

    assert half == ("60", "= 60")
    assert tranca.sums[0] == "120"
    assert tranca.said("0.melded.points") == "= 120"
    assert tranca.entry()["sides"][0]["melded"] == {"points": 120}


def test_keypad_offers_what_the_figure_takes(tranca: Sheet) -> None:
    page = tranca.page
    offers = '() => [...document.querySelectorAll(".keys .word, [data-key=\\"+\\"]")]'
    offers += ".filter(key => !key.hidden && !key.disabled).map(key => key.dataset.key)"

    points = page.evaluate(offers)
    tranca.way("classes")
    tranca.tap('[name="0.melded.card"]')
    cards = page.evaluate(offers)
    tranca.tap("#seldom")
    total = page.evaluate(offers)
    tranca.write("0.adjustment.points", "50", "sign")
    adjustment = page.evaluate(offers)

    assert points == ["clear", "+"]
    assert cards == ["clear"]
    assert total == ["sign", "+"]
    assert adjustment == ["sign"]
    assert (tranca.value("0.adjustment.points"), tranca.sums[0]) == ("−50", "−50")


def test_keys_stay_where_they_are_while_doubts_appear(tranca: Sheet) -> None:
    where = "document.querySelector('[data-key=\"5\"]').getBoundingClientRect().top"
    before = tranca.page.evaluate(where)

    tranca.key("345")  # a doubt beside it: tranca goes by tens
    tranca.key("12")

    assert tranca.said("0.melded.points") != ""
    assert abs(tranca.page.evaluate(where) - before) < 1


def test_doubt_waits_until_the_figure_is_written(tranca: Sheet) -> None:
    tranca.key("34")
    while_typing = tranca.said("0.melded.points")
    tranca.key("0")

    assert (while_typing, tranca.said("0.melded.points")) == ("", "")


def test_keyboard_of_a_computer_works(tranca: Sheet) -> None:
    page = tranca.page
    page.locator('[name="0.melded.points"]').focus()

    for key in ["3", "4", "Backspace", "5", "+", "1", "0", "Enter", "9", "Tab"]:
        page.keyboard.press(key)
    after_tab = page.evaluate("document.activeElement.name")
    for key in ["7", "0", "Delete", "8"]:
        page.keyboard.press(key)

    assert tranca.value("0.melded.points") == "35+10"
    assert tranca.value("0.hand.points") == "9"
    assert (after_tab, tranca.value("1.hand.points")) == ("1.hand.points", "8")
    assert page.url.endswith("/round")


def test_pasted_figures_are_read_as_typed_ones(tranca: Sheet) -> None:
    figure = tranca.page.locator('[name="0.melded.points"]')

    figure.fill(" 60 + 45 ")
    read = tranca.sums[0]
    figure.fill("1.250")
    refused = tranca.said("0.melded.points")

    assert read == "105"
    assert refused == sentence_of("NOT_INTEGER")


def test_count_is_circled_cleared_and_counted_on(tranca: Sheet) -> None:
    stands = []
    for button in (0, 0, 1, 0, 2, 2, 2, 1):
        tranca.count("0.canastras.clean", button=button)
        stands.append(tranca.value("0.canastras.clean"))

    assert stands == ["1", "", "2", "1", "3", "4", "5", "2"]


def test_red_threes_are_one_pool_for_all_sides(tranca: Sheet) -> None:
    take = '[data-name="{}.honours.red_three"] .take'
    tranca.count("0.honours.red_three", 3)
    tranca.count("1.honours.red_three")
    empty = [tranca.page.locator(take.format(side)).is_disabled() for side in (0, 1)]
    tranca.tap('[data-name="0.honours.red_three"] .less')
    again = [tranca.page.locator(take.format(side)).is_enabled() for side in (0, 1)]

    assert (empty, again) == ([True, True], [True, True])
    assert tranca.page.locator(".pool .gone").count() == 3
    assert [side["honours"] for side in tranca.entry()["sides"]] == [
        {"red_three": 2},
        {"red_three": 1},
    ]


def test_red_threes_without_a_canastra_say_what_they_cost(tranca: Sheet) -> None:
    tranca.count("1.honours.red_three", 2)
    silent = tranca.said("1.honours.red_three")
    tranca.write("1.melded.points", "60", "next")

    assert silent == ""
    assert tranca.said("1.honours.red_three").endswith("−200")


def test_going_out_has_taken_the_morto_and_says_so(tranca: Sheet) -> None:
    tranca.out(1)
    said = tranca.page.locator('[data-name="1.morto"] .said').inner_text()

    assert said == told("taken: whoever goes out took it")
    assert not tranca.page.locator('[name="1.morto"]').first.is_visible()
    assert tranca.entry()["sides"][1] == {"out": "normal", "morto": "taken"}


def test_unplayed_morto_asks_for_its_cards(tranca: Sheet) -> None:
    tranca.out(0)
    tranca.way("number")
    tranca.key("15", "3")
    tranca.morto(1, "taken_unused")
    tranca.write("1.melded.card", "0")
    tranca.write("1.hand.card", "0")
    asked = tranca.button, tranca.at
    other = tranca.page.locator('[name="0.unused_morto.card"]').is_visible()
    tranca.key("11")
    tranca.tap('.sum[data-side="1"]')
    words = tranca.page.locator("#why dl").inner_text().split("\n")

    missing = told("{side}: missing {what}", side="Eles", what=told("%(morto)s not played"))
    assert asked == (missing % {"morto": "morto"}, "1.unused_morto.card")
    assert not other
    assert tranca.entry()["sides"][1]["unused_morto"] == {"card": 11}
    assert tranca.sums[1] == "−110"
    assert [line for line in words if "11 × 10" in line] != []


def test_hand_of_who_went_out_alone_is_not_asked(deal: Sheet) -> None:
    deal.out(0)

    assert deal.said("0.hand.points") == told("0: went out")
    assert not deal.page.locator('[name="0.hand.points"]').is_visible()
    assert deal.entry()["sides"][0]["hand"] == {}


def test_nobody_went_out_is_the_stock_or_stopped(tranca: Sheet) -> None:
    assert not tranca.page.locator('[name="end"][value="stopped"]').is_visible()

    tranca.tap('[name="end"][value="stock"]')
    tranca.tap('[name="end"][value="stopped"]')

    assert tranca.entry()["end"] == "stopped"


def test_morto_left_over_is_asked_about_when_the_stock_ran_out(tranca: Sheet) -> None:
    asked = tranca.page.locator(".to-stock")
    tranca.morto(1, "not_taken")
    before = asked.is_visible()
    tranca.tap('[name="end"][value="stock"]')
    tranca.morto(0, "taken")
    tranca.key("300", "40", "next", "200", "50")
    doubt = tranca.said("mortos_to_stock")
    tranca.count("mortos_to_stock", button=0)

    assert (before, asked.is_visible()) == (False, True)
    assert doubt != ""
    assert tranca.said("mortos_to_stock") == ""
    assert tranca.entry()["mortos_to_stock"] == 1


def test_button_names_the_side_that_is_missing(tranca: Sheet) -> None:
    said = [tranca.button]
    tranca.out(0)
    said.append(tranca.button)
    tranca.key("300", "40")
    said.append(tranca.button)
    tranca.morto(1, "taken")
    tranca.save()  # takes the finger to what is missing
    at = tranca.at
    tranca.key("200", "50")
    tranca.count("0.canastras.clean", button=0)

    melded, hand, morto = "na mesa", "na mão", "morto"
    assert said == [
        told("Who went out?"),
        told("{side}: missing {what}", side="Nós", what=f"{melded}, {hand}"),
        told("{side}: missing {what}", side="Eles", what=f"{morto}, {melded}, {hand}"),
    ]
    assert at == "1.melded.points"
    assert tranca.button == told("Save")


def test_every_control_has_a_name_of_its_own(tranca: Sheet) -> None:
    tranca.page.evaluate("document.querySelector('#seldom').click()")
    names = tranca.page.evaluate("""() => [...document.querySelectorAll(
        `#sheet :is(input:not([type=hidden]), button)`)].filter(el => el.checkVisibility())
        .map(el => el.getAttribute("aria-label") || el.textContent.trim() ||
             el.closest("label")?.textContent.trim())""")

    nameless = [name for name in names if not name]
    of_sides = [name for name in names if name and name.startswith(("Nós: ", "Eles: "))]
    assert nameless == []
    assert sorted(set(of_sides)) == sorted(of_sides)
