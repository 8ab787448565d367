"""The HTTP API of games: tokens, tables, picks, questions and streams. Shape and transport only, no rule."""
