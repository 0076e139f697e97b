"""Every write to the table: one function for each thing a person does."""

from scoring.actions.rounds import (
    Sheet,
    adjust,
    correct_round,
    insert_round,
    record_round,
    swap_sides,
    void_round,
)
from scoring.actions.starting import (
    Table,
    decided,
    keep_ruleset,
    legs_won,
    night,
    rematch,
    start_match,
)
from scoring.actions.table import (
    Setting,
    bring_back,
    delete,
    finish,
    forfeit,
    forget_deleted,
    move_end,
    put_away,
    resume,
    set_table,
    void_after_end,
)
from scoring.actions.undoing import last_act, undo

__all__ = [
    "Setting",
    "Sheet",
    "Table",
    "adjust",
    "bring_back",
    "correct_round",
    "decided",
    "delete",
    "finish",
    "forfeit",
    "forget_deleted",
    "insert_round",
    "keep_ruleset",
    "last_act",
    "legs_won",
    "move_end",
    "night",
    "put_away",
    "record_round",
    "rematch",
    "resume",
    "set_table",
    "start_match",
    "swap_sides",
    "undo",
    "void_after_end",
    "void_round",
]
