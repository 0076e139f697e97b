"""GET /healthz: green only while a write would succeed."""

import logging
import threading
import time
from dataclasses import dataclass, field

from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.models import Heartbeat

# Seconds: probe no oftener; trust no longer. A probe may wait five for the
# database, so that red shows within ten of the last good write.
FRESH, STALE = 4, 10
log = logging.getLogger(__name__)


@dataclass
class Pulse:
    """The last probe of this process. One thread probes, the others wait for it."""

    well: bool = False
    at: float = float("-inf")
    probing: threading.Lock = field(default_factory=threading.Lock)

    def age(self) -> float:
        return time.monotonic() - self.at

    def check(self) -> bool:
        if self.age() >= FRESH and self.probing.acquire(timeout=FRESH):
            try:
                if self.age() >= FRESH:
                    self.well = write_succeeds()
                    self.at = time.monotonic()
            finally:
                self.probing.release()
        return self.well and self.age() < STALE


pulse = Pulse()


def write_succeeds() -> bool:
    try:
        with transaction.atomic():
            Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    except DatabaseError as error:
        log.error("A write failed: %s", error)
        return False
    return True


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    if pulse.check():
        return HttpResponse("ok\n", content_type="text/plain")
    return HttpResponse(
        "writes fail\n", content_type="text/plain", status=503, headers={"Retry-After": "5"}
    )
