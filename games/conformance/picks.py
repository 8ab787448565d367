"""Promises about picks: section 3 of the contract, an answer is one event however often it is sent."""

import threading
from collections.abc import Iterable
from typing import Any

from games.conformance.kit import Broken, Kit, Skipped, choice_of, expect, pick_of, promise
from games.conformance.wire import Answer, Wire


@promise("picks.lost-response", "A pick whose response was lost is sent again and is on record once.")
def lost_responses(kit: Kit) -> str:
    """A whole game in which the first response to every pick is lost, then the log is read."""
    game, seqs = kit.open_game(), dict[str, tuple[int, list[str]]]()
    while (question := kit.question(game)) is not None:
        body = pick_of(question)
        arrived = len(seqs) % 4 != 3
        kit.wire.post_and_lose(f"games/{game}/picks", body, arrived)
        again = kit.wire.post(f"games/{game}/picks", body)
        expect(again.status == 200 or (again.status == 201 and not arrived), f"sent again: {again}")
        expect(again.body["chosen"] == body["chosen"], f"another pick is on record: {again}")
        seqs[question["question"]] = again.body["seq"], body["chosen"]
    seat = _my_seat(kit, game)
    log = kit.log_lines(game)
    expect([line["seq"] for line in log] == list(range(1, len(log) + 1)), "the log has a gap")
    mine = [line for line in log if line["kind"] == "picked" and line["data"]["seat"] == seat]
    for question_id, (seq, chosen) in seqs.items():
        found = [line for line in mine if line["data"]["question"] == question_id]
        expect(len(found) == 1, f"{question_id} is {len(found)} times in the log")
        expect(found[0]["seq"] == seq, f"{question_id} is event {found[0]['seq']} and was said to be {seq}")
        expect(found[0]["data"]["chosen"] == chosen, f"{question_id} holds {found[0]['data']['chosen']}")
        expect(found[0]["data"]["cause"] == "", f"{question_id} was picked by the house")
    return f"{len(seqs)} picks of game {game}"


def _my_seat(kit: Kit, game: int) -> int:
    me = kit.wire.get("me").body["player"]["id"]
    return next(int(seat["seat"]) for seat in kit.state(game)["seats"] if seat["player"] == me)


@promise("picks.duplicate", "The same pick twice at once is one event and two equal answers.")
def duplicate(kit: Kit) -> str:
    """Two equal posts at the same moment, and a third later."""
    question = kit.asked(kit.open_game())
    answers = _together(kit, [(question, kit.wire)] * 2)
    answers.append(kit.pick(question))
    expect(sorted(a.status for a in answers) == [200, 200, 201], f"answered {[a.status for a in answers]}")
    for name in ("seq", "chosen", "seat", "question"):
        told = [answer.body[name] for answer in answers]
        expect(told.count(told[0]) == 3, f"{name} differs: {told}")
    return ""


@promise("picks.different", "A different second answer is refused with the pick on record.")
def different(kit: Kit) -> str:
    """Another card for a question that is answered."""
    for _ in range(5):
        question = kit.asked(kit.open_game())
        first, other = choice_of(question), choice_of(question, -1)
        if first != other:
            break
    else:
        raise Skipped("no hand with two faces was dealt")
    expect(kit.pick(question, first).status == 201, "the first answer was not taken")
    refused = kit.pick(question, other)
    expect((refused.status, refused.code) == (409, "already_answered"), f"answered {refused}")
    expect(refused.body["recorded"] == first, f"told {refused.body['recorded']} and not {first}")
    expect(kit.pick(question, first).status == 200, "the first answer is not accepted any more")
    return ""


@promise("picks.simultaneous", "Players who answer at the same moment all succeed.")
def simultaneous(kit: Kit) -> str:
    """Two seats, every turn of a game at once."""
    second = kit.second
    if second is None:
        raise Skipped("it takes --second-token")
    game = kit.open_game("open", "house:greedy")
    joined = second.post(f"games/{game}/join", {})
    expect(joined.status == 200, f"joining was answered {joined}")
    turns = 0
    while (mine := kit.question(game)) is not None:
        answers = _together(kit, ((mine, kit.wire), (kit.asked(game, second), second)))
        expect([a.status for a in answers] == [201, 201], f"answered {[str(a) for a in answers]}")
        turns += 1
    return f"{turns} turns"


def _together(kit: Kit, calls: Iterable[tuple[dict[str, Any], Wire]]) -> list[Answer]:
    """Answer each question over its wire, all at the same moment."""
    answers: list[Answer] = []

    def call(question: dict[str, Any], wire: Wire) -> None:
        answers.append(kit.pick(question, by=wire))

    threads = [threading.Thread(target=call, args=each) for each in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@promise("picks.refusals", "What cannot be taken is refused by the table of the contract, in one shape.")
def refusals(kit: Kit) -> str:
    """Wrong cards, questions, bodies and games; then the right answer, which is still welcome."""
    question = kit.asked(kit.open_game())
    path = f"games/{question['game']}/picks"
    absent = next(face for face in question["menu"] if face not in question["options"]["faces"])
    good = pick_of(question)
    tries = (
        (kit.pick(question, [absent]), 422, "illegal_choice"),
        (kit.pick(question, choice_of(question) * 9), 422, "illegal_choice"),
        (kit.wire.post(path, {**good, "question": "9.9-pick"}), 422, "unknown_question"),
        (kit.wire.post(path, {"question": question["question"]}), 400, "malformed"),
        (kit.wire.post(path, {**good, "seat": 1}), 400, "malformed"),
        (kit.wire.send("POST", path, b"{"), 400, "malformed"),
        (kit.wire.send("POST", path, b'"%s"' % (b"x" * 70_000)), 413, "too_large"),
        (kit.wire.send("POST", path, b"[" * 30 + b"]" * 30), 400, "malformed"),
        (kit.wire.post("games/999999999999/picks", good), 404, "not_found"),
        (kit.wire.send("DELETE", path, b""), 405, "method_not_allowed"),
    )
    for answer, status, code in tries:
        expect((answer.status, answer.code) == (status, code), f"expected {status} {code}: {answer}")
        kind = answer.headers.get("content-type", "")
        expect(kind.startswith("application/problem+json"), f"{code} came as {kind}")
        missing = {"type", "title", "status", "code", "detail"} - answer.body.keys()
        expect(not missing, f"{code} lacks {sorted(missing)}")
    expect("options" in tries[0][0].body, "illegal_choice does not name the options")
    taken = kit.pick(question)
    if taken.status != 201:
        raise Broken(f"after all refusals the right answer was answered {taken}")
    return f"{len(tries)} refusals"
