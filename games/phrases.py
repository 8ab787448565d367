"""Numbers and lists inside sentences, for services and pages alike: "1 seat", "2 seats", "a, b and c"."""

from collections.abc import Sequence


def listed(parts: Sequence[str]) -> str:
    """Words as a list: "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def counted(number: int, one: str, many: str = "") -> str:
    """Such as "1 pudding", "2 puddings"."""
    return f"{number} {one if number == 1 else many or one + 's'}"
