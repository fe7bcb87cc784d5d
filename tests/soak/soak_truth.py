"""The end of a soak: the whole record, all its files, held against the shoe's own log of what left it."""

from dataclasses import dataclass
from pathlib import Path

from support.house import House

from device.journal import checking, joins
from device.rules.card import Card
from device.sim.shoe_pack import CUT_CODE


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What the comparison found; `faults` says what must not be."""

    files: int
    events: int
    coups: int
    compared: int
    """Reports of the board, of one card or of two, that are on record as they left."""
    died: int
    """Reports that were lost with the board's memory, and are not on record."""
    unread: int
    faults: tuple[str, ...]


def compare(house: House) -> Truth:
    """Verify each file and the joins between them; then every card that left must be on record once, as it was."""
    faults: list[str] = []
    events = coups = 0
    before: Path | None = None
    for path in house.record_files():
        try:
            verified = checking.verify_file(path)
            events, coups = events + verified.events, coups + verified.coups
            if before is not None:
                joins.check_files(before, path)
        except Exception as error:  # what is wrong is the result
            faults.append(f"{path.name}: {error}")
        before = path
    archive = house.journal.parent / "archive"
    strays = {path.name for path in archive.iterdir()} if archive.is_dir() else set()
    strays -= {path.name for path in house.record_files()}
    faults += [f"in the archive, and no part of the record: {name}" for name in sorted(strays)]
    left: dict[tuple[str, int], list[Card | None]] = {}
    known: set[tuple[str, int]] = set()
    died: set[tuple[str, int]] = set()
    cards = house.left().cards
    for card in cards:
        key = (card.boot, card.seq)
        known.add(key)
        if card.card == CUT_CODE or not card.taken:
            continue
        left.setdefault(key, []).append(Card.parse(card.card) if card.read else None)
        if card.dropped:
            died.add(key)
    on_record = house.cards_on_record()
    compared = 0
    for key, faces in left.items():
        there = on_record.get(key)
        if there is None:
            if key not in died:
                faults.append(f"{faces} of {key} left the shoe and is not on record")
            continue
        compared += 1
        if len(there) != len(faces):
            faults.append(f"{key} is on record {len(there)} times, {len(faces)} cards left")
        elif any(one is not None and one != other for one, other in zip(faces, there, strict=True)):
            faults.append(f"{key}: {faces} left, {there} is on record")
    faults += [f"on record and never left the shoe: {key}" for key in sorted(set(on_record) - known)[:5]]
    return Truth(
        files=len(house.record_files()),
        events=events,
        coups=coups,
        compared=compared,
        died=len(died - set(on_record)),
        unread=sum(not card.read for card in cards),
        faults=tuple(faults[:20]),
    )
