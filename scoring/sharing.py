"""Ways into one match: a secret that is shown once, kept only as its hash, and can be revoked."""

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from players import log
from players.groups import locked
from players.models import User
from players.secrets import digest, new_secret
from players.writing import write
from scoring.models import Let, Match, MatchLink, Pass
from scoring.rights import May, may

# The first letter of a match link's secret: those of groups and rules have others.
PURPOSE = "m"


def make_link(match: Match, by: User, lets: str) -> str:
    """Make a way in and return its secret; nobody can read it again.

    Raises PermissionDenied where `by` may make no such link (any more).
    """
    secret = new_secret(PURPOSE)
    with locked(match.group):
        held = Match.objects.for_user(by).filter(pk=match.pk).first()
        allowed = may(held) if held else May()
        if not (allowed.let_score if lets == Let.SCORE else allowed.share):
            raise PermissionDenied
        MatchLink.objects.create(
            match=match, group_id=match.group_id, digest=digest(secret), lets=lets, made_by=by
        )
        log.note(match.group, "link", by, match=match, lets=lets)
    return secret


def revoke(link: MatchLink, by: User | None = None) -> None:
    """Close a way in; whoever came by it is out at once."""
    with write():
        held = MatchLink.objects.filter(pk=link.pk, revoked_at=None)
        if held.update(revoked_at=timezone.now()):
            log.note(link.group, "unlink", by, match=link.match_id, lets=link.lets)


def join(link: MatchLink, user: User) -> Pass:
    """Let this person in by the link; once is enough."""
    with write():
        entry, _ = Pass.objects.get_or_create(
            user=user, link=link, defaults={"match": link.match, "group_id": link.group_id}
        )
    return entry


def let_into_next(match: Match, following: Match) -> None:
    """Let whoever holds a pass to a match into the one that follows it.

    Each live way in gets a twin there; its secret is thrown away, so nobody else comes by it.
    """
    with write():
        if following.links.exists():  # a second tap
            return
        for link in match.links.live().prefetch_related("passes"):
            twin = MatchLink.objects.create(
                match=following,
                group_id=following.group_id,
                digest=digest(new_secret(PURPOSE)),
                lets=link.lets,
                made_by=link.made_by,
            )
            Pass.objects.bulk_create(
                Pass(match=following, group_id=following.group_id, user_id=entry.user_id, link=twin)
                for entry in link.passes.all()
            )
