"""Two languages: by the browser, by the switch, and kept."""

from typing import Any

import pytest
from django.utils import translation
from django.utils.formats import date_format
from django.utils.timezone import localtime

from scoring.models import Event
from tests.journeys import table

pytestmark = pytest.mark.browser
ENGLISH = pytest.mark.parametrize("phone", [{"locale": "en-GB"}], indirect=True)


def language(page: Any) -> str:
    return page.locator("html").get_attribute("lang")


def figures(page: Any) -> list[str]:
    return page.locator("#board .pair .big").all_inner_texts()


def switch(page: Any, to: str) -> None:
    page.goto("/")
    page.locator(f"button[name=language][value={to}]").click()
    page.locator(f"html[lang={to}]").wait_for()


def test_portuguese_phone_reads_portuguese(phone: Any) -> None:
    table.start_match(phone, start0="1250", start1="-1250")

    assert language(phone) == "pt-br"
    assert figures(phone) == ["1.250", "−1.250"]
    assert table.names(phone) == ["Nós", "Eles"]


@ENGLISH
def test_english_phone_reads_english(phone: Any) -> None:
    table.start_match(phone, start0="1250", start1="-1250")

    assert language(phone) == "en"
    assert figures(phone) == ["1,250", "−1,250"]
    assert table.names(phone) == ["Us", "Them"]


@pytest.mark.parametrize("phone", [{"locale": "fr-FR"}], indirect=True)
def test_phone_of_another_language_reads_english(phone: Any) -> None:
    phone.goto("/")

    assert language(phone) == "en"


def test_switch_is_kept_over_pages_and_visits(phone: Any) -> None:
    match = table.start_match(phone, start0="1250")

    switch(phone, "en")
    phone.goto(match)
    first = (language(phone), figures(phone))
    again = phone.context.new_page()
    again.goto(match)

    assert first == ("en", ["1,250", "0"])
    assert (language(again), figures(again)) == first


def test_switch_back_and_forth(phone: Any) -> None:
    switch(phone, "en")
    switch(phone, "pt-br")

    assert language(phone) == "pt-br"


def test_each_language_is_called_by_its_own_name(phone: Any) -> None:
    phone.goto("/")
    before = phone.locator("nav [lang]").all_inner_texts()

    switch(phone, "en")

    assert before == ["Português", "English"]
    assert phone.locator("nav [lang]").all_inner_texts() == before


def test_dates_follow_the_language(phone: Any) -> None:
    table.start_match(phone)
    table.play_round(phone, {"0.total": 10, "1.total": 20})
    table.history(phone)
    address = phone.url
    portuguese = phone.locator(".history time").first.inner_text()

    switch(phone, "en")
    phone.goto(address)
    english = phone.locator(".history time").first.inner_text()

    moment = Event.objects.latest("version").at
    for shown, code in ((portuguese, "pt-br"), (english, "en")):
        with translation.override(code):
            assert shown == date_format(localtime(moment), "SHORT_DATETIME_FORMAT")
    assert portuguese != english
