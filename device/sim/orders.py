"""What a person or a program may tell the simulated shoe, one line an order, one JSON reply a line.

The words that table scripts have too mean the same there::

    draw [unread]            the next card of the shoe leaves (the cut card when its turn comes)
    card 9h                  this card leaves, whatever lies in the shoe
    unread [9h]              a passage without a code
    two [9h 8c]              two cards leave in one passage
    cut                      the cut card leaves, whatever lies in the shoe
    back [touch|9h]          the next card is drawn out and pushed back
    rest                     the next card's code is read in the mouth: nothing is said
    pushed-in                something enters from outside
    jam A | clear A | gate-fault A | lid open | lid closed | stray
    button NAME down|up
    reset                    the board starts anew
    link lost | link back    the plug is pulled, and put back
    fill [decks=8] [cut=14|none] [seed=TEXT]
    gather                   all cards as they lie, without the cut card, to be counted
    faults noise,loss:0.1 | faults none
    state                    how board, shoe and port stand
    quit                     the board is switched off
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Protocol

from device.rules.card import Card
from device.sim.faults import parse_faults
from device.sim.ring import EventId
from device.sim.shoe_pack import CUT_CODE
from device.sim.sim_shoe import Drawn, SimShoe

Reply = dict[str, Any]


class OrderError(ValueError):
    """An order that cannot be understood or done; the message says what was expected."""


class Plug(Protocol):
    """Whoever owns the port."""

    def plug(self) -> None:
        """Put the plug in."""

    def unplug(self) -> None:
        """Pull the plug."""

    def set_wire_faults(self) -> None:
        """The shoe's faults have changed."""

    def quit(self) -> None:
        """Switch the board off once the reply is out."""

    def state(self) -> Reply:
        """How the port stands."""


class Orders:
    """Carries out order lines on a shoe and its plug."""

    def __init__(self, shoe: SimShoe, plug: Plug) -> None:
        self._shoe = shoe
        self._plug = plug
        self.verbs: dict[str, Callable[[list[str], int], Reply]] = {
            "draw": self._draw,
            "card": self._card,
            "unread": self._unread,
            "two": self._two,
            "cut": self._cut,
            "back": self._back,
            "rest": self._rest,
            "pushed-in": self._pushed_in,
            "jam": self._jam,
            "clear": self._clear,
            "gate-fault": self._gate_fault,
            "lid": self._lid,
            "stray": self._stray,
            "button": self._button,
            "reset": self._reset,
            "link": self._link,
            "fill": self._fill,
            "gather": self._gather,
            "faults": self._faults,
            "state": self._state,
            "quit": self._quit,
        }

    def obey(self, line: str, now_ms: int) -> Reply:
        """Carry out one line; the reply has ``ok``, and ``why`` when it is false. Never raises for a bad line."""
        words = line.split()
        try:
            if not words:
                raise OrderError("an order is missing")
            verb = self.verbs.get(words[0])
            if verb is None:
                raise OrderError(
                    f"there is no order {words[0]!r}; there are: {', '.join(self.verbs)}, and wait in a script"
                )
            return {"ok": True, **verb(words[1:], now_ms)}
        except ValueError as error:  # every refusal of shoe, pack, faults and cards is one
            return {"ok": False, "why": str(error)}

    # cards -------------------------------------------------------------------------------------------------------

    def _draw(self, words: list[str], now_ms: int) -> Reply:
        if words not in ([], ["unread"]):
            raise OrderError("expected: draw, or draw unread")
        return _drawn(self._shoe.draw(now_ms, unread=bool(words)))

    def _card(self, words: list[str], now_ms: int) -> Reply:
        (face,) = _exactly(words, 1, "card 9h")
        return _drawn(self._shoe.loose_cards((_code(face),), now_ms))

    def _unread(self, words: list[str], now_ms: int) -> Reply:
        if len(words) > 1:
            raise OrderError("expected: unread, or unread 9h")
        if not words:
            return _drawn(self._shoe.draw(now_ms, unread=True))
        return _drawn(self._shoe.loose_cards((_code(words[0]),), now_ms, read=False))

    def _two(self, words: list[str], now_ms: int) -> Reply:
        if words:
            first, second = _exactly(words, 2, "two 9h 8c")
            return _drawn(self._shoe.loose_cards((_code(first), _code(second)), now_ms))
        return _drawn(self._shoe.draw_two(now_ms))

    def _cut(self, words: list[str], now_ms: int) -> Reply:
        _exactly(words, 0, "cut")
        return _drawn(self._shoe.loose_cards((CUT_CODE,), now_ms))

    def _back(self, words: list[str], now_ms: int) -> Reply:
        if len(words) > 1:
            raise OrderError("expected: back, back touch, or back 9h")
        if words and words != ["touch"]:
            _code(words[0])  # its face is not kept, but it must be a card
        return _event(self._shoe.board.pulled_back(now_ms, "touch" if words == ["touch"] else "back"))

    def _rest(self, words: list[str], now_ms: int) -> Reply:
        _exactly(words, 0, "rest")
        self._shoe.rest(now_ms)
        return {}

    # the board ---------------------------------------------------------------------------------------------------

    def _pushed_in(self, words: list[str], now_ms: int) -> Reply:
        _exactly(words, 0, "pushed-in")
        return _event(self._shoe.board.pushed_in(now_ms))

    def _jam(self, words: list[str], now_ms: int) -> Reply:
        return _event(self._shoe.board.gate_blocked(_gate(words, "jam"), now_ms))

    def _clear(self, words: list[str], now_ms: int) -> Reply:
        return _event(self._shoe.board.gate_freed(_gate(words, "clear"), now_ms))

    def _gate_fault(self, words: list[str], now_ms: int) -> Reply:
        return _event(self._shoe.board.gate_failed(_gate(words, "gate-fault"), now_ms))

    def _lid(self, words: list[str], now_ms: int) -> Reply:
        if words not in (["open"], ["closed"]):
            raise OrderError("expected: lid open, or lid closed")
        return _event(self._shoe.board.lid_moved(words == ["open"], now_ms))

    def _stray(self, words: list[str], now_ms: int) -> Reply:
        _exactly(words, 0, "stray")
        return _event(self._shoe.board.stray_code(now_ms))

    def _button(self, words: list[str], now_ms: int) -> Reply:
        name, way = _exactly(words, 2, "button NAME down, or button NAME up")
        if way not in ("down", "up"):
            raise OrderError("expected: button NAME down, or button NAME up")
        return _event(self._shoe.board.button_moved(name, way == "down", now_ms))

    def _reset(self, words: list[str], now_ms: int) -> Reply:
        _exactly(words, 0, "reset")
        dropped = self._shoe.reset(now_ms)
        return {"boot": self._shoe.board.boot, "dropped": [event.seq for event in dropped]}

    # around it ---------------------------------------------------------------------------------------------------

    def _link(self, words: list[str], now_ms: int) -> Reply:  # noqa: ARG002 - every verb's shape
        match words:
            case ["lost"]:
                self._plug.unplug()
            case ["back"]:
                self._plug.plug()
            case _:
                raise OrderError("expected: link lost, or link back")
        return self._plug.state()

    def _fill(self, words: list[str], now_ms: int) -> Reply:  # noqa: ARG002
        given = dict(_pair(word) for word in words)
        unknown = set(given) - {"decks", "cut", "seed"}
        if unknown:
            raise OrderError(f"{', '.join(sorted(unknown))}: expected decks=8, cut=14 or cut=none, seed=TEXT")
        decks, cut = self._shoe.filled.decks, self._shoe.cut_depth
        if "decks" in given:
            decks = _number(given["decks"], "decks=8")
        if "cut" in given:
            cut = None if given["cut"] == "none" else _number(given["cut"], "cut=14, or cut=none")
        self._shoe.fill(decks=decks, cut_depth=cut, seed=given.get("seed"))
        return {"fill": self._shoe.filled.number, "left": self._shoe.pack.cards_left}

    def _gather(self, words: list[str], now_ms: int) -> Reply:  # noqa: ARG002
        _exactly(words, 0, "gather")
        self._shoe.gather()
        return {"fill": self._shoe.filled.number, "left": self._shoe.pack.cards_left}

    def _faults(self, words: list[str], now_ms: int) -> Reply:  # noqa: ARG002
        (text,) = _exactly(words, 1, "faults noise,loss:0.1, or faults none")
        self._shoe.set_faults(parse_faults(text))
        self._plug.set_wire_faults()
        return {"faults": {fault.value: rate for fault, rate in self._shoe.faults.items()}}

    def _state(self, words: list[str], now_ms: int) -> Reply:  # noqa: ARG002
        _exactly(words, 0, "state")
        board = self._shoe.board
        return {
            "boot": board.boot,
            "seq": board.last_seq,
            "unacknowledged": board.unacknowledged,
            "lost": board.lost,
            "lamps": board.lamps,
            "fault_lamp": board.fault_lamp,
            "host_frames": board.host_frames,
            "counters": board.counters,
            "fill": self._shoe.filled.number,
            "left": self._shoe.pack.cards_left,
            **self._plug.state(),
        }

    def _quit(self, words: list[str], now_ms: int) -> Reply:  # noqa: ARG002
        _exactly(words, 0, "quit")
        self._plug.quit()
        return {}


def _exactly(words: list[str], count: int, expected: str) -> list[str]:
    if len(words) != count:
        raise OrderError(f"expected: {expected}")
    return words


def _pair(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals:
        raise OrderError(f"{word!r}: expected key=value")
    return key, value


def _number(text: str, expected: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise OrderError(f"{text!r}: expected {expected}")
    return int(text)


def _code(face: str) -> str:
    return CUT_CODE if face.upper() == CUT_CODE else Card.parse(face).value.upper()


def _gate(words: list[str], verb: str) -> str:
    (gate,) = _exactly(words, 1, f"{verb} A, or {verb} B")
    if gate not in ("A", "B"):
        raise OrderError(f"expected: {verb} A, or {verb} B")
    return gate


def _event(event: EventId) -> Reply:
    return {"boot": event.boot, "seq": event.seq, "taken": event.taken}


def _drawn(drawn: Drawn) -> Reply:
    return {**asdict(drawn), "cards": list(drawn.cards), "mishaps": list(drawn.mishaps)}
