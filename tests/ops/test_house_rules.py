"""What holds for the repository as a whole: the log outlives a flush, locks name no host."""

import re
from pathlib import Path

import pytest
from django.db import connection

from config.celery import SCHEDULE, app
from games import services
from games.append_only import trigger_names
from games.models import Event

ROOT = Path(__file__).resolve().parents[2]


def triggers() -> set[str]:
    """The names of the database's triggers."""
    question = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(question)
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("run", [1, 2])
def test_a_test_that_commits_events_leaves_no_rows_and_all_triggers(run: int) -> None:
    # The second run looks at what the flush after the first has left.
    assert not Event.objects.exists()
    assert set(trigger_names("games_event", connection.vendor)) <= triggers()
    opener = services.create_player(f"Opener {run}", "person")
    services.open_game(
        opened_by=opener.pk, edition="classic", seats=[("player", opener.pk), ("house", "greedy")]
    )
    assert Event.objects.exists()


def test_every_scheduled_task_exists_and_is_scheduled_once() -> None:
    app.loader.import_default_modules()
    names = [task for _, task, _ in SCHEDULE]
    assert len(names) == len(set(names))
    assert set(names) <= set(app.tasks)


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_a_lock_has_hashes_and_names_no_host(name: str) -> None:
    text = (ROOT / name).read_text()
    assert "--hash=sha256:" in text
    assert not re.search(r"https?://|--index|--extra-index|--find-links|--trusted-host", text)


def test_no_module_is_too_long_to_read() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for package in ("config", "games", "ratings", "tournaments", "tests")
        for path in (ROOT / package).rglob("*.py")
        if "migrations" not in path.parts and (lines := len(path.read_text().splitlines())) > 400
    }
    assert not long
