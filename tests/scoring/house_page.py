"""The editor as a browser without scripts sees it: its fields, and what it would send."""

from html.parser import HTMLParser
from typing import Any

from django.urls import reverse

from scoring.models import HouseRules


class Fields(HTMLParser):
    """What the form `rules` of a page would send, by field, and what each could say instead."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: dict[str, list[str]] = {}
        self.could: dict[str, list[str]] = {}
        self.marked: list[str] = []
        self._in_form, self._select, self._area = False, "", ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held: dict[str, Any] = dict(attrs)
        if tag == "form":
            self._in_form = held.get("id") == "rules"
        if not self._in_form:
            return
        name, value = held.get("name") or "", held.get("value") or ""
        if "aria-invalid" in held:
            self.marked.append(name)
        if tag == "input":
            self._input(held.get("type", "text"), name, value, "checked" in held)
        elif tag == "select":
            self._select = name
            self.could[name] = []
        elif tag == "option":
            self.could[self._select].append(value)
            if "selected" in held or self._select not in self.said:
                self.said[self._select] = [value]
        elif tag == "textarea":
            self._area = name
            self.said[name] = [""]

    def _input(self, kind: str, name: str, value: str, checked: bool) -> None:
        if kind in ("radio", "checkbox"):
            self.could.setdefault(name, []).append(value)
            if checked:
                self.said.setdefault(name, []).append(value)
        elif name not in ("", "csrfmiddlewaretoken"):
            self.said[name] = [value]

    def handle_data(self, data: str) -> None:
        if self._area:
            self.said[self._area] = [self.said[self._area][0] + data]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._in_form = False
        if tag == "textarea":
            self._area = ""

    def sending(self, **changes: Any) -> dict[str, list[str]]:
        """What is sent after some fields were changed, `__` for the dot in their names."""
        told = {name.replace("__", "."): value for name, value in changes.items()}
        return self.said | {
            name: value if isinstance(value, list) else [value] for name, value in told.items()
        }


def fields(response: Any) -> Fields:
    """The fields of the editor in an answer."""
    return Fields(response.content.decode())


def at(name: str, house: HouseRules, *more: Any) -> str:
    """The address of a page of these rules."""
    return reverse(name, args=[house.group_id, house.pk, *more])


def edit(persona: Any, house: HouseRules, **changes: Any) -> Any:
    """Open the editor, change some fields, and save."""
    address = at("edit_house", house)
    page = fields(persona.client.get(address))
    return persona.client.post(address, page.sending(**changes))


def fresh(house: HouseRules) -> HouseRules:
    """The rules as they are now."""
    return HouseRules.objects.select_related("ruleset").get(pk=house.pk)
