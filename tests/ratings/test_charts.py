"""The chart: well-formed, told in words, within its frame, and harmless whatever a player is called."""

import math
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.charts import MOST_POINTS, description, grid, rating_chart, thinned
from ratings.queries import Point
from tests.ratings.club import START

SVG = "{http://www.w3.org/2000/svg}"


def points(*ratings: int, width: int = 80) -> list[Point]:
    before = 1500
    made = []
    for at, rating in enumerate(ratings):
        made.append(Point(START + timedelta(days=at), 100 + at, rating, width, rating - before, 1, 4))
        before = rating
    return made


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def test_it_tells_its_story_to_who_cannot_see_it() -> None:
    chart = parsed(rating_chart(points(1532, 1520, 1561), title="Nori in Classic duels", key="duels"))
    assert chart.get("role") == "img"
    assert chart.get("aria-labelledby") == "duels-chart-title duels-chart-desc"
    title, desc = chart[0], chart[1]
    assert (title.get("id"), title.text) == ("duels-chart-title", "Nori in Classic duels")
    assert desc.text == (
        "3 rated games from 2026-03-01 to 2026-03-03: from 1500 to 1561 ± 80 at 95 % certainty; "
        "highest 1561 on 2026-03-03, lowest 1520 on 2026-03-02."
    )
    words = [text.text for text in chart.iter(f"{SVG}text")]
    assert {"01 Mar 2026", "03 Mar 2026", "3 games", "1561 ± 80"} <= set(words)
    assert {"1400", "1500", "1600"} <= set(words), "the axis has round numbers"


def test_a_name_cannot_put_anything_into_the_page() -> None:
    svg = rating_chart(points(1532), title='<script>alert("1")</script>', key='x" onload="y')
    assert "<script" not in svg
    assert {element.tag for element in parsed(svg).iter()} <= {
        SVG + tag for tag in ("svg", "title", "desc", "text", "line", "polygon", "polyline", "circle")
    }
    for element in parsed(svg).iter():
        assert not {"style", "onload"} & set(element.attrib), "the pages' policy refuses inline styles"


def test_without_games_it_says_so() -> None:
    svg = rating_chart([])
    assert "No rated games yet" in svg
    assert len(list(parsed(svg).iter(f"{SVG}polyline"))) == 0
    assert description([]) == "No rated games yet."


@given(st.lists(st.integers(-200, 4000), min_size=1, max_size=40), st.integers(1, 392))
def test_line_and_band_stay_inside_the_frame(ratings: list[int], width: int) -> None:
    chart = parsed(rating_chart(points(*ratings, width=width)))
    for shape in (*chart.iter(f"{SVG}polyline"), *chart.iter(f"{SVG}polygon")):
        for pair in shape.attrib["points"].split():
            x, y = map(float, pair.split(","))
            assert 0 <= x <= 1000
            assert 0 <= y <= 1000
    dot = next(chart.iter(f"{SVG}circle"))
    assert 0 <= float(dot.attrib["cy"]) <= float(chart.attrib["height"])


def test_a_long_history_stays_small_and_keeps_both_ends() -> None:
    long = points(*(1500 + round(200 * math.sin(at / 300)) for at in range(5000)))
    drawn = thinned(long)
    assert len(drawn) == MOST_POINTS
    assert (drawn[0], drawn[-1]) == ((1, long[0]), (5000, long[-1]))
    assert len(rating_chart(long)) < 20_000


@pytest.mark.parametrize(("low", "high"), [(1500, 1500), (1108, 1892), (1490, 1511), (-40, 35), (0, 9000)])
def test_the_grid_is_round_and_holds_the_line(low: int, high: int) -> None:
    levels = grid(low, high)
    assert levels[0] <= low <= high <= levels[-1]
    assert 2 <= len(levels) <= 10
    step = levels[1] - levels[0]
    assert all(level % step == 0 for level in levels)
