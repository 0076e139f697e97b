"""People: who holds a phone, which group they belong to, and who sits at a table."""

import hashlib
from collections.abc import Iterable
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, UserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.ids import uuid7
from players.querysets import GroupQuerySet, InviteQuerySet, PlayerQuerySet


class User(AbstractBaseUser):
    """Whoever holds a phone. A guest is a row without username or password, made at the first
    write; signing up fills in the same row."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    username = models.CharField(max_length=150, unique=True, null=True, blank=True)
    email = models.EmailField(blank=True)
    is_active = models.BooleanField(default=True)
    created = models.DateTimeField(default=timezone.now)
    # SHA-256 of the code on paper that signs its owner in once.
    recovery = models.CharField(max_length=64, unique=True, null=True, blank=True, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"

    def __str__(self) -> str:
        return self.username or str(_("Guest"))


class Session(AbstractBaseSession):
    """A phone that is signed in. `session_key` is a hash of what its cookie holds."""

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="sessions")
    agent = models.CharField(max_length=200, blank=True)
    started = models.DateTimeField(default=timezone.now)

    @classmethod
    def get_session_store_class(cls):
        from players.sessions import SessionStore

        return SessionStore


class Group(models.Model):
    """A family, a club, Thursday's table. A guest's own notebook is one too (`personal_to`)."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=40, blank=True)
    personal_to = models.OneToOneField(
        User, models.CASCADE, null=True, blank=True, related_name="notebook"
    )
    # "" is each phone's own language.
    language = models.CharField(max_length=10, blank=True)
    # What this group calls things, by the keys of `rules.WORDS`.
    words = models.JSONField(default=dict, blank=True)
    time_zone = models.CharField(max_length=64, default=settings.TIME_ZONE)
    created = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = GroupQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name or str(_("Notebook"))


class Role(models.TextChoices):
    """What a member may do: an organiser everything, a scorer write, a viewer look."""

    ORGANISER = "organiser", _("organiser")
    SCORER = "scorer", _("scorer")
    VIEWER = "viewer", _("viewer")


class Invite(models.Model):
    """A way into a group: a link of 160 bits, or six digits that live ten minutes and ask an
    organiser. Only a hash of either is kept."""

    class Kind(models.TextChoices):
        LINK = "link", _("link")
        CODE = "code", _("code")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    group = models.ForeignKey(Group, models.CASCADE, related_name="invites")
    kind = models.CharField(max_length=4, choices=Kind)
    digest = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=10, choices=Role)
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    objects = InviteQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.kind} {self.role}"


class Membership(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    group = models.ForeignKey(Group, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    since = models.DateTimeField(default=timezone.now)
    invite = models.ForeignKey(Invite, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "user"], name="one_membership_a_group"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"


class Player(models.Model):
    """A name in a group; no account is needed. `tag` tells two people of one name apart.

    `same_as` is the entry this one was merged into: its name leads there, its past counts there.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    group = models.ForeignKey(Group, models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    key = models.CharField(max_length=120)
    tag = models.CharField(max_length=20, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="played_as")
    same_as = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="others"
    )
    # Whoever left is not offered any more and stands in no ranking; their past stays.
    left_at = models.DateTimeField(null=True, blank=True)
    # Whoever hides stands in no ranking; their own page stays.
    hidden = models.BooleanField(default=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["key", "tag"]
        constraints = [
            models.UniqueConstraint(
                fields=["group", "key", "tag"],
                condition=Q(same_as=None),
                name="one_player_a_name",
            ),
        ]
        indexes = [models.Index(fields=["group", "key"], name="players_by_name")]

    def __str__(self) -> str:
        return f"{self.name} ({self.tag})" if self.tag else self.name

    @property
    def person_id(self) -> UUID:
        """The id of `person`, without reading it."""
        return self.same_as_id or self.pk

    @property
    def person(self) -> "Player":
        """The entry under which this one counts: itself, or the one it was merged into."""
        return self.same_as or self


class Request(models.Model):
    """Something an organiser decides: `granted` is None until then."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    granted = models.BooleanField(null=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    class Meta:
        abstract = True
        ordering = ["made_at"]

    def __str__(self) -> str:
        return f"{self.user_id} {self.granted}"


class JoinRequest(Request):
    """Somebody who spoke a live code wants in, under the name they gave."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="join_requests")
    invite = models.ForeignKey(Invite, models.CASCADE, related_name="join_requests")
    name = models.CharField(max_length=40)

    class Meta(Request.Meta):
        constraints = [
            models.UniqueConstraint(fields=["invite", "user"], name="one_request_a_code"),
        ]


class Claim(Request):
    """A member says: this player is me."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="claims")
    player = models.ForeignKey(Player, models.CASCADE, related_name="claims")

    class Meta(Request.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["player", "user"],
                condition=Q(granted=None),
                name="one_open_claim_a_player",
            ),
        ]


class Team(models.Model):
    """A lasting partnership with a name; `key` is made from its players."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    group = models.ForeignKey(Group, models.CASCADE, related_name="teams")
    name = models.CharField(max_length=40)
    key = models.CharField(max_length=64)
    players = models.ManyToManyField(Player, related_name="teams")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "key"], name="one_team_a_partnership"),
        ]

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def key_of(players: Iterable[UUID]) -> str:
        """Return the key of these players, in whatever order they sit."""
        return hashlib.sha256("".join(sorted(p.hex for p in players)).encode()).hexdigest()


class GroupEvent(models.Model):
    """What was done in a group apart from its matches. `detail` holds ids and codes only."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    group = models.ForeignKey(Group, models.CASCADE, related_name="events")
    kind = models.CharField(max_length=20)
    actor = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    detail = models.JSONField(default=dict)

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["group", "-at"], name="events_of_a_group")]

    def __str__(self) -> str:
        return self.kind
