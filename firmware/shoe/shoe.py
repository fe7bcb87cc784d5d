"""The shoe: gates, codes, memory, lamps and line in one, stepped by the main loop and never waiting for anything.

    pins ─▶ Beams ─▶ Gates ─┐                            ┌─▶ next_frame ─▶ the host
    reader ─▶ Codes ────────┼─▶ Outbox (64, numbered) ───┤
    lid, buttons ───────────┘                            └─▶ heartbeat, hello
    the host ─▶ Ear ─▶ acknowledged, lamps, self-test

Whoever runs it (main.py on a Pico, a test on a desk) gives the time with every step. Times on the line are
milliseconds since the start of this boot.
"""

from micropython import const

from shoe import ticks
from shoe.belonging import DELAY_MS, Belonging
from shoe.edges import A, B, Beams
from shoe.flags import flags_of
from shoe.flicker import Flicker
from shoe.frame import Ear, escape
from shoe.gates import CLEAR, NAMES, Gates, Happenings
from shoe.lamps import Lamps
from shoe.light import DONE, JUDGE, LightTest
from shoe.outbox import Outbox
from shoe.reader import Reader
from shoe.record import Record
from shoe.signs import Signs
from shoe.switch import Switch

_MOST_CODE_BYTES = const(33)
"""Two escaped codes of this length fit one frame."""


def _whose(rests: bool, delay_ms: int) -> Belonging:
    if rests:
        from shoe.codes import Codes

        return Codes()
    from shoe.passing import Passing

    return Passing(delay_ms)


class Shoe(Happenings):
    """One board from its start to its end; see the module. `boot` is drawn anew at every start.

    `rests`: the reader sees the next card at rest; else its codes come at most `delay_ms` after a card was seen.
    """

    def __init__(
        self,
        boot: str,
        uid: str,
        build: str,
        reader: Reader,
        lamps: Lamps,
        now_ms: int,
        now_us: int,
        dark: tuple[int, int],
        lid: bool,
        buttons: list[tuple[str, bool]],
        gates: Gates | None = None,
        rests: bool = True,
        delay_ms: int = DELAY_MS,
    ) -> None:
        dark_a, dark_b = dark
        self.boot = boot
        self.outbox = Outbox(boot)
        self.record = Record(self.outbox, now_ms)
        self.ear = Ear()
        self.lamps = lamps
        self.beams = Beams(dark_a, dark_b, now_us)
        self.gates = gates if gates is not None else Gates()
        self.gates.heard = self
        self.codes = _whose(rests, delay_ms)
        self.leave = False
        """The host asked for the prompt, to bring a new program."""
        self._reader = reader
        self._signs = Signs(boot, uid, build, now_ms)
        self._now_ms = now_ms
        self._now_us = now_us
        self._flicker = Flicker(self.beams.pair, now_ms)
        self._light = LightTest(now_ms)
        self._faulty = [False, False]
        self._lid = Switch("LID", lid)
        self._buttons = [Switch(name, on) for name, on in buttons]
        self.gates.begin(dark_a, dark_b, now_ms, now_us)
        if lid:
            self.record.event("T", now_ms, ",LID,1")

    # what the main loop calls ------------------------------------------------------------------------------------

    def step(self, now_ms: int, now_us: int, dark_a: int, dark_b: int) -> None:
        """Let time pass and look at the beams; edges come from `beams.log`, the pins only confirm them."""
        self._now_ms = now_ms
        self._now_us = now_us
        if self._light.running:
            self._try_gates(dark_a, dark_b)
        else:
            self._look(dark_a, dark_b)
        self._flicker.tick(now_ms)
        for gate in (A, B):
            if self._flicker.now[gate]:
                self._light.due = True  # when it has ended: does the gate see again?
                self._cannot_see(gate)
        self.gates.tick(now_ms)
        if self.record.is_full():
            self.codes.give_up()
        self._settled(self.codes.tick(self.gates.phase, now_ms))
        self._signs.tick(now_ms)
        self.lamps.step(now_ms, self._signs.alone)

    def switches(self, lid: bool, pressed: list[bool]) -> None:
        """How the lid switch and the buttons stand."""
        now_ms = self._now_ms
        if self._lid.look(lid, now_ms):
            self._forget()
            self.record.event("T", now_ms, ",LID,%d" % lid)
        for place in range(len(self._buttons)):
            button = self._buttons[place]
            if button.look(pressed[place], now_ms):
                self.record.event("K", now_ms, ",%s,%d" % (escape(button.name), button.on))

    def from_reader(self, byte: int) -> None:
        """A byte of the reader's."""
        code = self._reader.feed(byte, self._now_ms)
        if not code:
            return
        gates = self.gates
        if len(escape(code)) > _MOST_CODE_BYTES:
            if gates.phase == CLEAR:
                self._forget()  # whatever lies there now, it is not the card that was read before
            self.record.stray(self._now_ms)
        else:
            known = self.codes.read(code, gates.phase, gates.is_leaving(), gates.left_inner_ms, self._now_ms)
            self._settled(not known)

    def to_reader(self) -> bytes | None:
        """What to send to the reader now."""
        data = self._reader.poll(self._now_ms)
        gone = self._reader.gone
        if gone is not None:
            self._reader.gone = None
            if self.codes.gone(gone, self.gates.phase):
                self.record.stray(self._now_ms)
        return data

    def from_host(self, byte: int) -> None:
        """A byte of the host's."""
        body = self.ear.feed(byte)
        if body is not None:
            self._signs.host_spoke(self._now_ms)
            self._obey(body)

    def next_frame(self) -> bytes | None:
        """The frame to send next; call it when the one before is on its way as a whole."""
        outbox, signs = self.outbox, self._signs
        hello = signs.hello(outbox.last_seq, self._now_ms)
        if hello is not None:
            outbox.send_again()
            return hello
        if signs.beat_due:
            flags = flags_of(
                signs.alone, self._lid.on, self._faulty, outbox, self.gates, self._reader, self.lamps, self.ear
            )
            return signs.beat(self.record.uptime(self._now_ms), outbox.last_seq, flags)
        return outbox.due(self._now_ms)

    def at_rest(self) -> bool:
        """Whether no card is on its way: the moment for what takes time."""
        return self.gates.phase == CLEAR and self.beams.quiet()

    # what the gates found ----------------------------------------------------------------------------------------

    def card_begins(self, at_ms: int) -> None:
        """A card is at the inner beam: what is not yet known of the one before it can be no more."""
        self._settled(self.codes.begins(at_ms))

    def card_dealt(self, in_ms: int, out_ms: int, two: bool) -> None:
        """A card left, or two."""
        code, second = self.codes.dealt(self.gates.left_inner_ms, two)
        if two or second is not None:
            fields = ""
            for known in (code, second):
                if known is not None:
                    fields += "," + escape(known)
            self.record.event("D", out_ms, fields)
        elif self.codes.waits:
            self.record.hold(in_ms, out_ms)
        else:
            self.record.card(in_ms, out_ms, code)

    def card_went_back(self, at_ms: int, drawn: bool) -> None:
        """A card was touched, or drawn out and put back: its code stays."""
        self.codes.went_back(drawn)
        self._light.due = True  # an outer gate that does not see makes every card a touch
        if not self._flicker.now[A]:
            self.record.event("P", at_ms, ",back" if drawn else ",touch")

    def card_followed(self) -> None:
        self.codes.followed()

    def inner_passed(self, dark_ms: int, free_ms: int) -> None:
        if self.codes.inner_passed(dark_ms, free_ms):
            self.record.stray(self._now_ms)

    def card_pushed_in(self, at_ms: int) -> None:
        self._forget()
        self._light.due = True  # with an inner gate that does not see every card comes from outside
        if not self._flicker.now[B]:
            self.record.event("X", at_ms)

    def jam(self, gate: int, cleared: bool, at_ms: int) -> None:
        """A beam has been dark for over 3 s, or is free again."""
        self.record.event("j" if cleared else "J", at_ms, "," + NAMES[gate])

    def gate_fault(self, gate: int, at_ms: int) -> None:
        """A gate does not work; told once, until it works again."""
        if not self._faulty[gate]:
            self._faulty[gate] = True
            self.record.event("G", at_ms, "," + NAMES[gate])

    def light_lost(self, at_ms: int) -> None:
        """The light went out: nobody knows what left meanwhile."""
        for gate in (A, B):
            self._cannot_see(gate)

    # inside ------------------------------------------------------------------------------------------------------

    def _look(self, dark_a: int, dark_b: int) -> None:
        beams = self.beams
        if beams.log.overflowed:
            beams.log.clear()
            self.light_lost(self._now_ms)
        beams.look(dark_a, dark_b, self._now_us)
        gate = beams.take(self._now_us)
        while gate >= 0:
            beam = beams.pair[gate]
            ago_ms = ticks.since(self._now_us, beam.turned_at_us) // 1000
            self.gates.edge(gate, beam.dark, ticks.back(self._now_ms, ago_ms), beam.turned_at_us)
            gate = beams.take(self._now_us)
        self.lamps.beam_off = self._light.begins(self.at_rest(), self._now_ms)

    def _cannot_see(self, gate: int) -> None:
        """A card may have left unseen, so that another one lies at the mouth than the one that was read."""
        self._forget()
        self.gate_fault(gate, self._now_ms)

    def _try_gates(self, dark_a: int, dark_b: int) -> None:
        stage = self._light.step(self._now_ms)
        if stage == JUDGE:
            self.lamps.beam_off = False
            for gate in (A, B):
                if dark_a if gate == A else dark_b:
                    self._faulty[gate] = self._faulty[gate] and self._flicker.now[gate]
                else:
                    self._cannot_see(gate)
        elif stage == DONE:
            self.beams.log.clear()

    def _forget(self) -> None:
        self.codes.forget(self._now_ms)
        self._settled(False)

    def _settled(self, stray: bool) -> None:
        """Tell a card that was held back, if that has just ended, and (`stray`) a code that is no card's."""
        if self.record.holds and not self.codes.waits:
            self.record.settle(self.codes.settled)
        if stray:
            self.record.stray(self._now_ms)

    def _obey(self, body: str) -> None:
        fields = body.split(",")
        kind = fields[0]
        if kind == "?":
            self._signs.asked = True
        elif kind == "A" and len(fields) == 3 and fields[2].isdigit() and len(fields[2]) <= 5:
            self.outbox.acknowledge(fields[1], int(fields[2]))
        elif kind == "L" and len(fields) == 2:
            self.lamps.order(fields[1])
        elif kind == "S":
            self.lamps.test(self._now_ms)
            self._light.due = True
            for gate in (A, B):
                if self._faulty[gate]:
                    self.record.event("G", self._now_ms, "," + NAMES[gate])
                if self.gates.is_jammed(gate):
                    self.record.event("J", self._now_ms, "," + NAMES[gate])
        elif kind == "F" and len(fields) == 2 and fields[1] == self.boot:
            self.leave = not (self.outbox.kept or self.record.holds)
