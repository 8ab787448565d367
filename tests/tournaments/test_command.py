"""`manage.py run_tournament`: a tournament of house bots from the command line."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.club import house
from tournaments.models import Entrant, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick")]


def run(*words: str) -> str:
    out = StringIO()
    call_command("run_tournament", *words, stdout=out)
    return out.getvalue()


def test_it_is_played_to_the_end_and_the_standings_are_printed() -> None:
    printed = run("Command cup", "--players", "7", "--rounds", "2").splitlines()
    assert printed[0] == "Command cup (/tournaments/command-cup/): Over after 2 rounds; 7 entrants."
    assert printed[1].split() == ["rank", "player", "PTS", "WINS", "H2H", "MARGIN", "OPP-C1", "LOT"]
    assert [line.split()[0] for line in printed[2:]] == [str(rank) for rank in range(1, 8)]
    assert Tournament.objects.get().status == "finished"


def test_players_may_be_named() -> None:
    house(4)
    run("Command cup", "--players", "House 01,house 02, House 03", "--format", "round_robin", "--seats", "2")
    assert sorted(Entrant.objects.values_list("player__name", flat=True)) == [
        "House 01",
        "House 02",
        "House 03",
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["Cup", "--players", "1"], "2 to 200 players"),
        (["Cup", "--players", "Nobody,House 01"], "no house player called 'Nobody'"),
        (["Cup", "--seats", "many"], "written as 3-4"),
        (["Cup", "--seats", "7-9"], "cannot be arranged"),
        (["Cup", "--players", "2"], "needs at least 3 entrants"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(words: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run(*words)
