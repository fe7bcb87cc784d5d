"""Records a tape of a living line without ever being in its way."""

import queue
from collections.abc import Callable
from typing import TextIO

from device.line.tape import TapeEntry, TapeHead, Way, write_entry, write_head
from device.ports.clock import Clock
from device.ports.line import BytesIn, Line, LineInput, LineLost, LineOpened
from device.threads.worker import Worker, wait_for_end

MAILBOX_LIMIT = 4096
"""Entries that may wait for a slow disk; at more the tape ends, as a tape with a hole would tell a false story."""

ENDS_WITHIN_S = 5.0
"""How long what waits may take to be written when the tape ends; no table waits longer for its tape."""


class TapeRecorder:
    """Writes what comes and goes on a line to a text file, from a thread of its own.

    Wrap the line with `around`. The table's threads only put entries into a mailbox; each entry is in the file
    (flushed) within moments, so the tape of a crash is there afterwards. When the file cannot be written, or falls too
    far behind, `on_trouble` gets one plain sentence, once, from either thread; the tape ends there and the line goes
    on. The file is given open and is closed with the recorder.
    """

    def __init__(self, file: TextIO, head: TapeHead, clock: Clock, on_trouble: Callable[[str], None]) -> None:
        self._file = file
        self._head = head
        self._clock = clock
        self._on_trouble = on_trouble
        self._start_s = clock.monotonic_s()
        self._last_ms = 0
        self._ended = False
        self._mailbox: queue.SimpleQueue[tuple[float, Way, bytes] | None] = queue.SimpleQueue()
        self._writer = Worker(self._run, name="tape-writer")
        self._writer.start()

    def around(
        self, make_line: Callable[[Callable[[LineInput], None]], Line], inbox_put: Callable[[LineInput], None]
    ) -> Line:
        """Make a line whose traffic is recorded; closing it closes the recorder too.

        ``recorder.around(lambda put: SerialLine(port, baud, put, clock), inbox.put)``.
        """

        def heard(happened: LineInput) -> None:
            self.heard(happened)
            inbox_put(happened)

        return _RecordedLine(make_line(heard), self)

    def heard(self, happened: LineInput) -> None:
        """Record what the line told the table."""
        match happened:
            case BytesIn():
                self._put(happened.at_s, Way.FROM_DEVICE, happened.data)
            case LineLost():
                self._put(happened.at_s, Way.LOST, b"")
            case LineOpened():
                self._put(happened.at_s, Way.OPENED, b"")

    def sent(self, data: bytes) -> None:
        """Record what the table sent."""
        if data:
            self._put(self._clock.monotonic_s(), Way.TO_DEVICE, bytes(data))

    def close(self) -> None:
        """Write what waits and end the tape; returns when that is done, or took too long. Harmless when done twice."""
        self._mailbox.put(None)
        wait_for_end([self._writer], longest_s=ENDS_WITHIN_S)

    def _put(self, at_s: float, way: Way, data: bytes) -> None:
        if self._ended:
            return
        if self._mailbox.qsize() >= MAILBOX_LIMIT:
            self._end(f"the disk is too slow, {MAILBOX_LIMIT} entries were waiting")
            return
        self._mailbox.put((at_s, way, data))

    def _end(self, why: str) -> None:
        if not self._ended:
            self._ended = True
            self._on_trouble(f"The tape {self._head.name!r} ends here: {why}. The table goes on without it.")

    def _run(self) -> None:
        self._write(write_head(self._head))
        is_lost = False
        while (entry := self._mailbox.get()) is not None:
            at_s, way, data = entry
            if way in (Way.LOST, Way.OPENED):
                if (way is Way.LOST) == is_lost:
                    continue  # the first opening is every tape's start, and one outage may be told in several ways
                is_lost = not is_lost
            # Two threads stamp and put; what came into the mailbox later is not earlier by the tape.
            self._last_ms = max(self._last_ms, round((at_s - self._start_s) * 1000))
            self._write(write_entry(TapeEntry(at_ms=self._last_ms, way=way, data=data)))
        try:
            self._file.close()
        except OSError as error:
            self._end(f"its file cannot be written ({error})")

    def _write(self, text: str) -> None:
        if self._ended:
            return
        try:
            self._file.write(text)
            self._file.flush()
        except (OSError, ValueError) as error:  # ValueError: somebody closed the file
            self._end(f"its file cannot be written ({error})")


class _RecordedLine:
    """The line inside, with what is sent recorded on the way."""

    def __init__(self, line: Line, recorder: TapeRecorder) -> None:
        self._line = line
        self._recorder = recorder

    def start(self) -> None:
        self._line.start()

    def send(self, data: bytes) -> None:
        self._recorder.sent(data)
        self._line.send(data)

    def close(self) -> None:
        self._line.close()
        self._recorder.close()
