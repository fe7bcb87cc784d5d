"""`screen-card` and `screen-redraw`: what a players' screen of 1920 × 1080 costs, in software, on one processor.

A card's update is all the work from the new view to the changed pixels: the scene is made, compared with the one before
and painted where it differs. A redraw paints a whole full-shoe screen of a demonstration, watermark included. Each
floor fills and copies the same pixels with pygame and decides nothing.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import cycle, pairwise

from device.bench.report import Goal, Line, Side
from device.bench.screen_views import a_hand, late_in_a_shoe
from device.bench.timing import rates_a_second

SIZE = (1920, 1080)
MS = 1_000.0
NO_PYGAME = "pygame-ce is not installed: pip install 'zapato[screen]'"

_GOALS = {"screen-card": 4.0, "screen-redraw": 25.0}


def measure(*, rounds: int = 9, times: int = 4) -> Iterator[Line]:
    """Deal a hand's cards so many times, and paint the whole screen as often, in each of so many rounds."""
    if find_spec("pygame") is None:
        for name, limit in _GOALS.items():
            yield Line(name=name, value=None, unit="ms", goal=Goal(side=Side.AT_MOST, limit=limit), note=NO_PYGAME)
        return

    words = load_words("en")
    bets = late_in_a_shoe()
    cards = [public_view(view) for view in a_hand(bets)[:6]]
    scenes = [players_scene(view, words, SIZE) for view in cards]
    painter = Painter(THEMES["standard"])
    surface, plain = (painter.picture(scenes[0]) for _ in range(2))
    ground = (20, 20, 20)
    steps = [*pairwise(range(len(cards)))]

    def paint_steps() -> list[tuple[int, int, int, int]]:
        painter.paint(surface, scenes[0])
        found = [painter.update(surface, scenes[one], scenes[other]) for one, other in steps]
        return [(box.x, box.y, box.w, box.h) for boxes in found for box in boxes]

    boxes = paint_steps()
    painter.paint(surface, scenes[0])
    turn = cycle([*steps, (len(cards) - 1, 0)])  # the last step takes the cards away again
    old = scenes[0]

    def update() -> int:
        nonlocal old
        for _ in range(times * (len(steps) + 1)):
            _, other = next(turn)
            scene = players_scene(cards[other], words, SIZE)
            painter.update(surface, old, scene)
            old = scene
        return times * (len(steps) + 1)

    def only_paint() -> int:
        for _ in range(times):
            paint_steps_only()
        return times * len(steps)

    def paint_steps_only() -> None:
        for one, other in steps:
            painter.update(surface, scenes[one], scenes[other])

    def copy_boxes() -> int:
        for _ in range(times):
            for box in boxes:
                surface.fill(ground, box)
                surface.blit(plain, box, box)
        return times * len(steps)

    card, drawn, floor = rates_a_second(rounds, update, only_paint, copy_boxes)
    yield Line(
        name="screen-card",
        value=MS / card,
        unit="ms",
        floor=MS / floor,
        goal=Goal(side=Side.AT_MOST, limit=_GOALS["screen-card"]),
        more={"drawing": MS / drawn, "pixels": sum(w * h for _, _, w, h in boxes) / len(steps)},
    )

    def redraw() -> int:
        for _ in range(times):
            painter.paint(surface, scenes[-1])
        return times

    def copy_all() -> int:
        for _ in range(times):
            surface.fill(ground)
            surface.blit(plain, (0, 0))
        return times

    value, floor = rates_a_second(rounds, redraw, copy_all)
    yield Line(
        name="screen-redraw",
        value=MS / value,
        unit="ms",
        floor=MS / floor,
        goal=Goal(side=Side.AT_MOST, limit=_GOALS["screen-redraw"]),
        more={"shapes": float(len(scenes[-1].shapes))},
    )
