"""The rating systems, found by file: every module here but `base` is one, and a broken one stops the start.

A system is named in `Pool.system`. Adding one is adding a file; see the README of `ratings`.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import cast

from ratings.systems.base import RatingSystem, Standing, Step, algorithm_of

__all__ = [
    "SYSTEMS",
    "BrokenSystem",
    "RatingSystem",
    "Standing",
    "Step",
    "algorithm_of",
    "by_name",
    "register",
]

_REQUIRED: Mapping[str, type | None] = {
    "NAME": str,
    "VERSION": int,
    "START_MILLI": int,
    "START_SIGMA_MILLI": int,
    "rate": None,
    "sigma_now": None,
}


class BrokenSystem(Exception):
    """A file in `ratings/systems` that is not a rating system, or names itself like another."""


def register(modules: Iterable[ModuleType]) -> dict[str, RatingSystem]:
    """The systems by name; raises BrokenSystem for a missing or misshapen attribute and for a duplicate."""
    found: dict[str, RatingSystem] = {}
    origin: dict[str, str] = {}
    for module in modules:
        for attribute, kind in _REQUIRED.items():
            value = getattr(module, attribute, None)
            if not (callable(value) if kind is None else isinstance(value, kind)):
                what = "a function" if kind is None else f"a value of type {kind.__name__}"
                raise BrokenSystem(f"{module.__name__} is not a rating system: {attribute} must be {what}.")
        system = cast(RatingSystem, module)
        if system.NAME in found:
            raise BrokenSystem(
                f"{module.__name__} and {origin[system.NAME]} are both called {system.NAME!r}; rename one."
            )
        found[system.NAME] = system
        origin[system.NAME] = module.__name__
    return found


def _files() -> Iterable[ModuleType]:
    for info in sorted(pkgutil.iter_modules(__path__), key=lambda info: info.name):
        if info.name != "base":
            yield importlib.import_module(f"{__name__}.{info.name}")


SYSTEMS: Mapping[str, RatingSystem] = register(_files())


def by_name(name: str) -> RatingSystem:
    """The system of that name; raises BrokenSystem when there is none, naming those there are."""
    try:
        return SYSTEMS[name]
    except KeyError:
        known = ", ".join(sorted(SYSTEMS))
        raise BrokenSystem(f"There is no rating system called {name!r}; there are: {known}.") from None
