"""The cast of the table plays on for years."""

from tests.scoring.conftest import alice, bob, charlie, match, quinta

__all__ = ["alice", "bob", "charlie", "match", "quinta"]
