"""The reader: its port, what is in the way, and what it answers, unless a table has it."""

from collections.abc import Iterator

from device.doctor.finding import Finding, Teller
from device.doctor.world import World
from device.line.find.asking import Trouble
from device.line.find.candidates import Candidate, find_candidates
from device.line.find.obstacles import Obstacle, ObstacleKind, obstacles_of
from device.line.find.search import PortReport, search
from device.line.port_name import PortNameError, real_path
from device.readers.inquiry import Found, NotFound, Why
from device.readers.kinds import ReaderKind
from device.settings.reader import ReaderSettings

_TELL = Teller("reader")
_QUIET = frozenset({ReaderKind.LINE, ReaderKind.EM4100, ReaderKind.ANGEL_EYE})
"""Readers that say nothing until there is a card, and answer no question."""


def look(world: World) -> Iterator[Finding]:
    """The port of the settings, and the reader behind it."""
    if world.settings is None:
        yield _TELL.note("no-settings")
        return
    reader = world.settings.reader
    try:
        (candidate,) = find_candidates(world.ports, [reader.port])
    except PortNameError as error:
        yield _TELL.bad("said", says=str(error))
        return
    yield from judge_name(reader.port, candidate)
    obstacles = obstacles_of(candidate, world.ports)
    if world.table.holds_devices or any(one.kind is ObstacleKind.IN_USE for one in obstacles):
        yield from judge_obstacles([one for one in obstacles if one.kind is not ObstacleKind.IN_USE], has_table=True)
        yield from _asked_of_the_table(world, obstacles)
        return
    yield from judge_obstacles(obstacles, has_table=False)
    (report,) = search([PortReport(candidate=candidate, obstacles=obstacles)], tell=lambda _port, _text: None)
    yield from judge_answer(reader, report)


def judge_name(port: str, candidate: Candidate) -> Iterator[Finding]:
    """A name that another plug may take."""
    lasting = candidate.name
    if candidate.device and lasting not in (port, candidate.device) and not port.startswith("usb:"):
        yield _TELL.warn("reader-name", port=port, better=lasting)
    elif candidate.device and candidate.usb and real_path(port) == port:
        yield _TELL.note("reader-name", port=port, better=f"usb:{candidate.usb}")


def judge_obstacles(obstacles: list[Obstacle] | tuple[Obstacle, ...], *, has_table: bool) -> Iterator[Finding]:
    """What is in the way; while a table runs, that this user may not open the port says nothing of the table."""
    for one in obstacles:
        if one.kind is ObstacleKind.NOT_ALLOWED:
            if has_table:
                continue
            yield _TELL.note("said", says=one.says)
        elif one.blocks and not has_table:
            yield _TELL.bad("said", says=one.says)
        else:
            yield _TELL.warn("said", says=one.says)


def judge_answer(reader: ReaderSettings, report: PortReport) -> Iterator[Finding]:
    """What came of asking."""
    kind = reader.kind
    match report.outcome:
        case None:
            return
        case Found(kind=found, baud=baud, details=details):
            about = ", ".join(f"{key} {value}" for key, value in details) or "-"
            if found is not kind:
                yield _TELL.bad("reader-other", found=found.value, kind=kind.value, port=reader.port)
            elif baud != reader.speed:
                yield _TELL.warn("reader-speed", baud=baud, set_baud=reader.speed)
            else:
                yield _TELL.ok("reader-answers", kind=kind.value, port=reader.port, about=about)
        case NotFound(why=Why.SILENT) if kind in _QUIET:
            yield _TELL.note("reader-quiet", kind=kind.value, port=reader.port)
        case NotFound(says=says) | Trouble(says=says):
            yield _TELL.bad("reader-silent", kind=kind.value, port=reader.port, says=says)


def _asked_of_the_table(world: World, obstacles: tuple[Obstacle, ...]) -> Iterator[Finding]:
    health = (world.table.view.get("health") or {}).get("reader")
    if health is None:
        held = next((one.says for one in obstacles if one.kind is ObstacleKind.IN_USE), "")
        yield _TELL.note("reader-left-alone", says=held or "-")
    elif health.get("ok"):
        yield _TELL.ok("reader-at-table")
    else:
        yield _TELL.bad("said", says=str(health.get("detail", "")))
