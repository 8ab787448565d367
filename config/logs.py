"""Log lines that may be shown to anybody: a filter that blanks what must never be printed.

Code must not log secrets in the first place; this is the second fence, for what libraries print (a URL with
a password, a header in a traceback).
"""

import logging
import re

_SECRETS = (
    (re.compile(r"\b(k[ti]_)[A-Za-z0-9_-]{12,}"), r"\1***"),
    (re.compile(r"(/accounts/reset/[^/\s]+/)[^/\s'\"]+"), r"\1***"),
    (re.compile(r"(?i)(authorization['\"]?\s*[:=]\s*['\"]?(?:bearer|basic|token)\s+)[^\s'\",}]+"), r"\1***"),
    (re.compile(r"(?i)(bearer\s+)[A-Za-z0-9._~+/=-]{8,}"), r"\1***"),
    (re.compile(r"(?i)([a-z][a-z0-9+.-]*://[^\s:/@]*:)[^\s@/]+@"), r"\1***@"),
    (
        re.compile(
            r"(?i)((?:shuffle_seed|secret_key|password|sessionid|csrftoken)['\"]?\s*[:=]\s*['\"]?)[^\s'\",;}&]+"
        ),
        r"\1***",
    ),
)


def redact(text: str) -> str:
    """The text with bearer tokens, passwords in URLs, cookies, seeds and keys replaced by stars."""
    for pattern, replacement in _SECRETS:
        text = pattern.sub(replacement, text)
    return text


class RedactingFormatter(logging.Formatter):
    """Formats as usual, traceback included, and redacts the whole line at the end."""

    def format(self, record: logging.LogRecord) -> str:
        """One finished, harmless log line."""
        return redact(super().format(record))
