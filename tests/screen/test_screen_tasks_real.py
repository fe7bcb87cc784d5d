"""Tasks done by touches on the panel's own pictures, at a real table process over its sockets, with real people."""

from collections.abc import Iterator

import pytest
from service.process_tools import Rig
from support.house import CHEAP
from support.real_panel import RealPanel, table_of

from device.screen.dealer.targets import Begin, Choose, Go, Open, Page, Task, Type
from device.staff.pins import PinHasher
from device.staff.store import StaffStore
from device.table import events as ev
from device.table.events import Event
from device.table.vocabulary import Option


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
