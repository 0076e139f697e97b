"""The addresses of house rules."""

from django.urls import path

from scoring.views import house, house_past, house_sharing

GROUP, HOUSE = "g/<uuid:pk>/rules", "g/<uuid:pk>/rules/<uuid:house_id>"

urlpatterns = [
    path(GROUP, house.house_rules, name="house_rules"),
    path(f"{GROUP}/new", house.new_house, name="new_house"),
    path(f"{GROUP}/read", house_sharing.read_house, name="read_house"),
    path(f"{HOUSE}/edit", house.edit_house, name="edit_house"),
    path(f"{HOUSE}/history", house_past.house_history, name="house_history"),
    path(f"{HOUSE}/versions/<int:number>", house_past.house_version, name="house_version"),
    path(f"{HOUSE}/restore", house_past.restore_house, name="restore_house"),
    path(
        f"{HOUSE}/proposals/<uuid:proposal_id>/decide",
        house_past.decide_proposal,
        name="decide_proposal",
    ),
    path(f"{HOUSE}/name", house_past.name_house, name="name_house"),
    path(f"{HOUSE}/retire", house_past.retire_house, name="retire_house"),
    path(f"{HOUSE}/share", house_sharing.share_house, name="share_house"),
    path(f"{HOUSE}/file", house_sharing.house_file, name="house_file"),
    path("r/<str:secret>", house_sharing.shared_rules, name="shared_rules"),
]
