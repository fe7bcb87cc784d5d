"""What may be asked of an unknown reader, at which speeds, and why none of it can change another one.

Every question is one that its own device answers with a fact about itself. The others must be able to take the same
bytes for anything, so each question keeps away from what readers on sale obey:

* no 03: a board with MicroPython takes it for Ctrl-C and stops its program;
* no 11 and 13 (hex): they hold the line where both sides agreed on XON and XOFF;
* no ``D``, ``E`` and ``R``: Datalogic, PSC and CipherLab scanners are disabled, enabled and reset by one letter;
* no ``7E 00 08`` (the settings of a GM65), no ``7E 01`` (Newland), no 16 hex (Honeywell) and no ESC (Opticon), which
  begin commands of such scanners, no ``AT`` (modems), and no STX followed by ``OP``, an Angel Eye's command;
* the first question at each speed is plain text with a line end: a login shell, or the prompt of a board whose program
  does not run, shows itself by an echo, and gets no other question (01 and 04 would mean something to it).

An Angel Eye shoe and a reader of EM4100 tags are never asked anything: they are known by what they say.
"""

from dataclasses import dataclass

from device.readers import pn532_frames as pf
from device.readers import shoe_frames as sf
from device.readers.grow import read_zone
from device.readers.kinds import ReaderKind
from device.readers.shoe import encode
from device.readers.ssi import ASK_REVISION
from device.readers.twn4 import SEARCH_TAG


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Bytes that readers of this kind answer; `again` is what is sent the second time, to wake or clear first."""

    kind: ReaderKind
    send: bytes
    again: bytes


def _question(kind: ReaderKind, send: bytes, *, before_again: bytes = b"") -> Question:
    return Question(kind=kind, send=send, again=before_again + send)


SHOE = _question(ReaderKind.SHOE, encode(sf.WhoAreYou()))
TWN4 = _question(ReaderKind.TWN4, b"\r" + SEARCH_TAG)
"""The CR in front ends whatever line stands in it unfinished, as the question to a shoe."""
PN532 = _question(ReaderKind.PN532, pf.WAKE_UP + pf.encode(pf.GET_FIRMWARE_VERSION))
GROW = _question(ReaderKind.GROW, read_zone(0x0000))
SSI = _question(ReaderKind.SSI, ASK_REVISION, before_again=b"\0")
"""An engine that sleeps loses the byte that wakes it."""

FIRST = 115200

SPEEDS: dict[int, tuple[Question, ...]] = {
    FIRST: (SHOE, TWN4, PN532, GROW, SSI),
    9600: (SHOE, GROW, SSI, TWN4),
    57600: (SHOE, GROW, SSI),
    38400: (SHOE, GROW, SSI),
    19200: (SHOE, GROW, SSI),
    4800: (),
}
"""The speeds in the order in which they are tried, with what is asked at each. Over USB a reader answers at any, so all
are asked at the first; 4800 is an Angel Eye's, which is listened to."""

LISTENING = (9600, 115200, 4800, 57600, 38400, 19200)
"""The speeds in the order in which a reader that must be shown a card is waited for: the usual ones first."""
