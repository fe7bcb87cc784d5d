"""Whatever is done in whatever order, the registry says what a plain model of it says."""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from cards.cards_tools import AT, CHEAP, WORDS, labels, tags
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, rule

from device.cards.backup.backup_file import decode
from device.cards.backup.making import make_backup
from device.cards.backup.restoring import IN_PLAY, restore
from device.cards.errors import CardsError, PackStateError, TakenCodeError
from device.cards.keys.secret_file import key_path
from device.cards.pack import CARDS_IN_PACK, NewPack, PackKind, PackState
from device.cards.registry.registry import Registry
from device.rules.card import Card

ORDER = list(PackState)


@dataclass(kw_only=True)
class Model:
    """A pack as it should be."""

    kind: PackKind
    state: PackState
    codes: dict[str, Card]
    generation: int


class Site(RuleBasedStateMachine):
    """A site's packs, its secret, its backups."""

    names = Bundle("names")

    def __init__(self) -> None:
        super().__init__()
        memory = Path("/dev/shm")
        self.folder = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))
        self.model: dict[str, Model] = {}
        self.generation = 1
        self.backup: tuple[bytes, dict[str, Model], int] | None = None

    @initialize()
    def begin(self) -> None:
        self.registry = Registry(self.folder / "packs", create=True)

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @rule(target=names, seed=st.integers(0, 5), whole=st.booleans())
    def add_tags(self, seed: int, whole: bool) -> str:
        codes = tags(seed, 52 if whole else 30)
        state = PackState.ENROLLED if whole else PackState.PRINTED
        taken = any(code in pack.codes for pack in self.model.values() for code in codes)
        try:
            pack = self.registry.add(NewPack(kind=PackKind.TAGS, state=state, codes=codes), by="a", at=AT)
        except TakenCodeError:
            assert taken
            return "none"
        assert not taken
        self.model[pack.id] = Model(kind=PackKind.TAGS, state=state, codes=codes, generation=0)
        return pack.id

    @rule(target=names, number=st.integers(0, 3))
    def add_labels(self, number: int) -> str:
        name = f"LAB{number}"
        codes = labels(self.registry, name, seed=self.generation)
        try:
            new = NewPack(kind=PackKind.LABELS, state=PackState.PRINTED, codes=codes, id=name)
            self.registry.add(new, by="a", at=AT)
        except TakenCodeError:
            assert name in self.model
            return "none"
        kind, state = PackKind.LABELS, PackState.PRINTED
        assert name not in self.model
        self.model[name] = Model(kind=kind, state=state, codes=codes, generation=self.generation)
        return name

    @rule(name=names, seed=st.integers(0, 5), first=st.integers(0, 51))
    def mark(self, name: str, seed: int, first: int) -> None:
        new = dict(list(tags(seed).items())[first : first + 25])
        pack = self.model.get(name)
        try:
            self.registry.mark(name, new, by="a", at=AT)
        except CardsError as error:
            assert pack is None or pack.kind is PackKind.LABELS or self._cannot_take(name, pack, new), error
        else:
            assert pack is not None
            assert pack.codes.keys() >= new.keys() or not self._cannot_take(name, pack, new)
            pack.codes = {**pack.codes, **new}

    def _cannot_take(self, name: str, pack: Model, new: dict[str, Card]) -> bool:
        more = {code: card for code, card in new.items() if code not in pack.codes}
        others = {code for other, one in self.model.items() if other != name for code in one.codes}
        both = [*pack.codes.values(), *more.values()]
        return bool(more) and (
            pack.state is not PackState.PRINTED or bool(others & more.keys()) or len(set(both)) < len(both)
        )

    @rule(name=names, first=st.integers(0, 51))
    def unmark(self, name: str, first: int) -> None:
        pack = self.model.get(name)
        if pack is None:
            return
        gone = list(pack.codes)[first : first + 3]
        try:
            self.registry.unmark(name, gone, by="a", at=AT)
        except PackStateError:
            assert pack.state is not PackState.PRINTED
        else:
            assert not gone or pack.state is PackState.PRINTED
            pack.codes = {code: card for code, card in pack.codes.items() if code not in gone}

    @rule(names=st.lists(names, min_size=1, max_size=3), to=st.sampled_from(PackState), shoe=st.integers(1, 2))
    def move(self, names: list[str], to: PackState, shoe: int) -> None:
        packs = [self.model.get(name) for name in names]
        allowed = all(pack is not None and self._may(pack, to) for pack in packs)
        try:
            self.registry.move(tuple(names), to, by="a", at=AT, table="t", shoe=shoe)
        except CardsError:
            assert not allowed
        else:
            assert allowed
            for pack in packs:
                assert pack is not None
                pack.state = to

    @staticmethod
    def _may(pack: Model, to: PackState) -> bool:
        if pack.state is to or to is PackState.RETIRED:
            return True
        if pack.state is PackState.RETIRED or ORDER.index(to) != ORDER.index(pack.state) + 1:
            return False
        return to is not PackState.ENROLLED or len(pack.codes) == CARDS_IN_PACK

    @rule()
    def rotate(self) -> None:
        secret = self.registry.rotate(at=AT)
        self.generation += 1
        assert secret.newest.number == self.generation

    @rule()
    def keep(self) -> None:
        data = make_backup(self.registry.path, WORDS, at=AT, dearness=CHEAP)
        model = {name: Model(**vars(pack)) for name, pack in self.model.items()}
        self.backup = data, model, self.generation

    @rule(lose=st.booleans(), keep_opened=st.booleans())
    def put_back(self, lose: bool, keep_opened: bool) -> None:
        if self.backup is None:
            return
        data, model, self.generation = self.backup
        if lose:
            self.registry.path.unlink()
            key_path(self.registry.path).unlink()
        restore(self.registry.path, decode(data, WORDS), by="a", at=AT, keep_opened=keep_opened, force=not lose)
        for file in self.folder.glob("*.before-*"):
            file.unlink()
        self.model = {name: Model(**vars(pack)) for name, pack in model.items()}
        if not keep_opened:
            for pack in self.model.values():
                pack.state = PackState.RETIRED if pack.state in IN_PLAY else pack.state

    @rule()
    def begin_again(self) -> None:
        self.registry = Registry(self.registry.path)

    @rule(name=consumes(names))
    def forget_the_name(self, name: str) -> None:
        """So that there are not only old packs."""

    @invariant()
    def it_says_what_the_model_says(self) -> None:
        if not hasattr(self, "registry"):
            return
        found = {pack.id: (pack.kind, pack.state, pack.cards) for pack in self.registry.packs()}
        assert found == {name: (pack.kind, pack.state, len(pack.codes)) for name, pack in self.model.items()}
        snapshot = self.registry.snapshot()
        for name, pack in self.model.items():
            assert self.registry.codes_of(name) == pack.codes
            code = next(iter(pack.codes), None)
            if code is None:
                continue
            known = self.registry.find(code)
            assert known is not None
            assert (known.card, known.pack.id) == (pack.codes[code], name)
            assert (snapshot.card_of(code) is not None) is (pack.state in IN_PLAY)
            assert bool(snapshot.why_not(code)) is (pack.state not in IN_PLAY)
        needed = {pack.generation for pack in self.model.values() if pack.state is not PackState.RETIRED} - {0}
        held = {one.number for one in self.registry.secret().generations if one.label_key is not None}
        assert held >= needed | {self.generation}
        assert [one.number for one in self.registry.secret().generations if one.registry_key] == [self.generation]
        assert len(list(self.folder.iterdir())) == 2


TestSite = Site.TestCase
TestSite.settings = settings(
    max_examples=8, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
