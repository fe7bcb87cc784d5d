"""Readers found on their ports, and one watched until a card arrives, through the line and link of a table."""

import queue
from collections.abc import Callable
from contextlib import suppress

from device.line.find.candidates import Roots, find_candidates
from device.line.find.obstacles import obstacles_of_machine
from device.line.find.search import look, search
from device.line.port_name import PortNameError
from device.line.serial_line import SerialLine
from device.ports.line import BytesIn, LineInput, LineLost, LineOpened
from device.readers.inquiry import Found
from device.readers.kinds import features_of
from device.readers.line import Suffix
from device.readers.passages import CodePassed, NoCodePassed, Passage, TwoAtOnce
from device.readers.reader_link import LinkOutput, ReaderLink
from device.rules.card import Card, CardError
from device.service.reader_links import station_link
from device.settings import Settings, SettingsError, class_codes
from device.settings.reader_choice import ReaderChoice
from device.setup.wanted import CardSeen, Failed, FindReaders, ReaderSeen, ReadersSeen, WatchForCard
from device.system.clock import SystemClock

WAIT_S = 30.0
_SETTLED_S = 1.0
"""A reader that says nothing by itself is there so long after its port was opened."""
_POLL_S = 0.05
_EARLIER_S = 0.5
"""A passage so long before the watching began was no trial."""


def find(deed: FindReaders, tell: Callable[[str, str], None]) -> ReadersSeen | Failed:
    """Ask the ports; a port that stays silent or is blocked is one sentence. `tell`: what is done on which port."""
    roots = Roots()
    try:
        candidates = find_candidates(roots, () if deed.port is None else (deed.port,))
    except PortNameError as error:
        return Failed(says=str(error))
    reports = search(look(candidates, roots), tell=tell, listen_s=deed.listen_s)
    found, others = [], []
    for report in reports:
        name = report.candidate.name
        if isinstance(report.outcome, Found):
            one = report.outcome
            suffix = Suffix.NONE if one.unended else Suffix.ANY
            choice = ReaderChoice(kind=one.kind, port=name, baud=one.baud, suffix=suffix)
            found.append(ReaderSeen(choice=choice, says=f"{name}: {report.says}"))
        else:
            others.append(f"{name}: {report.says.removeprefix(f'{name}: ')}")
    others += [one.says for one in obstacles_of_machine(candidates, roots)]
    return ReadersSeen(found=tuple(found), others=tuple(others))


def watch(deed: WatchForCard, *, ready: Callable[[], None], wait_s: float = WAIT_S) -> CardSeen | Failed:
    """Wait for one card; what is wrong with the reader meanwhile is the answer when none comes.

    `ready` is called once, when the reader is there: whoever is told then may show a card at once.
    """
    reader, clock = deed.settings.reader, SystemClock()
    inbox: queue.SimpleQueue[LineInput] = queue.SimpleQueue()
    try:
        line = SerialLine(reader.port, reader.speed, inbox.put, clock)
    except (PortNameError, ValueError) as error:
        return Failed(says=str(error))
    began_s = clock.monotonic_s()
    watched = _Watched(link=station_link(reader), send=line.send, began_s=began_s, ready=ready)
    try:
        line.start()
        while (now_s := clock.monotonic_s()) < began_s + wait_s:
            with suppress(queue.Empty):
                watched.take(inbox.get(timeout=min(features_of(reader.kind).poll_s, _POLL_S)))
            watched.take(None, now_s)
            if watched.end is not None:
                break
    finally:
        line.close()
    match watched.end:
        case str(code):
            return CardSeen(code=code, card=_face(code, deed.settings))
        case Failed() as failed:
            return failed
        case None:
            return Failed(says=f"{reader.port}: no card came. {watched.detail}".strip())


class _Watched:
    """A reader's link until its first card; `end` is that card's code, or why none can be waited for."""

    def __init__(
        self, *, link: ReaderLink, send: Callable[[bytes], None], began_s: float, ready: Callable[[], None]
    ) -> None:
        self._link = link
        self._send = send
        self._began_s = began_s
        self._ready: Callable[[], None] | None = ready
        self.end: str | Failed | None = None
        self.detail = ""
        self._opened_s: float | None = None
        self._heard = False

    def take(self, given: LineInput | None, now_s: float = 0.0) -> None:
        """What came on the line, or (None) that time passes."""
        link = self._link
        outputs: list[LinkOutput] = []
        match given:
            case LineOpened(at_s=at_s):
                link.opened(at_s)
                self._opened_s = at_s
            case BytesIn(data=data, at_s=at_s):
                outputs = link.feed(data, at_s)
                self._heard = True
            case LineLost(detail=detail, at_s=at_s):
                link.lost(detail, at_s)
            case None:
                outputs = link.poll(now_s)
        for output in outputs:
            if isinstance(output, Passage) and self.end is None:
                self._passed(output)
        self.detail = link.state.detail or self.detail
        if data := link.take_output():
            self._send(data)
        is_settled = self._heard or (self._opened_s is not None and now_s - self._opened_s >= _SETTLED_S)
        if link.state.up and is_settled and self._ready is not None:
            self._ready()
            self._ready = None

    def _passed(self, passage: Passage) -> None:
        if isinstance(passage, (CodePassed, NoCodePassed, TwoAtOnce)) and passage.at_s < self._began_s - _EARLIER_S:
            # A shoe keeps what no table has on record; to acknowledge a later card would let it forget this one.
            self.end = Failed(
                says="the shoe holds cards that no table has on record yet: start the table and let it take them first"
            )
            return
        match passage:
            case CodePassed(code=code):
                self.end = code
            case NoCodePassed():
                self.detail = "a card passed, and its code could not be read"
            case TwoAtOnce():
                self.detail = "two cards came together: show one alone"
            case _:
                pass
        self._link.acknowledge(passage.id)  # it was shown for a trial: no table shall take it for a card of a game


def _face(code: str, settings: Settings) -> str:
    """The card that a code names by itself; a tag or a label is known by its pack only."""
    if not settings.cards.uses_classes:
        return ""
    try:
        if settings.cards.codes is None:
            return str(Card.parse(code).value)
        meant = class_codes(settings.cards.codes).get(code.upper())
    except (CardError, SettingsError):
        return ""
    return "" if meant is None else str(meant.value)
