"""Schemathesis against the OpenAPI document: whatever is sent, the answer is one that the document promises.

The WSGI half answers in this process over a small club whose ids the made-up requests often name, since a
random number would only ever be a 404. What waits or streams belongs to the ASGI half, which takes it before
Django sees it: a stream does not end and so is no answer to check here; tests/flows and test_hub.py read
those. The same paths asked without a stream are all tried.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from django.contrib.auth import get_user_model
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games import services
from games.api import limits
from games.services.matches import BotMatch, play_bot_games
from games.store.cache import states
from ratings.services import absorb_finished_games, ensure_pools
from tests.api.table import three_at_a_table
from tests.tournaments.club import draft, house, running

pytestmark = [pytest.mark.django_db, pytest.mark.services]

#: Made-up requests per operation; the edge cases that schemathesis derives from the document come on top.
EXAMPLES = int(os.environ.get("KAITEN_FUZZ_EXAMPLES", "5"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

#: A request that schemathesis made up, body and all.
Request = schemathesis.Case[Any]


@dataclass
class Club:
    """A token of one who may do anything, what is there by the names of path parameters, bodies that work."""

    token: str
    known: dict[str, list[Any]]
    likely: dict[str, dict[str, Any]]


@pytest.fixture
def club(db: None) -> Iterator[Club]:
    """A person's bots at a live game, an open table, finished rated games, a cup in play and a draft."""
    states.clear()
    yield _found()
    states.clear()


def _found() -> Club:
    ensure_pools()
    person = get_user_model().objects.create_user("ann")
    ann = services.create_player("Ann", "person", person.pk)
    table = three_at_a_table()
    for bot in table.bots:
        bot.player.owner_id = person.pk
        bot.player.save(update_fields=["owner"])
    table.play_turn()
    me = table.bots[0].player
    guest = services.create_player("Guestbot", "bot")
    opened = services.open_game(
        opened_by=guest.pk, edition="tenth", seats=[("player", guest.pk), ("open", None)]
    )
    asked = services.open_game(
        opened_by=guest.pk, edition="party", seats=[("player", guest.pk), ("invited", me.pk)]
    )
    mine = services.open_game(opened_by=me.pk, edition="classic", seats=[("open", None), ("player", me.pk)])
    players = house(4)
    finished = play_bot_games([BotMatch(tuple(player.pk for player in players))] * 2)
    absorb_finished_games()
    cup = running(players, "round_robin")
    spring = draft([*players, me], created_by=me.pk)
    seek, _ = services.seek(me.pk, "classic-3-5")
    token = services.issue_token(me.pk, "fuzz", ("play", "read", "organise"))[1]
    return Club(
        token,
        {
            "game_id": [table.game.pk, opened.pk, asked.pk, mine.pk, finished[0]],
            "seek_id": [seek.pk],
            "player_id": [me.pk, players[0].pk, ann.pk],
            "slug": [cup.slug, spring.slug],
            "entrant_id": [entrant.pk for entrant in spring.entrants.all()],
            "pool": ["classic-3-5"],
            "code": ["malformed"],
        },
        {
            "games": {"edition": "classic", "seats": ["me", "house:greedy"], "variant": "", "options": {}},
            "picks": {"question": table.question(), "chosen": table.hand(0)[:1]},
            "seeks": {"pool": "classic-3-5", "least_seats": 3, "most_seats": 4},
            "accept": {"nonce": "mine"},
            "join": {"nonce": "mine"},
            "decline": {"reason": "later"},
            "entrants": {"player": guest.pk},
            "bots": {"name": "Newbot"},
        },
    )


@pytest.fixture
def document(club: Club, application: Any) -> Any:
    """The document as the service hands it out, with the application that it describes."""
    return schemathesis.openapi.from_wsgi(
        "/api/v1/schema",
        application,
        headers={"accept": "application/vnd.oai.openapi+json", "host": "testserver"},
    )


#: The same requests every time, on a slow machine too.
calmly = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)


@pytest.fixture(autouse=True)
def _no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here requests are made as fast as they can be."""
    monkeypatch.setattr(limits, "KNOWN", 10**9)
    monkeypatch.setattr(limits, "ANONYMOUS", 10**9)


def aim(case: Request, turn: int, club: Club) -> None:
    """Let three of four requests name what is there in their path, and half the bodies say what works."""
    for name in case.path_parameters or {}:
        known = club.known.get(name)
        if known and turn % 4:
            case.path_parameters[name] = known[turn % len(known)]
    if isinstance(case.body, dict) and turn % 2:
        case.body.update(club.likely.get(case.path.rpartition("/")[2], {}))


def requests_of(document: Any, operation: Any) -> Iterator[Request]:
    """Edge cases that the document of an operation suggests, then made-up requests, right and wrong."""
    modes = list(schemathesis.GenerationMode)
    yield from document.iter_coverage_cases(
        operation, generation_modes=modes, generation_config=document.config.generation
    )
    for mode in modes:
        yield from made_up(operation.as_strategy(mode))


def made_up(strategy: Any) -> list[Request]:
    """Some requests of a strategy."""
    made: list[Request] = []

    @calmly
    @given(strategy)
    def make(case: Request) -> None:
        made.append(case)

    # An operation without a parameter cannot be asked wrongly.
    with suppress(Unsatisfiable):
        make()
    return made


def send(case: Request, headers: dict[str, str]) -> tuple[int, dict[tuple[str, str], str]]:
    """Send a request and undo what it did: the status, and by kind what the document does not promise."""
    with transaction.atomic():
        answer = case.call(headers={"host": "testserver", **headers})
        transaction.set_rollback(True)
    states.clear()
    try:
        case.validate_response(answer, checks=CHECKS)
    except FailureGroup as group:
        asked = f"{case.method} {case.formatted_path} {case.query} {case.headers} {case.body!r}"[:2000]
        label = case.operation.label
        return answer.status_code, {(label, each.title): f"{asked}\n{each}" for each in group.exceptions}
    return answer.status_code, {}


def test_whatever_is_asked_with_a_token_or_without_the_answer_is_documented(
    document: Any, club: Club
) -> None:
    misfits: dict[tuple[str, str], str] = {}
    never_done: set[str] = set()
    for operation in (each.ok() for each in document.get_all_operations()):
        never_done.add(operation.label)
        for turn, case in enumerate(requests_of(document, operation)):
            aim(case, turn, club)
            status, found = send(case, {"authorization": f"Bearer {club.token}"})
            if status < 300 and case.method == operation.method.upper():
                never_done.discard(operation.label)
            # A stranger, most often without the token that the document suggested and that is none.
            if case.headers and turn % 5:
                case.headers.pop("Authorization", None)
            misfits |= found | send(case, {})[1]
    assert not misfits, "\n\n".join(misfits.values())
    assert not never_done, "These were only ever refused, which shows little of them."
