"""What somebody may do with a match: decided here, read by views and templates alike.

An organiser of the group may everything, a scorer of it nearly everything, whoever holds a link to
keep score what a table needs while the match is on, everybody else who is let in may look.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from players.models import User
from scoring.models import Event, Match

# How long a member may reopen what people ended, and a holder of a link mend their last entry.
REOPENED_WITHIN = timedelta(hours=24)
MENDED_WITHIN = timedelta(minutes=10)
# Acts that holders of a link can do, and so take back; and those that end a match, so that taking
# them back reopens it; and what an organiser alone decides, and takes back.
OF_A_ROUND = {"round", "insert", "correct", "void", "swap", "put_back", "adjust", "void_rest"}
OF_A_TABLE = {"settings", "finish"}
ENDING = {"finish", "forfeit"}
OF_ORGANISERS = {"rules"}


@dataclass(frozen=True)
class May:
    """Acts by what they need. `score` is all a round takes: enter, correct, take out, swap, adjust,
    name the table, finish. `share` makes links to look on, `let_score` also those to keep score.
    """

    score: bool = False
    mend: bool = False
    rematch: bool = False
    close: bool = False
    share: bool = False
    let_score: bool = False
    delete: bool = False
    organise: bool = False


def may(match: Match) -> May:
    """Return what the person may whom the match was fetched for (`for_user`)."""
    begun = match.state == Match.State.OPEN
    return May(
        score=match.may_manage or (match.may_write and begun),
        mend=match.may_write,
        rematch=match.may_write,
        close=match.may_manage,
        share=match.may_manage,
        let_score=match.may_organise,
        delete=match.may_manage,
        organise=match.may_organise,
    )


def may_undo(match: Match, user: User, act: Event | None) -> bool:
    """Whether this person may take back this act, the newest one: nobody what they may not do.

    Of a match that is over a holder of a link takes back only their own, and only at once: a slip
    in the last round. Members reopen it for a day, this way or the other.
    """
    if act is None or not match.may_write:
        return False
    if match.may_manage:
        lately = act.at > timezone.now() - REOPENED_WITHIN
        theirs = act.kind not in OF_ORGANISERS and (act.kind not in ENDING or lately)
        return match.may_organise or theirs
    if act.kind not in OF_A_ROUND | OF_A_TABLE:
        return False
    if match.state == Match.State.OPEN:
        return True
    return act.actor_id == user.pk and act.at > timezone.now() - MENDED_WITHIN


def may_resume(match: Match) -> bool:
    """Whether this person may let the match go on. What was put away counts nowhere and may be
    taken up at any time; an outcome may be reopened by members for a day, by organisers always.
    """
    outcome = match.state in (Match.State.FINISHED, Match.State.FORFEITED)
    if not match.may_manage or match.may_organise or not outcome:
        return match.may_manage
    ended = match.events.filter(after__match__has_key=str(match.pk)).order_by("-version")
    closing = [e.at for e in ended[:50] if "state" in e.after["match"][str(match.pk)]]
    return bool(closing) and closing[0] > timezone.now() - REOPENED_WITHIN
