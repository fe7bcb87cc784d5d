"""The registry of packs: what is put in is found again, whoever asks, and a pack's way is one way."""

import pytest
from cards.cards_tools import AT, DECK, LATER, add_labels, add_tags, labels, tags

from device.cards.errors import NotFittingError, PackStateError, TakenCodeError, UnknownPackError
from device.cards.pack import Known, NewPack, Pack, PackKind, Packs, PackState
from device.cards.registry.registry import Registry, draw_id
from device.rules.card import Card

RETIRED = PackState.RETIRED


def test_a_pack_is_there_after_a_restart_with_every_card_in_any_case(registry: Registry) -> None:
    codes = add_labels(registry, "7QX4")
    pack = registry.pack("7qx4")
    assert pack == Pack(
        id="7QX4", kind=PackKind.LABELS, state=PackState.ENROLLED, cards=52, added_at=AT, added_by="ana"
    )
    again: Packs = Registry(registry.path)
    assert again.packs() == (pack,)
    assert again.codes_of("7qx4") == codes
    for code, card in codes.items():
        assert again.find(code) == again.find(code.lower()) == Known(card=card, pack=pack)
    assert again.find("7QX4-00-0000") is None
    assert again.find("9H") is None
    assert again.find("ñ" * 300) is None


def test_tags_are_found_among_many_packs(registry: Registry) -> None:
    names = [add_tags(registry, seed) for seed in range(5)]
    for seed, name in enumerate(names):
        for code, card in list(tags(seed).items())[::13]:
            found = registry.find(code.lower())
            assert found is not None
            assert (found.card, found.pack.id) == (card, name)
    assert registry.find("0123456789") is None


def test_a_drawn_name_is_unlike_the_others(registry: Registry) -> None:
    names = {add_tags(registry, seed) for seed in range(4)}
    for _ in range(50):
        name = draw_id(names)
        assert all(sum(a != b for a, b in zip(name, other, strict=True)) >= 2 for other in names)


@pytest.mark.parametrize("id", ["7QX", "7QX44", "7Q-4", "", "7QXÑ", "7QX4\n"])
def test_a_name_that_is_none_is_refused(registry: Registry, id: str) -> None:
    with pytest.raises(NotFittingError, match="names no pack"):
        registry.add(NewPack(kind=PackKind.TAGS, state=PackState.PRINTED, codes={}, id=id), by="ana", at=AT)


def test_a_code_belongs_to_one_pack_and_the_other_is_named(registry: Registry) -> None:
    first = add_tags(registry, 1)
    registry.move((first,), RETIRED, by="ana", at=LATER, why="worn")
    before = registry.packs()
    with pytest.raises(TakenCodeError, match=f"pack {first} \\(retired\\) already"):
        registry.add(NewPack(kind=PackKind.TAGS, state=PackState.ENROLLED, codes=tags(1)), by="ana", at=AT)
    with pytest.raises(TakenCodeError, match=f"there is a pack {first} already"):
        add_tags(registry, 2, id=first)
    assert registry.packs() == before


def test_cards_are_marked_one_by_one_until_the_pack_is_whole(registry: Registry) -> None:
    new = NewPack(kind=PackKind.TAGS, state=PackState.PRINTED, codes={}, note="red backs")
    name = registry.add(new, by="ana", at=AT).id
    codes = tags(3)
    for number, (code, card) in enumerate(codes.items(), 1):
        assert registry.mark(name, {code: card}, by="ana", at=AT).cards == number
        if number == 30:
            with pytest.raises(PackStateError, match="22 of its 52 cards have no mark yet: `zapato cards enrol"):
                registry.move((name,), PackState.ENROLLED, by="ana", at=AT)
    (first, *_) = codes
    assert registry.unmark(name, [first.lower(), first, "0123"], by="ana", at=AT).cards == 51
    assert registry.find(first) is None
    assert registry.mark(name, codes, by="ana", at=AT).cards == 52
    changes = registry.changes()
    registry.mark(name, codes, by="ana", at=AT)
    registry.unmark(name, ["0123"], by="ana", at=AT)
    assert registry.changes() == changes, "what was told before changes nothing"
    registry.move((name,), PackState.ENROLLED, by="ana", at=AT)
    assert registry.codes_of(name) == codes
    with pytest.raises(PackStateError, match="its cards have their codes"):
        registry.mark(name, {"0000000001": DECK[0]}, by="ana", at=AT)
    with pytest.raises(PackStateError, match="its cards have their codes"):
        registry.unmark(name, codes, by="ana", at=AT)


def test_a_card_has_one_code_and_a_code_one_card(registry: Registry) -> None:
    name = registry.add(NewPack(kind=PackKind.TAGS, state=PackState.PRINTED, codes=tags(1, 2)), by="ana", at=AT).id
    (first, _), before = tags(1, 2), registry.codes_of(name)
    with pytest.raises(NotFittingError, match=f"{first} is another card"):
        registry.mark(name, {first: DECK[9]}, by="ana", at=AT)
    with pytest.raises(NotFittingError, match="the Ac has two codes"):
        registry.mark(name, {"0000000001": DECK[0]}, by="ana", at=AT)
    with pytest.raises(NotFittingError, match="read for two different cards"):
        registry.mark(name, {"abcd": DECK[5], "ABCD": DECK[6]}, by="ana", at=AT)
    for code in ("", "x" * 63, "a b", "ñandú", "\x00"):
        with pytest.raises(NotFittingError, match="no code that a card can bear"):
            registry.mark(name, {code: DECK[5]}, by="ana", at=AT)
    assert registry.codes_of(name) == before


def test_labels_are_this_sites_and_the_packs_own(registry: Registry) -> None:
    def add(codes: dict[str, Card]) -> None:
        registry.add(NewPack(kind=PackKind.LABELS, state=PackState.PRINTED, codes=codes, id="AB12"), by="ana", at=AT)

    with pytest.raises(NotFittingError, match="is no label of this site"):
        add({"AB12-K3-0000": DECK[0]})
    with pytest.raises(TakenCodeError, match="is a label of pack 7QX4 and not of AB12"):
        add(labels(registry, "7QX4", 1))
    with pytest.raises(NotFittingError, match="is no label: "):
        add({"0123456789": DECK[0]})
    with pytest.raises(NotFittingError, match="is a label and no tag"):
        codes = labels(registry, "7QX4", 1)
        registry.add(NewPack(kind=PackKind.TAGS, state=PackState.PRINTED, codes=codes), by="ana", at=AT)
    assert registry.packs() == ()


def test_a_pack_goes_one_way_and_what_was_done_is_kept(registry: Registry) -> None:
    add_labels(registry, "7QX4", state=PackState.PRINTED)
    for to in (PackState.ENROLLED, PackState.OPENED):
        registry.move(("7qx4",), to, by="ben", at=LATER)
    (pack,) = registry.move(("7QX4",), PackState.IN_PLAY, by="table", at=LATER, table="BAC 901", shoe=3)
    assert (pack.table, pack.shoe, pack.state) == ("BAC 901", 3, PackState.IN_PLAY)
    (pack,) = registry.move(("7QX4",), PackState.IN_PLAY, by="table", at=LATER, table="BAC 901", shoe=4)
    assert pack.shoe == 4
    (pack,) = registry.move(("7QX4",), RETIRED, by="ben", at=LATER, why="shoe 4 is over")
    assert (pack.retired_at, pack.why, pack.shoe) == (LATER, "shoe 4 is over", 4)
    for to in set(PackState) - {RETIRED}:
        with pytest.raises(PackStateError, match="a retired pack stays retired"):
            registry.move(("7QX4",), to, by="ben", at=LATER)
    assert [(one.what, one.by, one.why) for one in registry.history("7qx4")] == [
        ("added as printed", "ana", ""),
        ("enrolled", "ben", ""),
        ("opened", "ben", ""),
        ("in-play at table BAC 901, shoe 3", "table", ""),
        ("in-play at table BAC 901, shoe 4", "table", ""),
        ("retired", "ben", "shoe 4 is over"),
    ]


def test_a_pack_is_in_one_shoe_at_a_time_and_comes_out_of_it_where_the_house_plays_it_again(registry: Registry) -> None:
    add_labels(registry, "7QX4")
    registry.move(("7QX4",), PackState.OPENED, by="ben", at=AT)
    registry.move(("7QX4",), PackState.IN_PLAY, by="table", at=AT, table="BAC 901", shoe=3)
    with pytest.raises(PackStateError, match=r"pack 7QX4 is in play at table BAC 901, shoe 3: a pack is in one shoe"):
        registry.move(("7QX4",), PackState.IN_PLAY, by="table", at=AT, table="BAC 902", shoe=1)
    (pack,) = registry.move(("7QX4",), PackState.OPENED, by="table", at=LATER)
    assert (pack.state, pack.table, pack.shoe) == (PackState.OPENED, "", None)
    registry.move(("7QX4",), PackState.IN_PLAY, by="table", at=LATER, table="BAC 902", shoe=1)
    assert registry.pack("7QX4").table == "BAC 902"


def test_a_step_is_for_all_of_the_packs_or_for_none_and_counts_once(registry: Registry) -> None:
    first, second = add_tags(registry, 1), add_tags(registry, 2, state=PackState.PRINTED)
    with pytest.raises(PackStateError, match=f"pack {second} is printed and cannot become opened: enrol it first"):
        registry.move((first, second), PackState.OPENED, by="ana", at=AT)
    with pytest.raises(UnknownPackError, match="no pack 'ZZZZ': `zapato cards list`"):
        registry.move((first, "ZZZZ"), PackState.OPENED, by="ana", at=AT)
    assert registry.pack(first).state is PackState.ENROLLED
    registry.move((first,), RETIRED, by="ana", at=AT, why="worn")
    changes = registry.changes()
    assert registry.move((first,), RETIRED, by="ben", at=LATER, why="again")[0].why == "worn"
    assert registry.changes() == changes


@pytest.mark.parametrize("state", [PackState.OPENED, PackState.IN_PLAY, RETIRED])
def test_no_pack_begins_on_the_table(registry: Registry, state: PackState) -> None:
    with pytest.raises(PackStateError, match="printed or enrolled first"):
        add_tags(registry, 1, state=state)
    with pytest.raises(PackStateError, match="52 of its 52"):
        new = NewPack(kind=PackKind.TAGS, state=PackState.ENROLLED, codes={})
        registry.add(new, by="ana", at=AT)
