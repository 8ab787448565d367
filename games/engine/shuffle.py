"""The dice: deterministic, verifiable in any language, no `random` anywhere.

key = hex SHA-256 of the UTF-8 text "seed|nonce|nonce|..." (the shuffle_seed, then the players' nonces in seat
order). For n cards, SHAKE-256 of "kaiten-1|<key>|<purpose>" gives 8n bytes, read as n big-endian 64-bit
words; the canonical order sorted by its words is the shuffled order. `commitment_of` is what the house
publishes first.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import partial
from hashlib import sha256, shake_256
from typing import TypeVar

T = TypeVar("T")


def commitment_of(shuffle_seed: str) -> str:
    """SHA-256 of the seed, in hex: shown before the first deal, checked after the game."""
    return sha256(shuffle_seed.encode()).hexdigest()


def key_of(shuffle_seed: str, nonces: Sequence[str]) -> str:
    """The key of all dice of one game."""
    return sha256("|".join((shuffle_seed, *nonces)).encode()).hexdigest()


def words(key: str, purpose: str, count: int) -> tuple[int, ...]:
    """`count` 64-bit numbers for one purpose, such as "deck" or "menu 2.5.8"."""
    stream = shake_256(f"kaiten-1|{key}|{purpose}".encode()).digest(8 * count)
    return struct.unpack(f">{count}Q", stream)


def shuffled(cards: Sequence[T], key: str, purpose: str) -> list[T]:
    """The cards in shuffled order. `cards` must be in an order everybody can reproduce."""
    # The key function is asked once per card, in order: the i-th card is sorted by the i-th word. To `next`
    # the card is what to return when no word is left, which never is so.
    return sorted(cards, key=partial(next, iter(words(key, purpose, len(cards)))))
