"""Wasabi: nothing by itself; the next nigiri must be laid on it (rules §2.3, `lies_on` of the nigiri)."""

from games.engine.cards.base import Card

WASABI = Card("wasabi", ("wasabi",), "yellow", "special")
