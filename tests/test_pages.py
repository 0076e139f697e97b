"""What holds for every page: headers, no script or style in the markup, nowhere else to go."""

import json
import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from players.actions import make_guest
from scoring import sharing, urls
from tests.factories import sheet_data, tranca_sheet
from tests.scoring.routes import ROUTES, phone_of, ready

pytestmark = pytest.mark.django_db
# Addresses that look like ours to some parser on the way and lead elsewhere, or do something.
ELSEWHERE = [
    *(
        "//evil.example",
        "///evil.example",
        "////evil.example",
        "/\\evil.example",
        "\\\\evil.example",
    ),
    *("\\/evil.example", "/\\/evil.example", "https:evil.example", "https:/evil.example"),
    *(
        "https://evil.example",
        "http://evil.example/",
        "HTTPS://EVIL.EXAMPLE",
        "https:///evil.example",
    ),
    *("http:\\\\evil.example", "http:/\\evil.example", "//evil.example/%2f..", "///evil.example//"),
    *(
        "/\t/evil.example",
        "\t//evil.example",
        "/\n/evil.example",
        "\r\n//evil.example",
        " //evil.example",
    ),
    *(
        "//testserver@evil.example",
        "https://testserver@evil.example",
        "//testserver:80@evil.example",
    ),
    *("//evil.example#@testserver", "//evil.example?testserver", "https://testserver.evil.example"),
    *("//еvil.example", "https://ｅvil.example", "//evil。example", "//[::1", "//[::ffff:7f00:1]"),
    *("javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "data:text/html,x"),
    *("vbscript:x", "ftp://evil.example", "\x00//evil.example", "\x08//evil.example"),
    *("%2f%2fevil.example", "/%2fevil.example", "/%09/evil.example", "//%65vil.example"),
    *("/x\r\nLocation: //evil.example", "http://testserver\\@evil.example", "?//evil.example"),
]


class Markup(HTMLParser):
    """What in a page would run or style by itself, and where its parts come from."""

    def __init__(self, body: str):
        super().__init__()
        self.found: list[str] = []
        self.sources: list[str] = []
        self.feed(body)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        data = tag == "script" and said.get("type") == "application/json"
        if tag in ("style", "iframe", "object", "embed", "base"):
            self.found.append(f"<{tag}>")
        if tag == "script" and not data and not said.get("src"):
            self.found.append("<script>")
        for name, value in attrs:
            if name == "style" or name.startswith(("on", "hx-on")) or name == "srcdoc":
                self.found.append(f"{tag} {name}={value}")
            if (value or "").strip().lower().startswith(("javascript:", "data:", "vbscript:")):
                self.found.append(f"{tag} {name}={value}")
            if name in ("src", "srcset", "poster") or (name == "href" and tag in ("link", "use")):
                self.sources.append(value or "")


@pytest.fixture
def every_page():
    """Each page there is, what is refused and what is not found among them."""
    user = make_guest()
    match = ready(ROUTES[0], user)
    owner, onlooker, stranger = (phone_of(w, match) for w in ("owner", "view link", "stranger"))
    sheet = reverse("new_round", args=[match.pk])
    secret = sharing.make_link(match, user, "view")
    other = sheet_data(tranca_sheet({"hand": {"points": 90}}), number=1)
    pages = {
        "start": owner.get("/"),
        "newcomer": stranger.get("/"),
        "new": owner.get("/new"),
        "new refused": owner.post("/new", {"start0": "x"}),
        "join": stranger.get(reverse("join", args=[secret])),
        "sheet refused": owner.post(sheet, {"end": "x"}),
        "two versions": owner.post(sheet, other),
        "only looking": onlooker.post(sheet),
        "wrong method": owner.delete("/"),
        "not found": owner.get("/nothing"),
        "no token": Client(enforce_csrf_checks=True).post("/new"),
        "too much": owner.post("/new", {f"f{n}": "" for n in range(5000)}),
        "language": owner.post("/language", {"language": "en"}),
        "health": owner.get("/healthz"),
    }
    for route in ROUTES:
        for method in route.methods:
            pages[f"{method} {route}"] = route.ask(owner, method, match := ready(route, user))
            pages[f"stranger: {method} {route}"] = route.ask(stranger, method, match)
    return pages


def test_every_page_carries_the_headers_that_guard_it(every_page):
    statuses = {page.status_code for page in every_page.values()}
    assert statuses == {200, 302, 303, 400, 403, 404, 405, 409, 422}

    for name, page in every_page.items():
        policy = page.headers.get("Content-Security-Policy", "")
        said = dict(part.strip().partition(" ")[::2] for part in policy.split(";"))
        assert (name, said.pop("script-src").split()[0]) == (name, "'self'")
        assert (name, "unsafe" in policy, "http" in policy, "*" in policy) == (name, *[False] * 3)
        assert (name, said) == (
            name,
            {
                "default-src": "'none'",
                "style-src": "'self'",
                "img-src": "'self' data:",
                "connect-src": "'self'",
                "font-src": "'self'",
                "manifest-src": "'self'",
                "form-action": "'self'",
                "base-uri": "'none'",
                "frame-ancestors": "'none'",
            },
        )
        rest = ("X-Frame-Options", "X-Content-Type-Options", "Referrer-Policy")
        assert (name, [page.headers.get(header) for header in rest]) == (
            name,
            ["DENY", "nosniff", "same-origin"],
        )
        assert (name, page.headers.get("Cross-Origin-Opener-Policy")) == (name, "same-origin")


def test_no_page_holds_script_or_style_of_its_own(every_page):
    for name, page in every_page.items():
        if page.headers.get("Content-Type", "").startswith("text/html"):
            markup = Markup(page.content.decode())
            assert (name, markup.found) == (name, [])
            assert (name, [s for s in markup.sources if not s.startswith("/static/")]) == (name, [])


def test_page_for_a_name_that_is_not_ours_is_guarded_too(client):
    page = client.get("/", headers={"Host": "evil.example"})

    assert page.status_code == 400
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]


def test_htmx_swaps_what_was_refused_and_evaluates_nothing(client):
    body = client.get("/").content.decode()
    config = json.loads(re.search(r"<meta name=\"htmx-config\" content='(.+?)'>", body)[1])

    off = ("allowEval", "allowScriptTags", "includeIndicatorStyles", "historyRestoreAsHxRequest")
    assert {name: config[name] for name in off} == dict.fromkeys(off, False)
    assert config["historyCacheSize"] == 0
    rules = [(rule["code"], rule["swap"]) for rule in config["responseHandling"]]
    first = {
        status: next(swap for code, swap in rules if re.search(code, str(status)))
        for status in (200, 204, 303, 403, 404, 409, 422, 500, 503)
    }
    assert first == {
        **dict.fromkeys([200, 303, 409, 422], True),
        **dict.fromkeys([204, 403, 404, 500, 503], False),
    }


def test_root_table_is_the_tables_with_rows_and_two_more():
    held = get_resolver().url_patterns

    assert {p.name for p in held if hasattr(p, "name")} == {"healthz", "set_language"}
    tables = {p.urlconf_name.__name__ for p in held if hasattr(p, "urlconf_name")}
    assert tables == {"players.urls", "players.group_urls", "scoring.urls"}
    assert all(pattern.name for pattern in urls.urlpatterns)


# --- The language switch comes back to this site, whatever it is told.


def leads(response) -> str:
    """Where a browser goes from the answer to `/language`, as it reads addresses."""
    to = response["Location"]
    assert not re.search(r"[\x00-\x20\\\x7f]", to)
    assert not to.startswith("//")
    assert not re.match(r"[a-zA-Z][\w+.-]*:", to)
    return to


@pytest.mark.parametrize("to", ELSEWHERE, ids=ascii)
def test_language_switch_never_leaves_the_site(client, to):
    for sent in ({"next": to}, {"next": ["/", to]}):
        leads(client.post("/language", {"language": "pt-br", **sent}))
    leads(client.get("/language", {"next": to}))
    referer = to.encode("utf-8", "replace").decode("latin-1")
    leads(client.post("/language", {"language": "en"}, headers={"Referer": referer}))


def test_language_switch_comes_back_to_the_page(client):
    response = client.post("/language", {"language": "pt-br", "next": "/new?game=burraco"})

    assert (response.status_code, response["Location"]) == (302, "/new?game=burraco")
    assert client.cookies["language"].value == "pt-br"
    assert '<html lang="pt-br">' in client.get("/").content.decode()


@pytest.mark.parametrize("language", ["", "xx", "../../etc", "en\0", "pt-br;x", "x" * 5000])
def test_language_nobody_offers_is_not_kept(client, language):
    response = client.post("/language", {"language": language, "next": "/"})

    assert response.status_code == 302
    assert "language" not in client.cookies


def test_language_switch_needs_the_token():
    strict = Client(enforce_csrf_checks=True)

    assert strict.post("/language", {"language": "en"}).status_code == 403


@pytest.mark.parametrize("path", ["/", "/new", "/nothing"])
def test_page_in_an_unknown_language_is_english(client, path):
    body = client.get(path, headers={"Accept-Language": "tlh,x-klingon;q=0.5,*;q=0"})

    assert '<html lang="en">' in body.content.decode()
