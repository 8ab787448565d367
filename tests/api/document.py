"""The OpenAPI document as a measure: real answers fit it, and have no field that it does not name."""

from copy import deepcopy
from typing import Any

import jsonschema
import orjson
from django.test import Client


def served() -> dict[str, Any]:
    """The document as the service hands it out."""
    answer = Client().get("/api/v1/schema", headers={"accept": "application/vnd.oai.openapi+json"})
    assert answer.status_code == 200
    found: dict[str, Any] = orjson.loads(answer.content)
    return found


class Document:
    """A document whose objects are closed: answers may grow within v1, but not without the document."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.found = found
        self._closed = _close(deepcopy(found["components"]["schemas"]))
        self._validators: dict[str, Any] = {}

    def misfits(self, schema: dict[str, Any], value: Any) -> list[str]:
        """What of a value a schema does not say, or says otherwise."""
        key = repr(schema)
        if key not in self._validators:
            whole = {**_close(deepcopy(schema)), "components": {"schemas": self._closed}}
            kind = jsonschema.Draft202012Validator
            self._validators[key] = kind(whole, format_checker=kind.FORMAT_CHECKER)
        validator = self._validators[key]
        return [
            f"{'/'.join(map(str, error.absolute_path))}: {error.message}"[:500]
            for error in _deepest(validator.iter_errors(value))
        ]

    def shape(self, name: str) -> dict[str, Any]:
        """A reference to a component."""
        return {"$ref": f"#/components/schemas/{name}"}

    def answer(self, path: str, method: str, status: int, kind: str) -> dict[str, Any]:
        """The schema of an answer."""
        content = self.found["paths"][path][method]["responses"][str(status)]["content"]
        schema: dict[str, Any] = content[kind]["schema"]
        return schema

    def check(self, path: str, method: str, answer: Any) -> None:
        """Hold a real JSON answer against what the document says of it."""
        kind = answer["Content-Type"].partition(";")[0]
        assert not self.misfits(self.answer(path, method, answer.status_code, kind), answer.json())


def _close(schema: Any) -> Any:
    """Objects with named fields, and no others."""
    if isinstance(schema, dict):
        if "properties" in schema and isinstance(schema["properties"], dict):
            schema.setdefault("additionalProperties", False)
        for each in schema.values():
            _close(each)
    elif isinstance(schema, list):
        for each in schema:
            _close(each)
    return schema


def _deepest(errors: Any) -> Any:
    """Of a choice between kinds the complaint of the one that was meant, instead of "none of them"."""
    for error in errors:
        if error.context:
            yield max(error.context, key=lambda each: len(each.absolute_path))
        else:
            yield error
