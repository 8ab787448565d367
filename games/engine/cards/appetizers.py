"""Appetizers (classic rulebook, "scoring"): counted in front of their owner alone."""

from games.engine.cards.base import Card, by_number, per_set

TEMPURA = Card("tempura", ("tempura",), "lilac", "appetizer", score=per_set("tempura", 2, 5))
SASHIMI = Card("sashimi", ("sashimi",), "lime", "appetizer", score=per_set("sashimi", 3, 10))
DUMPLING = Card(
    "dumpling", ("dumpling",), "blue", "appetizer", score=by_number("dumpling", (0, 1, 3, 6, 10, 15))
)
