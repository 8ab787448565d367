"""All settings, in one file, read from the environment (see .env.example for the list).

The defaults are those of one machine with nothing installed: SQLite and an embedded broker in `var/`.
How the environment is read, and the sentence for a value that cannot be used, is in `environment.py`.
"""

import os
from pathlib import Path
from typing import Any

from config import environment

BASE_DIR = Path(__file__).resolve().parent.parent
#: Everything that must survive a restart: database, secret key, broker's file, demo log-in.
VAR_DIR = environment.data_directory(BASE_DIR)

SECRET_KEY = environment.secret_key(VAR_DIR)
DEBUG = environment.flag("KAITEN_DEBUG")
ALLOWED_HOSTS = environment.words("KAITEN_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.words("KAITEN_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "config",
    "tournaments",
    "ratings",
    "games.accounts",
    "games",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
]

MIDDLEWARE = [
    # Outermost: whatever goes wrong further in, an answer under /api/ is a problem+json.
    "config.api.ApiErrors",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.pages.ContentSecurityPolicy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "config.pages.Messages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.trouble.DatabaseTrouble",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": environment.database(VAR_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
TIME_ZONE = os.environ.get("KAITEN_TIME_ZONE", "UTC")
USE_TZ = True
USE_I18N = True

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

#: Who may sign up: anybody ("open"), who has an invitation link ("invite"), or nobody ("closed").
KAITEN_SIGN_UP = environment.choice("KAITEN_SIGN_UP", ("open", "invite", "closed"))
#: The address people use, for links that the command line prints.
KAITEN_URL = (
    os.environ.get("KAITEN_URL")
    or f"http://{os.environ.get('KAITEN_HOST') or '127.0.0.1'}:{os.environ.get('KAITEN_PORT') or '8000'}"
)
#: Seconds for which a link to set a password holds.
PASSWORD_RESET_TIMEOUT = 24 * 3600

# Mail, for lost passwords only. Without KAITEN_EMAIL_HOST it is printed where the web process runs.
EMAIL_HOST = os.environ.get("KAITEN_EMAIL_HOST", "")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_USE_SSL = environment.flag("KAITEN_EMAIL_SSL")
EMAIL_USE_TLS = environment.flag("KAITEN_EMAIL_TLS", bool(EMAIL_HOST) and not EMAIL_USE_SSL)
EMAIL_PORT = environment.number("KAITEN_EMAIL_PORT", 465 if EMAIL_USE_SSL else 587)
EMAIL_HOST_USER = os.environ.get("KAITEN_EMAIL_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("KAITEN_EMAIL_PASSWORD", "")
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = os.environ.get("KAITEN_EMAIL_FROM") or "kaiten@localhost"

# Static files. Without KAITEN_STATIC_ROOT they are served from where they lie, so nothing need be collected;
# with it (production) `collectstatic` writes hashed, compressed names there.
STATIC_URL = "/static/"
_static_root = os.environ.get("KAITEN_STATIC_ROOT")
STATIC_ROOT = Path(_static_root) if _static_root else None
WHITENOISE_USE_FINDERS = not _static_root
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if _static_root
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# What a page may load: our own files. Scripts and styles inside a page are refused by the browser.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True

# KAITEN_HTTPS=1 says that the address people use is https://, behind a proxy that sets X-Forwarded-Proto.
if environment.flag("KAITEN_HTTPS"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 31_536_000

# Bodies above this are refused before they are parsed.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

#: How many rated games between house bots one tick of the schedule plays; 0 leaves the club to people.
KAITEN_BOT_MATCHES_PER_TICK = environment.number("KAITEN_BOT_MATCHES_PER_TICK", 4)
#: Seconds to answer a question where whoever opens the table says nothing, and minutes a table waits to fill.
KAITEN_PICK_SECONDS = environment.number("KAITEN_PICK_SECONDS", 60)
KAITEN_TABLE_MINUTES = environment.number("KAITEN_TABLE_MINUTES", 10)
#: Cups among house players that begin by themselves, so that a demo club is never quiet; minutes between two.
KAITEN_DEMO_CUPS = environment.flag("KAITEN_DEMO_CUPS")
KAITEN_BOT_CUP_MINUTES = environment.number("KAITEN_BOT_CUP_MINUTES", 3)

#: How many requests a token may make in a minute, in each web process; strangers get a tenth of it.
#: (`make run` and compose.yaml start one web process, so there it is the limit of the house.)
KAITEN_REQUESTS_PER_MINUTE = environment.number("KAITEN_REQUESTS_PER_MINUTE", 12_000)

# Celery: messages are doorbells (see celery.py), so results are ignored and a lost message costs one sweep.
BROKER_SOCKET = environment.broker_socket(VAR_DIR)
EMBEDDED_BROKER = not os.environ.get("CELERY_BROKER_URL")
CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL") or f"redis+socket://{BROKER_SOCKET}"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 16
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {}
if CELERY_BROKER_URL.startswith(("redis", "rediss", "valkey")):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        # Longer than the longest task, or it would run twice; what a dead worker held comes back in seconds.
        "visibility_timeout": 3600,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        # A broker that does not answer must not hold a request. (Worker and beat wait for it on their own.)
        "max_retries": 0,
        "socket_connect_timeout": 1,
        "socket_timeout": 5,
        # Several Kaitens may share one Redis, each with a prefix of its own.
        "global_keyprefix": os.environ.get("KAITEN_BROKER_PREFIX", ""),
    }

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.auth.TokenAuthentication",
        "games.api.auth.BrowserAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["games.api.auth.ReadOrPlay"],
    "DEFAULT_THROTTLE_CLASSES": ["games.api.limits.CallerThrottle"],
    "DEFAULT_RENDERER_CLASSES": ["games.api.bodies.JSONAnswer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "games.api.bodies.Negotiation",
    "DEFAULT_PARSER_CLASSES": ["games.api.bodies.JSONBody"],
    "DEFAULT_PAGINATION_CLASS": "config.api.Pagination",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "config.api.exception_handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    # The Accept header says what is wanted; ?format= would be a second way that the streams do not know.
    "URL_FORMAT_OVERRIDE": None,
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Kaiten",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    # Names for sets of values that several fields share, so that generated clients keep theirs.
    "ENUM_NAME_OVERRIDES": {
        "GameStatus": "games.models.GameStatus",
        "PlayerKind": "games.models.PlayerKind",
        "TournamentStatus": "tournaments.models.TournamentStatus",
    },
    "PATH_CONVERTER_OVERRIDES": {"id": int},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.schema.add_problems",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.RedactingFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
            "datefmt": "%H:%M:%S",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("KAITEN_LOG_LEVEL", "WARNING").upper()},
    "loggers": {
        "kaiten": {"level": os.environ.get("KAITEN_LOG_LEVEL", "INFO").upper()},
        # Django's own handler would print beside ours, unredacted.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        # A page that is not there is no news; a request that failed is.
        "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
    },
}
