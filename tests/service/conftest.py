"""Houses for the tests of whole tables; whatever runs is ended with the test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.house import House


@pytest.fixture
def make_house(tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Makes a house in the test's own folder: ``make_house(faults="noise")``."""
    houses: list[House] = []

    def make(*, faults: str = "none", profile: str = "live", seed: int = 1) -> House:
        house = House(tmp_path, faults=faults, profile=profile, seed=seed)
        houses.append(house)
        return house

    yield make
    for house in houses:
        house.stop()
