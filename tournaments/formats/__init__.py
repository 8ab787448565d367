"""The registry of tournament formats: every file of this package beside `base.py` holds one FORMAT.

A new format is one new file. A file without a FORMAT, a key that is not the file's name or a key used twice
stops the program at its start, with the sentence that says which file is wrong.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from types import MappingProxyType, ModuleType

from tournaments.formats.base import (
    WHOLE_SHARE,
    Bye,
    Contender,
    Format,
    Pairing,
    PastTable,
    Situation,
    dice,
)
from tournaments.refusals import UnknownFormat


class BrokenFormat(ImportError):
    """A file of this package does not hold exactly one usable format."""


def collect(modules: Iterable[ModuleType]) -> Mapping[str, Format]:
    """The formats of these modules by key; raises BrokenFormat for a module that does not fit."""
    found: dict[str, Format] = {}
    for module in modules:
        file = module.__name__.rpartition(".")[2]
        one = getattr(module, "FORMAT", None)
        if not isinstance(one, Format):
            raise BrokenFormat(
                f"tournaments/formats/{file}.py must hold a Format in a constant named FORMAT."
            )
        if one.key in found:
            raise BrokenFormat(f"tournaments/formats/{file}.py: the key {one.key!r} is already taken.")
        if one.key != file:
            raise BrokenFormat(f"tournaments/formats/{file}.py: its key is {one.key!r}; name the file so.")
        found[one.key] = one
    return MappingProxyType(found)


def _discover() -> Mapping[str, Format]:
    names = sorted(info.name for info in pkgutil.iter_modules(__path__) if info.name != "base")
    return collect(importlib.import_module(f"{__name__}.{name}") for name in names)


FORMATS: Mapping[str, Format] = _discover()


def format_of(key: str) -> Format:
    """The format with this key; raises UnknownFormat naming those that exist."""
    try:
        return FORMATS[key]
    except KeyError:
        raise UnknownFormat(f"There is no format {key!r}. Choose one of: {', '.join(FORMATS)}.") from None


__all__ = [
    "FORMATS",
    "WHOLE_SHARE",
    "BrokenFormat",
    "Bye",
    "Contender",
    "Format",
    "Pairing",
    "PastTable",
    "Situation",
    "collect",
    "dice",
    "format_of",
]
