"""The addresses of rules to read, to compare, and of a match's."""

from django.urls import path

from scoring.views import rules

urlpatterns = [
    path("rules", rules.all_rules, name="rules"),
    path("rules/compare", rules.compare_rules, name="compare_rules"),
    path("rules/<slug:preset>", rules.preset_rules, name="preset_rules"),
    path("g/<uuid:pk>/rules/<uuid:house_id>", rules.house, name="house"),
    path("m/<uuid:pk>/rules", rules.match_rules, name="match_rules"),
    path("m/<uuid:pk>/rules/move", rules.move_rules, name="move_rules"),
]
