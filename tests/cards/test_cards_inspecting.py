"""The inspection counts every card by class, and nothing of it holds the order in which they passed."""

import random
from pathlib import Path

import pytest
from cards.memory_packs import AT, MemoryPacks
from hypothesis import given, settings
from hypothesis import strategies as st

from device.cards.errors import RegistryFileError, SecretError
from device.cards.keys.receipt_key import ReceiptKey
from device.cards.pack import Known, NewPack, PackKind, PackState
from device.cards.station.checking import Checking
from device.cards.station.confirming import Confirming
from device.cards.station.inspecting import Inspecting
from device.cards.station.orders import order_of
from device.cards.station.receipt import Content, ReceiptError, Signer, content_of, read_receipt, write_receipt
from device.cards.station.showings import CardShown, SeenOnce, TwoTogether
from device.cards.station.station_steps import Desk, Step, StepKind
from device.readers.marks import CardMarks
from device.rules.card import Card

CLASSES = CardMarks()


def code(pack: int, card: Card) -> str:
    return f"{pack:04X}{card.index:06X}"


def packs_of(many: int, *, state: PackState = PackState.OPENED, kind: PackKind = PackKind.TAGS) -> MemoryPacks:
    packs = MemoryPacks()
    for pack in range(many):
        codes = {code(pack, card): card for card in Card}
        packs.add(NewPack(kind=kind, state=state, codes=codes, id=f"P{pack:03}"), by="ana", at=AT)
    return packs


def begin(packs: MemoryPacks | None, decks: int, *, classes: bool = False, ids: tuple[str, ...] = ()) -> Inspecting:
    find = packs.find if packs is not None else None
    return Inspecting(decks, find=find, class_of=CLASSES.look_up, classes=classes, ids=ids)


def lay(task: Desk, *codes: str) -> list[Step]:
    return [step for one in codes for step in task.show(CardShown(code=one))]


def kinds(steps: list[Step]) -> list[StepKind]:
    return [step.kind for step in steps]


def shuffled(seed: int, packs: int) -> list[str]:
    codes = [code(pack, card) for pack in range(packs) for card in Card]
    random.Random(seed).shuffle(codes)
    return codes


def receipt_of(task: Inspecting, **more: object) -> Content:
    fixed = {
        "number": "0A1B2C3D",
        "kind": "opening",
        "station": "BAC 1",
        "began_at": AT,
        "ended_at": AT,
        "dealer": Signer(name="Ana", signed=True),
        "supervisor": Signer(name="Luis", signed=True),
        "software": "zapato 0.1.0",
    }
    return content_of(task.result(), **(fixed | more))  # type: ignore[arg-type]


def test_eight_whole_packs_are_complete() -> None:
    task = begin(packs_of(8), 8)
    assert set(kinds(lay(task, *shuffled(1, 8)))) == {StepKind.COUNTED}
    found = task.result()
    assert found.complete
    assert found.counted == 416
    assert set(found.counts.values()) == {8}
    assert [(one.id, one.counted) for one in found.packs] == [(f"P{pack:03}", 52) for pack in range(8)]


def test_cards_with_codes_of_rank_and_suit_are_counted_by_class() -> None:
    task = begin(None, 2, classes=True)
    lay(task, *[str(card) for card in Card if card is not Card.FIVE_OF_SPADES] * 2, "5s", "9H", "CUT")
    found = task.result()
    assert (found.missing, found.surplus) == ({Card.FIVE_OF_SPADES: 1}, {Card.NINE_OF_HEARTS: 1})
    assert found.counted == 104
    assert not found.complete


def test_what_is_missing_surplus_and_foreign_is_named() -> None:
    packs = packs_of(3)
    packs.move(("P002",), PackState.RETIRED, by="ana", at=AT)
    task = begin(packs, 2, ids=("P000", "P001"))
    steps = lay(task, *[one for one in shuffled(1, 2) if one != code(1, Card.ACE_OF_CLUBS)])
    steps += lay(task, code(2, Card.ACE_OF_CLUBS), "FFFFFFFFFF", "9H", code(0, Card.ACE_OF_CLUBS))
    assert kinds(steps)[-4:] == [StepKind.RETIRED, StepKind.UNKNOWN, StepKind.NOT_ACCEPTED, StepKind.AGAIN]
    found = task.result()
    assert found.missing == {Card.ACE_OF_CLUBS: 1}
    assert found.foreign == {"class-code": 1, "retired P002": 1, "unknown": 1}
    assert found.again == 1
    assert {one.id: one.missing for one in found.packs} == {"P000": (), "P001": (Card.ACE_OF_CLUBS,)}
    assert not found.complete


def test_a_card_of_another_pack_does_not_make_up_for_a_missing_one() -> None:
    packs = packs_of(2)
    task = begin(packs, 1)
    lay(task, *[code(0, card) for card in Card if card is not Card.TEN_OF_CLUBS], code(1, Card.TEN_OF_CLUBS))
    found = task.result()
    assert set(found.counts.values()) == {1}, "class by class it is right"
    assert not found.complete, "and still two packs were mixed"


def test_no_step_names_a_card_and_nothing_can_be_taken_back() -> None:
    packs = packs_of(1)
    task = begin(packs, 1)
    steps = lay(task, *shuffled(3, 1), code(0, Card.ACE_OF_CLUBS), "FFFFFFFFFF", "CUT")
    steps += [*task.show(TwoTogether(codes=("A", "B"))), *task.show(SeenOnce(code="A")), *task.passed_unread()]
    assert not [step for step in steps if step.card is not None or step.other is not None]
    assert kinds(list(task.say("u"))) == [StepKind.NOT_UNDERSTOOD]


def test_the_count_can_be_begun_anew() -> None:
    task = begin(packs_of(1), 1)
    lay(task, *shuffled(3, 1)[:30], "FFFFFFFFFF")
    assert task.say("again") == ()
    lay(task, *shuffled(4, 1))
    assert task.result().complete


def test_a_card_that_passed_gates_unread_is_not_forgotten() -> None:
    task = begin(packs_of(1), 1)
    lay(task, *shuffled(3, 1))
    task.passed_unread()
    assert not task.result().complete


def test_a_registry_that_cannot_be_asked_counts_nothing_and_the_card_can_come_again() -> None:
    packs = packs_of(1)
    broken = [True]

    def find(one: str) -> Known | None:
        if broken[0]:
            raise RegistryFileError("packs.sqlite3: locked by another program")
        return packs.find(one)

    task = Inspecting(1, find=find, class_of=CLASSES.look_up, classes=False)
    codes = shuffled(3, 1)
    assert kinds(lay(task, codes[0])) == [StepKind.NOT_KEPT]
    broken[0] = False
    lay(task, *codes)
    assert task.result().complete


@settings(max_examples=10)
@given(first=st.integers(), second=st.integers())
def test_two_orders_leave_the_same_behind(first: int, second: int) -> None:
    left = []
    for seed in (first, second):
        task = begin(packs_of(1), 1)
        steps = lay(task, *shuffled(seed, 1))
        pile = task._pile
        # As they lie in memory, one after another: which class came first must not be seen there either.
        kept = list(pile.counts.items()), list(pile.by_pack["P000"].items()), sorted(pile.seen)
        left.append((steps, kept, task.result()))
    assert left[0] == left[1]


def test_two_orders_make_the_same_receipt_to_the_byte(folder: Path) -> None:
    key = ReceiptKey(folder / "packs.sqlite3.receipts.key")
    key.ensure()
    written = []
    for seed in (1, 2):
        task = begin(packs_of(3), 3)
        lay(task, *shuffled(seed, 3)[:-4], "FFFFFFFFFF", *shuffled(seed, 3)[-4:])
        written.append(write_receipt(receipt_of(task), key))
    assert written[0] == written[1]


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    key = ReceiptKey(tmp_path_factory.mktemp("key") / "receipts.key")
    key.ensure()
    task = begin(packs_of(1), 1)
    lay(task, *shuffled(1, 1)[1:], "FFFFFFFFFF")
    return write_receipt(receipt_of(task), key)


def test_a_receipt_says_what_was_found_and_bears_its_seal(sealed: bytes) -> None:
    content, public = read_receipt(sealed)
    assert (content.counted, content.expected, content.complete) == (51, 52, False)
    assert content.foreign == {"unknown": 1}
    assert len(public) == 64


@given(data=st.data())
def test_one_changed_character_is_found(sealed: bytes, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(sealed) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda value: value != sealed[place]))
    with pytest.raises(ReceiptError):
        read_receipt(sealed[:place] + bytes((other,)) + sealed[place + 1 :])


@pytest.mark.parametrize("change", ["cut", "longer", "blank", "empty", "again", "other"])
def test_nor_is_more_or_less_of_it_the_receipt(sealed: bytes, change: str) -> None:
    changed = {
        "cut": sealed[:-1],
        "longer": sealed + b"\n",
        "blank": sealed.replace(b'"decks": 1', b'"decks":  1'),
        "empty": b"",
        "again": sealed.replace(b'"decks": 1', b'"decks": 1, "decks": 1'),
        "other": b"\xff\xfe{}",
    }[change]
    assert changed != sealed
    with pytest.raises(ReceiptError):
        read_receipt(changed)


def test_a_key_that_others_can_read_or_that_is_none_is_refused(folder: Path) -> None:
    key = ReceiptKey(folder / "receipts.key")
    key.ensure()
    before = key.public()
    key.ensure()
    assert key.public() == before
    key.path.chmod(0o644)
    with pytest.raises(SecretError, match="chmod 600"):
        key.ensure()
    key.path.chmod(0o600)
    key.path.write_bytes(b"nothing")
    with pytest.raises(SecretError, match="garbled"):
        key.ensure()


# Checking ----------------------------------------------------------------------------------------------------------


def test_a_whole_pack_is_as_it_should_be() -> None:
    task = Checking(packs_of(1), ("P000",))
    steps = lay(task, *shuffled(1, 1))
    assert set(kinds(steps)) == {StepKind.KNOWN}
    assert task.complete
    assert task.verdict().ok


def test_a_check_names_what_a_pack_lacks_and_what_is_not_of_it() -> None:
    packs = packs_of(3)
    packs.move(("P002",), PackState.RETIRED, by="ana", at=AT)
    task = Checking(packs, ("P000",))
    lay(task, *[code(0, card) for card in Card if card is not Card.FIVE_OF_SPADES], code(0, Card.ACE_OF_CLUBS))
    steps = lay(task, code(1, Card.ACE_OF_CLUBS), code(2, Card.ACE_OF_CLUBS), "FFFFFFFFFF", "FFFFFFFFFF", "9H", "CUT")
    assert kinds(steps) == [
        StepKind.NOT_NAMED, StepKind.RETIRED, StepKind.UNKNOWN, StepKind.UNKNOWN, StepKind.NOT_A_TAG, StepKind.CUT_LABEL
    ]  # fmt: skip
    verdict = task.verdict()
    ours = verdict.tallies[0]
    assert (ours.missing, ours.again, ours.seen) == ((Card.FIVE_OF_SPADES,), (Card.ACE_OF_CLUBS,), 51)
    assert (verdict.unknown, verdict.not_named, verdict.ok) == (2, 2, False)


def test_a_check_of_nothing_is_no_yes() -> None:
    assert not Checking(packs_of(1)).verdict().ok


# Confirming --------------------------------------------------------------------------------------------------------


def confirm(packs: MemoryPacks, *, in_order: bool = False) -> Confirming:
    order = order_of("new-deck") if in_order else None
    return Confirming(packs, ("P000",), by="ana", now_at=lambda: AT, order=order)


def labelled() -> MemoryPacks:
    return packs_of(2, state=PackState.PRINTED, kind=PackKind.LABELS)


def test_a_printed_pack_is_enrolled_when_every_label_was_seen() -> None:
    packs = labelled()
    task = confirm(packs)
    steps = lay(task, *[one for one in shuffled(1, 2) if one.startswith("0000")])
    assert set(kinds(steps)) == {StepKind.FACE}
    assert task.complete
    assert task.finish()[0].state is PackState.ENROLLED


def test_a_label_on_another_card_keeps_the_pack_printed() -> None:
    packs = labelled()
    task = confirm(packs)
    lay(task, *[code(0, card) for card in Card])
    assert kinds(list(task.say("n"))) == [StepKind.NOT_ITS_LABEL]
    (done,) = task.finish()
    assert (done.state, done.cards, done.wrong, done.missing) == (PackState.PRINTED, 51, (Card.KING_OF_SPADES,), ())


def test_in_order_a_label_that_is_not_due_is_refused() -> None:
    task = confirm(labelled(), in_order=True)
    (step,) = lay(task, code(0, Card.TWO_OF_SPADES))
    assert (step.kind, step.card, step.other) == (StepKind.WRONG_FACE, Card.TWO_OF_SPADES, Card.ACE_OF_SPADES)
    assert kinds(list(task.say("s"))) == [StepKind.SKIPPED]
    assert kinds(lay(task, code(0, Card.TWO_OF_SPADES))) == [StepKind.FACE]


def test_a_label_of_another_pack_or_of_none_is_not_taken() -> None:
    task = confirm(labelled())
    assert kinds(lay(task, code(1, Card.ACE_OF_CLUBS), "7QX4-K3-1A2C", "CUT")) == [
        StepKind.OTHER_PACK, StepKind.UNKNOWN, StepKind.CUT_LABEL
    ]  # fmt: skip
    assert task.count == (0, 52)


def test_labels_seen_are_taken_back() -> None:
    task = confirm(labelled())
    lay(task, *[code(0, card) for card in Card])
    assert kinds(list(task.say("u 2"))) == [StepKind.TAKEN_BACK] * 2
    assert task.finish()[0].missing == (Card.QUEEN_OF_SPADES, Card.KING_OF_SPADES)
