"""How each reader without gates is spoken with: decoder, set-up, and the question that shows whether it lives."""

from device.readers.dialogue import Dialogue
from device.readers.em4100 import Em4100Decoder
from device.readers.gateless_link import Speech
from device.readers.grow import GrowDecoder, read_zone, same_code_after
from device.readers.ssi import ACKNOWLEDGE, ASK_REVISION, ENABLE_SCAN, SEND_PACKETS, SsiDecoder
from device.readers.twn4 import SEARCH_TAG, Twn4Decoder

ASK_EVERY_S = 2.0
"""With three sendings 0.3 s apart a dead reader is told within 3 s."""
SEARCH_EVERY_S = 0.1
"""A card passes the mouth of a shoe in less than half a second."""


def em4100() -> Speech:
    """A reader of EM4100 tags: nothing can be asked of it."""
    return Speech(decoder=Em4100Decoder())


def grow(min_gap_s: float) -> Speech:
    """A GM65 or its like. It is told to send a code that stays in view again before `min_gap_s` is over, so that a
    card that rests is one, and an equal one after it another; not to keep quiet about equal cards.
    """
    decoder = GrowDecoder()
    set_up = (same_code_after(round(min_gap_s * 1000) // 2),)
    dialogue = Dialogue(set_up=set_up, question=read_zone(0x0000), every_s=ASK_EVERY_S)
    return Speech(decoder=decoder, text=decoder.lines, dialogue=dialogue)


def ssi() -> Speech:
    """A Zebra engine: told to send packets, which it wants acknowledged."""
    decoder = SsiDecoder()
    dialogue = Dialogue(set_up=(SEND_PACKETS, ENABLE_SCAN), question=ASK_REVISION, every_s=ASK_EVERY_S)
    return Speech(
        decoder=decoder,
        dialogue=dialogue,
        must_answer=True,
        acknowledge=ACKNOWLEDGE,
        to_acknowledge=lambda: decoder.to_acknowledge,
    )


def twn4() -> Speech:
    """An Elatec TWN4: asked for a tag again and again, and every answer shows that it lives."""
    return Speech(
        decoder=Twn4Decoder(),
        dialogue=Dialogue(question=SEARCH_TAG, every_s=SEARCH_EVERY_S),
        reads_answer=True,
        must_answer=True,
    )
