"""Sessions in the database, as Django keeps them, with keys that Django itself can have given.

A key comes from a cookie, where quoting can hide any byte in it; a zero byte is none that PostgreSQL takes in
a text. So a key that is no plain word is none, and not a server error.
"""

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions


class SessionStore(DatabaseSessions):
    """Django's sessions; a key is letters and digits."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key) and len(key or "") >= 8 and str(key).isascii() and str(key).isalnum()
