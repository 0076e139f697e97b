"""The addresses of the long game: ladder, records, nights, people."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
