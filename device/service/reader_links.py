"""The link to the reader that the settings name."""

import secrets
from dataclasses import replace

from device.readers.any_link import link_of
from device.readers.kinds import ReaderKind
from device.readers.line import Suffix
from device.readers.link_options import LinkOptions
from device.readers.marks import CUT, CutCard, Marks
from device.readers.passages import ReadId
from device.readers.reader_link import ReaderLink
from device.readers.sightings import MIN_GAP_S
from device.rules.foreign import Foreign
from device.settings import ReaderSettings


def new_boot() -> str:
    """A boot number for this start of the process, for readers that number nothing themselves."""
    return secrets.token_hex(4).upper()


def link_from(
    reader: ReaderSettings, marks: Marks, *, last_read: ReadId | None = None, refuses_simulated: bool = False
) -> ReaderLink:
    """A new link to the reader of these settings; see `link_of`."""
    options = reader.options(refuses_simulated=refuses_simulated)
    return link_of(reader.kind, marks, boot=new_boot(), last_read=last_read, options=options)


def station_link(reader: ReaderSettings) -> ReaderLink:
    """A new link to a reader at a station off the table, where a code need not be known to be told."""
    options = replace(reader.options(), every_read=True)
    return link_of(reader.kind, _AnyCode(), boot=new_boot(), options=options)


class _AnyCode:
    """Marks of a station: everything may be a card, and what it is is asked elsewhere."""

    def look_up(self, code: str) -> CutCard:  # noqa: ARG002 - the shape of all marks
        """Something that is known: a reader that waits for its acknowledgement waits until it was dealt with."""
        return CUT

    def is_serialised(self, code: str) -> bool:  # noqa: ARG002 - the shape of all marks
        """Each read is told."""
        return False

    def pack_of(self, code: str) -> str:  # noqa: ARG002 - the shape of all marks
        """None."""
        return ""

    def why_not(self, code: str) -> Foreign | None:  # noqa: ARG002 - the shape of all marks
        """Nothing."""
        return None

    def is_card(self, code: str) -> bool:  # noqa: ARG002 - the shape of all marks
        """Whatever is read."""
        return True


def gateless_link(
    kind: ReaderKind, marks: Marks, *, min_gap_s: float = MIN_GAP_S, suffix: Suffix = Suffix.ANY
) -> ReaderLink:
    """A link with a boot number of its own, at a kind's defaults but for these."""
    return link_of(kind, marks, boot=new_boot(), options=LinkOptions(min_gap_s=min_gap_s, suffix=suffix))
