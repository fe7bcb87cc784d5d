"""The links to readers without gates, by the kind that the settings name."""

import secrets
from typing import assert_never

from device.readers import speeches
from device.readers.gateless_link import GatelessLink, Speech
from device.readers.line import Suffix
from device.readers.line_link import LineLink
from device.readers.marks import Marks
from device.readers.sightings import MIN_GAP_S
from device.settings import ReaderKind


def gateless_link(
    kind: ReaderKind, marks: Marks, *, min_gap_s: float = MIN_GAP_S, suffix: Suffix = Suffix.ANY
) -> GatelessLink:
    """A link with a boot number of its own; `kind` is any but the shoe's."""
    boot = secrets.token_hex(4).upper()
    speech: Speech
    match kind:
        case ReaderKind.LINE | ReaderKind.SHOE:
            return LineLink(boot=boot, is_serialised=marks.is_serialised, min_gap_s=min_gap_s, suffix=suffix)
        case ReaderKind.GROW:
            speech = speeches.grow(min_gap_s)
        case ReaderKind.SSI:
            speech = speeches.ssi()
        case _:
            assert_never(kind)
    return GatelessLink(
        speech,
        boot=boot,
        is_serialised=marks.is_serialised,
        knows=lambda code: marks.look_up(code) is not None,
        min_gap_s=min_gap_s,
    )
