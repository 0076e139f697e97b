"""The one ASGI application: Django's pages in a fixed pool of threads."""

import os

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = WSGIMiddleware(get_wsgi_application(), workers=settings.THREADS)


async def application(scope, receive, send):
    if scope["type"] == "http":
        # WSGI cannot tell X_Forwarded_Proto from X-Forwarded-Proto: what a proxy
        # of ours sets under one name, a stranger must not say under the other.
        scope = {**scope, "headers": [h for h in scope["headers"] if b"_" not in h[0]]}
    await pages(scope, receive, send)
