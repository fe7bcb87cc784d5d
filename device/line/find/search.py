"""All ports at once: what is in the way is told, the others are asked, each by a thread of its own."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from device.line.find.asking import Hands, Trouble, ask_port
from device.line.find.candidates import Candidate, Roots
from device.line.find.obstacles import Obstacle, obstacles_of
from device.line.trouble import own_fault
from device.readers.inquiry import Found, Inquiry, NotFound, Why

LOOK_UP_S = 0.2
"""How often the waiting thread looks up, so that Ctrl-C is heard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PortReport:
    """What was learned of one port; `outcome` None: it was not opened."""

    candidate: Candidate
    obstacles: tuple[Obstacle, ...] = ()
    outcome: Found | NotFound | Trouble | None = None

    @property
    def found(self) -> Found | None:
        """The reader, if there is one."""
        return self.outcome if isinstance(self.outcome, Found) else None

    @property
    def says(self) -> str:
        """One sentence, or more where there is more in the way."""
        if self.outcome is None:
            return " ".join(obstacle.says for obstacle in self.obstacles) or "nothing is in the way"
        match self.outcome:
            case Found(kind=kind, baud=baud, sure=sure, details=details, codes=codes):
                about = ", ".join(f"{key} {value}" for key, value in details)
                if codes:
                    about = repr(codes[-1])
                return f"{kind.value} at {baud} baud ({sure.value}{': ' + about if about else ''})"
            case NotFound(says=says) | Trouble(says=says):
                return says


def as_plain(report: PortReport) -> dict[str, object]:
    """The report as plain values for JSON."""
    found, candidate = report.found, report.candidate
    reader = None
    if found is not None:
        reader = {
            "kind": found.kind.value,
            "baud": found.baud,
            "sure": found.sure.value,
            "suffix": "none" if found.unended else "any",
            "details": dict(found.details),
            "codes": list(found.codes),
        }
    why = report.outcome.why.value if isinstance(report.outcome, NotFound) else None
    return {
        "port": candidate.name,
        "device": candidate.device or None,
        "about": candidate.about,
        "reader": reader,
        "why": "trouble" if isinstance(report.outcome, Trouble) else why,
        "obstacles": [obstacle.kind.value for obstacle in report.obstacles],
        "says": report.says,
    }


def look(
    candidates: Sequence[Candidate], roots: Roots, may_open: Callable[[str], bool] | None = None
) -> list[PortReport]:
    """What is in the way on each port; nothing is opened."""
    return [PortReport(candidate=each, obstacles=obstacles_of(each, roots, may_open)) for each in candidates]


def search(
    reports: Sequence[PortReport],
    *,
    tell: Callable[[str, str], None],
    listen_s: float = 0.0,
    hands: Hands | None = None,
    make_inquiry: Callable[[float], Inquiry] = lambda listen_s: Inquiry(listen_s=listen_s),
) -> list[PortReport]:
    """Ask every port that nothing blocks; returns the reports in the same order, now with what came of it.

    `tell(port, text)` gets what is done, from the threads. Ctrl-C (or anything else that is raised here) stops all
    threads and closes all ports before it goes on.
    """
    stop = threading.Event()
    out = list(reports)
    # Not `join`: where Ctrl-C comes in the middle of it, Python takes a thread that runs for one that has ended.
    done = [threading.Event() for _ in reports]

    def ask(place: int, report: PortReport) -> None:
        try:
            ask_one(place, report)
        finally:
            done[place].set()

    def ask_one(place: int, report: PortReport) -> None:
        candidate = report.candidate
        outcome: Found | NotFound | Trouble
        try:
            inquiry = make_inquiry(listen_s)
            outcome = ask_port(candidate, inquiry, stop=stop, tell=lambda text: tell(candidate.name, text), hands=hands)
        except Exception as error:  # one port's fault must not hide the others
            outcome = Trouble(says=own_fault(candidate.name, "find", error).detail)
        out[place] = PortReport(candidate=candidate, obstacles=report.obstacles, outcome=outcome)

    started: list[int] = []
    try:
        for place, report in enumerate(reports):
            if not any(obstacle.blocks for obstacle in report.obstacles):
                started.append(place)
                threading.Thread(target=ask, args=(place, report), name=f"find-{place}", daemon=True).start()
        for place in started:
            while not done[place].wait(LOOK_UP_S):
                pass
    finally:
        stop.set()
        for place in started:
            done[place].wait()
    return out


def is_silent(report: PortReport) -> bool:
    """Whether a card might tell more."""
    return isinstance(report.outcome, NotFound) and report.outcome.why is Why.SILENT
