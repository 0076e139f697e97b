"""What rules of tranca, buraco, burraco, canasta and their relatives may say."""

from rules.options.declared import (
    BONUS,
    CHOICE,
    CONDITION,
    COUNT,
    FIGURE,
    FLAG,
    KEYS,
    KINDS,
    NUMBERS,
    PLACE,
    STEP,
    SWITCH,
    Option,
)
from rules.translation import gettext_noop as _

YES_IF_LEFT = {"true": _("yes"), "if_left": _("while one is left"), "false": _("no")}
OTHERWISE = {"negate": _("they count against"), "zero": _("they count nothing")}

CARDS: tuple[Option, ...] = (
    Option(
        "deck.packs", _("Packs"), _("How many packs are in play."), COUNT, "cards", low=1, high=100
    ),
    Option(
        "deck.jokers",
        _("Jokers"),
        _("How many in all; 0 for none."),
        COUNT,
        "cards",
        low=0,
        high=1000,
    ),
    Option(
        "deck.classes",
        _("Classes of cards"),
        _("Cards that are worth the same are one class."),
        KEYS,
        "cards",
    ),
    Option(
        "deck.classes.*.points",
        _("{item}: each"),
        _("What such a card is worth on the table."),
        FIGURE,
        "cards",
        low=0,
    ),
    Option(
        "deck.classes.*.hand_points",
        _("{item}: each left in hand"),
        _("What it costs there; empty for the same."),
        FIGURE,
        "cards",
        low=0,
        optional=True,
    ),
    Option(
        "deck.classes.*.meldable",
        _("{item}: may be laid"),
        _("When such a card may be laid down."),
        CHOICE,
        "cards",
        {"always": _("always"), "going_out": _("when going out"), "never": _("never")},
        default="always",
        optional=True,
    ),
    Option(
        "ranks.*",
        _("{item}"),
        _("The class such a card belongs to."),
        PLACE,
        "cards",
    ),
)

CANASTRAS: tuple[Option, ...] = (
    Option(
        "canastras",
        _("Kinds of {canastra}"),
        _("Which kinds this table knows."),
        KEYS,
        "canastras",
    ),
    Option(
        "canastras.*.points",
        _("{item}"),
        _("What it is worth beside its cards."),
        FIGURE,
        "canastras",
    ),
    Option(
        "canastras.*.min_cards",
        _("{item}: cards at least"),
        _("How many cards make it."),
        COUNT,
        "canastras",
        low=1,
        high=200,
        default=7,
    ),
    Option(
        "canastras.*.clean",
        _("{item}: is clean"),
        _("Whether it holds no wild card, where something asks for a clean one."),
        FLAG,
        "canastras",
        default=False,
    ),
    Option(
        "canastra_count_bonuses.*",
        _("For many {canastras}"),
        _("Points for having at least so many; all that apply."),
        BONUS,
        "canastras",
        optional=True,
    ),
)

HONOURS: tuple[Option, ...] = (
    Option(
        "honours",
        _("Cards apart"),
        _("Cards that are worth something by their number, such as red threes."),
        KEYS,
        "honours",
    ),
    Option(
        "honours.*.totals",
        _("{item}: worth of 0, 1, 2 and so on"),
        _("What so many of them are worth together."),
        NUMBERS,
        "honours",
    ),
    Option(
        "honours.*.counts_if",
        _("{item} count if there is"),
        _("What a side needs for them to count."),
        CONDITION,
        "honours",
        optional=True,
    ),
    Option(
        "honours.*.otherwise",
        _("{item}: otherwise"),
        _("What becomes of them else."),
        CHOICE,
        "honours",
        OTHERWISE,
        default="negate",
        optional=True,
    ),
)

MELDED: tuple[Option, ...] = (
    Option(
        "melded_if",
        _("Laid cards count only under a condition"),
        _("Whether a side without it loses what it laid."),
        SWITCH,
        "melded",
    ),
    Option(
        "melded_if.condition",
        _("Laid cards count if there is"),
        _("What a side needs."),
        CONDITION,
        "melded",
        when="melded_if",
    ),
    Option(
        "melded_if.otherwise",
        _("Laid cards otherwise"),
        _("What becomes of them else."),
        CHOICE,
        "melded",
        OTHERWISE,
        when="melded_if",
        default="negate",
    ),
    Option(
        "melded_if.canastra_points",
        _("The points of {canastras} then"),
        _("Whether canastras keep their own points."),
        CHOICE,
        "melded",
        {"keep": _("stay"), "zero": _("count nothing")},
        when="melded_if",
        default="keep",
    ),
)

OUT: tuple[Option, ...] = (
    Option(
        "going_out.points.*",
        _("{item}"),
        _("What going out in this manner is worth; empty where nobody may."),
        FIGURE,
        "out",
        optional=True,
    ),
    Option(
        "going_out.requires.morto",
        _("Going out needs the {morto}"),
        _("Whether a side must have taken it."),
        CHOICE,
        "out",
        YES_IF_LEFT,
        default="false",
    ),
    Option(
        "going_out.requires.canastras.*",
        _("Going out needs"),
        _("Canastras a side must have; all that are listed."),
        CONDITION,
        "out",
        optional=True,
    ),
    Option(
        "going_out.waived_by",
        _("Needs nothing of that"),
        _("Manners of going out that are free of it."),
        KINDS,
        "out",
        optional=True,
    ),
)

MORTOS: tuple[Option, ...] = (
    Option(
        "mortos",
        _("{mortos}"),
        _("Whether cards are set aside to be taken later."),
        SWITCH,
        "morto",
    ),
    Option(
        "mortos.size",
        _("Cards in each"),
        _("One for each side; empty where the next line says how many."),
        COUNT,
        "morto",
        low=1,
        high=60,
        when="mortos",
        optional=True,
        default=11,
    ),
    Option(
        "mortos.sizes",
        _("Or {mortos} of"),
        _("The cards of each, where there is not one for each side."),
        NUMBERS,
        "morto",
        low=1,
        high=60,
        when="mortos",
        optional=True,
    ),
    Option(
        "mortos.not_taken",
        _("Not taken"),
        _("What it costs a side that did not take one."),
        FIGURE,
        "morto",
        when="mortos",
        default=-100,
    ),
    Option(
        "mortos.taken_unused",
        _("Taken and not played"),
        _("What it costs then."),
        CHOICE,
        "morto",
        {
            "cards": _("its cards"),
            "as_not_taken": _("as if not taken"),
            "cards_and_penalty": _("its cards and the penalty"),
        },
        when="mortos",
        default="cards",
    ),
    Option(
        "mortos.to_stock",
        _("Left over: becomes the stock"),
        _("Whether an untaken morto is drawn from when the stock is out."),
        FLAG,
        "morto",
        when="mortos",
        default=True,
        optional=True,
    ),
)

FIRST_MELD: tuple[Option, ...] = (
    Option(
        "first_meld",
        _("A minimum for the first meld"),
        _("Whether the first cards a side lays must be worth something."),
        SWITCH,
        "first_meld",
    ),
    Option(
        "first_meld.basis",
        _("The minimum goes by"),
        _("What decides how high it is."),
        CHOICE,
        "first_meld",
        {"score": _("the side's points"), "round": _("the round")},
        when="first_meld",
        default="score",
    ),
    Option(
        "first_meld.steps.*",
        _("Minimum"),
        _("From which points or round on; empty for from the beginning, below zero too."),
        STEP,
        "first_meld",
        when="first_meld",
    ),
)

EXTRAS: tuple[Option, ...] = (
    Option(
        "extras",
        _("Other things that count"),
        _("Anything else a table counts, by the piece."),
        KEYS,
        "extras",
    ),
    Option("extras.*.points", _("{item}"), _("What one is worth."), FIGURE, "extras"),
    Option(
        "extras.*.max_per_side",
        _("{item}: at most a side"),
        _("How many a side may have."),
        COUNT,
        "extras",
        low=0,
        high=1000,
        default=1,
    ),
)

MELDS: tuple[Option, ...] = (
    *CANASTRAS,
    *HONOURS,
    *OUT,
    *MORTOS,
    *FIRST_MELD,
    *CARDS,
    *MELDED,
    *EXTRAS,
)
