"""The cards: one constant per card, grouped by course; specials have a file each."""
