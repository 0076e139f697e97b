"""Where everything is put together."""

from django.urls import include, path
from django.views.i18n import set_language

from config.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("language", set_language, name="set_language"),
    path("", include("players.urls")),
    path("", include("players.group_urls")),
    path("", include("scoring.urls")),
]
