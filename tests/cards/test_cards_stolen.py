"""A stolen registry marks no card: without the secret nothing in it tells a face, a code, or an order."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from cards.cards_tools import AT, CHEAP, DECK, WORDS, add_labels, tags

from device.cards.backup.making import make_backup
from device.cards.keys.secret import draw_secret
from device.cards.keys.secret_file import key_path
from device.cards.pack import NewPack, PackKind, PackState
from device.cards.registry.access import access
from device.cards.registry.boxes import Lock
from device.cards.registry.registry import Registry
from device.cards.registry.rows import about
from device.rules.card import Card


def at_once(registry: Registry, name: str, codes: dict[str, Card]) -> None:
    registry.add(NewPack(kind=PackKind.TAGS, state=PackState.ENROLLED, codes=codes, id=name), by="ana", at=AT)


def card_by_card(registry: Registry, name: str, codes: dict[str, Card]) -> None:
    registry.add(NewPack(kind=PackKind.TAGS, state=PackState.PRINTED, codes={}, id=name), by="ana", at=AT)
    for code, card in codes.items():
        registry.mark(name, {code: card}, by="ana", at=AT)


def with_second_thoughts(registry: Registry, name: str, codes: dict[str, Card]) -> None:
    card_by_card(registry, name, codes)
    for code, card in list(codes.items())[10:20]:
        registry.unmark(name, [code], by="ana", at=AT)
        registry.mark(name, {code: card}, by="ana", at=AT)


WAYS = pytest.mark.parametrize("enrol", [at_once, card_by_card, with_second_thoughts])


def stolen(registry: Registry) -> dict[str, bytes]:
    """Every file of the folder but the secret."""
    found = {path.name: path.read_bytes() for path in registry.path.parent.iterdir() if path.suffix != ".key"}
    assert set(found) == {"packs.sqlite3"}
    return found


def rank_correlation(places: list[int]) -> float:
    """Spearman's, of places with the order in which they are given: within ±0.14 by chance for 52."""
    order = sorted(range(len(places)), key=places.__getitem__)
    ranks = {number: rank for rank, number in enumerate(order)}
    n = len(places)
    return 1 - 6 * sum((ranks[number] - number) ** 2 for number in range(n)) / (n * (n * n - 1))


def test_the_measure_of_order_sees_an_order() -> None:
    assert rank_correlation([number * 8 for number in range(52)]) == 1
    assert rank_correlation([-number for number in range(52)]) == -1
    shuffled = list(range(52))
    random.Random(1).shuffle(shuffled)
    assert abs(rank_correlation(shuffled)) < 0.5


@WAYS
def test_no_file_tells_the_order_in_which_a_new_deck_was_enrolled(
    registry: Registry, enrol: Callable[[Registry, str, dict[str, Card]], None]
) -> None:
    """Who has seen the deck enrolled knows the faces in this order: no traces of the codes may lie in it."""
    correlations = []
    for number, name in enumerate(("AAAA", "BBBB", "CCCC", "DDDD")):
        codes = tags(number)
        enrol(registry, name, codes)
        (content,) = stolen(registry).values()
        with access(registry.path, writing=False) as opened:  # with the key, to look for what a thief cannot look for
            marks = [opened.lock.mark(code) for code in codes]
        assert all(content.count(mark) == 1 for mark in marks), "of each code one trace, no older ones"
        correlations.append(rank_correlation([content.find(mark) for mark in marks]))
    assert all(abs(one) < 0.65 for one in correlations)
    assert abs(sum(correlations)) / 4 < 0.35


@WAYS
def test_no_code_and_no_face_can_be_read(
    registry: Registry, enrol: Callable[[Registry, str, dict[str, Card]], None]
) -> None:
    codes = tags(1)
    enrol(registry, "AAAA", codes)
    codes |= add_labels(registry, "BBBB")
    (content,) = stolen(registry).values()
    for code in codes:
        for text in (code, code.lower()):
            assert text.encode() not in content
            assert bytes(reversed(text.encode())) not in content
        if len(code) == 10:
            assert bytes.fromhex(code) not in content
    backup = make_backup(registry.path, WORDS, at=AT, dearness=CHEAP)
    assert not any(code.encode() in backup for code in codes)
    assert b"SQLite" not in backup
    assert key_path(registry.path).read_bytes()[60:90] not in backup


def test_what_is_kept_is_of_one_size_whatever_is_in_it(registry: Registry) -> None:
    new = NewPack(kind=PackKind.TAGS, state=PackState.PRINTED, codes={}, id="AAAA")
    registry.add(new, by="ana", at=AT)
    sizes, boxes = set(), set()
    for code, card in {"A": DECK[0], "B" * 62: DECK[1], **{c: d for c, d in tags(1).items() if d in DECK[2:]}}.items():
        registry.mark("AAAA", {code: card}, by="ana", at=AT)
        with sqlite3.connect(registry.path) as connection:
            ((marks, box),) = connection.execute("SELECT marks, box FROM packs")
        connection.close()
        sizes.add((len(marks), len(box)))
        boxes.add(box[:12])
        assert [marks[at : at + 8] for at in range(0, len(marks), 8)] == sorted(
            marks[at : at + 8] for at in range(0, len(marks), 8)
        )
    assert len(sizes) == 1
    assert len(boxes) == 52, "no nonce twice"


def test_no_other_key_and_no_other_pack_opens_a_box(registry: Registry) -> None:
    add_labels(registry, "AAAA")
    add_labels(registry, "BBBB")
    with access(registry.path, writing=False) as opened:
        mine, other = opened.row("AAAA"), opened.row("BBBB")
        assert opened.lock.open(mine.box, about(mine.pack, mine.label_generation)) is not None
        assert opened.lock.open(mine.box, about(other.pack, other.label_generation)) is None
        key = draw_secret(at=AT).registry_key(1)
        thief = Lock(key, site=opened.site.site, generation=1)
        assert thief.open(mine.box, about(mine.pack, mine.label_generation)) is None
        for at in range(0, len(mine.box), 97):
            changed = mine.box[:at] + bytes((mine.box[at] ^ 1,)) + mine.box[at + 1 :]
            assert opened.lock.open(changed, about(mine.pack, mine.label_generation)) is None
        assert opened.lock.open(b"", "") is None


def test_a_registry_without_its_secret_is_no_use_to_the_program_either(registry: Registry, folder: Path) -> None:
    add_labels(registry, "AAAA")
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    thief = Registry(elsewhere / "packs.sqlite3", create=True)
    thief.path.write_bytes(registry.path.read_bytes())
    with pytest.raises(Exception, match="belongs to site"):
        thief.codes_of("AAAA")
