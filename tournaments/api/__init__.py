"""Tournaments over HTTP, below /api/v1/tournaments: shapes, views and paths; no rule lives here."""
