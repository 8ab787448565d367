"""Clocks in words: what a table's time control means for whoever sits down at it."""

from games import clock
from games.phrases import counted

_UNITS = ((24 * 3600, "day"), (3600, "hour"), (60, "minute"), (1, "second"))


def span(seconds: int) -> str:
    """A length of time in its largest whole unit, such as "a minute", "90 seconds", "3 days"."""
    size, unit = next((size, unit) for size, unit in _UNITS if seconds % size == 0)
    number = seconds // size
    return f"a{'n' if unit == 'hour' else ''} {unit}" if number == 1 else counted(number, unit)


def clock_words(control: clock.TimeControl) -> str:
    """What everybody has: "a minute for each pick", and the bank if there is one."""
    words = f"{span(control.pick)} for each pick"
    return f"{words}, and {span(control.bank)} in reserve for the game" if control.bank else words
