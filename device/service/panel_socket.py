"""The panel's socket: a touch panel presses what the buttons on the table press, and learns what became of it.

Whoever may open the socket may press, exactly like whoever can reach the buttons: nobody is named and nothing is shown
here. A line is read on its connection's own thread; what is no press is answered there and costs the loop nothing.
"""

import enum
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from device.feed.sockets import OrderLine
from device.service.order_lines import NO_JSON, id_of, reply_line


class PanelKey(enum.Enum):
    """What can be pressed: the buttons on the table, the press taken back, and the lamp test."""

    BETS = "bets"
    SHOW = "show"
    CALL = "call"
    PLAYER = "player"
    TIE = "tie"
    BANKER = "banker"
    UNDO = "undo"
    LAMP_TEST = "lamp-test"


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelPress:
    """Somebody pressed a key of the touch panel; `reply` queues the answer with this `id` and never blocks."""

    id: str
    key: PanelKey
    reply: Callable[[bytes], None]


class BadPressError(ValueError):
    """A line that is no press; the message says what was expected."""


class _Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    press: str


_DECODER = msgspec.json.Decoder(_Request)
_EXPECTED = "a press is one JSON object with id and press, both text, and nothing else"


def read_press(line: bytes) -> tuple[str, PanelKey]:
    """Whose answer a line wants and what it presses; raises BadPressError."""
    try:
        request = _DECODER.decode(line)
    except msgspec.ValidationError as error:
        raise BadPressError(f"{error}; {_EXPECTED}") from None
    except NO_JSON:
        raise BadPressError(f"not JSON; {_EXPECTED}") from None
    try:
        return request.id, PanelKey(request.press)
    except ValueError:
        keys = ", ".join(key.value for key in PanelKey)
        raise BadPressError(f"there is no key {request.press[:40]!r}; there are: {keys}") from None


def take_press(given: OrderLine, put: Callable[[PanelPress], None]) -> None:
    """A line came: put its press into the inbox, or answer what is wrong with it."""
    try:
        id, key = read_press(given.line)
    except BadPressError as error:
        given.reply(reply_line(id_of(given.line), str(error), refusal="no-press"))
        return
    put(PanelPress(id=id, key=key, reply=given.reply))
