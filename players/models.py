"""People: who holds a phone, which group they belong to, and who sits at a table."""

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, UserManager
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.ids import uuid7


class User(AbstractBaseUser):
    """Whoever holds a phone. A guest is a row without username or password, made at the first
    write; signing up fills in the same row."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    username = models.CharField(max_length=150, unique=True, null=True, blank=True)
    email = models.EmailField(blank=True)
    is_active = models.BooleanField(default=True)
    created = models.DateTimeField(default=timezone.now)

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"

    def __str__(self) -> str:
        return self.username or str(_("Guest"))


class Group(models.Model):
    """A family, a club, Thursday's table. A guest's own notebook is one too (`personal_to`)."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=40, blank=True)
    personal_to = models.OneToOneField(
        User, models.CASCADE, null=True, blank=True, related_name="notebook"
    )
    time_zone = models.CharField(max_length=64, default=settings.TIME_ZONE)
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name or str(_("Notebook"))


class Role(models.TextChoices):
    """What a member may do: an organiser everything, a scorer write, a viewer look."""

    ORGANISER = "organiser", _("organiser")
    SCORER = "scorer", _("scorer")
    VIEWER = "viewer", _("viewer")


class Membership(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    group = models.ForeignKey(Group, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "user"], name="one_membership_a_group"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"


class Player(models.Model):
    """A name in a group; no account is needed. `tag` tells two people of one name apart."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    group = models.ForeignKey(Group, models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    key = models.CharField(max_length=120)
    tag = models.CharField(max_length=20, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="played_as")
    same_as = models.ForeignKey("self", models.SET_NULL, null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "key", "tag"], name="one_player_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.tag})" if self.tag else self.name
