"""Promises about the service as a whole: a restart in mid-game, what the log proves, the limit."""

import hashlib
import time
from typing import Any

from games.conformance.kit import Kit, Skipped, expect, pick_of, promise
from games.conformance.wire import Answer


@promise(
    "service.restart", "A restart in mid-game loses no acknowledged pick, doubles none, and streams resume."
)
def restart(kit: Kit) -> str:
    """Pick, restart, send the same again, read the events on, play to the end."""
    if kit.restart is None:
        raise Skipped("it takes --restart-command")
    game = kit.open_game(clock={"pick": 300})
    first = kit.asked(game)
    taken = kit.pick(first)
    expect(taken.status == 201, f"a pick was answered {taken}")
    before = kit.events(game)
    begun = time.monotonic()
    kit.restart()
    kit.wire.until_answered(f"games/{game}")
    took = time.monotonic() - begun
    again = kit.pick(first)
    expect((again.status, again.body["seq"]) == (200, taken.body["seq"]), f"after the restart: {again}")
    expect(kit.events(game)[: len(before)] == before, "the events before the restart changed")
    with kit.wire.stream(game, before[-1]["seq"] - 1) as lines:
        expect(next(iter(lines)) == before[-1], "the stream does not go on where it was")
    kit.finish(game)
    seqs = [event["seq"] for event in kit.events(game)]
    expect(seqs == list(range(1, len(seqs) + 1)), "the events have a gap")
    return f"away for {took:.1f} s"


@promise(
    "service.log", "The opened log proves the game: its seed fits the commitment, its hashes are a chain."
)
def log(kit: Kit) -> str:
    """Note the commitment before the end, then check the log with nothing but SHA-256."""
    game = kit.open_game()
    commitment = str(kit.state(game)["commitment"])
    running = kit.wire.get(f"games/{game}/log")
    expect((running.status, running.code) == (403, "game_running"), f"in play the log was answered {running}")
    kit.finish(game)
    raw = kit.wire.text(f"games/{game}/log").splitlines()
    lines: list[dict[str, Any]] = kit.log_lines(game)
    seed = lines[0]["data"]["shuffle_seed"]
    expect(hashlib.sha256(seed.encode()).hexdigest() == commitment, "the seed does not fit the commitment")
    previous = commitment
    for number, (text, line) in enumerate(zip(raw, lines, strict=True), 1):
        data = text.partition(',"data":')[2][:-1]
        body = f"{previous}|{number}|{line['kind']}|{data}"
        previous = hashlib.sha256(body.encode()).hexdigest()
        expect(line["hash"] == previous, f"event {number} does not follow from the one before it")
    return f"{len(lines)} events"


@promise("service.limit", "The limit of requests is told in every answer, and met by 429 with Retry-After.")
def limit(kit: Kit) -> str:
    """Ask until it is enough, if the limit is near; then wait as told, and go on."""
    question = kit.asked(kit.open_game(clock={"pick": 300}))
    told = kit.wire.get("me").headers
    for name in ("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"):
        expect(told.get(name, "").isdecimal(), f"an answer lacks {name}")
    left = int(told["ratelimit-remaining"])
    if left > kit.exhaust:
        raise Skipped(f"{left} requests are left this minute; --exhaust {left} tries to use them up")
    refused = _ask_until_refused(kit, 2 * left + 100)
    expect(refused.status == 429, f"{2 * left + 100} requests were all answered")
    expect(refused.code == "too_many_requests", f"answered {refused}")
    seconds = refused.headers.get("retry-after", "")
    expect(seconds.isdecimal(), f"Retry-After is {seconds!r}")
    expect(1 <= int(seconds) <= 3600, f"Retry-After is {seconds!r}")
    if int(seconds) > kit.patience:
        return f"met after {left} requests; its end after {seconds} s was not waited for"
    time.sleep(int(seconds) + 0.1)
    taken = kit.wire.post(f"games/{question['game']}/picks", pick_of(question))
    expect(taken.status == 201, f"after Retry-After a pick was answered {taken}")
    return f"met after {left} requests, and over after {seconds} s as told"


def _ask_until_refused(kit: Kit, most: int) -> Answer:
    answer = kit.wire.get("bots")
    for _ in range(most):
        if answer.status == 429:
            break
        answer = kit.wire.get("bots")
    return answer
