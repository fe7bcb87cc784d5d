"""What differs between two scenes, and the few boxes that must be painted anew because of it. Pure."""

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence

from device.screen.look.shapes import Box, Shape

_ACROSS, _DOWN = 6, 4
"""Changes are first gathered by the part of the picture in which they lie, so that a road that scrolls is few boxes."""

_WORTH = 0.8
"""Two boxes become one when they fill at least this part of it."""

_ALL = 0.7
"""From this part of the picture on it is painted whole."""


def changed(before: Sequence[Shape], after: Sequence[Shape]) -> tuple[list[Shape], list[Shape]]:
    """The shapes that went and those that came; the others are the same, in the same order, in both scenes.

    What lies over what matters: of two shapes that changed places one counts as gone and come again.
    """
    first = _same(before, after)
    last = _same(before[: first - 1 if first else None : -1], after[: first - 1 if first else None : -1])
    old, new = before[first : len(before) - last], after[first : len(after) - last]
    places: defaultdict[Shape, deque[int]] = defaultdict(deque)
    for place, shape in enumerate(old):
        places[shape].append(place)
    pairs = [(places[shape].popleft(), place) for place, shape in enumerate(new) if places.get(shape)]
    stay = [pairs[index] for index in _rising([place for place, _ in pairs])]
    old_stay, new_stay = {one for one, _ in stay}, {other for _, other in stay}
    return (
        [shape for place, shape in enumerate(old) if place not in old_stay],
        [shape for place, shape in enumerate(new) if place not in new_stay],
    )


def _same(one: Sequence[Shape], other: Sequence[Shape]) -> int:
    """How many shapes are the same at the beginning of both rows."""
    number = 0
    for here, there in zip(one, other, strict=False):
        if here is not there and here != there:
            break
        number += 1
    return number


def _rising(numbers: Sequence[int]) -> list[int]:
    """Where a longest rising part of different numbers stands in their row."""
    ends: list[int] = []  # the smallest last number of a rising part of each length
    where: list[int] = []
    previous: list[int] = []
    for index, number in enumerate(numbers):
        length = bisect_left(ends, number)
        previous.append(where[length - 1] if length else -1)
        if length == len(ends):
            ends.append(number)
            where.append(index)
        else:
            ends[length], where[length] = number, index
    found: list[int] = []
    index = where[-1] if where else -1
    while index >= 0:
        found.append(index)
        index = previous[index]
    return found[::-1]


def merged(boxes: Iterable[Box], width: int, height: int) -> list[Box]:
    """A few boxes that hold all of these as far as they lie within a picture of this size; they may touch each other.

    The whole picture when little of it is left out.
    """
    parts: dict[tuple[int, int], Box] = {}
    for box in boxes:
        seen = _within(box, width, height)
        if seen is not None:
            part = ((seen.x + seen.w // 2) * _ACROSS // width, (seen.y + seen.h // 2) * _DOWN // height)
            parts[part] = _both(parts[part], seen) if part in parts else seen
    found: list[Box] = []
    waiting = list(parts.values())
    while waiting:
        box = waiting.pop()
        for index, other in enumerate(found):
            both = _both(box, other)
            if box.w * box.h + other.w * other.h >= _WORTH * both.w * both.h:
                waiting.append(both)
                del found[index]
                break
        else:
            found.append(box)
    if sum(box.w * box.h for box in found) >= _ALL * width * height:
        return [Box(0, 0, width, height)]
    return sorted(found, key=lambda box: (box.y, box.x))


def _within(box: Box, width: int, height: int) -> Box | None:
    x, y, right, bottom = max(0, box.x), max(0, box.y), min(width, box.right), min(height, box.bottom)
    return Box(x, y, right - x, bottom - y) if right > x and bottom > y else None


def _both(one: Box, other: Box) -> Box:
    x, y = min(one.x, other.x), min(one.y, other.y)
    return Box(x, y, max(one.right, other.right) - x, max(one.bottom, other.bottom) - y)
