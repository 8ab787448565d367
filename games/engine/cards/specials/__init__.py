"""Specials: cards that do something besides being counted, one file each."""
