"""Ratings over HTTP: boards, and a player's ledger with the exact numbers. Reading only."""
