"""How the table is read: who may see a match, and the whole shape a page needs."""

from datetime import timedelta

from django.apps import apps
from django.db import models
from django.db.models import Count, Exists, F, Max, OuterRef, Q, Subquery, Sum, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from players.models import Membership, Player, Role

# How long a deleted match can be brought back.
KEPT = timedelta(days=1)


class MatchQuerySet(models.QuerySet):
    """Matches. Every view starts from `for_user`: whoever may not see a match gets none."""

    def present(self):
        """Leave out what was deleted (it can be brought back for a day), alone or with its
        group."""
        return self.filter(deleted_at=None, group__deleted_at=None)

    def deleted(self):
        """What was deleted and can still be brought back, the last first."""
        return self.kept().exclude(deleted_at=None).order_by("-deleted_at")

    def kept(self):
        """What is here or can be brought back."""
        here = Q(deleted_at=None) | Q(deleted_at__gte=timezone.now() - KEPT)
        return self.filter(here, group__deleted_at=None)

    def for_user(self, user):
        """Matches this person may see, each with what they may do there (bools): `may_write` keep
        score, `may_manage` what a member may, `may_organise` what an organiser may.

        Here a pass lives or dies: with its link, which ends when somebody closes it, and with what
        whoever made it, or came by it, may do in the group (`scoring.actions.membership`)."""
        if not user.is_authenticated:
            no = Value(False)
            return self.annotate(may_write=no, may_manage=no, may_organise=no).none()
        member = Membership.objects.filter(group=OuterRef("group_id"), user=user)
        passes = apps.get_model("scoring", "Pass").objects.filter(
            match=OuterRef("pk"), user=user, link__revoked_at=None
        )
        return (
            self.annotate(is_member=Exists(member), has_pass=Exists(passes))
            .filter(Q(is_member=True) | Q(has_pass=True))
            .annotate(
                may_organise=Exists(member.filter(role=Role.ORGANISER)),
                may_manage=Exists(member.exclude(role=Role.VIEWER)),
                may_write=Exists(member.exclude(role=Role.VIEWER))
                | Exists(passes.filter(link__lets="score")),
            )
        )

    def for_page(self):
        """With the rules, the group and the numbers the next round needs."""
        return self.select_related("ruleset__group", "group", "series").with_progress()

    def with_progress(self):
        """`last_number` and `last_order` over all slots, `played` = rounds that count,
        `side_count`."""
        sides = apps.get_model("scoring", "Side").objects.filter(match=OuterRef("pk"))
        sides = sides.order_by().values("match")
        rounds = apps.get_model("scoring", "Round").objects.filter(match=OuterRef("pk"))
        rounds = rounds.order_by().values("match")
        counting = rounds.filter(kind="round", state="counts")
        return self.annotate(
            last_number=Coalesce(Subquery(rounds.annotate(n=Max("number")).values("n")), Value(0)),
            last_order=Coalesce(Subquery(rounds.annotate(n=Max("order")).values("n")), Value(0)),
            side_count=Subquery(sides.annotate(n=Count("pk")).values("n")),
            played=Coalesce(Subquery(counting.annotate(n=Count("pk")).values("n")), Value(0)),
        )

    def for_start(self):
        """Newest first, with what a line of the start page shows, in a constant number of
        statements."""
        return self.present().select_related("ruleset__group", "group").with_progress().with_sides()

    def with_sides(self):
        """The sides with their totals, labels and people."""
        sides = apps.get_model("scoring", "Side").objects.with_total().with_people()
        return self.prefetch_related(models.Prefetch("sides", sides))


class SideQuerySet(models.QuerySet):
    def with_total(self):
        """`total`: the starting total and the points of all rounds that count."""
        # A query that groups forgets the order its model asks for.
        total = F("start") + Coalesce(Sum("scores__points"), Value(0))
        return self.annotate(total=total).order_by("position")

    def with_people(self):
        """The typed name, the seats with their players, and the group's named teams."""
        players = Player.objects.select_related("same_as")
        seated = models.Prefetch("seats__player", players)
        return self.select_related("label", "group").prefetch_related(seated, "group__teams")


class SeatQuerySet(models.QuerySet):
    def sat(self):
        """Seats somebody sat in for a round at least, of matches that are here."""
        real = Q(to_round=None) | Q(to_round__gte=F("from_round"))
        return self.filter(real, side__match__deleted_at=None)

    def matches_by_player(self):
        """How many matches each player sat in, by the entry under which their past counts; what
        was put away counts nowhere."""
        counting = self.sat().exclude(side__match__state="abandoned").order_by()
        whole = Coalesce(F("player__same_as_id"), F("player_id"))
        counted = counting.annotate(whole=whole).values("whole")
        return dict(
            counted.annotate(n=Count("side__match", distinct=True)).values_list("whole", "n")
        )


class PartQuerySet(models.QuerySet):
    def counted(self):
        """All but the parts of matches that were put away: those count nowhere."""
        return self.exclude(how="put_away")

    def in_order(self):
        """In the order in which the matches began, by which ratings and streaks go."""
        return self.order_by("at", "match_id", "side", "player_id")


class LinkQuerySet(models.QuerySet):
    def live(self):
        """Links that still open their match."""
        return self.filter(revoked_at=None, match__deleted_at=None)
