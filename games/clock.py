"""The server's clock: what time it is, and when an answer is late.

Services take `now` as an argument and fall back to this one function, so that a test moves the clock
without sleeping. Beat asks `tasks.sweep` every second; here is no schedule.
"""

from datetime import UTC, datetime, timedelta


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return datetime.now(UTC)


def deadline_after(moment: datetime, pick_seconds: int) -> datetime:
    """When the questions asked at `moment` are due."""
    return moment + timedelta(seconds=pick_seconds)


def is_late(deadline: datetime | None, moment: datetime) -> bool:
    """Whether the deadline has passed; a pick that arrives exactly on it still counts."""
    return deadline is not None and moment > deadline


def elapsed_ms(deadline: datetime | None, pick_seconds: int, moment: datetime) -> int:
    """How long the open question had waited at `moment`, in whole milliseconds; 0 without a deadline."""
    if deadline is None:
        return 0
    asked = deadline - timedelta(seconds=pick_seconds)
    return max(0, round((moment - asked).total_seconds() * 1000))
