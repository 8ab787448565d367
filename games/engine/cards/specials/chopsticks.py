"""Chopsticks as the classic and tenth editions play them: a pair is chosen before the reveal (rules §2.2).

The party edition's chopsticks are another card, an `Action` after the reveal."""

from games.engine.cards.base import Card

CHOPSTICKS = Card("chopsticks", ("chopsticks",), "mint", "special", extra=True)
