"""The registry of a site's packs in its file: does what `Packs` asks for, and tells why a code is no card."""

import re
import secrets
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from device.cards.errors import NotFittingError, PackStateError, SecretError, TakenCodeError
from device.cards.keys.secret import SiteSecret
from device.cards.keys.secret_file import has_secret, key_path, make_secret, read_secret, write_secret
from device.cards.moment import now_at
from device.cards.pack import Known, NewPack, Pack, PackKind, PackState
from device.cards.registry import registry_file, rows, steps
from device.cards.registry.access import Access, access
from device.cards.registry.boxes import Lock, fitting, proper_code
from device.cards.registry.rotation import forget_old_keys, rotate
from device.cards.registry.rows import Step
from device.cards.registry.snapshot import Snapshot, take_snapshot
from device.readers.labels import ALPHABET, PACK_CHARACTERS, parse_label
from device.rules.card import Card
from device.rules.foreign import Foreign

_ID = re.compile(f"[0-9A-Z]{{{PACK_CHARACTERS}}}")


class Registry:
    """A file of packs; implements `Packs`. Every method stands alone and may be called from any thread, beside others.

    Each waits for another process's step, at most `registry_file.BUSY_S`, and a step for the disk: none may be called
    on a thread that a card waits for. A table asks a `Snapshot` there. All raise CardsError; a step that raises changed
    nothing.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        """Check the file and its secret, or with `create` make them where neither is there."""
        self.path = path
        if create:
            _create(path)
        registry_file.check(path)
        with access(path, writing=False):
            pass

    def packs(self) -> tuple[Pack, ...]:
        """All packs, by their id."""
        with access(self.path, writing=False) as opened:
            return tuple(rows.read_packs(opened.connection))

    def pack(self, id: str) -> Pack:
        """One pack; its id in any case."""
        with access(self.path, writing=False) as opened:
            return opened.row(id).pack

    def history(self, id: str) -> tuple[Step, ...]:
        """What was done with a pack, oldest first."""
        with access(self.path, writing=False) as opened:
            return rows.read_steps(opened.connection, opened.row(id).pack.id)

    def find(self, code: str) -> Known | None:
        """What a code is, in any case, whatever its pack's state; None: nothing of this site."""
        proper = proper_code(code)
        if proper is None:
            return None
        with access(self.path, writing=False) as opened:
            row = opened.find(proper)
            card = None if row is None else opened.cards_of(row).get(proper)
            return None if row is None or card is None else Known(card=card, pack=row.pack)

    def why_not(self, code: str) -> Foreign | None:
        """Why a code is no card that may be played, without its face; None for one that may."""
        return self.snapshot().why_not(code)

    def snapshot(self) -> Snapshot:
        """What a table needs to know of all packs, held in memory; the packs that may be played with their cards."""
        with access(self.path, writing=False) as opened:
            return take_snapshot(opened)

    def changes(self) -> int:
        """A number that grows with each step: whether a snapshot is still true."""
        with access(self.path, writing=False) as opened:
            return opened.site.changes

    def codes_of(self, id: str) -> dict[str, Card]:
        """Which card each code of the pack is, in no order that tells anything."""
        with access(self.path, writing=False) as opened:
            return opened.cards_of(opened.row(id))

    def secret(self) -> SiteSecret:
        """The site's secret as of now."""
        return read_secret(self.path)

    def draw_id(self) -> str:
        """A name for a new pack, by chance, as unlike the others as can be had."""
        with access(self.path, writing=False) as opened:
            return draw_id(rows.read_ids(opened.connection))

    def add(self, new: NewPack, *, by: str, at: str) -> Pack:
        """Put a pack into the registry."""
        with access(self.path, writing=True) as opened:
            taken = rows.read_ids(opened.connection)
            id_ = draw_id(taken) if new.id is None else new.id.upper()
            if not _ID.fullmatch(id_):
                raise NotFittingError(f"{new.id!r} names no pack: {PACK_CHARACTERS} letters A–Z and digits")
            if id_ in taken:
                raise TakenCodeError(f"{self.path}: there is a pack {id_} already: take another name")
            codes = fitting(new.codes)
            steps.check_new(id_, new.state, len(codes))
            pack = Pack(
                id=id_,
                kind=new.kind,
                state=new.state,
                cards=len(codes),
                added_at=at,
                added_by=by,
                training=new.training,
                note=new.note,
            )
            generation = _check_codes(opened, pack, codes, codes)
            opened.write(pack, codes, generation, new=True)
            _told(opened, Step(at=at, pack=id_, what=f"added as {new.state.value}", by=by, why=new.note))
            return pack

    def mark(self, id: str, codes: Mapping[str, Card], *, by: str, at: str) -> Pack:
        """Give more cards of the pack their codes, while it is enrolled."""
        with access(self.path, writing=True) as opened:
            row = opened.row(id)
            old = opened.cards_of(row)
            more = {code: card for code, card in fitting(codes).items() if old.get(code) is not card}
            if not more:
                return row.pack
            _check_marking(row.pack)
            if changed := old.keys() & more.keys():
                raise NotFittingError(f"{min(changed)} is another card of pack {row.pack.id} already")
            whole = fitting({**old, **more})
            generation = _check_codes(opened, row.pack, more, whole)
            if row.label_generation is not None and generation is not None:
                generation = min(generation, row.label_generation)
            pack = replace(row.pack, cards=len(whole))
            opened.write(pack, whole, generation)
            _told(opened, Step(at=at, pack=pack.id, what=f"marked {len(more)}", by=by, why=""))
            return pack

    def unmark(self, id: str, codes: Collection[str], *, by: str, at: str) -> Pack:
        """Take codes off the pack again, while it is enrolled; one that it has not changes nothing."""
        with access(self.path, writing=True) as opened:
            row = opened.row(id)
            old = opened.cards_of(row)
            gone = {code.upper() for code in codes} & old.keys()
            if not gone:
                return row.pack
            _check_marking(row.pack)
            left = {code: card for code, card in old.items() if code not in gone}
            pack = replace(row.pack, cards=len(left))
            opened.write(pack, left, row.label_generation)
            _told(opened, Step(at=at, pack=pack.id, what=f"unmarked {len(gone)}", by=by, why=""))
            return pack

    def move(  # noqa: PLR0913 - who, when, where and why of one step
        self, ids: tuple[str, ...], to: PackState, *, by: str, at: str, why: str = "", table: str = "", shoe: int = 0
    ) -> tuple[Pack, ...]:
        """Take all of these packs one step on, or none; a step that was taken already changes nothing."""
        moved = []
        with access(self.path, writing=True) as opened:
            for id_ in ids:
                row = opened.row(id_)
                pack = steps.step(row.pack, to, at=at, why=why, table=table, shoe=shoe)
                moved.append(pack or row.pack)
                if pack is None:
                    continue
                opened.write(pack, opened.cards_of(row), row.label_generation)
                place = f" at table {table}, shoe {shoe}" if to is PackState.IN_PLAY else ""
                _told(opened, Step(at=at, pack=pack.id, what=to.value + place, by=by, why=why))
        if to is PackState.RETIRED:
            forget_old_keys(self.path)
        return tuple(moved)

    def tell(self, ids: Collection[str], what: str, *, by: str, at: str) -> None:
        """Put into these packs' histories what was done with them that changes nothing of them: printed again."""
        with access(self.path, writing=True) as opened:
            for id_ in [opened.row(id_).pack.id for id_ in ids]:
                _told(opened, Step(at=at, pack=id_, what=what, by=by, why=""))

    def rotate(self, *, at: str) -> SiteSecret:
        """Draw new keys and write the registry anew under them; finishes a change that was cut short."""
        return rotate(self.path, at=at)


def draw_id(taken: Collection[str]) -> str:
    """A name that no pack of `taken` has, and that while there is room differs from each in two characters."""
    gaps = {gap for other in taken for gap in with_gaps(other)}
    for patience in range(10_000):
        id_ = "".join(secrets.choice(ALPHABET) for _ in range(PACK_CHARACTERS))
        if gaps.isdisjoint(with_gaps(id_)) or (patience >= 200 and id_ not in taken):
            return id_
    raise NotFittingError("there is no free name for a pack: begin a new registry")


def with_gaps(text: str) -> list[str]:
    """The text with each of its characters left out: two that share one differ in one character."""
    return [f"{text[:at]} {text[at + 1 :]}" for at in range(len(text))]


def _create(path: Path) -> None:
    """Make secret and registry; one that was begun and cut short is finished."""
    at = now_at()
    if registry_file.is_there(path):
        registry_file.check_access(path)
        if not has_secret(path):
            return  # which is then told: a new secret would open nothing
    elif not has_secret(path):
        try:
            make_secret(path, at=at)
        except SecretError:
            if not has_secret(path):
                raise
    secret = read_secret(path)
    if not registry_file.is_there(path):
        if secret.has_registry:
            raise registry_file.lost(path, key_path(path))
        proof = Lock(secret.registry_key(secret.newest.number), site=secret.site, generation=secret.newest.number).proof
        registry_file.create(path, secret, proof)
    if not secret.has_registry:
        with access(path, writing=True) as opened:
            write_secret(path, replace(opened.secret, has_registry=True))


def _check_marking(pack: Pack) -> None:
    if pack.state is not PackState.PRINTED:
        raise PackStateError(f"pack {pack.id} is {pack.state.value}: its cards have their codes")


def _check_codes(opened: Access, pack: Pack, codes: Mapping[str, Card], whole: Mapping[str, Card]) -> int | None:
    """That these codes can be this pack's; returns the oldest generation of its labels, None for tags."""
    if pack.kind is PackKind.TAGS:
        for code in codes:
            if parse_label(code) is not None:
                raise NotFittingError(f"{code} is a label and no tag: enrol its pack as one with labels")
        for other, code in opened.find_tags(codes):
            if other.pack.id != pack.id:
                raise TakenCodeError(
                    f"{code} belongs to a card of pack {other.pack.id} ({other.pack.state.value}) already: "
                    "a tag serves one pack; take that card out"
                )
        return None
    generations = []
    for code in codes:
        label = parse_label(code)
        if label is None:
            raise NotFittingError(f"{code} is no label: <pack>-<serial>-<check>")
        if label.pack != pack.id:
            raise TakenCodeError(f"{code} is a label of pack {label.pack} and not of {pack.id}: take that card out")
        generation = opened.secret.generation_of(label)
        if generation is None:
            raise NotFittingError(
                f"{code} is no label of this site, or the secret was changed since it was printed: print the pack anew"
            )
        generations.append(generation)
    if _too_alike(whole):
        raise NotFittingError(f"two labels of pack {pack.id} differ in one character only: print the pack anew")
    return min(generations, default=None)


def _too_alike(codes: Mapping[str, Card]) -> bool:
    """Whether one misread character could turn a label into another's."""
    gaps = [gap for code in codes for gap in with_gaps(code)]
    return len(set(gaps)) < len(gaps)


def _told(opened: Access, step: Step) -> None:
    rows.write_step(opened.connection, step)
    rows.count_change(opened.connection)
