"""No outlet of the API betrays what a viewer may not see.

Everything hidden from a viewer is put to other values behind the API's back, in the state and in the log;
then every answer must be the same, byte for byte and header for header. That others do see the change is
tested too.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import time_machine
from django.test import Client

from games import engine, services, store
from games.api import boards, news, recorder
from tests.api.table import SEED, Table, bot

pytestmark = [pytest.mark.django_db, pytest.mark.services]

PATHS = (
    "games/{game}",
    "games/{game}/events",
    "games/{game}/events?after=3",
    "games/{game}/log",
    "games/{game}/notation",
    "games",
    "games?player={player}",
    "games?status=open",
    "invitations",
    "seeks",
    "inbox",
    "requests",
    "questions",
    "me",
    "players/{player}",
)


def hide_from(seat: int | None, state: engine.State) -> engine.State:
    """A state with all that the seat (None: a spectator) cannot see set to other values of the same size."""
    for other in range(len(state.hands)):
        if other != seat:
            state.hands[other] = ["pudding"] * len(state.hands[other])
            if state.answers[other] is not None:
                state.answers[other] = engine.Pick(other, state.question, ("pudding", "pudding"))
    state.deck = ["wasabi"] * (len(state.deck) + 5)
    state.shuffle_seed = "another seed"
    return state


def hide_line(seat: int | None, line: store.StoredEvent) -> store.StoredEvent:
    """A line of the log treated likewise."""
    data = json.loads(line.data)
    if line.kind == "game_opened":
        data["shuffle_seed"] = "another seed"
    elif line.kind == "round_dealt":
        data["left"] = ["wasabi"]
        data["hands"] = [
            hand if number == seat else ["pudding"] * 3 for number, hand in enumerate(data["hands"])
        ]
    elif line.kind == "picked" and data["seat"] != seat:
        data["chosen"] = ["pudding", "pudding"]
    return line._replace(data=json.dumps(data, separators=(",", ":")), hash="f" * 64)


@contextmanager
def behind_the_back(seat: int | None) -> Iterator[None]:
    """Make the store tell other hidden things: all that this seat cannot see."""
    load, load_many, read = store.load, store.load_many, store.read

    def loaded(found: store.Loaded) -> store.Loaded:
        return found._replace(state=hide_from(seat, engine.copy(found.state)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "load", lambda game_id: loaded(load(game_id)))
        patch.setattr(
            store, "load_many", lambda rows: {key: loaded(one) for key, one in load_many(rows).items()}
        )
        patch.setattr(store, "read", lambda *args: [hide_line(seat, line) for line in read(*args)])
        yield


def viewers(table: Table) -> list[tuple[str, int | None, Client]]:
    """Each seat, a stranger who has a token, and somebody without one."""
    seats: list[tuple[str, int | None, Client]] = [
        (f"seat {number}", number, each.client) for number, each in enumerate(table.bots)
    ]
    return [*seats, ("a stranger", None, bot("Stranger").client), ("anonymous", None, Client())]


def answers(table: Table, client: Client) -> dict[str, tuple[int, bytes, dict[str, str]]]:
    """Every outlet as this client sees it: status, bytes and headers but those that count down the limit."""
    found = {}
    for path in PATHS:
        answer = client.get("/api/v1/" + path.format(game=table.game.pk, player=table.bots[0].player.pk))
        headers = {name: value for name, value in answer.items() if not name.startswith("RateLimit")}
        found[path] = (answer.status_code, answer.content, headers)
    refused = client.post(
        f"/api/v1/games/{table.game.pk}/picks",
        json.dumps({"question": table.question(), "chosen": ["unheard-of"]}),
        content_type="application/json",
    )
    found["an illegal pick"] = (refused.status_code, refused.content, {})
    return found


@pytest.mark.parametrize("turns", [0, 1, 4])
def test_no_answer_changes_when_hidden_things_do(table: Table, turns: int) -> None:
    for _ in range(turns):
        table.play_turn()
    table.bots[1].pick(table.game, table.question(), table.hand(1)[0])  # on record and not yet revealed
    everybody = viewers(table)
    for number in range(3):
        services.seek(table.bots[number].player.pk, "classic-3-5")
        services.deliver(table.bots[number].player.pk)
    with time_machine.travel("2026-05-05T12:00:00Z", tick=False):
        for name, seat, client in everybody:
            truth = answers(table, client)
            with behind_the_back(seat):
                tampered = answers(table, client)
            for path, told in tampered.items():
                assert told == truth[path], f"{name} learns hidden things from {path}"


def test_no_stream_line_changes_when_hidden_things_do(table: Table) -> None:
    table.play_turn()
    seats: list[tuple[int | None, engine.Viewer]] = [(0, 0), (1, 1), (2, 2), (None, engine.SPECTATOR)]
    for seat, viewer in seats:
        truth = news.lines_after(table.game.pk, viewer, 0)
        with behind_the_back(seat):
            assert news.lines_after(table.game.pk, viewer, 0) == truth


def test_the_board_and_the_inbox_hold_no_card_and_no_pick_in_any_line(table: Table) -> None:
    for _ in range(3):
        table.play_turn()
        for each in table.bots:
            services.deliver(each.player.pk)
    table.finish()
    faces = set(engine.EDITIONS["classic"].faces)
    for each in table.bots:
        lines = each.get("inbox").json()["lines"]
        assert {"game_started", "my_turn", "game_over"} <= {line["kind"] for line in lines}
        assert not faces & {str(leaf) for leaf in walk(lines)}
    assert SEED not in boards.snapshot().body.decode()


def test_a_pick_in_ones_own_request_log_is_seen_by_nobody_else(table: Table) -> None:
    recorder.RECORDER.start(thread=False)
    try:
        table.bots[0].pick(table.game, "1.1-pick", table.hand(0)[0])
        recorder.RECORDER.flush()
        path = f"/api/v1/requests?game={table.game.pk}"
        assert len(table.bots[0].client.get(path).json()["results"]) == 1
        for name, seat, client in viewers(table):
            if seat != 0:
                answer = client.get(path)
                assert answer.status_code == 401 or answer.json()["results"] == [], name
    finally:
        recorder.RECORDER.on = False
        recorder.RECORDER.flush()


def test_the_tampering_itself_is_seen_by_those_who_may_see_it(table: Table) -> None:
    truth = table.bots[0].get(f"games/{table.game.pk}").json()["view"]["hand"]
    with behind_the_back(None):
        assert table.bots[0].get(f"games/{table.game.pk}").json()["view"]["hand"] != truth


def walk(value: Any) -> list[Any]:
    """Every leaf of nested JSON."""
    if isinstance(value, dict):
        return [leaf for part in value.values() for leaf in walk(part)]
    if isinstance(value, list):
        return [leaf for part in value for leaf in walk(part)]
    return [value]


def test_the_seed_and_the_hashes_appear_nowhere_before_the_end(table: Table) -> None:
    table.play_turn()
    hashes = {line.hash for line in store.read(table.game.pk)}
    for name, _, client in viewers(table):
        for path, (_, raw, headers) in answers(table, client).items():
            text = raw.decode() + str(headers)
            assert SEED not in text, f"{name}: {path}"
            assert not any(digest[:24] in text for digest in hashes), f"{name}: {path}"


def test_a_spectator_learns_a_pick_with_the_reveal_and_not_before(table: Table) -> None:
    table.bots[0].pick(table.game, "1.1-pick", table.hand(0)[0])
    path = f"/api/v1/games/{table.game.pk}/events"
    own = [
        event["data"]
        for event in table.bots[0].client.get(path).json()["events"]
        if event["kind"] == "picked"
    ]
    others = [event["data"] for event in Client().get(path).json()["events"] if event["kind"] == "picked"]
    assert len(own) == len(others) == 1
    assert own[0]["chosen"]
    assert others[0]["chosen"] is None
    assert {**own[0], "chosen": None} == others[0]


def test_a_picks_receipt_shows_no_more_than_the_view(table: Table) -> None:
    receipt = table.bots[0].pick(table.game, "1.1-pick", table.hand(0)[0]).json()
    assert receipt["view"] == table.bots[0].get(f"games/{table.game.pk}").json()["view"]
    others = set(table.hand(1)) - set(table.hand(0))
    assert not others & set(walk(receipt["view"]["hand"]))
