"""A whole bot in one file: plays Sushi Go! on a Kaiten server over HTTP and prints where to watch the replay.

    python first_bot.py http://127.0.0.1:8000 kt_your_token    a rated game against three house bots
    python first_bot.py URL TOKEN --with-open 3                open a table for three other players
    python first_bot.py URL TOKEN --join 42                    take a seat at table 42

Standard library only: copy it and change `choose`. KAITEN_URL and KAITEN_TOKEN may stand for the arguments.
"""

import argparse
import http.client
import json
import os
import time
import urllib.error
import urllib.request
from typing import Any

WORTH = {"squid": 3, "salmon": 2, "maki-3": 4, "maki-2": 3, "tempura": 2, "sashimi": 3, "dumpling": 2}


def choose(question: dict[str, Any]) -> list[str]:
    """One of the legal answers, a list of cards. All there is to know is in the question."""
    mine = [card["face"] for card in question["tableaus"][question["seat"]]]
    completing = {
        card for card, size in (("tempura", 2), ("sashimi", 3)) if mine.count(card) % size == size - 1
    }
    legal: list[list[str]] = question["options"]["choices"]
    return max(legal, key=lambda cards: sum(WORTH.get(card, 1) + 3 * (card in completing) for card in cards))


def call(method: str, path: str, body: object = None) -> Any:
    """One request. Without an answer it is sent again: servers restart, and a pick never counts twice."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    while True:
        try:
            request = urllib.request.Request(url + path, data, headers, method=method)
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503):
                raise SystemExit(f"{method} {path}: {error.read().decode()}") from None
            time.sleep(float(error.headers.get("Retry-After", 1)))
        except (OSError, http.client.HTTPException, ValueError):
            time.sleep(0.5)


parser = argparse.ArgumentParser()
parser.add_argument("url", nargs="?", default=os.environ.get("KAITEN_URL", "http://127.0.0.1:8000"))
parser.add_argument("token", nargs="?", default=os.environ.get("KAITEN_TOKEN"))
parser.add_argument("--with-open", type=int, default=0, metavar="SEATS")
parser.add_argument("--join", type=int, metavar="GAME")
asked = parser.parse_args()
url, token = asked.url.rstrip("/"), asked.token or parser.error("which token? Pass it or set KAITEN_TOKEN.")

if asked.join:
    game = call("POST", f"/api/v1/games/{asked.join}/join", {})["id"]
else:
    others = ["open"] * asked.with_open or ["house:greedy", "house:drafter", "house:random"]
    game = call("POST", "/api/v1/games", {"edition": "classic", "seats": ["me", *others], "rated": True})[
        "id"
    ]
print(f"playing game {game}", flush=True)
while (seen := call("GET", f"/api/v1/games/{game}"))["status"] in ("open", "playing"):
    for q in call("GET", "/api/v1/questions?wait=25")["questions"]:
        call("POST", f"/api/v1/games/{q['game']}/picks", {"question": q["question"], "chosen": choose(q)})
for seat in sorted(seen["seats"], key=lambda seat: seat["place"] or 9):
    print(f"{seat['place']}. {seat['name']}: {seat['points']} points")
print(f"replay: {url}/games/{game}/replay/")
