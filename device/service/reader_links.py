"""The link to the reader that the settings name."""

import secrets

from device.readers.any_link import link_of
from device.readers.kinds import ReaderKind
from device.readers.line import Suffix
from device.readers.link_options import LinkOptions
from device.readers.marks import Marks
from device.readers.passages import ReadId
from device.readers.reader_link import ReaderLink
from device.readers.sightings import MIN_GAP_S
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


def gateless_link(
    kind: ReaderKind, marks: Marks, *, min_gap_s: float = MIN_GAP_S, suffix: Suffix = Suffix.ANY
) -> ReaderLink:
    """A link with a boot number of its own, at a kind's defaults but for these."""
    return link_of(kind, marks, boot=new_boot(), options=LinkOptions(min_gap_s=min_gap_s, suffix=suffix))
