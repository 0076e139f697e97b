"""The pages about groups: who belongs, how one gets in, what was done."""

from django.urls import path

from players.views import groups, invites

urlpatterns = [
    path("groups/new", groups.new_group, name="new_group"),
    path("g/<uuid:pk>/people", groups.people, name="people"),
    path("g/<uuid:pk>/log", groups.group_log, name="group_log"),
    path("g/<uuid:pk>/invites", invites.group_invites, name="invites"),
    path("g/<uuid:pk>/invites/<uuid:invite_id>/revoke", invites.revoke, name="revoke_invite"),
    path("g/<uuid:pk>/code", invites.say_code, name="say_code"),
    path("g/<uuid:pk>/asking/<uuid:request_id>", invites.decide, name="decide_request"),
    path("invite/<str:secret>", invites.invitation, name="invitation"),
    path("code", invites.enter_code, name="code"),
    path("code/<uuid:pk>", invites.waiting, name="waiting"),
]
