"""What a table must agree on and nobody scores (contract 6): one table of keys and codes.

Every preset and every house rule draws its `play` section from here; the rule sheet is made of
these words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.checking import Node
from rules.translation import gettext_noop as _


@dataclass(frozen=True)
class PlayOption:
    """One agreement: its label and either a sentence per code or the bounds of a number."""

    key: str
    label: str
    codes: Mapping[str, str] = field(default_factory=dict, hash=False)
    low: int = 0
    high: int = 0


YES_NO = {"yes": _("Yes"), "no": _("No")}

PLAY: tuple[PlayOption, ...] = (
    PlayOption("cards_dealt", _("Cards dealt to each player"), low=1, high=30),
    PlayOption(
        "dealt_by",
        _("How the cards are dealt"),
        {
            "one": _("One at a time."),
            "two": _("Two at a time."),
            "one_or_two": _("One at a time or two at a time."),
        },
    ),
    PlayOption(
        "cut_by",
        _("Who cuts"),
        {
            "dealer_right": _("The player to the dealer's right cuts."),
            "dealer_left": _("The player to the dealer's left cuts."),
        },
    ),
    PlayOption(
        "mortos_made_by",
        _("Who makes the mortos"),
        {
            "dealer": _("The dealer sets the mortos aside."),
            "dealer_left": _("The player to the dealer's left sets the mortos aside."),
            "cutter": _("Whoever cuts sets the mortos aside."),
        },
    ),
    PlayOption(
        "next_dealer",
        _("Who deals next"),
        {
            "next": _("The deal passes to the next player in the direction of play."),
            "winner": _("Whoever went out deals."),
        },
    ),
    PlayOption(
        "starts",
        _("Who plays first"),
        {
            "dealer_left": _("The player to the dealer's left plays first."),
            "dealer_right": _("The player to the dealer's right plays first."),
            "not_dealer": _("The player who did not deal plays first."),
        },
    ),
    PlayOption(
        "direction",
        _("Direction of play"),
        {
            "clockwise": _("Clockwise."),
            "anticlockwise": _("Anticlockwise."),
        },
    ),
    PlayOption(
        "discard_starts",
        _("How the discard pile starts"),
        {
            "empty": _("Empty."),
            "turned_card": _("With one card turned up."),
        },
    ),
    PlayOption(
        "discard_seen",
        _("What is seen of the discard pile"),
        {
            "whole": _("All of it is spread out."),
            "top": _("Only its top card is seen."),
        },
    ),
    PlayOption("runs", _("Runs (cards in a row of one suit)"), YES_NO),
    PlayOption("sets", _("Sets (cards of one rank)"), YES_NO),
    PlayOption("smallest_meld", _("Cards of the smallest meld"), low=1, high=20),
    PlayOption("longest_meld", _("Cards of the longest meld"), low=3, high=40),
    PlayOption(
        "run_lowest",
        _("Lowest card of a run"),
        {
            "ace": _("Runs may start at the ace."),
            "three": _("Runs start at the three."),
            "four": _("Runs start at the four."),
        },
    ),
    PlayOption(
        "ace",
        _("The ace in a run"),
        {
            "low": _("Before the two only."),
            "high": _("After the king only."),
            "low_or_high": _("Before the two or after the king, not both in one run."),
            "both_ends": _("Before the two and after the king, also both in one run."),
        },
    ),
    PlayOption(
        "wild",
        _("Wild cards"),
        {
            "none": _("None."),
            "twos": _("The twos."),
            "jokers": _("The jokers."),
            "twos_and_jokers": _("The twos and the jokers."),
        },
    ),
    PlayOption("wilds_per_meld", _("Wild cards in one meld, at most"), low=0, high=20),
    PlayOption(
        "two_in_place",
        _("A two in its own place in a run of its suit"),
        {
            "natural": _("Counts as a natural card and keeps the meld clean."),
            "wild": _("Is a wild card all the same."),
        },
    ),
    PlayOption(
        "meld_onto",
        _("Melds you may add to"),
        {
            "own": _("Only your own side's."),
            "any": _("Anybody's."),
        },
    ),
    PlayOption(
        "pile_taking",
        _("When the discard pile may be taken"),
        {
            "free": _("Whenever you like."),
            "top_with_two": _("If its top card makes a new meld with two cards from hand."),
            "top_with_two_one_wild": _(
                "If its top card makes a new meld with two cards from hand, one of which may be"
                " wild."
            ),
            "top_with_two_or_onto_meld": _(
                "If its top card makes a new meld with two cards from hand, or fits a meld of"
                " yours."
            ),
        },
    ),
    PlayOption(
        "pile_taken",
        _("How much of the discard pile is taken"),
        {
            "whole": _("Always the whole pile."),
            "top": _("Only its top card."),
        },
    ),
    PlayOption(
        "black_threes",
        _("Black threes"),
        {
            "plain": _("They are plain cards."),
            "lock_next": _(
                "A black three on top of the discard pile locks it for the next player only."
            ),
        },
    ),
    PlayOption(
        "red_threes",
        _("Red threes"),
        {
            "plain": _("They are plain cards."),
            "laid_and_replaced": _("They are laid on the table and replaced from the stock."),
            "laid": _("They are laid on the table."),
        },
    ),
    PlayOption(
        "morto_taken",
        _("How a morto is taken"),
        {
            "direct": _("Only by melding the whole hand."),
            "direct_or_indirect": _("By melding the whole hand or by discarding its last card."),
        },
    ),
    PlayOption(
        "morto_used",
        _("When a morto may be played"),
        {
            "at_once": _("At once."),
            "next_turn": _("From the next turn on."),
            "direct_at_once": _(
                "At once if the whole hand was melded, from the next turn on if the last card was"
                " discarded."
            ),
        },
    ),
    PlayOption(
        "last_card",
        _("The last card when going out"),
        {
            "laid_or_discarded": _("It may be laid or discarded."),
            "discarded": _("It must be discarded."),
            "discarded_not_wild": _("It must be discarded and may not be a wild card."),
            "laid": _("It must be laid."),
        },
    ),
    PlayOption(
        "stock_ends",
        _("When the stock runs out"),
        {
            "morto_then_end": _(
                "A morto still face down becomes the stock; with none left, the round ends."
            ),
            "end": _("The round ends."),
            "end_when_pile_useless": _(
                "The round ends once the top card of the discard pile cannot be used."
            ),
            "end_with_two_left": _("The round ends with two cards still in the stock."),
        },
    ),
    PlayOption(
        "pack",
        _("The pack"),
        {
            "without_8_9_10": _("40 cards: the eights, nines, tens and jokers stay out."),
            "spanish_40": _("A Spanish pack of 40 cards, without eights and nines."),
        },
    ),
    PlayOption(
        "ranks",
        _("Cards from high to low"),
        {
            "3_2_a_k_j_q_7": _("3, 2, A, K, J, Q, 7, 6, 5, 4."),
            "3_2_1_12_11_10_7": _("3, 2, 1, 12, 11, 10, 7, 6, 5, 4."),
        },
    ),
    PlayOption(
        "manilhas",
        _("The cards above all others"),
        {
            "after_vira": _("The four cards of the rank after the card turned up (the vira)."),
            "fixed_4_7_a_7": _(
                "Always the four of clubs, the seven of hearts, the ace of spades and the seven of"
                " diamonds, in this order."
            ),
            "spanish": _(
                "Always the ace of swords, the ace of clubs, the seven of swords and the seven of"
                " coins, in this order."
            ),
        },
    ),
    PlayOption(
        "manilha_suits",
        _("Order of the manilhas"),
        {
            "clubs_first": _("Clubs, hearts, spades, diamonds from high to low."),
        },
    ),
    PlayOption(
        "tied_tricks",
        _("When a trick is tied"),
        {
            "first_counts": _(
                "A tied first trick gives the hand to whoever wins the second; a tied second or"
                " third trick to whoever won the first."
            ),
        },
    ),
    PlayOption(
        "raised_by",
        _("Who may raise"),
        {
            "other_side": _("Anybody in turn; after an accepted call only the other side."),
        },
    ),
    PlayOption(
        "partners_on_mark",
        _("Partners on the mark"),
        {
            "see_cards": _("They may look at each other's cards before they decide to play."),
            "own_cards": _("Each looks at their own cards only."),
        },
    ),
    PlayOption(
        "iron_hand",
        _("The iron hand"),
        {
            "blind": _("Played blind: each chooses among cards that lie face down."),
            "seen": _("Played with the cards seen, without raising."),
        },
    ),
    PlayOption(
        "leads_next",
        _("Who leads the next hand"),
        {
            "next": _("The lead moves on to the next player with each hand."),
        },
    ),
)

PLAY_BY_KEY: Mapping[str, PlayOption] = {option.key: option for option in PLAY}


def read_play(node: Node | None) -> dict[str, object]:
    """The agreements of a document's `play` table: a code or a number by key, and `notes`."""
    if node is None:
        return {}
    found: dict[str, object] = {}
    for option in PLAY:
        if option.key not in node.table:
            continue
        if option.codes:
            found[option.key] = node.choice(option.key, tuple(option.codes))
        else:
            found[option.key] = node.whole(option.key, option.low, option.high)
    notes = node.lines("notes")
    return {**found, "notes": notes} if notes else found
