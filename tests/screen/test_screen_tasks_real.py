"""Tasks done by touches on the panel's own pictures, at a real table process over its sockets, with real people."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from service.process_tools import Rig, write_quick_profile
from support.house import CHEAP, wait_until
from support.panel_hand import PanelHand

from device.screen.dealer.state import Answered, PanelEffect, PanelInput, PanelState, Say, Wire
from device.screen.dealer.targets import Begin, Choose, Go, Open, Page, Task, Type
from device.screen.view import StaffView, staff_view
from device.staff.pins import PinHasher
from device.staff.store import StaffStore
from device.table import events as ev
from device.table.events import Event
from device.table.vocabulary import Option

PEOPLE = ("d14", "d15", "sup1", "pit2")


class RealPanel(PanelHand):
    """A hand at a panel whose lines go to a table."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.wires = {wire: _connected(rig.folder / f"{wire.value}.sock") for wire in Wire}
        self.rest = dict.fromkeys(Wire, b"")
        self.replies: list[dict[str, Any]] = []
        self.newest: StaffView | None = None
        wait_until(lambda: self.hears() is not None, "the first view")
        first = self.hears()
        assert first is not None
        super().__init__(first, state=PanelState(recent=PEOPLE))

    def breaks(self) -> None:
        """The connection goes, and is made again."""
        self.close()
        self.cut_off()
        self.wires = {wire: _connected(self.rig.folder / f"{wire.value}.sock") for wire in Wire}
        self.rest = dict.fromkeys(Wire, b"")
        self.until(lambda view: view is not None, "a view")

    def close(self) -> None:
        """Hang up."""
        for wire in self.wires.values():
            wire.close()

    def happens(self, input: PanelInput) -> tuple[PanelEffect, ...]:
        followed = super().happens(input)
        for effect in followed:
            if isinstance(effect, Say):
                self.wires[effect.wire].sendall(json.dumps(effect.line).encode() + b"\n")
        return followed

    def hears(self) -> StaffView | None:
        """Take in what has come: replies, and the newest view."""
        for wire, connection in self.wires.items():
            try:
                self.rest[wire] += connection.recv(1 << 20)
            except BlockingIOError:
                continue
            *lines, self.rest[wire] = self.rest[wire].split(b"\n")
            for line in lines:
                said = json.loads(line)
                if "view" in said:
                    self.newest = staff_view(said)
                else:
                    self.replies.append(said)
        return self.newest

    def settles(self) -> None:
        """Until nothing is waited for; what the table said is taken in."""

        def done() -> bool:
            self.hears()
            for said in self.replies:
                fields = tuple((key, value) for key, value in said.items() if key not in ("reply", "ok"))
                self.happens(
                    Answered(
                        id=said["reply"],
                        ok=said["ok"],
                        why=said.get("why", ""),
                        refusal=said.get("refusal", ""),
                        fields=fields,
                    )
                )
            self.replies.clear()
            if self.newest is not None and self.newest != self.view:
                self.sees(self.newest)
            errand = self.state.errand
            return not self.state.pressed and (errand is None or errand.waits_for is None)

        wait_until(done, "an answer of the table")

    def until(self, true: Any, what: str) -> None:
        """Until a view of which this holds was taken in."""

        def seen() -> bool:
            self.settles()
            return self.view is not None and bool(true(self.view))

        wait_until(seen, what)

    def let_in(self, name: str) -> None:
        self.settles()
        assert any(one.name == name for one in self.state.people), self.state

    def signs(self, name: str, pin: str = "") -> None:
        super().signs(name, pin or self.rig.pins[name])

    def done(self, key: str) -> None:
        """The task is over, with this word."""
        self.settles()
        assert self.state.errand is None, self.state.errand
        assert self.state.note.key == key, self.state.note

    def menu(self, task: Task) -> None:
        """Through the menu, touch by touch."""
        assert self.state.page is Page.HOME
        self.touch(Open(page=Page.MENU))
        self.touch(Begin(task=task))
        self.settles()


def _connected(path: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(str(path))
    connection.settimeout(0)
    return connection


def table_of(folder: Path, name: str, **rules: str) -> Iterator[Rig]:
    """A table process of a house whose rules are quick ones but for these."""
    rig = Rig(folder, profile=f"{name}.toml")
    file = folder / f"{name}.toml"
    write_quick_profile(file)
    lines = [line for line in file.read_text().splitlines() if line.split(" ")[0] not in (*rules, "name")]
    file.write_text(
        "\n".join([f'name = "{name}"', *lines, *(f"{key} = {value}" for key, value in rules.items())]) + "\n"
    )
    try:
        rig.open()
        rig.plug()
        yield rig
        rig.end()
        log = (folder / "table.log").read_text()
        assert not [pin for pin in rig.pins.values() if pin in log]
    finally:
        rig.clean_up()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """A table with a single deck, so that a second nine of clubs cannot be."""
    yield from table_of(tmp_path_factory.mktemp("panel"), "one-deck", decks="1")


@pytest.fixture(scope="module")
def pressed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """A table where the next hand is asked for, so that a card after a result is drawn in error."""
    yield from table_of(tmp_path_factory.mktemp("pressed"), "pressed", next='"button"')


@pytest.fixture
def panel(table: Rig) -> Iterator[RealPanel]:
    """The panel of a table with a new shoe."""
    table.new_shoe()
    panel = RealPanel(table)
    panel.until(lambda view: view.phase == "betting", "open bets")
    yield panel
    panel.close()
    table.eyes.order({"order": "void", "reason": "the test is over", "by": "sup1", "second": "pit2"})


@pytest.fixture
def strict(pressed: Rig) -> Iterator[RealPanel]:
    """The panel of the table where the next hand is asked for; a coup is over."""
    pressed.new_shoe()
    panel = RealPanel(pressed)
    panel.until(lambda view: view.phase == "betting", "open bets")
    deal(panel, "9C\r8D\rTC\rTD\r")
    yield panel
    panel.close()
    pressed.eyes.order({"order": "void", "reason": "the test is over", "by": "sup1", "second": "pit2"})


def since(rig: Rig, before: int, kind: type[Event]) -> list[Event]:
    return [event for event in rig.events()[before:] if isinstance(event, kind)]


def deal(panel: RealPanel, cards: str) -> None:
    """These cards leave the shoe, which makes a coup."""
    coups = len(panel.view.coups) if panel.view is not None else 0
    panel.rig.send(cards.encode())
    panel.until(lambda view: len(view.coups) > coups, "a coup")


def test_a_dealer_goes_on_and_a_second_dealer_too(panel: RealPanel) -> None:
    before = len(panel.rig.events())
    for name in ("d14", "d15"):
        panel.menu(Task.DEALER)
        if Choose(value="yes") in panel.actions:
            panel.choose("yes")
        panel.signs(name)
        panel.done("done.dealer")
    changed = since(panel.rig, before, ev.DealerChanged)
    assert [one.dealer for one in changed if isinstance(one, ev.DealerChanged)] == ["d14", "d15"]
    panel.menu(Task.DEALER)
    panel.choose("no")
    panel.done("done.dealer")
    assert panel.rig.sees(lambda view: view["dealer"] is None, "nobody deals")


def test_a_coup_is_voided_by_two_people_with_a_reason(panel: RealPanel) -> None:
    deal(panel, "9C\r8D\rTC\rTD\r")
    before = len(panel.rig.events())
    panel.menu(Task.VOID)
    panel.choose("Wrong hand paid")
    panel.signs("sup1")
    panel.signs("pit2")
    panel.hold()
    panel.done("done.void")
    (voided,) = since(panel.rig, before, ev.CoupVoided)
    assert isinstance(voided, ev.CoupVoided)
    assert (voided.coup, voided.by, voided.second, voided.reason) == (1, "sup1", "pit2", "Wrong hand paid")
    assert len(since(panel.rig, before, ev.CoupVoided)) == 1


def test_two_dealers_cannot_void_and_are_told_why(panel: RealPanel) -> None:
    deal(panel, "9C\r8D\rTC\rTD\r")
    panel.menu(Task.VOID)
    panel.choose("Dispute")
    panel.signs("d15")
    panel.signs("pit2")
    panel.hold()
    panel.settles()
    assert panel.state.errand is not None
    assert panel.state.errand.trouble.key == "refusal.supervisor-missing"


def test_a_hand_is_put_right_on_the_pad(panel: RealPanel) -> None:
    deal(panel, "9C\r8D\rTC\rTD\r")
    before = len(panel.rig.events())
    panel.menu(Task.CORRECT)
    panel.choose("3")
    panel.types("9d")
    panel.touch(Go.ACCEPT)
    panel.choose("Card misread")
    panel.signs("sup1")
    panel.signs("pit2")
    panel.hold()
    panel.done("done.correct")
    (corrected,) = since(panel.rig, before, ev.CoupCorrected)
    assert isinstance(corrected, ev.CoupCorrected)
    assert [card.value for card in corrected.banker] == ["9d", "Td"]


def test_a_card_that_cannot_be_is_named_by_eye_and_again_when_it_cannot_be_either(panel: RealPanel) -> None:
    panel.rig.send(b"9C\r8D\r9C\r")
    panel.until(lambda view: view.held, "an impossible card")
    panel.touch(Begin(task=Task.ENTER))  # on the first page, among what may be decided
    panel.types("8d")
    panel.touch(Go.ACCEPT)
    panel.signs("sup1")
    panel.settles()
    if panel.state.errand is None:  # taken, and impossible again: the table asks anew
        panel.until(lambda view: view.held, "the next question")
        panel.touch(Begin(task=Task.ENTER))
    panel.types("Ts")
    panel.touch(Go.ACCEPT)
    panel.done("done.enter")
    panel.until(lambda view: not view.held, "the table to go on")
    assert panel.view is not None
    assert [card.value for card in panel.view.player if card is not None] == ["9c", "Ts"]


def test_a_paused_table_is_resumed(panel: RealPanel) -> None:
    before = len(panel.rig.events())
    panel.menu(Task.PAUSE)
    panel.signs("d14")
    panel.touch(Go.ACCEPT)
    panel.done("done.pause")
    panel.until(lambda view: view.held, "the pause")
    panel.touch(Begin(task=Task.RESOLVE, given=(("option", "resume"),)))
    panel.signs("sup1")
    panel.touch(Go.ACCEPT)
    panel.done("done.resolve")
    (resolved,) = since(panel.rig, before, ev.IncidentResolved)
    assert isinstance(resolved, ev.IncidentResolved)
    assert (resolved.option, resolved.by) == (Option.RESUME, "sup1")


def test_a_free_hand_takes_two_touches_of_a_supervisor_who_is_signed_in(panel: RealPanel) -> None:
    panel.begin(Task.SIGN_IN)
    panel.signs("sup1")
    panel.touch(Open(page=Page.MENU))
    panel.touch(Begin(task=Task.FREE))
    panel.done("done.free")
    panel.rig.sees(lambda view: view["free_next"] or view["kind"] == "free" or view["phase"] == "dealing", "no bets")


def test_a_wrong_pin_is_told_and_the_right_one_lets_in(panel: RealPanel) -> None:
    panel.begin(Task.SIGN_IN)
    panel.choose("sup1")
    panel.types("97531864")
    panel.touch(Go.ACCEPT)
    panel.settles()
    assert panel.state.errand is not None
    assert panel.state.errand.trouble.key == "entry.wrong"
    panel.types(panel.rig.pins["sup1"])
    panel.touch(Go.ACCEPT)
    panel.let_in("sup1")


def test_a_one_time_pin_is_changed_at_the_panel(panel: RealPanel) -> None:
    rig = panel.rig
    _, one_time = StaffStore(rig.folder / "staff.sqlite3", hasher=PinHasher(CHEAP)).reset("pit2")
    panel.begin(Task.SIGN_IN)
    panel.choose("pit2")
    for typed in (one_time, one_time, "86427531", "86427531"):
        panel.types(typed)
        panel.touch(Go.ACCEPT)
        panel.settles()
    rig.pins["pit2"] = "86427531"
    panel.types("86427531")
    panel.touch(Go.ACCEPT)
    panel.let_in("pit2")
    assert ev.PinChanged(name="pit2") in rig.events()


def test_a_shoe_is_ended_by_a_press_that_lasts(panel: RealPanel) -> None:
    panel.menu(Task.END_SHOE)
    panel.signs("sup1")
    panel.hold()
    panel.done("done.end-shoe")
    panel.until(lambda view: view.phase in ("closed", "shoe-over"), "the end of the shoe")
    panel.menu(Task.SHOE)
    panel.touch(Go.ACCEPT)
    panel.done("done.shoe")
    assert Type(text="1") not in panel.actions


def test_a_card_drawn_in_error_is_decided_on_the_first_page(strict: RealPanel) -> None:
    before = len(strict.rig.events())
    strict.rig.send(b"2C\r")
    strict.until(lambda view: view.held, "a card drawn in error")
    strict.touch(Begin(task=Task.RESOLVE, given=(("option", "next"),)))
    strict.choose("no")
    strict.signs("sup1")
    strict.touch(Go.ACCEPT)
    strict.done("done.resolve")
    (resolved,) = since(strict.rig, before, ev.IncidentResolved)
    assert isinstance(resolved, ev.IncidentResolved)
    assert (resolved.option, resolved.by, resolved.exposed) == (Option.NEXT, "sup1", False)


def test_a_card_drawn_in_error_that_was_seen_voids_with_two_people(strict: RealPanel) -> None:
    before = len(strict.rig.events())
    strict.rig.send(b"2C\r")
    strict.until(lambda view: view.held, "a card drawn in error")
    strict.touch(Begin(task=Task.RESOLVE, given=(("option", "void"),)))
    strict.choose("yes")
    strict.choose("Card exposed")
    strict.signs("sup1")
    strict.signs("pit2")
    strict.hold()
    strict.done("done.resolve")
    (voided,) = since(strict.rig, before, ev.CoupVoided)
    assert isinstance(voided, ev.CoupVoided)
    assert (voided.by, voided.second, voided.reason) == ("sup1", "pit2", "Card exposed")


def test_a_connection_that_broke_before_the_press_is_made_again_and_the_void_is_done_once(strict: RealPanel) -> None:
    before = len(strict.rig.events())
    strict.menu(Task.VOID)
    strict.choose("Dispute")
    strict.signs("sup1")
    strict.signs("pit2")
    strict.breaks()
    assert not strict.state.people, "a session ends with its connection"
    strict.signs("sup1")
    strict.signs("pit2")
    strict.hold()
    strict.done("done.void")
    assert len(since(strict.rig, before, ev.CoupVoided)) == 1
