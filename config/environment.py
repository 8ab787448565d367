"""Reading the environment for `settings.py`: typed look-ups, the secret key, the database, the broker.

Every failure here is an `ImproperlyConfigured` whose sentence says what to do, since whoever starts the
server reads it, not a developer. Nothing here prints or returns a secret in an error.
"""

import hashlib
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

#: What SQLite needs so that web threads, a worker and beat share one file without "database is locked":
#: a write lock taken at BEGIN (a deferred transaction that upgrades fails at once, whatever the timeout),
#: readers beside one writer (WAL), and patience. NORMAL may lose the last commits at a power cut, never at a
#: crash of the process.
SQLITE_OPTIONS: dict[str, Any] = {
    "timeout": 20,
    "transaction_mode": "IMMEDIATE",
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
        "PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY;"
    ),
}

#: PostgreSQL plans a statement that comes again and again once per connection: a fifth of what a pick costs.
POSTGRES_OPTIONS: dict[str, Any] = {"server_side_binding": True, "prepare_threshold": 3}

#: sun_path holds 108 bytes on Linux and 104 on macOS, the closing zero included.
MAX_SOCKET_PATH = 100

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}


def flag(name: str, default: bool = False) -> bool:
    """A yes/no variable; raises ImproperlyConfigured on any other word."""
    raw = os.environ.get(name)
    if raw is None:
        return default
    word = raw.strip().lower()
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, and it is {raw!r}.")


def number(name: str, default: int) -> int:
    """A whole number, not negative; raises ImproperlyConfigured on anything else."""
    raw = os.environ.get(name, "").strip()
    if not raw:
        return default
    if not raw.isdecimal():
        raise ImproperlyConfigured(f"{name} must be a whole number, and it is {raw!r}.")
    return int(raw)


def choice(name: str, among: tuple[str, ...]) -> str:
    """One of several words, the first by default; raises ImproperlyConfigured on any other."""
    word = os.environ.get(name, "").strip().lower() or among[0]
    if word not in among:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(among)}, and it is {word!r}.")
    return word


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated variable as a list without blanks."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def data_directory(base: Path) -> Path:
    """The directory of everything that must survive a restart: KAITEN_VAR, else `var/` beside manage.py.

    Created when missing, readable by its owner only, since the secret key and the database live there.
    """
    path = Path(os.environ.get("KAITEN_VAR") or base / "var").absolute()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data directory {path} cannot be created ({error.strerror}). "
            "Make its parent writable, or set KAITEN_VAR to a directory that is."
        ) from error
    return path


def secret_key(directory: Path) -> str:
    """KAITEN_SECRET_KEY, else one generated once into the data directory with mode 0600."""
    given = os.environ.get("KAITEN_SECRET_KEY")
    if given is not None:
        if len(given) < 32:
            raise ImproperlyConfigured("KAITEN_SECRET_KEY must have at least 32 characters.")
        return given
    path = directory / "secret_key"
    try:
        if not path.exists():
            _create_once(path, secrets.token_urlsafe(48))
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(
            f"The secret key {path} cannot be read or written ({type(error).__name__}). "
            "Make the data directory writable for this user, or set KAITEN_SECRET_KEY."
        ) from error
    if len(key) < 32:
        raise ImproperlyConfigured(f"The secret key {path} is damaged. Delete the file; a new one is made.")
    return key


def _create_once(path: Path, text: str) -> None:
    """Write a private file whole or not at all; of several processes that try at once, the first one wins."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".secret_key-")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
        try:
            os.link(temporary, path)
        except FileExistsError:
            return
    finally:
        os.unlink(temporary)


def database(directory: Path) -> dict[str, Any]:
    """DATABASE_URL as a Django database, else SQLite in the data directory with the settings above."""
    url = os.environ.get("DATABASE_URL") or f"sqlite:///{directory / 'kaiten.sqlite3'}"
    try:
        found: dict[str, Any] = dict(
            dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True),
        )
    except (dj_database_url.ParseError, dj_database_url.UnknownSchemeError, ValueError) as error:
        raise ImproperlyConfigured(
            "DATABASE_URL is not understood. Write it as "
            "postgresql://name:password@host:5432/database or sqlite:////absolute/path.sqlite3."
        ) from error
    engine = found.get("ENGINE")
    if engine == "django.db.backends.sqlite3":
        found["OPTIONS"] = {**found.get("OPTIONS", {}), **SQLITE_OPTIONS}
    elif engine == "django.db.backends.postgresql":
        found["OPTIONS"] = {**found.get("OPTIONS", {}), **POSTGRES_OPTIONS}
    else:
        raise ImproperlyConfigured("DATABASE_URL must name a postgresql:// or a sqlite:// database.")
    return found


def broker_socket(directory: Path) -> Path:
    """Where the embedded broker listens: in the data directory, unless that path is too long for a socket."""
    path = directory / "broker.sock"
    if len(os.fsencode(path)) <= MAX_SOCKET_PATH:
        return path
    name = hashlib.sha256(os.fsencode(directory)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"kaiten-{os.getuid()}-{name}" / "broker.sock"
