"""Examples of the OpenAPI document: real answers, kept in examples.json.

`tests/api/test_examples.py` plays the story that they come from, and fails when an answer is another one by
now; numbers of rows and times aside, which it sets. With KAITEN_WRITE_EXAMPLES=1 it writes the file anew.
"""

from functools import cache
from pathlib import Path
from typing import Any

import orjson

FILE = Path(__file__).with_name("examples.json")


@cache
def told() -> dict[str, dict[str, Any]]:
    """By operation: `request`, a body that works, and by status an answer to it."""
    found: dict[str, dict[str, Any]] = orjson.loads(FILE.read_bytes())
    return found


def add_to(operation: dict[str, Any]) -> None:
    """Put the examples of an operation of the document where they belong."""
    for place, example in told().get(operation["operationId"], {}).items():
        if place == "request":
            kinds = operation["requestBody"]["content"]
        else:
            kinds = operation["responses"][place]["content"]
        # A stream's content is text and comes after the JSON that its lines repeat.
        next(iter(kinds.values()))["example"] = example
