"""What a hand does that slips: touches that must change nothing, on the glass, at the table and on record."""

import random
from collections.abc import Callable

from support.panel_driver import SIZE, PanelDriver, Point

from device.screen.dealer.targets import Target


def slip(panel: PanelDriver, rng: random.Random) -> str:
    """One slip by chance; returns its name. Fails where it changed anything."""
    before, said, view = panel.picture, len(panel.said()), panel.view
    name, does = rng.choice(_SLIPS)
    does(panel, rng)
    after = panel.picture
    # What was running out may have run out meanwhile: nothing may have come.
    assert {one.action for one in after.targets} <= {one.action for one in before.targets}, name
    assert (len(panel.said()), panel.view) == (said, view), f"{name} said something to the table"
    return name


def _beside(panel: PanelDriver, rng: random.Random) -> None:
    panel.click(_outside(panel, rng), "a touch beside everything")


def _twice_beside(panel: PanelDriver, rng: random.Random) -> None:
    at = _outside(panel, rng)
    for _ in range(2):
        panel.click(at, "two touches beside everything")


def _off_and_gone(panel: PanelDriver, rng: random.Random) -> None:
    panel.drag(_inside(rng.choice(panel.picture.targets), rng), _outside(panel, rng))


def _off_and_back(panel: PanelDriver, rng: random.Random) -> None:
    begin = _inside(rng.choice(panel.picture.targets), rng)
    panel.drag(begin, _outside(panel, rng), begin)


def _onto(panel: PanelDriver, rng: random.Random) -> None:
    panel.drag(_outside(panel, rng), _inside(rng.choice(panel.picture.targets), rng))


def _from_one_to_another(panel: PanelDriver, rng: random.Random) -> None:
    one, other = rng.sample(panel.picture.targets, 2)
    panel.drag(_inside(one, rng), _inside(other, rng))


def _half_a_hold(panel: PanelDriver, rng: random.Random) -> None:
    holds = [one for one in panel.picture.targets if one.hold]
    if holds:
        panel.click(_inside(rng.choice(holds), rng), "half a hold")
    else:
        _beside(panel, rng)


_SLIPS: tuple[tuple[str, Callable[[PanelDriver, random.Random], None]], ...] = (
    ("beside", _beside),
    ("twice beside", _twice_beside),
    ("off and gone", _off_and_gone),
    ("off and back", _off_and_back),
    ("onto", _onto),
    ("from one to another", _from_one_to_another),
    ("half a hold", _half_a_hold),
)


def _inside(target: Target, rng: random.Random) -> Point:
    box = target.box
    return rng.randrange(box.x, box.right), rng.randrange(box.y, box.bottom)


def _outside(panel: PanelDriver, rng: random.Random) -> Point:
    while True:
        at = rng.randrange(SIZE[0]), rng.randrange(SIZE[1])
        if panel.picture.target_at(*at) is None:
            return at
