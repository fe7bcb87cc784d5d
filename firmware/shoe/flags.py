"""The flags of the heartbeat: what is not as it should be, in words with `+` between them."""

from micropython import const

from shoe.frame import Ear
from shoe.gates import NAMES, Gates
from shoe.lamps import Lamps
from shoe.outbox import Outbox
from shoe.reader import Reader

_MOST_COUNT = const(9999)
"""A line must hold every flag at once, so counts say no more than this."""


def flags_of(
    alone: bool, lid: bool, faulty: list[bool], outbox: Outbox, gates: Gates, reader: Reader, lamps: Lamps, ear: Ear
) -> str:
    """The words in the order in which PROTOCOL.md has them; `ok` when there are none."""
    words = ["no-host"] if alone else []
    if outbox.lost:
        words.append("lost=%d" % min(outbox.lost, _MOST_COUNT))
    if lid:
        words.append("lid")
    for gate in range(len(NAMES)):
        if gates.is_jammed(gate):
            words.append("jam=" + NAMES[gate])
        if faulty[gate]:
            words.append("gate=" + NAMES[gate])
    for word, on in (("reader", reader.silent), ("test", lamps.testing)):
        if on:
            words.append(word)
    if ear.refused:
        words.append("bad=%d" % min(ear.refused, _MOST_COUNT))
    return "+".join(words) or "ok"
