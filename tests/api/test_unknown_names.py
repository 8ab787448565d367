"""No operation lets a name pass that means nothing to it: a misspelt one is refused, and named."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.test import Client

from tests.api.document import served
from tests.api.test_fuzz import Club, club

__all__ = ["club"]  # the fixture

pytestmark = [pytest.mark.django_db, pytest.mark.services]

#: The pages of the document itself.
NOT_OURS = {"/api/v1/schema"}


def addresses(path: str, known: dict[str, list[Any]]) -> Iterator[str]:
    """The addresses of a path with what is there."""
    names = [part.partition("}")[0] for part in path.split("{")[1:]]
    for values in product(*(known[name] for name in names)):
        yield path.format(**dict(zip(names, values, strict=True)))


def refused(answer: Any) -> bool:
    """Whether it says which name it does not know."""
    return bool(answer.status_code == 400 and answer.json().get("unknown") == ["colour"])


def test_a_name_that_means_nothing_is_refused_by_every_operation(club: Club) -> None:
    me = Client(headers={"authorization": f"Bearer {club.token}"})
    passed: list[str] = []
    for path, operations in served()["paths"].items():
        if path in NOT_OURS:
            continue
        for method in operations:
            body = json.dumps({"colour": "red"}) if method != "get" else ""
            asked = [
                (
                    me.generic(method.upper(), f"{address}?colour=red"),
                    me.generic(method.upper(), address, body, content_type="application/json"),
                )
                for address in addresses(path, club.known)
            ]
            if not any(refused(by_query) for by_query, _ in asked):
                passed.append(f"{method} {path}, parameter")
            # A sheet says first what it lacks to be one.
            if body and path != "/api/v1/score" and not any(refused(by_body) for _, by_body in asked):
                passed.append(f"{method} {path}, field")
    assert not passed
