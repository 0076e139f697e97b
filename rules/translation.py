"""Marking words for translation: pure code holds the English, pages translate what they show."""


def gettext_noop(message: str) -> str:
    """`message` itself; catalogues find it by this call."""
    return message
