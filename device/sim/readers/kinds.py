"""The simulated readers by name."""

from collections.abc import Callable

from device.sim.readers.angel_eye import AngelEyeShoe
from device.sim.readers.base import SimReader
from device.sim.readers.em4100 import Em4100Reader
from device.sim.readers.grow import GrowEngine
from device.sim.readers.line import LineEngine
from device.sim.readers.pn532 import Pn532Reader
from device.sim.readers.ssi import SsiEngine
from device.sim.readers.twn4 import Twn4Reader

KINDS: dict[str, Callable[[], SimReader]] = {
    maker.kind: maker
    for maker in (LineEngine, GrowEngine, SsiEngine, Em4100Reader, Twn4Reader, Pn532Reader, AngelEyeShoe)
}
"""Without the shoe board, which is a process of more parts: `zapato sim shoe`."""
