"""Puts the shoe together on a Pico and lets it run."""

import gc

import board
import pins

from shoe import loop
from shoe.belonging import DELAY_MS
from shoe.gates import Gates
from shoe.lamps import Lamps
from shoe.readers import BAUDS, make_reader
from shoe.shoe import Shoe

try:
    from build import BUILD
except ImportError:
    BUILD = "none"  # copied by hand: whoever uses `zapato firmware flash` has one


def start() -> None:
    """Run until the host asks for the prompt."""
    pico = board.Pico(BAUDS[pins.READER])
    names = [name for name, _ in pins.BUTTONS]
    shoe = Shoe(
        board.draw_boot(),
        board.uid(),
        BUILD,
        make_reader(pins.READER),
        Lamps(tuple([name for name, _ in pins.OUTPUTS])),
        pico.ms(),
        pico.us(),
        (pico.dark(0), pico.dark(1)),
        pico.lid(),
        list(zip(names, pico.pressed())),
        Gates(pins.CARD_LENGTH, pins.GATES_APART),
        pins.READER_SEES_RESTING_CARD,
        getattr(pins, "READER_DELAY", DELAY_MS),
    )
    # Nothing more is compiled: from here on the loop collects, when no card is on its way.
    gc.threshold(-1)  # type: ignore[attr-defined]  # MicroPython has it
    gc.collect()
    pico.watch(shoe.beams.log)
    loop.run(pico, shoe, pico.host())
