"""A reader at a station off the table: its port, through the same line and link as a table's, becomes cards laid on it.

What is read is acknowledged to the reader when whoever called has dealt with it. Nothing that was read is lost with the
line: a card counts when it was told, and a reader that comes back goes on.
"""

import contextlib
import queue
from collections.abc import Callable
from dataclasses import dataclass

from device.cards.station.showings import CardShown, Showing, Showings, TwoTogether
from device.ports.line import BytesIn, Line, LineInput, LineLost, LineOpened
from device.readers import passages as ps
from device.readers.passages import LinkState
from device.readers.reader_link import LinkOutput, ReaderLink


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderStands:
    """How things stand with the reader now: told when it changes."""

    up: bool
    detail: str
    """Why it is not, or a warning: one plain sentence with the remedy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedUnread:
    """Something went through the gates of a shoe, and its code could not be read."""


StationEvent = Showing | ReaderStands | PassedUnread


class ReadingStation:
    """The link and the showings together, without port, threads and clock.

    `showings`: None where the reader itself says how often a card passes (one with gates), else what makes showings of
    reads. `send`: writes to the port.
    """

    def __init__(self, link: ReaderLink, showings: Showings | None, send: Callable[[bytes], None]) -> None:
        self._link = link
        self._showings = showings
        self._send = send
        self._told: list[ps.ReadId] = []
        self._stands: tuple[bool, str] | None = None

    def take(self, given: LineInput) -> list[StationEvent]:
        """Take what came from the line."""
        match given:
            case LineOpened(at_s=at_s):
                self._link.opened(at_s)
                return self._heard(self._link.poll(at_s), at_s)
            case BytesIn(data=data, at_s=at_s):
                return self._heard(self._link.feed(data, at_s), at_s)
            case LineLost(detail=detail, at_s=at_s):
                self._link.lost(detail, at_s)
                if self._showings is not None:
                    self._showings.forget()
                return self._heard(self._link.poll(at_s), at_s)

    def poll(self, now_s: float) -> list[StationEvent]:
        """Let time pass; as often as the link of this kind wants it."""
        return self._heard(self._link.poll(now_s), now_s)

    def dealt_with(self) -> None:
        """All that was told so far is on record, or refused: the reader may forget it."""
        for id in self._told:
            self._link.acknowledge(id)
        self._told.clear()
        self._flush()

    # inside ------------------------------------------------------------------------------------------------------

    def _heard(self, outputs: list[LinkOutput], now_s: float) -> list[StationEvent]:
        events: list[StationEvent] = []
        if self._showings is not None:
            events += self._showings.pass_time(now_s)
        for output in outputs:
            if isinstance(output, ps.Passage):
                self._told.append(output.id)
                events += self._passed(output)
        state = self._link.state
        events += self._stood(state)
        self._flush()
        return events

    def _passed(self, passage: ps.Passage) -> list[StationEvent]:
        match passage:
            case ps.CodePassed(code=code, at_s=at_s):
                return [*self._shown(code, at_s)]
            case ps.NoCodePassed():
                return [PassedUnread()]
            case ps.TwoAtOnce(codes=codes):
                return [TwoTogether(codes=tuple(sorted(code.upper() for code in codes)))]
            case _:
                return []  # lids, buttons, stray codes: nothing of it is a card laid down

    def _shown(self, code: str, at_s: float) -> list[Showing]:
        if self._showings is None:
            return [CardShown(code=code.upper())]
        return self._showings.read(code, at_s)

    def _stood(self, state: LinkState) -> list[StationEvent]:
        stands = state.up, state.detail
        if stands == self._stands:
            return []
        self._stands = stands
        return [ReaderStands(up=state.up, detail=state.detail)]

    def _flush(self) -> None:
        output = self._link.take_output()
        if output:
            self._send(output)


class StationLoop:
    """The station on its line: `next` waits for what happens, and never longer than the link wants to be polled."""

    def __init__(
        self,
        station: Callable[[Callable[[bytes], None]], ReadingStation],
        line: Callable[[Callable[[LineInput], None]], Line],
        monotonic_s: Callable[[], float],
        *,
        poll_s: float,
    ) -> None:
        self._inbox: queue.SimpleQueue[LineInput] = queue.SimpleQueue()
        self._line = line(self._inbox.put)
        self._station = station(self._line.send)
        self._monotonic_s = monotonic_s
        self._poll_s = poll_s
        self._poll_at_s = monotonic_s()

    def start(self) -> None:
        """Open the port; once."""
        self._line.start()

    def close(self) -> None:
        """Release the port."""
        self._line.close()

    def next(self) -> list[StationEvent]:
        """What happened, empty when nothing did; whoever calls then deals with it and says `dealt_with`."""
        now_s = self._monotonic_s()
        with contextlib.suppress(queue.Empty):
            # What came while a card was put on record comes first, at the time at which it came: to let the time pass
            # before would make a card that was read look like one that was gone.
            return self._station.take(self._inbox.get_nowait())
        if now_s >= self._poll_at_s:
            self._poll_at_s = now_s + self._poll_s
            return self._station.poll(now_s)
        with contextlib.suppress(queue.Empty):
            return self._station.take(self._inbox.get(timeout=self._poll_at_s - now_s))
        return []

    def dealt_with(self) -> None:
        """What `next` gave is on record, or refused."""
        self._station.dealt_with()
