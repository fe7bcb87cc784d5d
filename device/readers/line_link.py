"""The link to a barcode reader that sends each code as a line, and is only listened to."""

from collections.abc import Callable

from device.readers.gateless_link import GatelessLink, Speech
from device.readers.line import LineDecoder, Suffix
from device.readers.sightings import MIN_GAP_S, SAME_CARD_S

__all__ = ["MIN_GAP_S", "SAME_CARD_S", "LineLink"]


class LineLink(GatelessLink):
    """A barcode reader on a line; see `GatelessLink`."""

    def __init__(
        self,
        *,
        boot: str,
        is_serialised: Callable[[str], bool],
        min_gap_s: float = MIN_GAP_S,
        suffix: Suffix = Suffix.ANY,
    ) -> None:
        decoder = LineDecoder(suffix=suffix)
        super().__init__(
            Speech(decoder=decoder, text=decoder), boot=boot, is_serialised=is_serialised, min_gap_s=min_gap_s
        )
