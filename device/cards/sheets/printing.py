"""Printing labels for packs: the registry first, the sheets after it.

A code that is on paper and not in the registry would be a foreign card for ever; a pack that is in the registry and not
on paper is printed again.
"""

import os
from collections.abc import Collection, Sequence
from pathlib import Path

from device.cards.errors import CardsError, PackStateError, SheetError, UnknownPackError
from device.cards.pack import NewPack, Pack, PackKind, PackState
from device.cards.registry.registry import Registry
from device.cards.sheets.document import Paper, sheets_pdf
from device.cards.sheets.label_sets import LabelSet, draw_codes, pack_set
from device.files import private, system_faults
from device.rules.card import Card


def check_paper(paper: Paper) -> None:
    """Raise SheetError now where a pack's labels fit neither paper nor card, before anything is in the registry."""
    longest = "WXYZ-AB-CDEF"  # no two digits side by side, which Code 128 would write in one
    sheets_pdf([pack_set("WXYZ", {longest: Card.ACE_OF_SPADES})], paper)


def check_out(out: Path, *, force: bool) -> None:
    """Raise SheetError now where the file could not be written, before anything is in the registry."""
    if out.is_dir():
        raise SheetError(f"{out} is a folder: name a file, {out / 'labels.pdf'}")
    if out.exists() and not force:
        raise SheetError(f"{out} is there already: name another file, or --force to write over it")
    folder = out.parent
    if not folder.is_dir():
        raise SheetError(f"there is no folder {folder}: make it, or name another file")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise SheetError(f"nothing can be written in {folder}: name a file in a folder of your own")


def new_packs(registry: Registry, count: int, *, note: str, by: str, at: str) -> tuple[Pack, ...]:
    """Draw this many packs of labels and put them into the registry, printed; raises CardsError.

    One pack is one step: where a later one fails, the error names those that are in the registry.
    """
    packs: list[Pack] = []
    try:
        for _ in range(count):
            id_ = registry.draw_id()
            codes = draw_codes(id_, registry.secret().check_of)
            new = NewPack(kind=PackKind.LABELS, state=PackState.PRINTED, codes=codes, id=id_, note=note)
            packs.append(registry.add(new, by=by, at=at))
    except CardsError as error:
        if not packs:
            raise
        raise SheetError(f"{error}; {how_to_print([pack.id for pack in packs])}") from None
    return tuple(packs)


def how_to_print(packs: Sequence[str]) -> str:
    """What to do about packs that are in the registry and not on paper."""
    repeat = " ".join(f"--again {pack}" for pack in packs)
    return f"in the registry and not on paper: print with `zapato cards print {repeat} --by NAME --out FILE`"


def sets_of(registry: Registry, packs: Sequence[str], cards: Collection[Card] = ()) -> tuple[LabelSet, ...]:
    """The labels of packs as the registry has them, of all cards or of these.

    Raises UnknownPackError, and PackStateError for a retired pack, whose cards nobody takes, and for one with tags.
    """
    sets = []
    for name in packs:
        pack = registry.pack(name)
        if pack.kind is not PackKind.LABELS:
            raise PackStateError(f"pack {pack.id} has tags and no labels: there is nothing to print")
        if pack.state is PackState.RETIRED:
            raise PackStateError(f"pack {pack.id} is retired, no table takes its cards: print a new pack")
        codes = {code: card for code, card in registry.codes_of(pack.id).items() if not cards or card in cards}
        if not codes:
            raise UnknownPackError(f"pack {pack.id} has no label of {', '.join(map(str, cards))}")
        sets.append(pack_set(pack.id, codes))
    return tuple(sets)


def again(
    registry: Registry, packs: Sequence[str], cards: Collection[Card], *, by: str, at: str
) -> tuple[LabelSet, ...]:
    """As `sets_of`; that labels exist twice from now on stands in the packs' histories, before they do."""
    sets = sets_of(registry, packs, cards)
    for one in sets:
        count = len(one.labels)
        what = "all labels printed again" if not cards else f"{count} label{'s' if count > 1 else ''} printed again"
        registry.tell([one.pack], what, by=by, at=at)
    return sets


def write_pdf(out: Path, content: bytes, *, force: bool) -> None:
    """Write the file whole or not at all, readable by its owner alone; raises SheetError."""
    try:
        if force:
            private.replace(out, content)
        else:
            private.write_once(out, content)
        private.forget_unfinished(out)  # sheets of a killed process are as secret as these
    except FileExistsError:
        raise SheetError(f"{out} is there already: name another file, or --force to write over it") from None
    except OSError as error:
        remedy = system_faults.remedy_of_system(error)
        raise SheetError(f"{out} cannot be written ({error.strerror}): {remedy}") from None
