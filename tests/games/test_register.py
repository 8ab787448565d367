"""The register: names, tokens that are shown once, the command for bot authors, an admin that only looks."""

from datetime import timedelta
from hashlib import sha256
from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client

from games import clock, queries, refusals, services, tasks
from games.models import Event, Game, Player, SealedSeed, Token
from tests.games.conftest import NewPlayer

pytestmark = pytest.mark.django_db


def test_a_name_is_taken_whatever_its_case(player: NewPlayer) -> None:
    player("Wasabi Wendy")
    for name in ("Wasabi Wendy", "wasabi wendy", "  Wasabi   Wendy "):
        with pytest.raises(refusals.BadName):
            services.create_player(name, "person")


def test_a_name_has_3_to_40_readable_characters() -> None:
    for bad in (
        "",
        "Al",
        "x" * 41,
        "<script>",
        "-dash",
        "zero\u200bwidth",
        "tab\ttab2" + "\x00",
    ):
        with pytest.raises(refusals.BadName):
            services.create_player(bad, "person")
    for good in ("Åsa Öberg", "寿司職人", "bot-7.2_x", "O'Neill", "x" * 40):
        assert services.create_player(good, "person").name == good


def test_a_house_player_names_a_house_bot() -> None:
    with pytest.raises(refusals.NoSuchPlayer):
        services.create_player("Ghost", "house", strategy="ghost")
    with pytest.raises(refusals.BadName):
        services.create_player("Ghost", "spirit")


def test_a_token_is_shown_once_and_kept_as_a_digest(ada: Player) -> None:
    token, clear = services.issue_token(ada.pk, "laptop", ("read", "play"))
    assert clear.startswith("kt_")
    assert len(clear) == 43
    assert token.digest == sha256(clear.encode()).hexdigest() == services.token_digest(clear)
    assert token.hint == clear[:7]
    assert token.scopes == ["play", "read"]
    for row in Token.objects.filter(pk=token.pk).values():
        assert clear not in str(row)


def test_two_tokens_may_overlap_and_each_is_revoked_alone(ada: Player) -> None:
    (old, _), (new, _) = services.issue_token(ada.pk, "old"), services.issue_token(ada.pk, "new")
    services.revoke_token(old.pk)
    old.refresh_from_db()
    new.refresh_from_db()
    first = old.revoked_at
    services.revoke_token(old.pk)
    old.refresh_from_db()
    assert first is not None
    assert old.revoked_at == first
    assert new.revoked_at is None


def test_a_token_that_makes_no_sense_is_refused(ada: Player) -> None:
    house = services.house_player("greedy")
    with pytest.raises(refusals.NoSuchPlayer):
        services.issue_token(house.pk, "laptop")
    with pytest.raises(refusals.NoSuchPlayer):
        services.issue_token(10**9, "laptop")
    for label, scopes in (("", ("play",)), ("x" * 61, ("play",)), ("ok", ()), ("ok", ("root",))):
        with pytest.raises(refusals.BadToken):
            services.issue_token(ada.pk, label, scopes)
    with pytest.raises(refusals.BadToken):
        services.issue_token(ada.pk, "ok", expires_at=clock.now() - timedelta(seconds=1))


def test_new_bot_prints_a_token_that_works_and_makes_both_or_neither() -> None:
    get_user_model().objects.create_user("olga")
    out = StringIO()
    call_command("new_bot", "Robo", "--owner", "olga", stdout=out, stderr=StringIO())
    clear = out.getvalue().strip()
    token = Token.objects.select_related("player__owner").get(digest=services.token_digest(clear))
    assert (token.player.name, token.player.kind) == ("Robo", "bot")
    assert token.player.owner is not None
    assert token.player.owner.get_username() == "olga"
    for arguments in (
        ("Robo",),
        ("ok", "--owner", "olga"),
        ("Other", "--owner", "nobody"),
        ("Third", "--label", ""),
    ):
        with pytest.raises(CommandError):
            call_command("new_bot", *arguments, stdout=StringIO(), stderr=StringIO())
    assert list(Player.objects.values_list("name", flat=True)) == ["Robo"]


def test_the_admin_shows_the_books_and_changes_nothing(duel: Game, ada: Player, client: Client) -> None:
    get_user_model().objects.create_superuser("root", password="root")
    client.login(username="root", password="root")
    token, clear = services.issue_token(ada.pk, "laptop")
    waiting = services.open_game(
        opened_by=None, edition="classic", seats=[("player", ada.pk), ("open", None)]
    )
    secrets = [token.digest, clear, SealedSeed.objects.get(game=waiting).shuffle_seed]
    secrets += list(Event.objects.values_list("hash", flat=True))
    for address in (
        "player/", f"player/{ada.pk}/change/", "token/", f"token/{token.pk}/change/", "game/",
        f"game/{duel.pk}/change/", f"game/{waiting.pk}/change/", "heartbeat/",
    ):  # fmt: skip
        answer = client.get(f"/admin/games/{address}")
        assert answer.status_code == 200, address
        page = answer.content.decode()
        assert not [secret for secret in secrets if secret in page], address
        assert 'name="_save"' not in page
    assert client.get("/admin/games/player/add/").status_code == 403
    assert client.post(f"/admin/games/game/{duel.pk}/delete/", {"post": "yes"}).status_code == 403
    for hidden in ("event", "sealedseed"):
        assert client.get(f"/admin/games/{hidden}/").status_code == 404


def test_the_heartbeat_is_one_row_that_moves() -> None:
    assert queries.last_heartbeat() is None
    tasks.heartbeat()
    first = queries.last_heartbeat()
    tasks.heartbeat()
    second = queries.last_heartbeat()
    assert first is not None
    assert second is not None
    assert second >= first
