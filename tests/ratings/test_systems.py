"""Rating systems are files: found by being there, and a broken one stops the start with a sentence."""

from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from ratings import pools
from ratings.systems import SYSTEMS, BrokenSystem, Standing, algorithm_of, by_name, register


def module(name: str, **attributes: Any) -> ModuleType:
    made = ModuleType(f"ratings.systems.{name}")
    good = {
        "NAME": name,
        "VERSION": 1,
        "START_MILLI": 1_500_000,
        "START_SIGMA_MILLI": 200_000,
        "rate": lambda table: [],
        "sigma_now": lambda sigma_milli, idle_seconds: sigma_milli,
    }
    vars(made).update({**good, **attributes})
    return made


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_every_system_keeps_the_contract(name: str) -> None:
    system = by_name(name)
    newcomers = [Standing(key, system.START_MILLI, system.START_SIGMA_MILLI, 0, 0, key) for key in (1, 2, 3)]
    steps = system.rate(newcomers)
    assert len(steps) == 3
    assert steps[0].delta_milli > 0 > steps[2].delta_milli
    assert all(0 < step.sigma_milli < system.START_SIGMA_MILLI for step in steps)
    assert system.rate(newcomers) == steps, "the same values give the same values"
    assert system.sigma_now(50_000, 0) == 50_000
    assert algorithm_of(system) == f"{name}/{system.VERSION}"


def test_two_systems_of_one_name_stop_the_start() -> None:
    with pytest.raises(BrokenSystem, match=r"second and ratings\.systems\.first are both called 'elo'"):
        register([module("first", NAME="elo"), module("second", NAME="elo")])


@pytest.mark.parametrize("missing", ["NAME", "VERSION", "START_MILLI", "rate", "sigma_now"])
def test_a_file_that_is_no_system_stops_the_start_and_names_what_is_missing(missing: str) -> None:
    with pytest.raises(BrokenSystem, match=f"broken is not a rating system: {missing} must be"):
        register([module("broken", **{missing: None})])


def test_an_unknown_system_is_told_those_there_are() -> None:
    with pytest.raises(BrokenSystem, match="multiplayer-elo"):
        by_name("glicko-9")


def test_every_planned_pool_names_a_system_and_none_claims_anothers_games() -> None:
    assert pools.overlaps() == []
    assert all(plan.system in SYSTEMS for plan in pools.POOLS)
    greedy = pools.PoolPlan("classic-any", "All of classic", "classic", 2, 5)
    assert pools.overlaps((*pools.POOLS, greedy)) == [
        ("classic-2", "classic-any"),
        ("classic-3-5", "classic-any"),
    ]


def test_a_namespace_is_not_a_system_by_luck() -> None:
    with pytest.raises(BrokenSystem):
        register([SimpleNamespace(__name__="stray")])  # type: ignore[list-item]  # the mistake under test
