"""The score sheet: tables played with real cards, and worked cases, put through the engine's door."""
