"""The phone of the tests sees what a person's phone would, and complains aloud."""

from typing import Any

import pytest

pytestmark = pytest.mark.browser

INLINE_SCRIPT = """
const script = document.createElement("script");
script.textContent = "document.title = 'broken in'";
document.body.append(script);
"""


def test_inline_script_is_stopped_and_heard(phone: Any, console: list[str]) -> None:
    phone.goto("/")
    with phone.expect_console_message():
        phone.evaluate(INLINE_SCRIPT)

    assert phone.title() != "broken in"
    assert "Content Security Policy" in console[0]
    console.clear()


def test_missing_page_is_heard(phone: Any, console: list[str]) -> None:
    phone.goto("/no-such-page")

    assert [text.endswith("/no-such-page") for text in console] == [True]
    console.clear()


@pytest.mark.parametrize("phone", [{"locale": "en-GB", "color_scheme": "dark"}], indirect=True)
def test_phone_is_as_asked_for(phone: Any) -> None:
    phone.goto("/")

    assert phone.evaluate("[navigator.language, innerWidth, innerHeight, devicePixelRatio]") == [
        "en-GB",
        390,
        844,
        1,
    ]
    assert phone.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert phone.evaluate("navigator.maxTouchPoints") > 0


def test_page_answers_after_a_power_cut(phone: Any, server: Any) -> None:
    phone.goto("/")
    server.kill()
    server.start()

    assert phone.reload().status == 200
