"""The settings: the environment comes in, and everything has a default that works."""

from pathlib import Path

from csp.constants import NONCE, NONE, SELF

from config import env, network
from config.database import database
from config.mail import mail

BASE_DIR = Path(__file__).resolve().parent.parent
DATA = env.folder("CADERNETA_DATA", BASE_DIR / "data")

DEBUG = env.boolean("DEBUG", default=False)
SECRET_KEY = env.secret("SECRET_KEY", DATA / "secret_key")
HOST = env.address("HOST", default="0.0.0.0")
PORT = env.integer("PORT", default=8000, low=1, high=65535)
THREADS = env.integer("THREADS", default=8, low=1, high=64)
PUBLIC_URL = env.site("PUBLIC_URL")
# How many proxies of ours stand in front: only then are their headers believed.
PROXY_COUNT = env.integer("PROXY_COUNT", default=0, low=0, high=9)
HTTPS = PUBLIC_URL is not None and PUBLIC_URL.scheme == "https"

ALLOWED_HOSTS = [
    *network.names(),
    "127.0.0.1",
    "[::1]",
    *network.addresses(),
    *env.hosts("ALLOWED_HOSTS"),
    *([PUBLIC_URL.hostname] if PUBLIC_URL else []),
]
CSRF_TRUSTED_ORIGINS = [f"{PUBLIC_URL.scheme}://{PUBLIC_URL.netloc}"] if PUBLIC_URL else []

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "players",
    "scoring",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Django pads what it packs, and masks the CSRF token: lengths tell nothing.
    "django.middleware.gzip.GZipMiddleware",
    # Before whatever may refuse a request: what it answers is guarded too.
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "players.sessions.Renewal",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "config.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.csrf",
                "django.template.context_processors.i18n",
            ],
        },
    }
]

DATABASES = {"default": database("DATABASE_URL", DATA, connections=THREADS + 2)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "players.User"

# A guest's session is all they have: it lasts, and is written again once a day at most.
SESSION_ENGINE = "players.sessions"
SESSION_COOKIE_AGE = 400 * 24 * 60 * 60
SESSION_SAVE_EVERY_REQUEST = False
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# Accounts. Whoever has none is a guest; every way in (a name with a password, a passkey, a code by
# e-mail, the code on paper) is a sign-in of its own, none asks for a second one.
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "start"
ACCOUNT_ADAPTER = "players.adapters.AccountAdapter"
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGIN_BY_CODE_FORMAT = {"numeric": True, "length": 8}
MFA_ADAPTER = "players.adapters.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_USER_VERIFICATION = "required"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "MinimumLengthValidator",  # eight
        "CommonPasswordValidator",
        "UserAttributeSimilarityValidator",
    )
]

# How often, within how long, for whom: an address (six people behind one router with two typos
# each never meet a limit), a name or address typed (at most sixty guesses an hour an account), a
# person. What comes after the last one allowed is answered 429.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "30/m/ip,5/5m/key",
    "recover": "15/m/ip,60/h/ip",
    # A code may be tried three times: 54 guesses an hour.
    "request_login_code": "20/m/ip,3/10m/key",
    "passkey": "60/m/ip",
    "keep": "20/m/ip",
    "secret": "20/m/ip",  # links that open nothing
    # Codes to join a group that open nothing: the fiftieth closes them all.
    "code": "5/10m/ip",
    "codes": "49/10m/key",
}
ALLAUTH_TRUSTED_PROXY_COUNT = PROXY_COUNT
# What one person begins in a day: more than anybody plays, less than fills a disk.
A_DAY = {"match": 300, "group": 30}
# In the database: every process counts together, and a restart forgets nothing.
CACHES = {
    "default": {
        "BACKEND": "players.caching.Cache",
        "LOCATION": "cache",
        "KEY_FUNCTION": "players.caching.hidden",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}

# Without EMAIL_URL nothing is mailed, and nothing that needs mail is offered.
MAIL = mail("EMAIL_URL")
if MAIL:
    EMAIL_BACKEND, DEFAULT_FROM_EMAIL, EMAIL_FILE_PATH = MAIL.backend, MAIL.sender, MAIL.folder
    EMAIL_HOST, EMAIL_PORT = MAIL.host, MAIL.port
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
    EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL.starttls, MAIL.tls
    EMAIL_TIMEOUT = 10

LANGUAGE_CODE = "en"
LANGUAGES = [("pt-br", "Português"), ("en", "English")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_THOUSAND_SEPARATOR = True
USE_TZ = True
TIME_ZONE = env.time_zone("TIME_ZONE", default="America/Sao_Paulo")

STATIC_URL = "static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.static.Storage"
    },
}

# Cookies: out of reach for scripts (htmx sends the token from the page), and
# bound to this very host where https allows it.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}language"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"

# Without the proxy's word there is no telling https from http, and a redirect
# would go round in circles.
SECURE_SSL_REDIRECT = HTTPS and PROXY_COUNT > 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXY_COUNT else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
# Entering the browsers' preload list is for the owner of the domain to decide.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "font-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.OneLine",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.level("LOG_LEVEL", default="INFO")},
    # Django's own set-up would mail errors and print each twice.
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "fido2": {"level": "WARNING"},  # it would name each passkey that is used
    },
}
