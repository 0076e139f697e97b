from django.urls import path, register_converter

from scoring import house_urls, rule_urls, stats_urls
from scoring.views import (
    group,
    hand,
    keeping,
    match,
    members,
    moving,
    player,
    round,
    settings,
    share,
    start,
    team,
)


class How:
    """The acts on a match that are one button."""

    regex = "|".join(match.CLOSING)

    def to_python(self, value):
        return value

    def to_url(self, value):
        return value


register_converter(How, "how")

urlpatterns = [
    path("", start.start, name="start"),
    path("new", start.new_match, name="new_match"),
    path("bring", moving.bring, name="bring"),
    path("join/<str:secret>", share.join, name="join"),
    path("account/export", keeping.export_mine, name="export_mine"),
    path("account/delete", keeping.delete_account, name="delete_account"),
    path("mine", player.mine, name="mine"),
    path("g/<uuid:pk>", group.home, name="group"),
    path("g/<uuid:pk>/players", player.players, name="players"),
    path("g/<uuid:pk>/players/<uuid:player_id>", player.player, name="player"),
    path("g/<uuid:pk>/players/<uuid:player_id>/claim", player.claim, name="claim"),
    path("g/<uuid:pk>/players/<uuid:player_id>/let-go", player.let_go, name="let_go"),
    path("g/<uuid:pk>/players/<uuid:player_id>/plays", player.presence, name="presence"),
    path("g/<uuid:pk>/players/<uuid:player_id>/name", player.rename, name="rename_player"),
    path("g/<uuid:pk>/players/<uuid:player_id>/merge", player.merge, name="merge"),
    path("g/<uuid:pk>/players/<uuid:player_id>/split", player.split, name="split"),
    path("g/<uuid:pk>/claims/<uuid:claim_id>", player.decide, name="decide_claim"),
    path("g/<uuid:pk>/teams", team.teams, name="teams"),
    path("g/<uuid:pk>/teams/new", team.new_team, name="new_team"),
    path("g/<uuid:pk>/teams/<uuid:team_id>", team.team, name="team"),
    path("g/<uuid:pk>/teams/<uuid:team_id>/end", team.end_team, name="end_team"),
    path("g/<uuid:pk>/people/<uuid:member_id>", members.member, name="member"),
    path("g/<uuid:pk>/leave", members.leave_group, name="leave_group"),
    path("g/<uuid:pk>/settings", settings.group_settings, name="group_settings"),
    path("g/<uuid:pk>/export", keeping.export_group, name="export_group"),
    path("g/<uuid:pk>/delete", keeping.delete_group, name="delete_group"),
    path("g/<uuid:pk>/bring-back", keeping.bring_back_group, name="bring_back_group"),
    path(
        "g/<uuid:pk>/players/<uuid:player_id>/forget", keeping.forget_player, name="forget_player"
    ),
    path("m/<uuid:pk>", match.match_page, name="match"),
    path("m/<uuid:pk>/more", match.more, name="more"),
    path("m/<uuid:pk>/history", match.history, name="history"),
    path("m/<uuid:pk>/on-table", match.on_table, name="on_table"),
    path("m/<uuid:pk>/undo", match.undo, name="undo"),
    path("m/<uuid:pk>/<how:how>", match.close, name="close"),
    path("m/<uuid:pk>/rematch", match.rematch, name="rematch"),
    path("m/<uuid:pk>/forfeit", match.forfeit, name="forfeit"),
    path("m/<uuid:pk>/target", match.target, name="target"),
    path("m/<uuid:pk>/adjust", match.adjust, name="adjust"),
    path("m/<uuid:pk>/table", match.table, name="table"),
    path("m/<uuid:pk>/delete", match.delete, name="delete"),
    path("m/<uuid:pk>/move", moving.move, name="move"),
    path("m/<uuid:pk>/bring-back", start.bring_back, name="bring_back"),
    path("m/<uuid:pk>/share", share.share, name="share"),
    path("m/<uuid:pk>/share/<uuid:link_id>/revoke", share.revoke, name="revoke"),
    path("m/<uuid:pk>/hand", hand.hand, name="hand"),
    path("m/<uuid:pk>/round", round.new_round, name="new_round"),
    path("m/<uuid:pk>/round/<uuid:round_id>", round.round_page, name="round"),
    path("m/<uuid:pk>/round/<uuid:round_id>/correct", round.correct, name="correct"),
    path("m/<uuid:pk>/round/<uuid:round_id>/swap", round.swap, name="swap"),
    path("m/<uuid:pk>/round/<uuid:round_id>/void", round.void, name="void"),
    *house_urls.urlpatterns,
    *rule_urls.urlpatterns,
    *stats_urls.urlpatterns,
]
