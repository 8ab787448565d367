"""A rating over time as an inline SVG: the line, its 95 % band, labelled axes, and the same in a sentence.

No script, no style attribute (the pages' policy refuses both): classes for the style sheet, and plain
attributes that make it legible without one. Only the plot is stretched to the width of the page, through a
viewBox of its own; words and dots lie outside it and keep their size from 320 pixels to 900.
"""

from collections.abc import Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from ratings.queries import Point

#: Heights in pixels, the widths in per cent of the whole.
HEIGHT, TOP, BOTTOM = 260, 16, 34
LEFT, RIGHT = 12.0, 97.0
#: More points than this cannot be told apart; the last of each stretch is drawn.
MOST_POINTS = 240
_STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)


def rating_chart(points: Sequence[Point], *, title: str = "Rating", key: str = "rating") -> SafeString:
    """The chart of a history (oldest first) as one `<svg class="rating-chart">`.

    `title` names player and pool; `key` makes the ids unique where a page holds several charts.
    """
    name = f'id="{escape(key)}-chart-title"'
    told = f'id="{escape(key)}-chart-desc"'
    head = (
        f'<svg class="rating-chart" role="img" width="100%" height="{HEIGHT}" font-size="12" '
        f'aria-labelledby="{escape(key)}-chart-title {escape(key)}-chart-desc">'
        f"<title {name}>{escape(title)}</title><desc {told}>{escape(description(points))}</desc>"
    )
    if not points:
        body = (
            '<text class="rating-chart-empty" x="50%" y="50%" text-anchor="middle">No rated games yet</text>'
        )
    else:
        body = _plot(points)
    return mark_safe(f"{head}{body}</svg>")  # noqa: S308 - every text in it is escaped or a number


def description(points: Sequence[Point]) -> str:
    """The chart in words: where it began, where it is, its highest and lowest."""
    if not points:
        return "No rated games yet."
    first, last = points[0], points[-1]
    best = max(points, key=lambda point: point.rating)
    worst = min(points, key=lambda point: point.rating)
    games = "1 rated game" if len(points) == 1 else f"{len(points)} rated games"
    return (
        f"{games} from {first.at:%Y-%m-%d} to {last.at:%Y-%m-%d}: from {first.rating - first.delta} to "
        f"{last.rating} ± {last.half_width} at 95 % certainty; highest {best.rating} on {best.at:%Y-%m-%d}, "
        f"lowest {worst.rating} on {worst.at:%Y-%m-%d}."
    )


def thinned(points: Sequence[Point], most: int = MOST_POINTS) -> list[tuple[int, Point]]:
    """At most so many (number of the game, point), evenly spread, the first and the last among them."""
    count = len(points)
    if count <= most:
        return list(enumerate(points, start=1))
    chosen = sorted({round(step * (count - 1) / (most - 1)) for step in range(most)})
    return [(at + 1, points[at]) for at in chosen]


def grid(low: int, high: int, most: int = 6) -> list[int]:
    """Round numbers around low to high, at most so many: the lines of the grid, the outer two included."""
    for step in _STEPS:
        first, last = low // step * step, -(-high // step) * step
        if (last - first) // step < most:
            break
    return list(range(first, max(last, first + step) + 1, step))


def _plot(points: Sequence[Point]) -> str:
    drawn = thinned(points)
    games = len(points)
    start = points[0].rating - points[0].delta
    # The start of the line is the rating before the first game shown; its band is that of the first.
    track = [(0, start, points[0].half_width)] + [(number, p.rating, p.half_width) for number, p in drawn]
    levels = grid(min(r - w for _, r, w in track), max(r + w for _, r, w in track))
    low, high = levels[0], levels[-1]

    def across(number: float) -> float:
        return round(1000 * number / games, 1)

    def down(rating: float) -> float:
        return round(1000 * (high - rating) / (high - low), 1)

    line = " ".join(f"{across(number)},{down(rating)}" for number, rating, _ in track)
    upper = [f"{across(number)},{down(rating + width)}" for number, rating, width in track]
    lower = [f"{across(number)},{down(rating - width)}" for number, rating, width in reversed(track)]
    rules = "".join(
        f'<line class="rating-chart-grid" x1="0" x2="1000" y1="{down(level)}" y2="{down(level)}" '
        'stroke="currentColor" stroke-opacity=".18" vector-effect="non-scaling-stroke"/>'
        for level in levels
    )
    plot = (
        f'<svg x="{LEFT}%" y="{TOP}" width="{RIGHT - LEFT}%" height="{_inner()}" overflow="visible" '
        f'viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">{rules}'
        f'<polygon class="rating-chart-band" points="{" ".join(upper + lower)}" '
        'fill="currentColor" fill-opacity=".12"/>'
        f'<polyline class="rating-chart-line" points="{line}" fill="none" stroke="currentColor" '
        'stroke-width="2" stroke-linejoin="round" vector-effect="non-scaling-stroke"/></svg>'
    )
    return plot + _labels(points, levels) + _last(points, low, high)


def _labels(points: Sequence[Point], levels: Sequence[int]) -> str:
    """The numbers at the grid, the dates of the first and last game, and what the axes are."""
    low, high = levels[0], levels[-1]
    numbers = "".join(
        f'<text class="rating-chart-label" x="{LEFT - 1.5}%" y="{_pixels(level, low, high) + 4}" '
        f'text-anchor="end" fill="currentColor">{level}</text>'
        for level in levels
    )
    foot = HEIGHT - BOTTOM + 20
    games = len(points)
    middle = "1 game" if games == 1 else f"{games} games"
    words = [(LEFT, "start", f"{points[0].at:%d %b %Y}"), ((LEFT + RIGHT) / 2, "middle", middle)]
    if games > 1:
        words.append((RIGHT, "end", f"{points[-1].at:%d %b %Y}"))
    return numbers + "".join(
        f'<text class="rating-chart-label" x="{x}%" y="{foot}" text-anchor="{anchor}" '
        f'fill="currentColor">{text}</text>'
        for x, anchor, text in words
    )


def _last(points: Sequence[Point], low: int, high: int) -> str:
    """The dot of today's rating, and the number on the side of it that the line does not come from."""
    point = points[-1]
    y = _pixels(point.rating, low, high)
    falling = points[-1 - len(points) // 8].rating > point.rating
    words_at = y + 22 if (falling or y < TOP + 22) and y < HEIGHT - BOTTOM - 24 else y - 12
    return (
        f'<circle class="rating-chart-dot" cx="{RIGHT}%" cy="{y}" r="4" fill="currentColor"/>'
        f'<text class="rating-chart-now" x="{RIGHT}%" y="{words_at}" text-anchor="end" font-weight="bold" '
        f'fill="currentColor">{point.rating} ± {point.half_width}</text>'
    )


def _inner() -> int:
    return HEIGHT - TOP - BOTTOM


def _pixels(rating: int, low: int, high: int) -> float:
    return round(TOP + _inner() * (high - rating) / (high - low), 1)
