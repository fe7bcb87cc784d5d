"""The reader's serial port, kept alive by two threads: it reopens for ever and never blocks the table."""

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import serial
from serial.tools.list_ports import comports

from device.line.port_name import ListPorts, find_port, parse_port
from device.line.trouble import LINE_ERRORS, OPEN_ERRORS, Cause, Trouble, cause_of, own_fault, trouble_of
from device.ports.clock import Clock
from device.ports.line import BytesIn, LineInput, LineLost, LineOpened
from device.threads.worker import Worker, wait_for_end

READ_WAIT_S = 0.2
"""How long one read waits for a first byte: also the longest it takes to see a stop or a failed write."""

WRITE_TIMEOUT_S = 1.0
"""After this a device that takes no bytes loses the rest of that message; its heartbeat says whether it lives."""

FIRST_RETRY_S = 0.1
STEADY_RETRY_S = 1.0
"""Pauses between attempts to open: the first is short, each next twice as long, never longer than the steady one."""

BEGINS_WITHIN_S = 5.0
"""How long a new writer may take to begin before the port is let go and tried again."""

ENDS_WITHIN_S = 5.0
"""How long each thread is waited for when the line closes: a port that the system does not let go keeps no process."""

MOST_BYTES_PER_S = 100_000
"""More than any serial speed brings. A USB device that sends faster for ever is read no faster than this, so that what
waits for the table does not grow without end; what it sends beyond waits with the device, or is lost there."""

MAILBOX_LIMIT = 256
"""Messages waiting for a port that does not take them; further ones are dropped, the protocol repeats what matters."""


def open_serial(path: str, baud: int) -> serial.Serial:
    """Open a port for us alone, 8 data bits, no parity, one stop bit, as every supported reader speaks.

    What the device sent before is thrown away. Raises what OPEN_ERRORS lists; nothing stays open then.
    """
    port = serial.Serial(path, baud, timeout=READ_WAIT_S, write_timeout=WRITE_TIMEOUT_S, exclusive=True)
    try:
        _ = port.in_waiting  # a port that opens and fails at once is better found before it is announced
    except BaseException:
        port.close()
        raise
    return port


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What the line takes from the machine it runs on; tests put their own here."""

    wait: Callable[[threading.Event, float], object] = threading.Event.wait
    """Pause this many seconds, or shorter when the event (the line's stop flag) is set."""
    open_port: Callable[[str, int], serial.Serial] = open_serial
    list_ports: ListPorts = comports


@dataclass(frozen=True, slots=True, kw_only=True)
class _Use:
    """To the writer: messages go to this port from now on."""

    port: serial.Serial


@dataclass(frozen=True, slots=True, kw_only=True)
class _Release:
    """To the writer: let the port go and say so; it is closed then."""

    done: threading.Event


class _Stop:
    """To the writer: end."""


class _Rate:
    """How long to rest after a read so that no more comes than MOST_BYTES_PER_S; a second's worth may come at once."""

    def __init__(self, *, now_s: float) -> None:
        self._room = float(MOST_BYTES_PER_S)
        self._told_s = now_s

    def rest_after(self, count: int, now_s: float) -> float:
        """Seconds until there is room again, 0 while there is."""
        self._room = min(MOST_BYTES_PER_S, self._room + (now_s - self._told_s) * MOST_BYTES_PER_S) - count
        self._told_s = now_s
        return max(0.0, -self._room / MOST_BYTES_PER_S)


class SerialLine:
    """A Line (ports) over pyserial.

    The reader thread alone opens and closes the port; the writer thread gets it by message and gives it back before it
    is closed, so no byte can ever reach a file that took over the number of a closed one. `port` is a path or
    ``usb:VID:PID[:SERIAL]``; raises PortNameError for anything else and ValueError for a speed that is none.
    """

    def __init__(
        self,
        port: str,
        baud: int,
        inbox_put: Callable[[LineInput], None],
        clock: Clock,
        machine: Machine | None = None,
    ) -> None:
        if baud <= 0:
            raise ValueError(f"{baud} is no speed of a serial port; write bits per second, for example 115200")
        self._name = port
        self._port_name = parse_port(port)
        self._baud = baud
        self._inbox_put = inbox_put
        self._clock = clock
        self._machine = machine or Machine()
        self._stop = threading.Event()
        self._reader: Worker | None = None
        self._writer: Worker | None = None
        self._mailbox: queue.SimpleQueue[bytes | _Use | _Release | _Stop] = queue.SimpleQueue()
        self._faults: queue.SimpleQueue[tuple[serial.Serial, Exception]] = queue.SimpleQueue()
        self._writer_fault: Exception | None = None
        self._retired: serial.Serial | None = None
        self._retry_s = FIRST_RETRY_S
        self._outage: tuple[Cause, int | None] | None = None

    def start(self) -> None:
        """Begin to open, read and deliver; once in a line's life."""
        if self._reader is not None:
            raise RuntimeError("this line was started before; make a new one")
        self._start_writer()
        self._reader = Worker(self._run_reader, name="line-reader", lasting=True)
        self._reader.start()

    def send(self, data: bytes) -> None:
        """Hand bytes to the writer and return at once; dropped while the port is gone or takes nothing."""
        if self._mailbox.qsize() < MAILBOX_LIMIT and not self._stop.is_set():
            self._mailbox.put(bytes(data))

    def close(self) -> None:
        """Stop both threads and release the port; returns when that is done, or took too long. Harmless done twice."""
        self._stop.set()
        if self._reader is not None:
            wait_for_end([self._reader], longest_s=ENDS_WITHIN_S)  # first: it needs the writer to let go of the port
        self._mailbox.put(_Stop())
        if self._writer is not None:
            wait_for_end([self._writer], longest_s=ENDS_WITHIN_S)

    # The reader thread.

    def _run_reader(self) -> None:
        while not self._stop.is_set():
            try:
                self._serve_once()
            except Exception as error:  # whatever it is, the table must hear of it and the line must go on
                with suppress(Exception):
                    self._lose(own_fault(self._name, "line-reader", error))
            if not self._stop.is_set():
                self._machine.wait(self._stop, self._retry_s)
                self._retry_s = min(2 * self._retry_s, STEADY_RETRY_S)

    def _serve_once(self) -> None:
        """Open the port, deliver until it fails, close it: one life of the connection."""
        path = self._name
        try:
            path = find_port(self._port_name, self._machine.list_ports)
            port = self._machine.open_port(path, self._baud)
        except OPEN_ERRORS as error:
            self._lose_by(error, path, was_open=False)
            return
        try:
            self._deliver(port, path)
        except LINE_ERRORS as error:
            self._lose_by(error, path, was_open=True)
        finally:
            self._release(port)

    def _deliver(self, port: serial.Serial, path: str) -> None:
        if self._writer is None or not self._writer.is_alive():
            self._start_writer()
        # The writer first: the answer to "opened" may be the question who is there, and it must not be dropped.
        self._mailbox.put(_Use(port=port))
        opened_at_s = self._clock.monotonic_s()
        self._inbox_put(LineOpened(port=path, at_s=opened_at_s))
        self._outage = None
        rate = _Rate(now_s=opened_at_s)
        while not self._stop.is_set():
            data = port.read(max(1, port.in_waiting))
            now_s = self._clock.monotonic_s()
            if data:
                self._inbox_put(BytesIn(data=data, at_s=now_s))
                if (rest_s := rate.rest_after(len(data), now_s)) > 0:
                    self._machine.wait(self._stop, rest_s)
            if data or now_s - opened_at_s >= STEADY_RETRY_S:
                # Only a port that works has its next outage retried quickly: one that opens and dies must not spin.
                self._retry_s = FIRST_RETRY_S
            if not self._writer_works(port):
                return

    def _writer_works(self, port: serial.Serial) -> bool:
        """Whether messages can go out; what the writer met is raised here, or told when the writer itself died."""
        while not self._faults.empty():
            failed, error = self._faults.get()
            if failed is port:
                raise error
        if self._writer is not None and self._writer.is_alive():
            return True
        self._lose(own_fault(self._name, "line-writer", self._writer_fault or RuntimeError("no reason known")))
        return False

    def _release(self, port: serial.Serial) -> None:
        """Take the port back from the writer and close it: only then can the device return under the same name."""
        self._retired = port
        with suppress(*LINE_ERRORS):
            port.cancel_write()
        done = threading.Event()
        self._mailbox.put(_Release(done=done))
        while not done.wait(0.05):
            if self._writer is None or not self._writer.is_alive():
                break
        with suppress(*LINE_ERRORS):
            port.reset_output_buffer()  # else closing may wait half a minute for a device that takes nothing
        with suppress(*LINE_ERRORS):
            port.close()

    def _lose_by(self, error: BaseException, path: str, *, was_open: bool) -> None:
        if cause_of(error) != self._outage:
            self._lose(trouble_of(error, self._name, path, was_open=was_open))

    def _lose(self, trouble: Trouble) -> None:
        """Tell of an outage once, and again only when its cause has become another."""
        if (trouble.cause, trouble.number) == self._outage:
            return
        self._inbox_put(LineLost(detail=trouble.detail, at_s=self._clock.monotonic_s()))
        self._outage = trouble.cause, trouble.number

    # The writer thread.

    def _start_writer(self) -> None:
        self._writer = Worker(self._run_writer, name="line-writer", begins_within_s=BEGINS_WITHIN_S)
        self._writer.start()

    def _run_writer(self) -> None:
        try:
            self._write_messages()
        except Exception as error:  # the reader sees this thread end, tells why and starts another
            self._writer_fault = error

    def _write_messages(self) -> None:
        port: serial.Serial | None = None
        while True:
            message = self._mailbox.get()
            match message:
                case _Use():
                    port = message.port
                case _Release():
                    port = None
                    message.done.set()
                case _Stop():
                    return
                case bytes():
                    if port is not None and port is not self._retired and not self._write(port, message):
                        port = None

    def _write(self, port: serial.Serial, data: bytes) -> bool:
        try:
            port.write(data)
        except serial.SerialTimeoutException:
            return True  # it takes no bytes now; whether it lives is the heartbeat's question
        except LINE_ERRORS as error:
            self._faults.put((port, error))
            return False
        return True
