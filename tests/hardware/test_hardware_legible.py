"""Circuits can be read: no text lies on another, and no wire runs through one."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

import pytest
from plans import pi_circuits, shoe_circuits
from plans.circuit import Circuit

SVG = "{http://www.w3.org/2000/svg}"
CIRCUITS: list[Callable[[], Circuit]] = [
    pi_circuits.supply,
    pi_circuits.lamp,
    pi_circuits.button,
    pi_circuits.clock,
    shoe_circuits.gates,
    shoe_circuits.reader,
    shoe_circuits.lock,
    shoe_circuits.shoe_lamps,
]
Box = tuple[float, float, float, float]


def texts(root: ET.Element) -> Iterator[tuple[str, Box]]:
    """Each line of text with the box that its letters fill, about: left, top, right, bottom."""
    for text in root.iter(f"{SVG}text"):
        size, y = float(text.get("font-size", 10)), float(text.get("y", 0))
        for row, line in enumerate(text.iter(f"{SVG}tspan")):
            words = line.text or ""
            wide = 0.52 * size * len(words)
            shift = {"start": 0.0, "middle": wide / 2, "end": wide}[text.get("text-anchor", "start")]
            left, foot = float(line.get("x", 0)) - shift, y + size * (row + 1)
            # schemdraw puts a line's middle at its y.
            yield words, (left, foot - 0.35 * size, left + wide, foot + 0.35 * size)


def wires(root: ET.Element) -> Iterator[tuple[float, float, float, float]]:
    """Every level or upright stroke of some length, as two ends."""
    for path in root.iter(f"{SVG}path"):
        numbers = [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+)[ ,](-?[\d.]+)", path.get("d", ""))]
        for (x1, y1), (x2, y2) in pairwise(numbers):
            if (abs(x1 - x2) < 0.01 or abs(y1 - y2) < 0.01) and abs(x1 - x2) + abs(y1 - y2) > 8:
                yield min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def cross(one: Box, other: Box) -> bool:
    """Whether two boxes have a place in common; a wire is a box without width."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("circuit", CIRCUITS, ids=lambda made: made.__name__)
def test_no_text_lies_on_another_or_on_a_wire(circuit: Callable[[], Circuit]) -> None:
    root = ET.fromstring(circuit().svg())
    boxes = list(texts(root))
    assert len(boxes) > 8
    on_each_other = [(a, b) for (a, one), (b, other) in combinations(boxes, 2) if cross(one, other)]
    assert not on_each_other
    strokes = list(wires(root))
    assert len(strokes) > 8
    struck = sorted({words for words, box in boxes for stroke in strokes if cross(box, stroke)})
    assert not struck, "a wire runs through these"


def test_a_text_on_a_wire_is_noticed() -> None:
    circuit = Circuit()
    circuit.wire((0, 0), (6, 0))
    circuit.words((2, -0.1), "struck through")
    root = ET.fromstring(circuit.svg())
    assert any(cross(box, stroke) for _, box in texts(root) for stroke in wires(root))
