"""What is wired to which pin of the Pico, and what kind of reader it is: the only file that differs from shoe to shoe.

Numbers are GP numbers. `hardware/` draws the same pins.
"""

READER = "line"
"""line: a barcode engine · em4100: an RDM6300 or ID-12LA · pn532: a PN532 in serial (HSU) mode"""
READER_SEES_RESTING_CARD = False
"""Whether the next card lies under the reader while it rests. False, as in the printed mount: the window is before the
shoe's mouth, cards are read only as they pass, and a code that no passage claims within half a second is let go."""
READER_DELAY = 180
"""Where it does not: milliseconds from a card under the window to the last byte of its code, at the slowest, up to 400.
So long a card without a code is held back for it. A slower reader can give a card the code of another one."""
READER_UART = 0
READER_TX = 0
READER_RX = 1
READER_BAUD = 0
"""0: as that kind of reader is delivered."""

GATE_A = 2
GATE_B = 3
"""Inputs with the Pico's own pull-ups. A receiver pulls its line low while the beam is broken."""
GATES_APART = 170
"""From beam to beam along the card's way, in tenths of a millimetre."""
CARD_LENGTH = 635
"""Of a card along its way, in tenths of a millimetre: its short side where it leaves broadside, as in the printed
mount; 889 where the short edge goes first. What is much longer is two cards."""
GATES_LIGHT = 4
"""Output, high: the light of both gates is on."""

LID = 5
"""Input with pull-up, low: the lid is closed (the switch is held shut by it), so that a broken wire reads as open."""
BUTTONS = (("CALL", 6),)
"""Inputs with pull-ups, low: pressed."""
SERVICE = 7
"""Input with pull-up. Low at the start: the program is not started, and the prompt answers."""

OUTPUTS = (("ready", 10), ("error", 11), ("last-hand", 12), ("lock", 13))
"""Outputs, high: on, through a driver. Names as the table sends them."""
FAULT_LAMP = 14
LIFE = 25
"""The Pico's own lamp: it blinks while the loop goes round."""
