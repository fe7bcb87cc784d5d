"""Enrolling against a model: whatever is laid down, taken back, skipped or typed, the registry holds what was told."""

import contextlib
import sqlite3

import pytest
from cards.memory_packs import AT, MemoryPacks
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from device.cards.errors import RegistryFileError
from device.cards.pack import NewPack, PackKind, PackState
from device.cards.registry import registry_file
from device.cards.registry.registry import Registry
from device.cards.station.enrolling import Enrolling
from device.cards.station.orders import ORDERS, OrderError, order_of, read_order
from device.cards.station.showings import CardShown, SeenOnce, TwoTogether
from device.cards.station.station_steps import Step, StepKind
from device.rules.card import Card

FACTORY = order_of("new-deck")


def tag(number: int) -> str:
    return f"{number:010X}"


def begin(packs: MemoryPacks, *, new: int = 1, ids: tuple[str, ...] = (), asks: bool = False) -> Enrolling:
    return Enrolling(packs, ids, FACTORY, by="ana", now_at=lambda: AT, new=new, asks=asks)


def lay(task: Enrolling, *numbers: int) -> list[Step]:
    return [step for number in numbers for step in task.show(CardShown(code=tag(number)))]


def kinds(steps: list[Step] | tuple[Step, ...]) -> list[StepKind]:
    return [step.kind for step in steps]


def other_pack(packs: MemoryPacks, state: PackState, code: str) -> str:
    codes = {code: Card.ACE_OF_CLUBS} | {
        f"F{number:09X}": card for number, card in enumerate(Card) if card is not Card.ACE_OF_CLUBS
    }
    return packs.add(NewPack(kind=PackKind.TAGS, state=state, codes=codes), by="ana", at=AT).id


def test_a_new_deck_in_the_order_of_its_maker() -> None:
    packs = MemoryPacks()
    task = begin(packs)
    assert (task.due, task.count, task.pack) == (Card.ACE_OF_SPADES, (0, 52), "")
    steps = lay(task, *range(52))
    assert [step.card for step in steps] == list(FACTORY)
    assert task.complete and task.due is None
    (done,) = task.finish()
    assert (done.state, done.cards, done.missing) == (PackState.ENROLLED, 52, ())
    assert packs.codes_of(done.id) == {tag(number): card for number, card in enumerate(FACTORY)}


def test_a_pack_comes_into_the_registry_with_its_first_card() -> None:
    packs = MemoryPacks()
    task = begin(packs, new=8)
    assert packs.packs() == ()
    lay(task, 0)
    assert [(pack.cards, pack.state) for pack in packs.packs()] == [(1, PackState.PRINTED)]


def test_what_was_broken_off_is_gone_on_with() -> None:
    packs = MemoryPacks()
    lay(begin(packs), *range(17))
    (begun,) = packs.packs()
    task = begin(packs, new=0, ids=(begun.id,))
    assert (task.due, task.count) == (FACTORY[17], (17, 52))
    assert kinds(lay(task, 3)) == [StepKind.AGAIN]
    lay(task, *range(17, 52))
    assert task.finish()[0].state is PackState.ENROLLED


def test_undo_goes_back_across_the_end_of_a_pack() -> None:
    packs = MemoryPacks()
    task = begin(packs, new=2)
    lay(task, *range(53))
    first, second = packs.packs()
    steps = task.say("u 3")
    assert kinds(steps) == [StepKind.TAKEN_BACK] * 3
    assert [(step.card, step.pack) for step in steps] == [
        (FACTORY[0], second.id), (FACTORY[51], first.id), (FACTORY[50], first.id)
    ]  # fmt: skip
    assert (task.due, task.pack) == (FACTORY[50], first.id)
    lay(task, *range(50, 104))
    assert [done.state for done in task.finish()] == [PackState.ENROLLED] * 2
    assert packs.codes_of(second.id) == {tag(52 + number): card for number, card in enumerate(FACTORY)}


def test_nothing_to_take_back_is_said() -> None:
    task = begin(MemoryPacks())
    assert kinds(task.say("u")) == [StepKind.NO_UNDO]
    assert kinds(task.say("u 0")) == [StepKind.NO_UNDO]


def test_a_tag_read_again_does_no_harm() -> None:
    packs = MemoryPacks()
    task = begin(packs)
    steps = lay(task, 1, 2, 1)
    assert kinds(steps) == [StepKind.TAKEN, StepKind.TAKEN, StepKind.AGAIN]
    assert steps[-1].card is FACTORY[0]
    assert task.read_again == {tag(1): FACTORY[0]}
    assert task.count == (2, 52)


@pytest.mark.parametrize(
    ("state", "kind"), [(PackState.ENROLLED, StepKind.OTHER_PACK), (PackState.RETIRED, StepKind.RETIRED)]
)
def test_a_tag_of_another_pack_is_named_and_not_taken(state: PackState, kind: StepKind) -> None:
    packs = MemoryPacks()
    other = other_pack(packs, state, tag(7))
    task = begin(packs)
    (step,) = lay(task, 7)
    assert (step.kind, step.pack, step.state, step.bell) == (kind, other, state, True)
    assert task.count == (0, 52)


@pytest.mark.parametrize("code", ["9H", "10D", "7QX4-K3-1A2B", "AB", "X" * 65])
def test_what_is_printed_is_no_tag(code: str) -> None:
    task = begin(MemoryPacks())
    assert kinds(task.show(CardShown(code=code))) == [StepKind.NOT_A_TAG]


def test_the_cut_card_is_no_card_of_the_pack() -> None:
    assert kinds(begin(MemoryPacks()).show(CardShown(code="CUT"))) == [StepKind.CUT_LABEL]


def test_two_tags_at_once_are_neither() -> None:
    packs = MemoryPacks()
    task = begin(packs)
    lay(task, 1, 2, 3)
    steps = task.show(TwoTogether(codes=(tag(2), tag(3)), take_back=(tag(2), tag(3))))
    assert kinds(steps) == [StepKind.TOGETHER, StepKind.TAKEN_BACK, StepKind.TAKEN_BACK]
    assert packs.find(tag(2)) is None
    assert packs.find(tag(3)) is None
    assert task.due is FACTORY[1]


def test_after_a_single_read_no_other_card_counts_until_it_is_known_what_it_was() -> None:
    task = begin(MemoryPacks())
    assert kinds(task.show(SeenOnce(code=tag(1)))) == [StepKind.READ_ONCE]
    assert kinds(lay(task, 2)) == [StepKind.READ_ONCE_FIRST]
    assert kinds(lay(task, 1, 2)) == [StepKind.TAKEN, StepKind.TAKEN]


def test_a_person_says_that_a_single_read_was_none() -> None:
    task = begin(MemoryPacks())
    task.show(SeenOnce(code=tag(1)))
    assert kinds(task.say("")) == [StepKind.NOTHING_READ]
    assert kinds(lay(task, 2)) == [StepKind.TAKEN]


def test_a_single_read_of_a_card_that_is_done_is_no_doubt() -> None:
    task = begin(MemoryPacks())
    lay(task, 1)
    assert task.show(SeenOnce(code=tag(1))) == ()
    assert kinds(lay(task, 2)) == [StepKind.TAKEN]


def test_a_skipped_card_comes_at_the_end_of_its_pack_and_then_at_the_end_of_all() -> None:
    packs = MemoryPacks()
    task = begin(packs, new=2)
    assert kinds(task.say("s")) == [StepKind.SKIPPED]
    assert task.due is FACTORY[1]
    lay(task, *range(51))
    assert task.due is FACTORY[0]
    task.say("s")
    assert task.due is FACTORY[0], "of the second pack"
    lay(task, *range(51, 103))
    assert task.due is FACTORY[0]
    first, second = task.finish()
    assert (first.state, first.missing) == (PackState.PRINTED, (FACTORY[0],))
    assert second.state is PackState.ENROLLED


def test_a_named_card_is_the_next_and_then_the_order_goes_on() -> None:
    task = begin(MemoryPacks())
    assert kinds(task.say("10h")) == [StepKind.CHOSEN]
    steps = lay(task, 1, 2)
    assert [step.card for step in steps] == [Card.TEN_OF_HEARTS, FACTORY[0]]
    assert kinds(task.say("Th")) == [StepKind.HAS_ONE]
    assert kinds(task.say("what")) == [StepKind.NOT_UNDERSTOOD]


def test_without_an_order_nothing_is_taken_that_was_not_named() -> None:
    task = begin(MemoryPacks(), asks=True)
    assert kinds(lay(task, 1)) == [StepKind.NOT_DUE]
    task.say("5s")
    assert task.due is Card.FIVE_OF_SPADES
    assert lay(task, 1)[0].card is Card.FIVE_OF_SPADES
    assert task.due is None


def test_a_registry_that_takes_nothing_loses_nothing() -> None:
    packs = MemoryPacks()
    task = begin(packs)
    lay(task, 1)
    packs.trouble = RegistryFileError("packs.sqlite3: the disk is full: make room")
    steps = lay(task, 2) + list(task.say("u"))
    assert kinds(steps) == [StepKind.NOT_KEPT, StepKind.NOT_KEPT]
    assert "disk is full" in steps[0].why
    assert (task.count, task.due) == ((1, 52), FACTORY[1])
    packs.trouble = None
    assert kinds(lay(task, 2)) == [StepKind.TAKEN]


@pytest.mark.parametrize("name", ORDERS)
def test_every_order_has_each_card_once(name: str) -> None:
    assert sorted(order_of(name), key=lambda card: card.index) == list(Card)
    assert order_of(name, backwards=True) == order_of(name)[::-1]


def test_the_usual_new_deck() -> None:
    names = " ".join(map(str, FACTORY))
    assert names.startswith("As 2s 3s")
    assert "Ks Ad" in names
    assert "Kd Kc Qc" in names
    assert names.endswith("3h 2h Ah")
    assert "2c Ac Kh" in names


def test_an_order_of_ones_own() -> None:
    text = "# a deck from Murcia\njoker " + " ".join(map(str, FACTORY[:30])) + "\n" + "".join(map(str, FACTORY[30:]))
    assert read_order(text) == FACTORY
    with pytest.raises(OrderError, match="line 2: As stands in the order twice"):
        read_order("As\n2s As")
    with pytest.raises(OrderError, match="1 of 52 cards; missing: Ac 2c"):
        read_order("As")
    with pytest.raises(OrderError, match="line 1"):
        read_order("1s")


class EnrollingModel(RuleBasedStateMachine):
    """Two packs of a short order would not do: the whole of them, but steps that come far."""

    def __init__(self) -> None:
        super().__init__()
        self.packs = MemoryPacks()
        self.other = other_pack(self.packs, PackState.ENROLLED, tag(999))
        self.task = begin(self.packs, new=2)
        self.stack: list[tuple[Card, int]] = []
        self.next_tag = 1

    @rule(many=st.integers(1, 40))
    def lay_new_cards(self, many: int) -> None:
        for _ in range(many):
            due = self.task.due
            steps = lay(self.task, self.next_tag)
            if due is None:
                assert kinds(steps) == [StepKind.NOT_DUE]
                return
            assert [(step.kind, step.card) for step in steps] == [(StepKind.TAKEN, due)]
            self.stack.append((due, self.next_tag))
            self.next_tag += 1

    @rule()
    def lay_a_foreign_card(self) -> None:
        assert kinds(lay(self.task, 999)) == [StepKind.OTHER_PACK]

    @precondition(lambda self: self.stack)
    @rule(data=st.data())
    def lay_one_again(self, data: st.DataObject) -> None:
        card, number = data.draw(st.sampled_from(self.stack))
        (step,) = lay(self.task, number)
        assert (step.kind, step.card) == (StepKind.AGAIN, card)

    @rule(many=st.integers(1, 30))
    def take_back(self, many: int) -> None:
        steps = self.task.say(f"u {many}")
        if not self.stack:
            assert kinds(steps) == [StepKind.NO_UNDO]
            return
        gone = self.stack[-many:][::-1]
        del self.stack[-many:]
        assert [(step.kind, step.card) for step in steps] == [(StepKind.TAKEN_BACK, card) for card, _ in gone]

    @rule()
    def skip(self) -> None:
        due = self.task.due
        (step,) = self.task.say("s")
        assert step.kind is (StepKind.NOT_DUE if due is None else StepKind.SKIPPED)

    @rule(card=st.sampled_from(Card))
    def name_a_card(self, card: Card) -> None:
        (step,) = self.task.say(str(card))
        has = [one for one, _ in self.stack].count(card)
        assert step.kind is (StepKind.HAS_ONE if has == 2 else StepKind.CHOSEN)
        if has < 2:
            assert self.task.due is card

    @invariant()
    def the_registry_holds_what_was_told(self) -> None:
        held = {code: card for pack in self.packs.packs() if pack.id != self.other
                for code, card in self.packs.codes_of(pack.id).items()}  # fmt: skip
        assert held == {tag(number): card for card, number in self.stack}
        assert self.task.count == (len(self.stack), 104)

    def teardown(self) -> None:
        for done in self.task.finish():
            whole = len(self.packs.codes_of(done.id)) == 52
            assert (done.state is PackState.ENROLLED) is whole
            assert len(done.missing) == 52 - done.cards == 52 - len(self.packs.codes_of(done.id))


TestEnrollingModel = EnrollingModel.TestCase
TestEnrollingModel.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)


def test_a_registry_that_another_program_holds_is_said_and_the_card_laid_again_counts(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry_file, "BUSY_S", 0.01)
    task = Enrolling(registry, (), FACTORY, by="ana", now_at=lambda: AT, new=1)
    lay(task, 1)
    with contextlib.closing(sqlite3.connect(registry.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        (step,) = lay(task, 2)
        assert step.kind is StepKind.NOT_KEPT
        assert str(registry.path) in step.why
        assert task.count == (1, 52)
    assert [(step.kind, step.card) for step in lay(task, 2)] == [(StepKind.TAKEN, FACTORY[1])]
    assert kinds(task.say("u 2")) == [StepKind.TAKEN_BACK] * 2
    assert [pack.cards for pack in registry.packs()] == [0]
