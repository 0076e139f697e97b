"""How static files are named and packed."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns[1]


class Storage(CompressedManifestStaticFilesStorage):
    """The imports between our own modules also carry the hash of what they import: a page never
    mixes two releases. Libraries' modules are left as they are; some import what is not there."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = ("js/*.js", IMPORTS)
