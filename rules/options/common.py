"""What rules of every game have: who plays, the end, and what is agreed without scoring."""

from rules.options.declared import CHOICE, COUNT, NOTES, NUMBERS, SWITCH, Option
from rules.options.play import PLAY
from rules.translation import gettext_noop as _

COMMON: tuple[Option, ...] = (
    Option(
        "end.mode",
        _("A match ends"),
        _("What is played to."),
        CHOICE,
        "end",
        {
            "target": _("at a target"),
            "rounds": _("after some rounds"),
            "open": _("when you say so"),
        },
    ),
    Option(
        "end.target",
        _("Target"),
        _("Points that end the match, unless the table agrees on others."),
        COUNT,
        "end",
        low=1,
        optional=True,
    ),
    Option(
        "end.offers",
        _("Targets to choose from"),
        _("Offered when a match begins."),
        NUMBERS,
        "end",
        low=1,
        optional=True,
    ),
    Option(
        "end.at",
        _("The target"),
        _("Whether it is enough to reach it."),
        CHOICE,
        "end",
        {"reach": _("must be reached"), "pass": _("must be passed")},
        default="reach",
        optional=True,
    ),
    Option(
        "end.rounds",
        _("Rounds"),
        _("How many rounds a match has."),
        COUNT,
        "end",
        low=1,
        optional=True,
    ),
    Option(
        "end.tie",
        _("Equal totals at the end"),
        _("What happens when the best total is shared."),
        CHOICE,
        "end",
        {
            "extra_round": _("play on"),
            "draw": _("nobody wins"),
            "went_out": _("whoever went out wins"),
        },
        default="extra_round",
        optional=True,
    ),
    Option(
        "legs",
        _("Several matches make one game"),
        _("Whoever wins enough of them wins it all."),
        SWITCH,
        "end",
    ),
    Option(
        "legs.wins",
        _("Matches to win"),
        _("How many a side must win."),
        COUNT,
        "end",
        low=1,
        high=99,
        when="legs",
        default=2,
    ),
    Option(
        "sides",
        _("Sides"),
        _("How many sides may play."),
        NUMBERS,
        "table",
        low=1,
        high=6,
    ),
    Option(
        "players_per_side",
        _("Players a side"),
        _("How many people may make a side."),
        NUMBERS,
        "table",
        low=1,
        high=100,
        optional=True,
    ),
)

PLAY_OPTIONS: tuple[Option, ...] = (
    *(
        Option(
            f"play.{said.key}",
            said.label,
            _("Agreed at the table; no total follows from it."),
            CHOICE if said.codes else COUNT,
            "play",
            said.codes,
            low=said.low,
            high=said.high,
            optional=True,
        )
        for said in PLAY
    ),
    Option(
        "play.notes",
        _("Notes"),
        _("Whatever else this table agreed on, in its own words."),
        NOTES,
        "play",
        optional=True,
    ),
)
