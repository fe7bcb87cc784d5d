"""The registry of packs follows the record, on a thread of its own: told what happened, read again when it changed.

What the registry must know follows from the table's state, so that a restart says it again: packs of the shoe in play
are in play here, packs that the record has as retired are retired. A registry that is locked, full or gone is tried
again and again; meanwhile the table deals by what it has in memory. The thread only puts inputs into the table's inbox.
"""

import logging
import queue
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, assert_never

from device.cards.errors import CardsError, PackStateError, UnknownPackError
from device.cards.pack import PackState
from device.cards.registry.registry import Registry
from device.cards.registry.snapshot import why_unplayed
from device.ports.clock import Clock
from device.rules.choices import RetirePacks
from device.rules.foreign import Foreign, WhyForeign
from device.rules.profile import Profile
from device.service.pack_marks import LivePacks, why_elsewhere
from device.table.state import State
from device.table.vocabulary import Phase
from device.threads.worker import Worker, wait_for_end

log = logging.getLogger("zapato.table")

FIRST_LOOK_S: Final = 2.0
"""How long the start of the table waits for the registry to be read."""

FRESHEN_S: Final = 0.5
"""How long the opening of a shoe waits for a look at the registry; no card is under way then."""

LOOK_AGAIN_S: Final = 5.0
"""The least time between two looks that unknown codes cause."""

FIRST_PATIENCE_S: Final = 1.0
MOST_PATIENCE_S: Final = 30.0
"""After a failure the registry is tried again after the first, then ever later, up to the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistryTrouble:
    """What is wrong with the registry, for staff; empty: nothing any more."""

    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RetiredThere:
    """The registry has these packs as retired."""

    packs: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOurPack:
    """The registry says that a pack in the shoe is not this table's to play."""

    foreign: Foreign


RegistryInput = RegistryTrouble | RetiredThere | NotOurPack


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The step that the registry is to have taken with a pack."""

    to: PackState
    shoe: int = 0


def wanted_of(state: State, profile: Profile) -> dict[str, Wanted]:
    """What the registry must know of packs, as the record stands."""
    shoe = state.shoe
    packs = () if shoe.packs_retired else shoe.pack_ids
    cleared = shoe.over and state.phase is Phase.SHOE_OVER and state.inspection is None
    step = Wanted(to=PackState.IN_PLAY, shoe=shoe.number)
    if cleared and profile.retire_packs is RetirePacks.NEVER:
        step = Wanted(to=PackState.OPENED)
    wanted = dict.fromkeys(packs, step)
    return wanted | dict.fromkeys(state.retired, Wanted(to=PackState.RETIRED))


@dataclass(frozen=True, slots=True)
class _Plan:
    wanted: Mapping[str, Wanted]


@dataclass(frozen=True, slots=True)
class _Look:
    done: threading.Event = field(default_factory=threading.Event)


class _Stop:
    pass


class PackKeeper:
    """Keeps `LivePacks` fresh and the registry up to the record; `follow` and `freshen` are the table thread's."""

    def __init__(  # noqa: PLR0913 - a registry, a table and what is between them
        self,
        path: Path,
        live: LivePacks,
        put: Callable[[RegistryInput], None],
        *,
        table: str,
        profile: Profile,
        clock: Clock,
    ) -> None:
        self._path = path
        self._live = live
        self._put = put
        self._table = table
        self._profile = profile
        self._clock = clock
        self._mailbox: queue.SimpleQueue[_Plan | _Look | _Stop] = queue.SimpleQueue()
        self._followed: Mapping[str, Wanted] = {}
        self._looked_at_s = -LOOK_AGAIN_S
        live.on_unknown = self._look_again
        # The thread's own:
        self._registry: Registry | None = None
        self._seen: tuple[int, int] | None = None
        self._wanted: Mapping[str, Wanted] = {}
        self._done: dict[str, Wanted] = {}
        self._trouble = ""
        self._look_due = True
        self._patience_s = FIRST_PATIENCE_S
        self._thread = Worker(self._run, name="pack-registry", lasting=True)

    def start(self) -> None:
        """Begin, and wait a moment until the registry was read."""
        look = _Look()
        self._mailbox.put(look)
        self._thread.start()
        look.done.wait(FIRST_LOOK_S)

    def close(self) -> None:
        """End the thread; what the registry was not told yet is told at the next start."""
        self._mailbox.put(_Stop())
        # One that waits for a locked registry ends with the process.
        wait_for_end([self._thread], longest_s=FIRST_LOOK_S)

    # The table's thread.

    def follow(self, state: State) -> None:
        """Take note of what is on record now; never waits."""
        wanted = wanted_of(state, self._profile)
        if wanted != self._followed:
            self._followed = wanted
            self._mailbox.put(_Plan(wanted))

    def freshen(self) -> None:
        """Before a shoe is opened: read the registry again if it changed, for half a second at most."""
        look = _Look()
        self._mailbox.put(look)
        look.done.wait(FRESHEN_S)

    def _look_again(self) -> None:
        now_s = self._clock.monotonic_s()
        if now_s - self._looked_at_s >= LOOK_AGAIN_S:
            self._looked_at_s = now_s
            self._mailbox.put(_Look())

    # The registry's thread.

    def _run(self) -> None:
        behind = bool(self._wanted)  # where this begins anew
        while True:
            try:
                given = self._mailbox.get(timeout=self._patience_s if behind else None)
            except queue.Empty:
                given = None
            match given:
                case _Stop():
                    return
                case _Plan(wanted=wanted):
                    self._wanted = wanted
                    self._done = {pack: step for pack, step in self._done.items() if wanted.get(pack) == step}
                case _Look():
                    self._look_due = True
                case None:
                    pass
                case _:
                    assert_never(given)
            behind = not self._catch_up()
            if isinstance(given, _Look):
                given.done.set()

    def _catch_up(self) -> bool:
        """Tell and read; False where something is left for later."""
        try:
            done, unknown = self._tell()
            if self._look_due or self._trouble:
                self._look()
                self._look_due = False
            if done:
                self._put(RetiredThere(packs=done))
            self._say(f"cards: {unknown}" if unknown else "")
        except CardsError as error:
            self._say(f"cards: {error}")
        except Exception as error:
            log.exception("the registry of packs")
            self._say(f"cards: the registry of packs fails ({type(error).__name__}: {error}); tell the service")
        behind = bool(self._trouble) or any(self._done.get(pack) != step for pack, step in self._wanted.items())
        self._patience_s = min(self._patience_s * 2, MOST_PATIENCE_S) if behind else FIRST_PATIENCE_S
        return not behind

    def _open(self) -> Registry:
        if self._registry is None:
            self._registry = Registry(self._path)
        return self._registry

    def _tell(self) -> tuple[tuple[str, ...], str]:
        """Take the steps that are not taken yet; which packs are retired there by now, and which one cannot be."""
        retired, unknown = [], ""
        for pack, step in self._wanted.items():
            if self._done.get(pack) == step:
                continue
            try:
                self._move(pack, step)
            except (PackStateError, UnknownPackError) as error:
                if step.to is PackState.RETIRED:  # the registry is another one, or older: the record goes on knowing it
                    unknown = str(error)
                    continue
                if step.to is PackState.IN_PLAY:
                    self._look_due = True
                    foreign = self._why_not(pack)
                    if foreign is not None:
                        self._put(NotOurPack(foreign=foreign))
                    continue  # until it is on record
            # Reading all packs takes the processor from cards: not for what changes nothing in the shoe that is dealt.
            self._look_due = self._look_due or step.to is not PackState.IN_PLAY
            if step.to is PackState.RETIRED:
                retired.append(pack)  # wanted until the record has it
            else:
                self._done[pack] = step
        return tuple(retired), unknown

    def _why_not(self, pack: str) -> Foreign | None:
        """Why a step of this pack was refused; None where that has passed since, and it can be tried again."""
        try:
            found = self._open().pack(pack)
        except UnknownPackError:
            return Foreign(why=WhyForeign.PACK_MISSING, pack=pack)
        return why_unplayed(found) or why_elsewhere(found, self._table)

    def _move(self, pack: str, step: Wanted) -> None:
        why = "played: its shoe is over" if step.to is PackState.RETIRED else ""
        self._open().move(
            (pack,),
            step.to,
            by=f"table {self._table}",
            at=self._clock.wall_at(),
            why=why,
            table=self._table if step.to is PackState.IN_PLAY else "",
            shoe=step.shoe,
        )

    def _look(self) -> None:
        """Read the registry again, if it is another file or has changed since."""
        registry = self._open()
        try:
            inode = self._path.stat().st_ino
        except OSError:
            inode = 0  # it is gone, and the next line says so
        seen = (inode, registry.changes())
        if seen != self._seen:
            self._live.snapshot = registry.snapshot()
            self._seen = seen

    def _say(self, trouble: str) -> None:
        if trouble == self._trouble:
            return
        if trouble:
            log.warning("%s", trouble)
        self._trouble = trouble
        known = "the packs are known as they were" if self._live.snapshot is not None else "until then none is known"
        self._put(RegistryTrouble(detail=f"{trouble}; {known}" if trouble else ""))
