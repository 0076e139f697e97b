"""How a match moves the ratings of those who played it: openskill, one configuration a family.

A rating is what we believe of somebody: `mu` the middle, `sigma` how unsure it is. Everybody starts
at 25 ± 25/3. Shown is the cautious figure, three sigmas below the middle, times a hundred: it
starts at 0, and whoever plays little stays low because little is known of them.

`beta` is how far luck carries a single match; `tau` how much a rating loosens from match to match,
so that a figure of years ago can still be overtaken. A long match of melds says the most. A game of
truco turns on few cards, and a tally can be any game at all: there one match moves people less.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from uuid import UUID

from openskill.models import PlackettLuce

MU, SIGMA, TAU = 25.0, 25.0 / 3, 25.0 / 300
BETA = {"melds": 25.0 / 6, "truco": 25.0 / 3}
BETA_OF_A_TALLY = 25.0 / 4

# mu and sigma.
Rating = tuple[float, float]
START: Rating = (MU, SIGMA)


def family_of(game: str, preset: str) -> str:
    """Return within which games a match is rated: all melds together, all truco together, each
    game of a tally for itself."""
    return preset if game == "tally" else game


def shown(rating: Rating) -> int:
    """Return the cautious figure of a rating, about 0 to 3000."""
    mu, sigma = rating
    return round(100 * (mu - 3 * sigma))


def uncertainty(rating: Rating) -> int:
    """Return three sigmas on the scale of `shown`: the middle lies that much above it."""
    return round(300 * rating[1])


def middle(rating: Rating) -> int:
    """Return the middle of what is believed, on the scale of `shown`."""
    return round(100 * rating[0])


@cache
def _model(family: str) -> PlackettLuce:
    beta = BETA.get(family, BETA_OF_A_TALLY)
    return PlackettLuce(mu=MU, sigma=SIGMA, beta=beta, tau=TAU)


def rate(
    family: str, sides: Sequence[tuple[int, Sequence[UUID]]], before: Mapping[UUID, Rating]
) -> dict[UUID, Rating]:
    """Return the ratings after a match of `sides`, each its rank (1 is best, ties share) and its
    players; whoever is not in `before` starts anew. Nobody is moved (`{}`) by a match of one side,
    or with a side without players."""
    if len(sides) < 2 or not all(players for _, players in sides):
        return {}
    model = _model(family)
    # The order within a side is the players' own, so that a replay adds in the same order.
    lined = [sorted(players, key=str) for _, players in sides]
    teams = [
        [model.create_rating(list(before.get(player, START))) for player in players]
        for players in lined
    ]
    rated = model.rate(teams, ranks=[float(rank) for rank, _ in sides])
    return {
        player: (held.mu, held.sigma)
        for players, ratings in zip(lined, rated, strict=True)
        for player, held in zip(players, ratings, strict=True)
    }
