"""What a browser calls itself, in words a person knows their phone by."""

import re

from django.utils.translation import gettext as _

# The first that fits: a browser built on another names that one too.
BROWSERS = {
    "Edg": "Edge",
    "OPR/|Opera": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox|FxiOS": "Firefox",
    "Chrome|CriOS|Chromium": "Chrome",
    "Safari": "Safari",
}
DEVICES = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "Chromebook",
    "Windows": "Windows",
    "Macintosh|Mac OS X": "Mac",
    "Linux": "Linux",
}


def in_words(agent: str) -> str:
    """Return "Chrome, Android" for what a browser says of itself."""
    found = [_first(BROWSERS, agent), _first(DEVICES, agent)]
    return ", ".join(filter(None, found)) or _("A browser")


def device(agent: str) -> str:
    """Return "iPhone": what to call a passkey until its owner says otherwise."""
    return _first(DEVICES, agent) or _("A phone")


def _first(words: dict[str, str], agent: str) -> str:
    return next((word for pattern, word in words.items() if re.search(pattern, agent)), "")
