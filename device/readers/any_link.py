"""The link to any reader by its kind: the one place where a kind becomes a link."""

from typing import assert_never

from device.readers import speeches
from device.readers.angel_eye_link import AngelEyeLink
from device.readers.gateless_link import GatelessLink, Speech
from device.readers.kinds import ReaderKind, features_of
from device.readers.line_link import LineLink
from device.readers.link import ShoeLink
from device.readers.link_options import USUAL_OPTIONS, LinkOptions
from device.readers.marks import Marks
from device.readers.passages import ReadId
from device.readers.pn532_link import Pn532Link
from device.readers.reader_link import ReaderLink


def link_of(
    kind: ReaderKind,
    marks: Marks,
    *,
    boot: str,
    last_read: ReadId | None = None,
    options: LinkOptions = USUAL_OPTIONS,
) -> ReaderLink:
    """A new link to a reader of this kind.

    `boot`: eight upper-case hex digits, a new one for each start of the process, for all kinds that number nothing
    themselves. `last_read`: the last identity on durable record, for the shoe, which keeps what was not acknowledged.
    """
    speech: Speech
    # A read of a code that is always another card is never taken for the one before.
    gap_s = 0.0 if options.every_read else options.min_gap_s
    is_serialised = (lambda _: False) if options.every_read else marks.is_serialised
    match kind:
        case ReaderKind.SHOE:
            return ShoeLink(last_read, refuses_simulated=options.refuses_simulated)
        case ReaderKind.LINE:
            return LineLink(boot=boot, is_serialised=is_serialised, min_gap_s=gap_s, suffix=options.suffix)
        case ReaderKind.PN532:
            return Pn532Link(boot=boot, is_serialised=is_serialised)
        case ReaderKind.ANGEL_EYE:
            return AngelEyeLink(boot=boot, r_means=options.r_means, commands=options.commands)
        case ReaderKind.GROW:
            speech = speeches.grow(options.min_gap_s)
        case ReaderKind.SSI:
            speech = speeches.ssi()
        case ReaderKind.EM4100:
            speech = speeches.em4100()
        case ReaderKind.TWN4:
            speech = speeches.twn4()
        case _:
            assert_never(kind)
    return GatelessLink(
        speech,
        boot=boot,
        is_serialised=is_serialised,
        knows=marks.is_card,
        min_gap_s=gap_s,
        tags=features_of(kind).tags and not options.every_read,
    )
