"""Finding what is installed: every module of `editions/` with its constant `EDITION`.

Loud: a file that does not import, lacks its constant or repeats a key stops the program with a sentence that
names the file. `registered` adds an edition for the length of a test.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import TypeVar

from games.engine.editions.base import Edition

T = TypeVar("T")


class PluginError(Exception):
    """A plug-in cannot be used; the sentence says which file and why."""


def discover(
    package: ModuleType, constant: str, kind: type[T], skip: tuple[str, ...] = ("base",)
) -> dict[str, T]:
    """The value called `constant` of every module of a package, by module name, in alphabetical order.

    Raises PluginError when a module fails to import or its constant is missing or not a `kind`."""
    found: dict[str, T] = {}
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda info: info.name):
        if info.ispkg or info.name in skip or info.name.startswith("_"):
            continue
        name = f"{package.__name__}.{info.name}"
        try:
            value = getattr(import_module(name), constant, None)
        except Exception as error:
            raise PluginError(f"{name} cannot be imported: {error}") from error
        if not isinstance(value, kind):
            raise PluginError(f"{name} must define {constant}, a {kind.__name__}.")
        found[info.name] = value
    return found


_editions: dict[str, Edition] = {}
EDITIONS: Mapping[str, Edition] = _editions


def register(edition: Edition) -> None:
    """Add an edition under its key. Raises PluginError when the key is taken by another."""
    if _editions.get(edition.key, edition) is not edition:
        raise PluginError(f"Two editions are called {edition.key!r}.")
    _editions[edition.key] = edition


@contextmanager
def registered(edition: Edition) -> Iterator[Edition]:
    """Have an edition installed inside a `with` block."""
    register(edition)
    try:
        yield edition
    finally:
        _editions.pop(edition.key, None)


def load() -> None:
    """Find and register every edition file. Called once by the engine's door."""
    package = import_module("games.engine.editions")
    for edition in discover(package, "EDITION", Edition, skip=("base", "menus", "packs")).values():
        register(edition)
