"""How people are read: which groups somebody belongs to, and who may be offered at a table."""

from datetime import timedelta

from django.apps import apps
from django.db import models
from django.db.models import F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

# How long a deleted group can be brought back.
KEPT = timedelta(days=7)


class GroupQuerySet(models.QuerySet):
    """Groups. Every view starts from `for_user`: whoever does not belong gets none."""

    def present(self):
        """Leave out what was deleted (it can be brought back for seven days)."""
        return self.filter(deleted_at=None)

    def deleted(self):
        """What was deleted and can still be brought back."""
        return self.filter(deleted_at__gte=timezone.now() - KEPT)

    def kept(self):
        """What is here or can be brought back."""
        return self.filter(Q(deleted_at=None) | Q(deleted_at__gte=timezone.now() - KEPT))

    def shared(self):
        """Leave out the notebooks of single people."""
        return self.filter(personal_to=None)

    def for_user(self, user):
        """Groups this person belongs to, each with their `role` (a value of Role)."""
        if not user.is_authenticated:
            return self.annotate(role=Value("")).none()
        member = apps.get_model("players", "Membership").objects.filter(
            group=OuterRef("pk"), user=user
        )
        return self.annotate(role=Subquery(member.values("role"))).exclude(role=None)


class InviteQuerySet(models.QuerySet):
    def live(self):
        """What still opens its group's door."""
        return self.filter(revoked_at=None, expires_at__gt=timezone.now(), group__deleted_at=None)


class PlayerQuerySet(models.QuerySet):
    def themselves(self):
        """Entries that were not merged into another."""
        return self.filter(same_as=None)

    def offered(self):
        """Whom a table may pick, by name."""
        return self.themselves().filter(left_at=None).order_by("name", "tag")

    def of(self, user):
        """The entries that are this person, those merged into them too."""
        return self.filter(Q(user=user) | Q(same_as__user=user))

    def with_whole(self):
        """`whole`: the id under which this entry's past counts."""
        return self.annotate(whole=Coalesce(F("same_as_id"), F("id")))
