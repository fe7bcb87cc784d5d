"""`screen-card` and `screen-redraw`: what a players' screen of 1920 × 1080 costs, in software, on one processor.

A card's update is all the work from the new view to the changed pixels: the scene is made, compared with the one before
and painted where it differs. A redraw paints a whole full-shoe screen of a demonstration, watermark included. Each
floor fills and copies the same pixels with pygame and decides nothing.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import cycle, pairwise

from device.bench.report import Goal, Line, Of, Side
from device.bench.screen_views import a_hand, late_in_a_shoe
from device.bench.timing import rates_a_second
from device.screen.look.theme import THEMES
from device.screen.players.scene import players_scene
from device.screen.view import public_view
from device.words import load_words

SIZE = (1920, 1080)
CARDS = 6
MS = 1_000.0
NO_PYGAME = "pygame-ce is not installed: pip install 'zapato[screen]'"

_AIMS_MS = {"screen-card": 4.0, "screen-redraw": 25.0}
_MOST_TIMES = {"screen-card": 20.0, "screen-redraw": 15.0}
_GROUND = (20, 20, 20)


def measure(*, rounds: int = 7, times: int = 3) -> Iterator[Line]:
    """Deal a hand's cards so many times, and paint the whole screen as often, in each of so many rounds."""
    if find_spec("pygame") is None:
        for name in _AIMS_MS:
            yield _line(name, None, None, note=NO_PYGAME)
        return
    from device.screen.drawing.paint import Painter  # noqa: PLC0415 - an extra: a table alone has no pygame

    words = load_words("en")
    views = [public_view(view) for view in a_hand(late_in_a_shoe())[:CARDS]]
    scenes = [players_scene(view, words, SIZE) for view in views]
    painter = Painter(THEMES["standard"])
    surface, plain = (painter.picture(scenes[0]) for _ in range(2))
    steps = [*pairwise(range(CARDS)), (CARDS - 1, 0)]  # the last one takes the cards away again
    boxes = [
        [(box.x, box.y, box.w, box.h) for box in painter.update(surface, scenes[one], scenes[other])]
        for one, other in steps
    ]
    turn, shown = cycle(views[1:] + views[:1]), scenes[0]

    def update() -> int:
        nonlocal shown
        for _ in range(times * len(steps)):
            scene = players_scene(next(turn), words, SIZE)
            painter.update(surface, shown, scene)
            shown = scene
        return times * len(steps)

    def draw() -> int:
        for one, other in times * steps:
            painter.update(surface, scenes[one], scenes[other])
        return times * len(steps)

    def copy_boxes() -> int:
        for box in [box for found in times * boxes for box in found]:
            surface.fill(_GROUND, box)
            surface.blit(plain, box, box)
        return times * len(steps)

    card, drawn, floor = rates_a_second(rounds, update, draw, copy_boxes)
    pixels = sum(w * h for found in boxes for _, _, w, h in found) / len(steps)
    yield _line("screen-card", card, floor, drawing=MS / drawn, pixels=pixels)

    def redraw() -> int:
        for _ in range(times):
            painter.paint(surface, scenes[-1])
        return times

    def copy_all() -> int:
        for _ in range(times):
            surface.fill(_GROUND)
            surface.blit(plain, (0, 0))
        return times

    whole, floor = rates_a_second(rounds, redraw, copy_all)
    yield _line("screen-redraw", whole, floor, shapes=len(scenes[-1].shapes))


def _line(name: str, rate: float | None, floor: float | None, *, note: str = "", **more: float) -> Line:
    return Line(
        name=name,
        value=MS / rate if rate else None,
        unit="ms",
        floor=MS / floor if floor else None,
        goal=Goal(side=Side.AT_MOST, limit=_MOST_TIMES[name], of=Of.RATIO),
        aim=Goal(side=Side.AT_MOST, limit=_AIMS_MS[name]),
        note=note,
        more=more,
    )
