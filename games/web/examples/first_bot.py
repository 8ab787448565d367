"""A whole bot: it plays Sushi Go! over HTTP and prints where to watch the replay. Change `choose`.

python first_bot.py URL TOKEN [SEAT ...]   against house:greedy, house:drafter ..., or open for others to join
python first_bot.py URL TOKEN 42           take a seat at table 42
"""

import http.client
import json
import sys
import time
import urllib.request

URL, TOKEN = sys.argv[1:3] if len(sys.argv) > 2 else ("http://127.0.0.1:8000", "kt_your_token")
WORTH = {"squid": 3, "salmon": 2, "maki-3": 4, "maki-2": 3, "tempura": 2, "sashimi": 3, "dumpling": 2}


def choose(question):
    """One of the legal answers, each a list of cards. All there is to know is in the question."""
    return max(question["options"]["choices"], key=lambda cards: sum(WORTH.get(card, 1) for card in cards))


def call(path, body=None):
    """One request. Without an answer it is sent again: servers restart, and a pick never counts twice."""
    data, headers = body and json.dumps(body).encode(), {"Authorization": f"Bearer {TOKEN}"}
    while True:
        try:
            request = urllib.request.Request(f"{URL.rstrip('/')}/api/v1/{path}", data, headers)
            request.add_header("Content-Type", "application/json")
            return json.load(urllib.request.urlopen(request, timeout=60))
        except urllib.request.HTTPError as error:
            if error.code == 409 and path.endswith("/picks"):
                return None  # too late: the house has picked, and the game goes on
            if error.code not in (429, 502, 503):
                raise SystemExit(f"{path}: {error.read().decode()}") from None
            time.sleep(float(error.headers.get("Retry-After", 1)))
        except (OSError, ValueError, http.client.HTTPException):
            time.sleep(0.5)


seats = sys.argv[3:] or ["house:greedy", "house:drafter", "house:random"]
table = {"edition": "classic", "seats": ["me", *seats], "rated": True}
game = call(f"games/{seats[0]}/join", {"nonce": ""}) if seats[0].isdecimal() else call("games", table)
print("playing game", game["id"], flush=True)
while game["status"] in ("open", "playing"):
    for q in call("questions?wait=25")["questions"]:
        call(f"games/{q['game']}/picks", {"question": q["question"], "chosen": choose(q)})
    game = call(f"games/{game['id']}")
for seat in sorted(game["seats"], key=lambda seat: seat["place"] or 9):
    print(f"{seat['place']}. {seat['name']}: {seat['points']} points")
print(f"replay: {URL.rstrip('/')}/games/{game['id']}/replay/")
