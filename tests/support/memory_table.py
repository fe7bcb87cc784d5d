"""A host of a few lines, and a whole table in memory, for the simulated shoe and its dealer to work against."""

import binascii
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from device.rules.card import Card
from device.rules.making import parse_profile, with_settings
from device.rules.profile import Profile
from device.service.acts import act_of, dealer_of_coup, is_about_a_coup
from device.service.order_lines import TableOrder, read_line
from device.sim.board import Board
from device.sim.dealing import Dealer
from device.sim.faults import Fault
from device.sim.passage_log import PassageLog
from device.sim.shoe_pack import PackError
from device.sim.sim_shoe import Drawn, SimShoe
from device.staff import signing
from device.staff.people import Person, Role
from device.table import commands as cmd
from device.table.decide import AnyCommand, AnyOrder, decide
from device.table.events import OrderRefused
from device.table.evolve import evolve
from device.table.health import HEALTHY, Health, PartHealth
from device.table.reasons import sentence
from device.table.state import INITIAL, State
from device.table.timing import TurningPoint, timer, turning_point
from device.table.views import staff_view
from device.table.vocabulary import ReadIdentity


def framed(body: str) -> bytes:
    """What a host writes; made from the description of the wire, not from the board's code."""
    return f"${body}*{binascii.crc_hqx(body.encode(), 0):04X}\n".encode()


def bodies(data: bytes) -> list[str]:
    """The bodies of whole, right frames in `data`; everything else is left out."""
    found = []
    for line in data.split(b"\n"):
        start = line.rfind(b"$")
        body, star, digits = line[start + 1 :].partition(b"*")
        if start >= 0 and star and digits == f"{binascii.crc_hqx(body, 0):04X}".encode():
            found.append(body.decode("ascii"))
    return found


@dataclass
class TinyHost:
    """Takes frames in order, each event once, and thanks for what it has."""

    boot: str = ""
    last: int = 0
    events: list[tuple[str, ...]] = field(default_factory=list)
    """Every event once: letter, boot, seq and the rest."""
    holes: list[tuple[int, int]] = field(default_factory=list)
    heartbeats: list[str] = field(default_factory=list)
    hellos: list[str] = field(default_factory=list)
    duplicates: int = 0
    thanks: bool = True

    def hear(self, data: bytes) -> bytes:
        """Take the board's bytes; returns what to write back."""
        answer = b""
        for body in bodies(data):
            letter, boot, number, *rest = body.split(",")
            if letter in "HB":
                (self.hellos if letter == "H" else self.heartbeats).append(body)
                continue
            if boot != self.boot:
                self.boot, self.last = boot, 0
            ahead = (int(number) - self.last) % 65535 if self.last else int(number)
            if 1 <= ahead <= 64:
                if ahead > 1:
                    self.holes.append((self.last + 1, int(number) - 1))
                self.last = int(number)
                self.events.append((letter, boot, number, *rest))
            else:
                self.duplicates += 1
            if self.thanks:
                answer += framed(f"A,{self.boot},{self.last}")
        return answer

    @property
    def codes(self) -> list[str]:
        """The codes of cards that passed, in order."""
        return [event[5] for event in self.events if event[0] == "C"]


def profile_named(name: str, **settings: str) -> Profile:
    """A shipped profile with some fields changed."""
    text = (resources.files("device.rules") / "profiles" / f"{name}.toml").read_text("utf-8")
    return with_settings(parse_profile(text, name), settings)


class MemoryTable:
    """The real rules of a table with a shoe and a host in one thread: no port, no record, no time of its own."""

    def __init__(
        self, profile: Profile, *, faults: dict[Fault, float] | None = None, log: Path | None = None, seed: int = 1
    ) -> None:
        self.profile = profile
        self.state: State = INITIAL
        self.health: Health = HEALTHY
        self.host = TinyHost()
        self.now_s = 0.0
        boots = iter(f"{number:08X}" for number in range(0xB0070001, 0xB007FFFF))
        cut_depth = profile.cut_depth if profile.has_cut_card else None
        self.shoe = SimShoe(
            board=Board(boot=next(boots)),
            log=PassageLog(log),
            faults=faults or {},
            seed=seed,
            decks=profile.decks,
            cut_depth=cut_depth,
            new_boot=lambda: next(boots),
        )
        self.placed: list[str] = []
        """Codes that reached the table, in order."""
        self.refusals: list[str] = []
        self.incidents: list[str] = []
        self.draws: list[Drawn] = []
        self.orders: list[dict[str, Any]] = []
        self.gatherings: list[str] = []
        self.unsigned: list[str] = []
        """Orders that the people named in them may not give."""
        self._heard = 0
        self._turn: TurningPoint | None = None
        self._turned_at_s = 0.0
        self._boot = self.shoe.board.boot
        self._shown = b""
        self._timer_from_s: float | None = None

    # what a dealer is given --------------------------------------------------------------------------------------

    def draw(self) -> Drawn | None:
        """The next card."""
        try:
            drawn = self.shoe.draw(self._ms())
        except PackError:
            return None
        self.draws.append(drawn)
        return drawn

    def fill(self) -> None:
        """The shoe anew."""
        self.shoe.fill(decks=self.shoe.filled.decks, cut_depth=self.shoe.cut_depth)

    def gather(self) -> None:
        """All cards, to be counted."""
        self.shoe.gather()
        self.gatherings.append(self.shoe.filled.seed)

    def order(self, order: dict[str, Any]) -> dict[str, Any]:
        """One order, answered."""
        self.orders.append(order)
        command, by, second = _command(order)
        act = act_of(command, self.state, self.profile)
        if act is not None:
            about_coup = is_about_a_coup(command, self.state)
            dealer = dealer_of_coup(command, self.state) if about_coup else None
            why = signing.signers_refused(
                act, by=_PEOPLE[by], second=None if second is None else _PEOPLE[second], dealer_of_coup=dealer
            )
            if why is not None:
                self.unsigned.append(f"{order}: {why.value}")
        refused = [event for event in self.step(command) if isinstance(event, OrderRefused)]
        if not refused:
            return {"ok": True}
        self.refusals.append(refused[0].why.value)
        return {"ok": False, "why": sentence(refused[0].why)}

    def wait_for_view(self, timeout_s: float) -> dict[str, Any] | None:
        """Deliver what the board says; a view when it changed, else the time is over."""
        self._pump()
        shown = self._feed()
        if shown == self._shown:
            self.now_s += max(timeout_s, 0.01)
            self._pump()
            shown = self._feed()
            if shown == self._shown:
                return None
        self._shown = shown
        return self.view()

    def monotonic_s(self) -> float:
        """The only clock there is."""
        return self.now_s

    def dealer(self, **more: Any) -> Dealer:
        """A dealer who comes to this table, and is shown it as it stands."""
        self._shown = b""
        return Dealer(
            draw=self.draw,
            fill=self.fill,
            gather=self.gather,
            order=self.order,
            wait_for_view=self.wait_for_view,
            monotonic_s=self.monotonic_s,
            **more,
        )

    # the table ---------------------------------------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """The staff's view as it goes over the feed."""
        view = msgspec.json.decode(self._feed())
        assert isinstance(view, dict)
        return view

    def _feed(self) -> bytes:
        return msgspec.json.encode(staff_view(self.state, self.health, self.profile))

    def step(self, command: AnyCommand) -> list[Any]:
        """One command decided and folded."""
        if isinstance(command, cmd.CardLeft | cmd.UnreadLeft | cmd.CutCardLeft) and self._turn is not None:
            command = msgspec.structs.replace(command, since_s=self.now_s - self._turned_at_s)
        events = decide(self.state, command, self.profile)
        for event in events:
            self.state = evolve(self.state, event)
            if event.KIND == "incident-raised":
                self.incidents.append(event.incident.value)  # type: ignore[attr-defined]
        wanted = timer(self.state, self.profile)
        if wanted is None:
            self._timer_from_s = None
        elif self._timer_from_s is None:
            self._timer_from_s = self.now_s
        turn = turning_point(self.state)
        if turn != self._turn:
            self._turn, self._turned_at_s = turn, self.now_s
        return list(events)

    def lose_reader(self) -> None:
        """Nobody shall deal."""
        self.health = Health(reader=PartHealth(ok=False, detail="unplugged"))

    def _ms(self) -> int:
        return round(self.now_s * 1000)

    def _pump(self) -> None:
        board = self.shoe.board
        board.tick(self._ms())
        answer = self.host.hear(board.take_output())
        if board.boot != self._boot:
            self._boot = board.boot
            self.step(cmd.BoardRestarted())
        for event in self.host.events[self._heard :]:
            self.step(self._passage(event))
        self._heard = len(self.host.events)
        wanted = timer(self.state, self.profile)
        if wanted is not None and self._timer_from_s is not None and self.now_s >= self._timer_from_s + wanted.delay_s:
            self.step(wanted.command)
        self.shoe.from_host(answer, self._ms())

    def _passage(self, event: tuple[str, ...]) -> AnyCommand:
        letter, boot, seq, *rest = event
        read = ReadIdentity(boot, int(seq))
        match letter:
            case "C" if rest[2] == "CUT":
                self.placed.append("CUT")
                return cmd.CutCardLeft(read=read)
            case "C":
                self.placed.append(rest[2])
                return cmd.CardLeft(read=read, card=Card.parse(rest[2]))
            case "N":
                self.placed.append("?")
                return cmd.UnreadLeft(read=read)
            case "D":
                codes = [*rest[1:], None, None][:2]
                self.placed += [code or "?" for code in codes]
                first, second = (Card.parse(code) if code else None for code in codes)
                return cmd.TwoLeft(read=read, cards=(first, second))
            case "P":
                return cmd.WentBack(read=read)
            case "X":
                return cmd.CardPushedIn(read=read)
            case "J" | "T" | "G":
                what = {"J": "jam", "T": "lid", "G": "gate-fault"}[letter]
                return cmd.ShoeTrouble(read=read, what=what, cleared=rest[-1] == "0")
            case _:
                return cmd.DiagnosticSeen(read=read, what=letter)


_PEOPLE = {
    "d14": Person(id=1, name="d14", roles=frozenset({Role.DEALER})),
    "sup1": Person(id=2, name="sup1", roles=frozenset({Role.SUPERVISOR})),
    "pit2": Person(id=3, name="pit2", roles=frozenset({Role.PIT})),
}


def _command(order: dict[str, Any]) -> tuple[AnyOrder, str, str | None]:
    """The order as the table's feed reads it, and who gives it."""
    by, second = order.get("by", "d14"), order.get("second")
    line = {key: value for key, value in order.items() if key not in ("by", "second")}
    asked = read_line(msgspec.json.encode({"id": "1", **line}))
    assert isinstance(asked, TableOrder)
    return asked.command(by, second), by, second
