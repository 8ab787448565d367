"""A client generated from the OpenAPI document plays a whole game: the document is enough to write a bot.

`openapi-python-client` writes the client into a temporary folder; it speaks to the WSGI application in this
process. Every answer is read by the generated code, so a field that is missing or of another type fails here.
"""

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.table import bot

pytestmark = [pytest.mark.django_db, pytest.mark.services]

#: No formatter runs over what was written, and a log of lines is text to a generator that knows only JSON.
CONFIG = "post_hooks: []\ncontent_type_overrides:\n  application/x-ndjson: text/plain\n"


@pytest.fixture
def generated(tmp_path: Path, application: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The generated package's own importer: a module of it by its dotted name."""
    with httpx.Client(transport=httpx.WSGITransport(application), base_url="http://testserver") as asking:
        document = asking.get("/api/v1/schema", headers={"accept": "application/vnd.oai.openapi+json"})
    (tmp_path / "document.json").write_bytes(document.content)
    (tmp_path / "config.yaml").write_text(CONFIG)
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", "document.json"]
    options = ["--output-path", "generated_kaiten", "--meta", "none", "--config", "config.yaml"]
    told = subprocess.run(
        [*command, *options, "--fail-on-warning"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr
    monkeypatch.syspath_prepend(str(tmp_path))
    yield lambda name: importlib.import_module(f"generated_kaiten.{name}")
    for name in [each for each in sys.modules if each.startswith("generated_kaiten")]:
        del sys.modules[name]


def test_a_client_generated_from_the_document_plays_a_game(generated: Any, application: Any) -> None:
    me = bot("Generated bot")
    models, play = generated("models"), "api.play"
    client = generated("client").AuthenticatedClient(
        base_url="http://testserver",
        token=me.token,
        httpx_args={"transport": httpx.WSGITransport(application)},
        raise_on_unexpected_status=True,
    )
    table = models.NewTable(edition="classic", seats=["me", "house:greedy", "house:random"])
    game = generated("api.tables.open_table").sync(client=client, body=table)
    assert (game.status, len(game.seats)) == ("playing", 3)
    picks = 0
    while asked := generated(f"{play}.questions").sync(client=client).questions:
        for question in asked:
            faces = question.options.faces[: question.options.least]
            answer = models.Pick(question=question.question, chosen=faces)
            receipt = generated(f"{play}.pick").sync(question.game, client=client, body=answer)
            assert (receipt.created, receipt.chosen) == (True, faces)
            picks += 1
    over = generated("api.watch.game").sync(game.id, client=client)
    assert over.status == "finished"
    assert picks == 3 * 8, "three rounds of nine cards, the last of which plays itself"
    assert sorted(seat.place for seat in over.seats)[0] == 1
    refused = generated(f"{play}.pick").sync(game.id, client=client, body=models.Pick("9.9-pick", ["egg"]))
    assert (refused.status, refused.code) == (422, "unknown_question")
    stranger = generated("client").Client(
        base_url="http://testserver", httpx_args={"transport": httpx.WSGITransport(application)}
    )
    assert '"shuffle_seed"' in generated("api.watch.game_log").sync(game.id, client=stranger)
