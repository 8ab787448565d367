"""Promises about watching: section 4 of the contract, no gap and no double across cuts."""

import time
from collections.abc import Iterable
from typing import Any

from games.conformance.kit import Kit, expect, promise
from games.conformance.wire import NDJSON, SSE


@promise("streams.resume", "A stream that is cut goes on after the last event seen: no gap, no double.")
def resume(kit: Kit) -> str:
    """Cut the stream in the middle of every turn, by turns as NDJSON and as server-sent events."""
    game, seen, cuts = kit.open_game(), list[dict[str, Any]](), 0
    over = False
    while not over:
        question = kit.question(game)
        over = question is None
        if question is not None:
            expect(kit.pick(question).status == 201, "a pick was not taken")
        goal = int(kit.state(game)["seq"])
        while len(seen) < goal:
            # Half of what is there, then the cut: the other half comes with the next connection.
            part = max(1, (goal - len(seen)) // 2)
            kind, after = (SSE, NDJSON)[cuts % 2], seen[-1]["seq"] if seen else 0
            with kit.wire.stream(game, after, kind, resume=kind == SSE) as lines:
                seen += _take(lines, part)
            cuts += 1
            seqs = [event["seq"] for event in seen]
            expect(seqs == list(range(1, len(seqs) + 1)), f"after {cuts} cuts the events are {seqs[-8:]}")
    expect(seen == kit.events(game), "the stream and the list of events differ")
    expect(seen[-1]["kind"] == "game_ended", f"the last event is {seen[-1]['kind']}")
    return f"{len(seen)} events over {cuts} connections"


def _take(lines: Iterable[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for line in lines:
        found.append(line)
        if len(found) >= count:
            break
    return found


@promise("streams.live", "A stream that is open tells what happens, as it happens.")
def live(kit: Kit) -> str:
    """Answer while a stream is open."""
    question = kit.asked(kit.open_game())
    with kit.wire.stream(question["game"], question["seq"]) as lines:
        begun = time.monotonic()
        expect(kit.pick(question).status == 201, "a pick was not taken")
        first = next(iter(lines))
        took = time.monotonic() - begun
    expect(first["seq"] == question["seq"] + 1, f"the first line is event {first['seq']}")
    expect(took < kit.soon / 4, f"it took {took:.1f} s")
    return f"{1000 * took:.0f} ms"


@promise("streams.poll", "A long poll for questions answers as soon as there is one.")
def poll(kit: Kit) -> str:
    """Ask with a long wait right after a game has begun."""
    game = kit.open_game()
    begun = time.monotonic()
    asked = kit.wire.get("questions?wait=25")
    took = time.monotonic() - begun
    expect(any(q["game"] == game for q in asked.body["questions"]), "the question is not told")
    expect(took < kit.soon / 4, f"it took {took:.1f} s")
    return ""


@promise("streams.etag", "A view that did not change is answered 304, and one that did is not.")
def etag(kit: Kit) -> str:
    """Look, look again, pick, look."""
    question = kit.asked(kit.open_game())
    path = f"games/{question['game']}"
    tag = kit.wire.get(path).headers.get("etag", "")
    expect(tag, "a game has no ETag")
    expect(kit.wire.get(path, **{"If-None-Match": tag}).status == 304, "an unchanged view is sent again")
    kit.pick(question)
    expect(kit.wire.get(path, **{"If-None-Match": tag}).status == 200, "a changed view is not sent")
    return ""
