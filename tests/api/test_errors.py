"""One shape for every error under /api/: the contract's section 7, row by row."""

import json
from typing import Any

import pytest
from django.db import DataError, InterfaceError, OperationalError
from django.test import Client

from games import queries, services
from games.api import bodies
from games.api.problems import CODES
from games.engine import RuleError
from tests.api.table import Table, bot

pytestmark = [pytest.mark.django_db, pytest.mark.services]


def problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    """The body of an answer that must be this problem."""
    assert answer["Content-Type"] == "application/problem+json", answer.content[:200]
    body: dict[str, Any] = answer.json()
    assert (answer.status_code, body["status"], body["code"]) == (status, status, code)
    assert body["type"] == f"/api/v1/problems/{code}"
    assert body["title"]
    assert len(body["detail"]) > 10
    assert Client().get(body["type"]).json()["status"] == CODES[code].status
    return body


@pytest.mark.parametrize(
    ("raw", "code", "word"),
    [
        (b"{", "malformed", "line 1"),
        (b"", "malformed", "question"),
        (b"[]", "malformed", "object"),
        (b"null", "malformed", "object"),
        (b'"word"', "malformed", "object"),
        (b'{"question": NaN, "chosen": []}', "malformed", "not JSON"),
        (b'{"question": "\xff", "chosen": []}', "malformed", ""),
        ('{"question": "é"}'.encode("utf-16"), "malformed", ""),
        (b"[" * 21 + b"]" * 21, "malformed", "20 levels"),
        (b'{"chosen": ' + b"[" * 20 + b"]" * 20 + b', "question": "1.1-pick"}', "malformed", "20 levels"),
        (b'{"question": "1.1-pick"}', "malformed", "chosen"),
        (b'{"chosen": ["egg"]}', "malformed", "question"),
        (b'{"question": 7, "chosen": ["egg"]}', "malformed", "question"),
        (b'{"question": "1.1-pick", "chosen": "egg"}', "malformed", "chosen"),
        (b'{"question": "1.1-pick", "chosen": [7]}', "malformed", "chosen"),
        (b'{"question": "1.1-pick", "chosen": ["egg"' + b', "egg"' * 20 + b"]}", "malformed", "chosen"),
        (b'{"question": "1.1-pick", "chosen": ["egg"], "seat": 1}', "malformed", "seat"),
    ],
)
def test_a_malformed_body_is_400_and_says_where(table: Table, raw: bytes, code: str, word: str) -> None:
    path = f"/api/v1/games/{table.game.pk}/picks"
    answer = table.bots[0].client.post(path, raw, content_type="application/json")
    assert word in problem(answer, 400, code)["detail"]


def test_unknown_fields_are_named_with_what_is_known(table: Table) -> None:
    body = {"question": "1.1-pick", "chosen": ["egg"], "seat": 1, "colour": "red"}
    found = problem(table.bots[0].post(f"games/{table.game.pk}/picks", body), 400, "malformed")
    assert found["unknown"] == ["colour", "seat"]
    assert "chosen, question" in found["detail"]


def test_deep_brackets_inside_a_string_are_no_nesting() -> None:
    raw = json.dumps({"a": "[" * 30 + '\\"' + "{" * 30}).encode()
    assert bodies.parse_object(raw)["a"].startswith("[[")


def test_a_body_over_64_kib_is_413(table: Table) -> None:
    raw = b'{"question": "' + b"x" * 65_536 + b'"}'
    path = f"/api/v1/games/{table.game.pk}/picks"
    answer = table.bots[0].client.post(path, raw, content_type="application/json")
    assert problem(answer, 413, "too_large")["limit"] == 65_536


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "nonsense"],
)
def test_a_body_of_another_type_is_415(table: Table, kind: str) -> None:
    path = f"/api/v1/games/{table.game.pk}/picks"
    answer = table.bots[0].client.generic("POST", path, b'{"question": "1.1-pick"}', content_type=kind)
    problem(answer, 415, "unsupported_media_type")


def test_a_body_in_another_encoding_is_415(table: Table) -> None:
    path = f"/api/v1/games/{table.game.pk}/picks"
    raw = json.dumps({"question": "1.1-pick", "chosen": ["egg"]}).encode("latin-1")
    answer = table.bots[0].client.generic("POST", path, raw, content_type="application/json; charset=latin-1")
    problem(answer, 415, "unsupported_media_type")
    answer = table.bots[0].client.generic("POST", path, raw, content_type='application/json; charset="UTF-8"')
    assert answer.status_code in (201, 422)


@pytest.mark.parametrize(
    "path", ["/api/", "/api/v1/", "/api/v1/nothing", "/api/v2/games", "/api/v1/games/", "/api/v1/games/x"]
)
def test_a_path_that_does_not_exist_is_404_in_the_same_shape(db: None, path: str) -> None:
    problem(Client().get(path), 404, "not_found")
    problem(bot("Annabot").client.post(path, "{}", content_type="application/json"), 404, "not_found")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_a_method_that_is_not_offered_is_405_and_names_those_that_are(db: None, method: str) -> None:
    anna = bot("Annabot")
    answer = anna.client.generic(method, "/api/v1/games", b"{}", content_type="application/json")
    problem(answer, 405, "method_not_allowed")
    assert {"GET", "POST"} <= {name.strip() for name in answer["Allow"].split(",")}


def test_a_type_that_is_not_offered_is_406(db: None) -> None:
    problem(Client().get("/api/v1/games", headers={"accept": "image/png"}), 406, "not_acceptable")
    assert Client().get("/api/v1/games", headers={"accept": "text/html, */*;q=0.1"}).status_code == 200


@pytest.mark.parametrize(
    "path", ["questions?wait=x", "questions?wait=61", "questions?wait=-1", "questions?after=1"]
)
def test_a_query_that_means_nothing_is_refused_and_named(db: None, path: str) -> None:
    problem(bot("Annabot").get(path), 400, "malformed")


@pytest.mark.parametrize(
    "path", ["after=x", "after=-1", "after=99999999999", "wait=1.5", "limit=3", "after="]
)
def test_events_after_nonsense_are_refused(table: Table, path: str) -> None:
    problem(Client().get(f"/api/v1/games/{table.game.pk}/events?{path}"), 400, "malformed")


@pytest.mark.parametrize(
    "error", [OperationalError("database is locked"), InterfaceError("connection closed")]
)
def test_a_database_that_is_locked_or_gone_is_503_and_says_when_to_try_again(
    table: Table, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*args: object, **more: object) -> None:
        raise error

    monkeypatch.setattr(services, "submit_pick", fail)
    monkeypatch.setattr(queries, "game_list", fail)
    for answer in (table.bots[0].pick(table.game, "1.1-pick", "egg"), Client().get("/api/v1/games")):
        body = problem(answer, 503, "try_again")
        assert answer["Retry-After"] == "1"
        assert str(error) not in body["detail"]


def test_what_no_column_takes_is_the_requests_fault_and_not_the_servers(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **more: object) -> None:
        raise DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")

    monkeypatch.setattr(services, "submit_pick", fail)
    problem(table.bots[0].pick(table.game, "1.1-pick", "egg"), 400, "malformed")


def test_a_crash_is_500_in_the_same_shape_and_betrays_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **more: object) -> None:
        raise RuntimeError("the seed is s3cret")

    monkeypatch.setattr(services, "submit_pick", fail)
    body = problem(table.bots[0].pick(table.game, "1.1-pick", "egg"), 500, "server_error")
    assert "s3cret" not in json.dumps(body)


def test_errors_outside_of_views_have_the_same_shape(db: None) -> None:
    problem(Client().get("/api/v1/games", headers={"host": "evil.example"}), 400, "malformed")


def test_every_code_in_the_table_has_a_page_and_a_meaning(db: None) -> None:
    listed = Client().get("/api/v1/problems").json()
    assert [each["code"] for each in listed] == sorted(CODES)
    for each in listed:
        assert 400 <= each["status"] < 600
        assert each["meaning"].endswith(".") or each["meaning"].endswith("?")


@pytest.mark.parametrize(
    "way",
    [
        "",
        "/join",
        "/ready",
        "/accept",
        "/decline",
        "/leave",
        "/withdraw",
        "/picks",
        "/events",
        "/log",
        "/notation",
    ],
)
def test_a_number_beyond_all_rows_is_not_found(db: None, way: str) -> None:
    anna = bot("Annabot")
    for number in (10**18, 2**63, 10**40):
        answer = anna.get(f"games/{number}{way}")
        problem(
            answer if answer.status_code != 405 else anna.post(f"games/{number}{way}", {}), 404, "not_found"
        )


def test_what_is_wrong_inside_a_list_is_told_by_its_place(db: None) -> None:
    organiser = bot("Annabot", ("organise",))
    body = {"name": "Spring cup", "format": "pods_swiss", "tie_breaks": ["points", 7, []]}
    found = problem(organiser.post("tournaments", body), 400, "malformed")
    assert list(found["errors"]["tie_breaks"]) == ["2"]


#: Refusals that only pages and commands meet.
NOT_OVER_HTTP = {
    "bad_invitation", "bad_notation", "last_administrator", "not_your_account", "rule_error",
    "sign_up_closed", "wrong_password",
}  # fmt: skip


def test_every_refusal_that_the_api_can_meet_is_among_its_codes() -> None:
    kinds, codes = [RuleError], set()
    while kinds:
        kind = kinds.pop()
        codes.add(kind.code)
        kinds += kind.__subclasses__()
    assert codes - set(CODES) == NOT_OVER_HTTP


def test_what_cannot_be_accepted_and_what_the_scope_forbids_is_documented_everywhere(
    table: Table, client: Client
) -> None:
    document = client.get("/api/v1/schema", headers={"accept": "application/vnd.oai.openapi+json"}).json()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert {"403", "406", "408", "413"} <= operation["responses"].keys(), f"{method} {path}"
    problem(table.bots[0].get("me", accept="text/html"), 406, "not_acceptable")
    problem(
        table.bots[0].client.post(
            f"/api/v1/games/{table.game.pk}/ready", "{}", "application/json", headers={"accept": "text/html"}
        ),
        406,
        "not_acceptable",
    )
    mute = services.issue_token(table.bots[0].player.pk, "mute", ("organise",))[1]
    problem(
        Client(headers={"authorization": f"Bearer {mute}"}).post(
            f"/api/v1/games/{table.game.pk}/ready", "{}", "application/json"
        ),
        403,
        "scope_missing",
    )


def test_a_parameter_called_format_is_as_unknown_as_any_other(table: Table) -> None:
    for path in ("inbox", "questions", f"games/{table.game.pk}/events"):
        found = problem(table.bots[0].get(f"{path}?format=json"), 400, "malformed")
        assert found["unknown"] == ["format"]
