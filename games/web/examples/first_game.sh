#!/bin/sh
# A whole game with curl: against four house bots, always the first card that is offered.
#   sh first_game.sh URL TOKEN
URL=${1:-http://127.0.0.1:8000}
TOKEN=${2:-kt_your_token}

api() { # PATH [JSON]: one request; sent again when there is no answer, since a pick never counts twice
  curl --silent --show-error --fail-with-body --retry 9 --retry-connrefused \
    -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
    "$URL/api/v1/$1" ${2:+--data "$2"}
}
first() { grep -o "\"$1\":[^,}]*" | head -n 1 | cut -d: -f2 | tr -d '[]"'; } # the first value of a name

game=$(api games '{"edition": "classic", "seats": ["me", "house:greedy", "house:drafter", "house:random", "house:greedy"]}') || { echo "$game"; exit 1; }
id=$(echo "$game" | first id)
echo "playing game $id"
until [ "$status" = finished ]; do
  asked=$(api "questions?wait=25") at=$(echo "$asked" | first game)
  question=$(echo "$asked" | first question) card=$(echo "$asked" | first faces)
  if [ -n "$question" ]; then # 409 is too late: the house has picked, and the game goes on
    told=$(api "games/$at/picks" "{\"question\": \"$question\", \"chosen\": [\"$card\"]}") ||
      case $told in *'"status":409'*) ;; *) echo "$told"; exit 1 ;; esac
  fi
  status=$(api "games/$id" | first status)
done
echo "replay: $URL/games/$id/replay/"
