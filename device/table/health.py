"""How the parts around the table are doing: seen now, never folded from the record."""

import msgspec


class PartHealth(msgspec.Struct, frozen=True, kw_only=True):
    """One part; `detail` says in one plain sentence what is wrong and what to do, and is empty while all is
    well; with `ok` it is a warning: the part works, but not as it was meant to."""

    ok: bool = True
    detail: str = ""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """What views and lamps are told besides the state; a lost reader or an unwritable record holds the table."""

    reader: PartHealth = PartHealth()
    journal: PartHealth = PartHealth()
    panel: PartHealth = PartHealth()
    clock: PartHealth = PartHealth()
    """The wall clock, which only stamps the record: a wrong one holds nothing."""
    starting: bool = False
    """The reader has not answered yet since the start, and it is too soon to call it lost."""
    self_test: bool = False
    """The lamps show their test, and not what they mean."""
    notes: tuple[str, ...] = ()
    """What staff must know since the start, such as a damaged record that was set aside."""
    reads: int = 0
    """Cards since the start whose reading may be confirmed: a fixed time after each left, whatever card it was."""
    counters: dict[str, int] = {}
    """The reader's line since start: duplicate, bad-checksum, resync …"""

    def may_deal(self, *, by_hand: bool) -> bool:
        """Whether cards can be put on record, and be read: or, in manual play, be named by a supervisor."""
        return self.journal.ok and (self.reader.ok or by_hand)


HEALTHY = Health()
