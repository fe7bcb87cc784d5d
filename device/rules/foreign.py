"""Why a card is none of this shoe's: a closed set of reasons, with the pack and the place they speak of.

Readers, registry and table say it in these words and never with a face: a pack's name tells nothing of a card. Staff
read it in their language on the panel, and as an English sentence in the record.
"""

import enum

import msgspec


class WhyForeign(enum.Enum):
    """What is wrong with a code, or with the pack that its card belongs to."""

    NO_CARD = "no-card"
    """Nothing that a card of this site bears."""
    CLASS_CODE = "class-code"
    """It says rank and suit, at a table that takes no such codes."""
    OTHER_SITE = "other-site"
    """A label whose check is not this site's: another site's, made up, or misread."""
    UNKNOWN_TAG = "unknown-tag"
    """No pack of this site has a card with this code."""
    NO_REGISTRY = "no-registry"
    """The registry of packs was never read here, so that no card of a pack is known."""
    PACK_MISSING = "pack-missing"
    """Of this site, but the registry has no such pack."""
    SPARE_LABEL = "spare-label"
    """A label of this site that was given to no card of its pack."""
    NOT_ENROLLED = "not-enrolled"
    NOT_OPENED = "not-opened"
    RETIRED = "retired"
    """`Foreign.on` says when."""
    PLAYED = "played"
    """Its pack was in an earlier shoe of this table and was retired with it."""
    OTHER_TABLE = "other-table"
    """Its pack is in play at `Foreign.table`."""
    REFUSED = "refused"
    """The registry does not let this table play its pack; the record does not say why."""
    PACK_TOO_MANY = "pack-too-many"
    """The shoe has as many packs as it may (`Foreign.decks`), and this is another."""
    NOT_COUNTED = "not-counted"
    """Its tag was not among those that were counted before play."""


class Foreign(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A reason and what it speaks of; what is not known, or not part of the reason, is empty."""

    why: WhyForeign
    pack: str = ""
    table: str = ""
    """Where the pack is in play, with `shoe`."""
    shoe: int = 0
    on: str = ""
    """The day of its retirement, UTC, as ``2026-03-02``."""
    decks: int = 0

    @property
    def sentence(self) -> str:
        """The reason in English for the record, with the remedy where there is one."""
        if self.why is WhyForeign.PACK_TOO_MANY and self.decks == 1:
            return f"a card of pack {self.pack}, and the shoe's pack is another"
        return _SENTENCES[self.why].format(
            pack=self.pack,
            table=self.table,
            shoe=self.shoe,
            on=f" on {self.on}" if self.on else "",
            decks=self.decks,
        )


_SENTENCES = {
    WhyForeign.NO_CARD: "it is nothing that a card of this site bears: misread, or no card",
    WhyForeign.CLASS_CODE: "its code says rank and suit, and this table takes no such codes: a foreign card",
    WhyForeign.OTHER_SITE: "it is no label of this site: misread, made up, or another site's",
    WhyForeign.UNKNOWN_TAG: (
        "no pack of this site has a card with this code: a foreign card, or one that was never enrolled"
    ),
    WhyForeign.NO_REGISTRY: "the registry of packs cannot be used here, so that no card of a pack is known",
    WhyForeign.PACK_MISSING: (
        "it is of this site, but its pack {pack} is not in the registry: put back a backup (zapato cards restore)"
    ),
    WhyForeign.SPARE_LABEL: (
        "it is a label of this site for pack {pack}, but was never given to a card of it: take the card out"
    ),
    WhyForeign.NOT_ENROLLED: "its pack {pack} is not enrolled yet: zapato cards enrol {pack}, then open it",
    WhyForeign.NOT_OPENED: "its pack {pack} is not opened for play: zapato cards open {pack}",
    WhyForeign.RETIRED: ("its pack {pack} was retired{on}: a card of a retired pack is a foreign card, take it out"),
    WhyForeign.PLAYED: "a card of pack {pack}, which was retired after its shoe",
    WhyForeign.OTHER_TABLE: (
        "its pack {pack} is in play at table {table}, shoe {shoe}: a foreign card here, take it out"
    ),
    WhyForeign.REFUSED: "its pack {pack} is not this table's to play, as the registry says",
    WhyForeign.PACK_TOO_MANY: "a card of pack {pack}, and the shoe's {decks} packs are others",
    WhyForeign.NOT_COUNTED: "a tag that is not among those of the packs",
}
