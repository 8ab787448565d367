"""What can be wrong with an installation is said in a sentence that tells what to do; nothing is harmed."""

import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from config import database
from config.instance import hold
from config.logs import redact
from tests.service import Template

ROOT = Path(__file__).resolve().parents[2]


def manage(directory: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py with its data in `directory`, on SQLite and the embedded broker unless told otherwise."""
    base = {
        key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "CELERY_BROKER_URL"}
    }
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**base, "KAITEN_VAR": str(directory), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def refusal(directory: Path, *arguments: str, **environment: str) -> str:
    """What `manage.py up` says when it refuses to start."""
    done = manage(directory, "up", "--port", "0", "--no-demo", *arguments, **environment)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.fixture
def migrated(service_template: Template, tmp_path: Path) -> Path:
    """A data directory with an empty, migrated SQLite database."""
    service_template.copy_sqlite(tmp_path / "kaiten.sqlite3")
    return tmp_path


def test_a_port_in_use_is_named_with_another_to_try(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = refusal(tmp_path, "--port", str(port))
    assert f"Port {port} on 127.0.0.1 is taken by another program" in said
    assert "make run ARGS='--port" in said


def test_an_address_of_another_machine_is_refused(tmp_path: Path) -> None:
    assert "192.0.2.1 is not an address of this machine" in refusal(tmp_path, "--host", "192.0.2.1")


def test_a_second_run_on_the_same_data_is_refused(tmp_path: Path) -> None:
    lock = hold(tmp_path / "up.lock")
    try:
        said = refusal(tmp_path)
    finally:
        os.close(lock)
    assert f"Kaiten already runs on {tmp_path} (process {os.getpid()})" in said


def test_a_locked_database_says_who_to_look_for(migrated: Path) -> None:
    holder = sqlite3.connect(migrated / "kaiten.sqlite3", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        said = refusal(migrated)
    finally:
        holder.close()
    assert "is locked by another program" in said
    assert "a database browser, a backup" in said


def test_a_missing_directory_is_named(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/nowhere/kaiten.sqlite3"
    said = refusal(tmp_path, DATABASE_URL=url)
    assert f"The directory {tmp_path}/nowhere of the database does not exist" in said
    checked = manage(tmp_path, "check", DATABASE_URL=url)
    assert "kaiten.E001" in checked.stderr


def test_a_database_of_another_owner_is_named(migrated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The tests may run as root, to whom every file is open: the system's answer is what is replaced.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).is_dir())
    assert "may not be read and written by this user" in database.file_trouble(migrated / "kaiten.sqlite3")
    monkeypatch.setattr(os, "access", lambda path, mode: not Path(path).is_dir())
    assert "may not be written by this user" in database.file_trouble(migrated / "kaiten.sqlite3")


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "kaiten.sqlite3"
    file.write_bytes(b"recipes for rice, and nothing else. " * 100)
    said = refusal(tmp_path)
    assert "is not a database Kaiten can read" in said
    assert file.read_bytes().startswith(b"recipes")


def test_a_database_of_a_newer_version_is_refused_unchanged(migrated: Path) -> None:
    path = migrated / "kaiten.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('games', '9999_from_the_future', '2040-01-01')"
        )
    connection.close()
    said = refusal(migrated)
    assert "written by a newer version of Kaiten" in said
    assert "games.9999_from_the_future" in said
    assert "Update the code" in said
    checked = manage(migrated, "check", "--database", "default")
    assert "kaiten.E002" in checked.stderr


def test_postgres_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    said = refusal(tmp_path, DATABASE_URL="postgresql://chef:wasabi99@127.0.0.1:9/club")
    assert "PostgreSQL does not answer at 127.0.0.1:9/club" in said
    assert "wasabi99" not in said


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        (
            "DATABASE_URL",
            "mysql://root@localhost/club",
            "DATABASE_URL must name a postgresql:// or a sqlite://",
        ),
        ("KAITEN_DEBUG", "perhaps", "KAITEN_DEBUG must be 1 or 0"),
        ("KAITEN_SECRET_KEY", "short", "at least 32 characters"),
        ("KAITEN_BOT_MATCHES_PER_TICK", "many", "must be a whole number"),
        ("KAITEN_VAR", "/dev/null/var", "The data directory /dev/null/var cannot be created"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(tmp_path: Path, name: str, value: str, sentence: str) -> None:
    done = manage(tmp_path, "check", **{name: value})
    assert done.returncode != 0
    assert sentence in done.stderr


def test_the_secret_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    print_key = "from django.conf import settings; print(settings.SECRET_KEY)"
    first = manage(tmp_path, "shell", "--no-imports", "-c", print_key).stdout
    second = manage(tmp_path, "shell", "--no-imports", "-c", print_key).stdout
    assert len(first.strip()) >= 32
    assert first == second
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_a_python_too_old_is_told_before_anything_is_imported() -> None:
    code = (
        "import runpy, sys; sys.version_info = (3, 9, 2, 'final', 0); sys.version = '3.9.2 (old)';"
        "sys.argv = ['manage.py', 'up']; runpy.run_path('manage.py', run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Kaiten needs Python 3.11 or newer, and this is 3.9.2" in done.stderr
    assert "PYTHON=python3.12" in done.stderr


def test_without_django_the_command_says_how_to_get_it() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "manage.py", "up"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Run `make run`" in done.stderr


def test_log_lines_hide_tokens_passwords_and_seeds() -> None:
    line = (
        "Authorization: Bearer kt_abcdefghijklmnop0123 GET redis://:hunter2hunter2@cache:6379/0 "
        "postgresql://chef:wasabi99@db/club shuffle_seed='f00dcafe' sessionid=s3ss10n "
        "new token kt_zyxwvutsrqponmlkjihgfedcba"
    )
    shown = redact(line)
    for secret in ("abcdefghijklmnop", "hunter2", "wasabi99", "f00dcafe", "s3ss10n", "zyxwvuts"):
        assert secret not in shown
    assert "@db/club" in shown, "where it connects stays readable"
