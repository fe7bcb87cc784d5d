"""Every reader's decoder by the name that the settings and `zapato decode` use."""

from collections.abc import Callable, Sequence
from typing import Protocol

from device.readers.angel_eye import AngelEyeDecoder
from device.readers.describe import Decoded
from device.readers.em4100 import Em4100Decoder
from device.readers.grow import GrowDecoder
from device.readers.line import LineDecoder
from device.readers.pn532 import Pn532Decoder
from device.readers.shoe import ShoeDecoder
from device.readers.ssi import SsiDecoder
from device.readers.twn4 import Twn4Decoder


class Decoder(Protocol):
    """What every reader's decoder can do; nothing that a line can carry raises, and no chunking changes the result."""

    def feed(self, data: bytes) -> Sequence[Decoded]:
        """What these bytes complete, in order."""
        ...

    def pause(self, ms: int) -> Sequence[Decoded]:
        """What a pause of so many milliseconds ends."""
        ...

    def finish(self) -> Sequence[Decoded]:
        """What the end of the input ends."""
        ...


DECODERS: dict[str, Callable[[], Decoder]] = {
    "line": LineDecoder,
    "shoe": ShoeDecoder,
    "grow": GrowDecoder,
    "em4100": Em4100Decoder,
    "pn532": Pn532Decoder,
    "twn4": Twn4Decoder,
    "ssi": SsiDecoder,
    "angel-eye": AngelEyeDecoder,
}
