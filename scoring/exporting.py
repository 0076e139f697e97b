"""Everything of a person, or of a group, in one archive: whole as JSON, and as sheets (CSV)."""

import csv
import io
import json
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q, QuerySet
from django.utils.formats import get_format
from django.utils.translation import gettext

from players.models import Group, Player, User
from scoring.models import HouseRules, Match, Round
from scoring.words import text

FORMAT = "caderneta/1"
# What opens a door, or is nobody's but the machine's, leaves with no archive.
SECRET = {"password", "recovery", "session_key", "session_data", "digest", "last_login_ip"}
# A spreadsheet takes a cell that begins so for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
CHUNK = 50
IN_MEMORY = 4 << 20


def of_person(user: User) -> IO[bytes]:
    """Return an archive of all that is kept about this person, open for reading: account, ways
    in, phones, groups, and every match they sat in, began or keep in their notebook."""
    held: dict[str, Any] = {"account": rows(User.objects.filter(pk=user.pk))[0]}
    # The rows that belong to a user, whichever app keeps them: found, so that none is forgotten.
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.related_model is User and field.name in ("user", "personal_to"):
                found = rows(model.objects.filter(**{field.name: user}))
                if found:
                    held[model._meta.label_lower] = found
    mine = Group.objects.filter(memberships__user=user)
    held["groups"] = rows(mine)
    held["rules"] = _rules(HouseRules.objects.filter(group__personal_to=user))
    sat = Q(sides__seats__player__in=Player.objects.of(user))
    kept = Q(group__personal_to=user) | Q(started_by=user) | sat
    return _archive(held, Match.objects.filter(kept, group__in=mine).distinct())


def of_group(group: Group) -> IO[bytes]:
    """Return an archive of the group, open for reading: people by name, teams, what was done, and
    every match. Nobody's account, e-mail or phone is in it."""
    held = {
        "group": rows(Group.objects.filter(pk=group.pk))[0],
        "players": rows(group.players.all()),
        "teams": [
            {**row, "players": list(team.players.order_by("pk").values_list("pk", flat=True))}
            for team in group.teams.all()
            for row in rows(group.teams.filter(pk=team.pk))
        ],
        "events": rows(group.events.all()),
        "rules": _rules(HouseRules.objects.filter(group=group)),
    }
    return _archive(held, Match.objects.filter(group=group))


def _rules(houses: QuerySet) -> list[dict[str, Any]]:
    """House rules, each with all its versions as documents."""
    return [
        {
            **row(house),
            "versions": [
                {**row(version), "document": version.ruleset.document}
                for version in house.versions.all()
            ],
        }
        for house in houses.prefetch_related("versions__ruleset")
    ]


def rows(found: QuerySet) -> list[dict[str, Any]]:
    """Return rows as plain values, all columns but secrets."""
    return [row(instance) for instance in found.order_by("pk")]


def row(instance: Model) -> dict[str, Any]:
    """Return one row as plain values, all columns but secrets."""
    return {
        field.attname: field.value_from_object(instance)
        for field in instance._meta.concrete_fields
        if field.name not in SECRET
    }


def _archive(held: dict[str, Any], matches: QuerySet) -> IO[bytes]:
    target = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 (it is what is returned)
    matches = matches.order_by("started_at", "pk")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("caderneta.json", "w") as file:
            file.write(_json({"format": FORMAT, **held})[:-1] + b',"matches":[')
            for place, match in enumerate(_whole(matches)):
                file.write((b"," if place else b"") + _json(_match(match)))
            file.write(b"]}")
        for name, titles, lines in SHEETS:
            with _sheet(archive, name) as write:
                write(titles())
                for match in _whole(matches):
                    for line in lines(match):
                        write(line)
    target.seek(0)
    return target


def _json(value: Any) -> bytes:
    return json.dumps(
        value, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":")
    ).encode()


def _whole(matches: QuerySet) -> Iterator[Match]:
    seats = ("sides__seats__player", "sides__label")
    slots = ("rounds__scores__side", "rounds__note", "rounds__ruleset")
    parts = (*seats, *slots)
    found = matches.select_related("ruleset__group", "group")
    return found.prefetch_related(*parts, "events__reason").iterator(chunk_size=CHUNK)


def _match(match: Match) -> dict[str, Any]:
    sides = list(match.sides.all())
    return {
        **row(match),
        "rules": match.ruleset.document,
        "sides": [
            {**row(side), "name": _side(side), "seats": [_seat(seat) for seat in side.seats.all()]}
            for side in sides
        ],
        "rounds": [_round(entry, match, len(sides)) for entry in match.rounds.all()],
        "events": [{**row(event), "words": _words(event.reason)} for event in match.events.all()],
    }


def _round(entry: Round, match: Match, sides: int) -> dict[str, Any]:
    """A slot of the ledger, with its rules where they are not those of the match any more."""
    own = entry.ruleset_id != match.ruleset_id
    return {
        **row(entry),
        "points": _points(entry, sides),
        "words": _words(entry.note),
        **({"rules": entry.ruleset.document} if own else {}),
    }


def _words(remark: Any) -> str:
    return remark.text if remark else ""


def _seat(seat: Any) -> dict[str, Any]:
    return {**row(seat), "name": str(seat.player)}


def _side(side: Any) -> str:
    names = [str(seat.player) for seat in side.seats.all() if seat.to_round is None]
    return _words(side.label) or ", ".join(names) or str(side.position + 1)


def _points(entry: Round, sides: int) -> list[int] | None:
    held = {score.side.position: score.points for score in entry.scores.all()}
    return [held[n] for n in range(sides)] if held else None


def _match_titles() -> list[str]:
    return [
        gettext("Night"),
        gettext("Group"),
        gettext("Game"),
        gettext("State"),
        gettext("Place of the side"),
        gettext("Side"),
        gettext("Total"),
        gettext("Won"),
    ]


def _match_lines(match: Match) -> Iterator[list[Any]]:
    for side in match.sides.all():
        scored = sum(s.points for e in match.rounds.all() for s in e.scores.all() if s.side == side)
        yield [
            match.night.isoformat(),
            str(match.group),
            text(match.ruleset.rules, "name"),
            match.get_state_display(),
            side.position + 1,
            _side(side),
            side.start + scored,
            int(match.winner == side.position),
        ]


def _round_titles() -> list[str]:
    return [
        gettext("Night"),
        gettext("Game"),
        gettext("Match"),
        gettext("Number"),
        gettext("Kind"),
        gettext("State"),
        gettext("Side"),
        gettext("Points"),
        gettext("Note"),
    ]


def _round_lines(match: Match) -> Iterator[list[Any]]:
    sides = list(match.sides.all())
    name = text(match.ruleset.rules, "name")
    for entry in match.rounds.all():
        points = _points(entry, len(sides)) or [None] * len(sides)
        for side, figure in zip(sides, points, strict=True):
            yield [
                match.night.isoformat(),
                name,
                str(match.pk),
                entry.number,
                entry.get_kind_display(),
                entry.get_state_display(),
                _side(side),
                figure,
                _words(entry.note),
            ]


SHEETS = (
    ("matches.csv", _match_titles, _match_lines),
    ("rounds.csv", _round_titles, _round_lines),
)


@contextmanager
def _sheet(archive: zipfile.ZipFile, name: str) -> Iterator[Any]:
    """Yield a writer of lines. Where the comma parts decimals, a semicolon parts cells."""
    with archive.open(name, "w") as raw:
        file = io.TextIOWrapper(raw, "utf-8-sig", newline="")
        parted = ";" if get_format("DECIMAL_SEPARATOR") == "," else ","
        writer = csv.writer(file, delimiter=parted)
        yield lambda line: writer.writerow([_cell(value) for value in line])
        file.flush()


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
