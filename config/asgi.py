"""The one ASGI application: Django's pages in a fixed pool of threads."""

import os
import re

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# All we take is UTF-8. Django would believe any codec of Python's, and `base64` stops it.
CHARSET = re.compile(rb";\s*charset\s*=[^;]*", re.IGNORECASE)
pages = WSGIMiddleware(get_wsgi_application(), workers=settings.THREADS)


async def application(scope, receive, send):
    if scope["type"] == "http":
        # WSGI cannot tell X_Forwarded_Proto from X-Forwarded-Proto: what a proxy
        # of ours sets under one name, a stranger must not say under the other.
        headers = [
            (name, CHARSET.sub(b"", value) if name == b"content-type" else value)
            for name, value in scope["headers"]
            if b"_" not in name
        ]
        scope = {**scope, "headers": headers}
    await pages(scope, receive, send)
