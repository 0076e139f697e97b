"""The table: what is stored of a match. Writes go through `scoring.actions`."""

from dataclasses import replace

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import rules
from players.ids import uuid7
from players.models import Group, Player, Request
from scoring.querysets import (
    LinkQuerySet,
    MatchQuerySet,
    PartQuerySet,
    SeatQuerySet,
    SideQuerySet,
)

User = settings.AUTH_USER_MODEL


class Row(models.Model):
    """Every row names its group, so that a page of one group never reads another's."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    group = models.ForeignKey(Group, models.CASCADE, related_name="+")

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.pk)


class Ruleset(Row):
    """An immutable rules document, once a group; `digest` is SHA-256 of its canonical JSON."""

    digest = models.CharField(max_length=64)
    document = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "digest"], name="one_ruleset_a_document"),
        ]

    @property
    def rules(self) -> rules.Ruleset:
        """The document, loaded, in the words of its group."""
        loaded = rules.load(self.document)
        return replace(loaded, words=self.group.words) if self.group.words else loaded


class HouseRules(Row):
    """What a group calls its own rules of a game. Each save is a version; a match keeps the
    ruleset it began with."""

    name = models.CharField(max_length=40)
    preset = models.CharField(max_length=40)
    version = models.PositiveIntegerField(default=0)
    ruleset = models.ForeignKey(Ruleset, models.RESTRICT, related_name="+")
    retired_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class RulesVersion(Row):
    """House rules as they were saved once. `restores` is the number of the version it brought
    back."""

    house = models.ForeignKey(HouseRules, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    ruleset = models.ForeignKey(Ruleset, models.RESTRICT, related_name="+")
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    restores = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["house", "number"], name="one_version_a_number"),
        ]


class Proposal(Request):
    """A change of house rules that a member would like; an organiser takes it or not. `version`
    is that of the rules it was made from."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="+")
    house = models.ForeignKey(HouseRules, models.CASCADE, related_name="proposals")
    version = models.PositiveIntegerField()
    ruleset = models.ForeignKey(Ruleset, models.RESTRICT, related_name="+")

    class Meta(Request.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["house", "user", "ruleset"],
                condition=Q(granted=None),
                name="one_open_proposal_a_change",
            ),
        ]


class RulesLink(Row):
    """A way to show house rules to another group, who may take a copy."""

    house = models.ForeignKey(HouseRules, models.CASCADE, related_name="links")
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at"]


class Habits(models.Model):
    """What a group does unless it says otherwise: the game a new match begins with, under which
    of its own rules, and what its ratings count."""

    group = models.OneToOneField(Group, models.CASCADE, primary_key=True, related_name="habits")
    preset = models.CharField(max_length=40, blank=True)
    house = models.ForeignKey(HouseRules, models.SET_NULL, null=True, blank=True, related_name="+")
    rate_forfeits = models.BooleanField(default=False)
    rate_put_away = models.BooleanField(default=False)
    rate_totals = models.BooleanField(default=False)
    # Whoever played fewer matches tops no ladder.
    least_matches = models.PositiveSmallIntegerField(default=5)

    def __str__(self) -> str:
        return self.preset


class Season(Row):
    """A stretch of time a group has a name for: the nights from `starts` to `ends`, both too."""

    name = models.CharField(max_length=40)
    starts = models.DateField()
    ends = models.DateField()

    class Meta:
        ordering = ["-starts", "-ends", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(starts__lte=F("ends")), name="season_in_order"),
        ]

    def __str__(self) -> str:
        return self.name


class Remark(Row):
    """Free words somebody wrote: a side's name, a reason, a note. Kept apart from the log, which
    holds only their id, so that words can be forgotten and the history still stands."""

    match = models.ForeignKey("Match", models.CASCADE, related_name="remarks")
    text = models.CharField(max_length=200)


class Series(Row):
    """Matches of the same sides by position, played until one of them has won `wins` of them
    (None: as many as people like)."""

    wins = models.PositiveSmallIntegerField(null=True)


class Match(Row):
    class State(models.TextChoices):
        OPEN = "open", _("open")
        FINISHED = "finished", _("finished")
        ABANDONED = "abandoned", _("put away")
        FORFEITED = "forfeited", _("forfeited")

    class EndedBy(models.TextChoices):
        NOBODY = "", ""
        RULES = "rules", _("by the rules")
        PEOPLE = "people", _("by the people")

    class Detail(models.TextChoices):
        ROUNDS = "rounds", _("round by round")
        TOTALS = "totals", _("only final totals")

    preset = models.CharField(max_length=40)
    ruleset = models.ForeignKey(Ruleset, models.RESTRICT, related_name="matches")
    # The group's rules it is played under, None for a preset as it is.
    house = models.ForeignKey(
        HouseRules, models.RESTRICT, null=True, blank=True, related_name="matches"
    )
    end = models.JSONField()
    players_per_side = models.PositiveSmallIntegerField(null=True)
    first_dealer = models.PositiveSmallIntegerField(null=True)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    ended_by = models.CharField(max_length=6, choices=EndedBy, default=EndedBy.NOBODY, blank=True)
    # The position of the side that won: follows from the ledger, kept so that lists need not play.
    winner = models.PositiveSmallIntegerField(null=True)
    series = models.ForeignKey(
        "Series", models.RESTRICT, null=True, blank=True, related_name="matches"
    )
    leg = models.PositiveSmallIntegerField(default=1)
    detail = models.CharField(max_length=6, choices=Detail, default=Detail.ROUNDS)
    version = models.PositiveIntegerField(default=0)
    night = models.DateField()
    started_at = models.DateTimeField(default=timezone.now)
    started_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="started")
    deleted_at = models.DateTimeField(null=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["group", "state", "-started_at"], name="matches_of_a_group"),
        ]


class Side(Row):
    """Who scores: a player or a pair. `label` holds the name if one was typed."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="sides")
    position = models.PositiveSmallIntegerField()
    label = models.ForeignKey(Remark, models.SET_NULL, null=True, related_name="+")
    start = models.IntegerField(default=0)
    forfeited = models.BooleanField(default=False)

    objects = SideQuerySet.as_manager()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="one_side_a_position"),
        ]


class Seat(Row):
    """A player in a place of a side, from one round number to another (`None` = still there)."""

    side = models.ForeignKey(Side, models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, models.RESTRICT, related_name="seats")
    place = models.PositiveSmallIntegerField()
    from_round = models.PositiveIntegerField(default=1)
    to_round = models.PositiveIntegerField(null=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["place", "from_round"]


class Round(Row):
    """A slot in the ledger. `number` is given once; `order` says where it stands."""

    class Kind(models.TextChoices):
        ROUND = "round", _("round")
        ADJUST = "adjust", _("adjustment")
        # What is scored within a deal of truco: envido and flor. The deal does not move.
        CALL = "call", _("call")

    class State(models.TextChoices):
        COUNTS = "counts", _("counts")
        VOID = "void", _("void")
        MISFIT = "misfit", _("does not fit")

    match = models.ForeignKey(Match, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    order = models.BigIntegerField()
    kind = models.CharField(max_length=6, choices=Kind, default=Kind.ROUND)
    entry = models.JSONField()
    typed = models.JSONField(default=dict)
    kept = models.JSONField(default=list)
    state = models.CharField(max_length=6, choices=State, default=State.COUNTS)
    ruleset = models.ForeignKey(Ruleset, models.RESTRICT, related_name="rounds")
    note = models.ForeignKey(Remark, models.SET_NULL, null=True, related_name="+")
    version = models.PositiveIntegerField()

    class Meta:
        ordering = ["order"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_round_a_number"),
        ]


class Score(Row):
    """Points of a side in a round; a row stands only while the round counts, so that a total is a
    plain sum."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="scores")
    side = models.ForeignKey(Side, models.CASCADE, related_name="scores")
    points = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "side"], name="one_score_a_side"),
        ]


class Part(Row):
    """What one player did at one side of a match that is over; nobody (`player` None) for a side
    without names. Derived: `scoring.stats.following` writes it in the transaction of each act, and
    `manage.py rebuild` makes it anew."""

    class How(models.TextChoices):
        PLAYED = "played", _("round by round")
        FORFEITED = "forfeited", _("forfeited")
        PUT_AWAY = "put_away", _("put away")
        TOTALS = "totals", _("only final totals")

    match = models.ForeignKey(Match, models.CASCADE, related_name="parts")
    # The entry under which their past counts, never one that was merged into another.
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="parts")
    side = models.PositiveSmallIntegerField()
    preset = models.CharField(max_length=40)
    family = models.CharField(max_length=40)
    night = models.DateField()
    at = models.DateTimeField()
    how = models.CharField(max_length=9, choices=How)
    # 1 won, 0 a draw, -1 lost; None for whoever sat in too little, and for a match put away.
    outcome = models.SmallIntegerField(null=True)
    # Whether the match's result is theirs, also where it has none (put away).
    credited = models.BooleanField()
    rank = models.PositiveSmallIntegerField()
    rounds = models.PositiveIntegerField()
    points = models.IntegerField()
    best = models.IntegerField(null=True)
    worst = models.IntegerField(null=True)
    figures = models.JSONField(default=dict)
    # The rating after this match, None where it is not rated.
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)

    objects = PartQuerySet.as_manager()

    class Meta:
        ordering = ["at", "match", "side", "player"]
        constraints = [
            models.UniqueConstraint(fields=["match", "side", "player"], name="one_part_a_side"),
        ]
        indexes = [
            models.Index(fields=["group", "at"], name="parts_of_a_group"),
            models.Index(fields=["group", "player", "family", "at"], name="parts_of_a_player"),
        ]


class Rebuild(models.Model):
    """How far `manage.py rebuild` has come: the last group whose parts are made anew, None at the
    beginning. The row is there only while a rebuild is due."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    after = models.UUIDField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_rebuild")]

    def __str__(self) -> str:
        return str(self.after)


class Event(Row):
    """One accepted act. Never changed, never deleted while its match stands.

    `before` and `after` are what the act changed, as rows by table and id (`scoring.log`).
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="events")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    actor = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    key = models.UUIDField()
    digest = models.CharField(max_length=64)
    before = models.JSONField()
    after = models.JSONField()
    reason = models.ForeignKey(Remark, models.SET_NULL, null=True, related_name="+")
    undoes = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["match", "version"], name="one_event_a_version"),
            models.UniqueConstraint(fields=["match", "key"], name="one_event_a_key"),
        ]


class Let(models.TextChoices):
    """What a link or a pass lets somebody do."""

    VIEW = "view", _("look on")
    SCORE = "score", _("keep score")


class MatchLink(Row):
    """A way into one match. Only the SHA-256 of its secret is kept."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="links")
    digest = models.CharField(max_length=64, unique=True)
    lets = models.CharField(max_length=5, choices=Let)
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True)

    objects = LinkQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at"]


class Pass(Row):
    """A person let into a match by a link; it dies with the link."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="passes")
    user = models.ForeignKey(User, models.CASCADE, related_name="passes")
    link = models.ForeignKey(MatchLink, models.CASCADE, related_name="passes")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "link"], name="one_pass_a_link"),
        ]


class Heartbeat(models.Model):
    """The one row `GET /healthz` writes to learn whether a save would succeed."""

    id = models.PositiveSmallIntegerField(primary_key=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_heartbeat")]

    def __str__(self) -> str:
        return self.at.isoformat()
