"""Fixtures every test may use: the database on a file, Celery without a broker, real processes, Chromium."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from django.test import TransactionTestCase
from hypothesis import settings as hypothesis_settings
from whitenoise.middleware import WhiteNoiseMiddleware
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from config.celery import app as celery_app
from tests.service import Service, Template

# A slow machine is no failure, and CI tries the same examples every time; by hand they vary.
hypothesis_settings.register_profile("house", deadline=None)
hypothesis_settings.register_profile("ci", deadline=None, derandomize=True)
hypothesis_settings.load_profile("ci" if os.environ.get("CI") else "house")


def pytest_configure() -> None:
    """Cheap passwords, and messages kept in the process: what a task does is tested by calling it."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    celery_app.conf.update(broker_url="memory://", broker_transport_options={})


class Queue(LoadScopeScheduling):  # type: ignore[misc]
    """What the processes of a parallel run take from: test by test; the browser is one piece, the first."""

    def _split_scope(self, nodeid: str) -> str:
        return "browser" if nodeid.startswith("tests/browser/") else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Queue:
    """Browser tests share one Chromium and one house, so one process runs them all.

    xdist's own groups would say so by their marks, but with pytest 9 they group nothing."""
    return Queue(config, log)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite tests run on a file: one in memory knows neither WAL nor a write lock between connections."""
    given: dict[str, Any] = settings.DATABASES["default"]
    if given["ENGINE"].endswith("sqlite3"):
        given["TEST"] = {**given.get("TEST", {}), "NAME": str(tmp_path_factory.mktemp("db") / "test.sqlite3")}


_flush = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]  # private, and the only seam


def _flush_past_triggers(case: TransactionTestCase) -> None:
    """Empty the database after a test that committed, though the log refuses to be emptied."""
    connection = connections["default"]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
            for name, _ in triggers:
                cursor.execute(f'DROP TRIGGER "{name}"')
            _flush(case)
            for _, statement in triggers:
                cursor.execute(statement)
            return
        cursor.execute("SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal")
        tables = [row[0] for row in cursor.fetchall()]
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        _flush(case)
        for table in tables:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


TransactionTestCase._fixture_teardown = _flush_past_triggers  # type: ignore[attr-defined]


_look = WhiteNoiseMiddleware.add_files_from_finders
_static_files: dict[str, Any] = {}


def _look_once(middleware: WhiteNoiseMiddleware) -> None:
    """Look for the static files when the first test client is made: every one of them has a middleware."""
    if not _static_files:
        _look(middleware)
        _static_files.update(middleware.files)
    middleware.files.update(_static_files)


WhiteNoiseMiddleware.add_files_from_finders = _look_once


@pytest.fixture(scope="session")
def service_template(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Template]:
    """The migrated database that every service starts from."""
    template = Template(tmp_path_factory.mktemp("template"))
    yield template
    template.close()


@pytest.fixture
def cold_service(service_template: Template, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with a database and nothing started yet."""
    directory = tmp_path_factory.mktemp("service")
    with service_template.copy(directory) as url:
        running = Service(directory, url)
        try:
            yield running
        finally:
            running.close()


@pytest.fixture(scope="module")
def module_service(service_template: Template, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with web started, shared by the tests of a module that leave it as it is."""
    directory = tmp_path_factory.mktemp("service")
    with service_template.copy(directory) as url:
        running = Service(directory, url)
        try:
            running.start("web")
            yield running
        finally:
            running.close()


@pytest.fixture
def service(cold_service: Service) -> Service:
    """A service whose web process answers; `start` the others as needed."""
    cold_service.start("web")
    return cold_service


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Start the installed Chromium; without one skip the test, or fail where services are required."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        reason = "no Chromium on the PATH; install it (Debian: apt-get install chromium)"
        if os.environ.get("REQUIRE_SERVICES") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    # Playwright leaves an event loop running in this thread; Django would refuse the database beside it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    switches = (
        "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-dev-shm-usage "
        "--disable-background-networking --disable-component-update --disable-sync"
    )
    return {"executable_path": str(Path(found)), "headless": True, "args": switches.split()}
