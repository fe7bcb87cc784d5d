"""The receipt of an inspection: what was found, where, when and by whom, under a seal that no character can be changed
without breaking.

The file is JSON, written in one way only, so that a file that says the same in other characters is not the receipt
either. The seal is Ed25519 over the text ``zapato inspection 1``, a line feed, and all but the seal.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from device.cards.errors import CardsError
from device.cards.keys.receipt_key import ReceiptKey, is_genuine
from device.cards.pack import CARDS_IN_PACK
from device.cards.station.inspecting import Inspected
from device.readers.labels import PACK_CHARACTERS
from device.rules.card import Card

_HEAD: Final = b"zapato inspection 1\n"
_CardName = Annotated[str, Meta(pattern=r"\A[A2-9TJQK][cdhs]\Z")]
_PackName = Annotated[str, Meta(pattern=rf"\A[0-9A-Z]{{{PACK_CHARACTERS}}}\Z")]
_Foreign = Annotated[str, Meta(pattern=rf"\A(unknown|class-code|(retired|other) [0-9A-Z]{{{PACK_CHARACTERS}}})\Z")]
# No seal makes what stands on a receipt harmless: anybody can seal with a key of their own. So nothing on it may reach
# for the terminal that shows it.
_Line = Annotated[
    str, Meta(max_length=300, pattern=r"\A[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]*\Z")
]
_Many = Annotated[int, Meta(ge=0)]


class ReceiptError(CardsError):
    """A file that is no receipt, or one that was changed."""


class Signer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the two people; `signed`: with the PIN, else the name was typed and nothing proves it."""

    name: _Line
    signed: bool


class PackLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What came of one pack; `missing` by clubs, diamonds, hearts, spades."""

    pack: _PackName
    counted: _Many
    missing: tuple[_CardName, ...]


class Seal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose seal, and the seal: lower-case hex."""

    key: str
    signature: str


class Content(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All of a receipt but its seal. Cards are in the order of a new pack, never in that in which they passed."""

    receipt: Literal["zapato inspection 1"] = "zapato inspection 1"
    number: _Line
    kind: Literal["opening", "closing"]
    station: _Line
    began_at: _Line
    """Wall time, UTC; so is `ended_at`."""
    ended_at: _Line
    decks: _Many
    expected: _Many
    counted: _Many
    complete: bool
    counts: dict[_CardName, _Many]
    missing: dict[_CardName, _Many]
    surplus: dict[_CardName, _Many]
    foreign: dict[_Foreign, _Many]
    read_again: _Many
    unread: _Many
    packs: tuple[PackLine, ...]
    dealer: Signer
    supervisor: Signer
    software: _Line
    unit: _Line | UnsetType = UNSET
    """The number of the machine that counted, whatever its table is called; receipts of old have none."""


class _Sealed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    content: Content
    seal: Seal


def content_of(  # noqa: PLR0913 - what stands on a receipt
    found: Inspected,
    *,
    number: str,
    kind: Literal["opening", "closing"],
    station: str,
    began_at: str,
    ended_at: str,
    dealer: Signer,
    supervisor: Signer,
    software: str,
    unit: str = "",
) -> Content:
    """What an inspection found, as it stands on its receipt; `unit` empty: the machine has no number."""
    return Content(
        number=number,
        kind=kind,
        station=station,
        began_at=began_at,
        ended_at=ended_at,
        decks=found.decks,
        expected=found.decks * CARDS_IN_PACK,
        counted=found.counted,
        complete=found.complete,
        counts=_named(found.counts),
        missing=_named(found.missing),
        surplus=_named(found.surplus),
        foreign=dict(found.foreign),
        read_again=found.again,
        unread=found.unread,
        packs=tuple(
            PackLine(pack=one.id, counted=one.counted, missing=tuple(map(str, one.missing))) for one in found.packs
        ),
        dealer=dealer,
        supervisor=supervisor,
        software=software,
        unit=unit or UNSET,
    )


def write_receipt(content: Content, key: ReceiptKey) -> bytes:
    """The receipt's file; raises CardsError when the key cannot be had."""
    public, signature = key.sign(_message(content))
    return _text(_Sealed(content=content, seal=Seal(key=public, signature=signature)))


def read_receipt(data: bytes) -> tuple[Content, str]:
    """What stands on a receipt, and whose seal it bears; raises ReceiptError for a file that is not one as written."""
    try:
        sealed = msgspec.json.decode(data, type=_Sealed)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ReceiptError(f"this is no receipt of an inspection, or a changed one: {error}") from None
    if sealed.content.counts.keys() != set(map(str, Card)):
        raise ReceiptError("this is no receipt of an inspection, or a changed one: it does not count every card")
    if data != _text(sealed) or not is_genuine(sealed.seal.key, sealed.seal.signature, _message(sealed.content)):
        raise ReceiptError("this receipt was changed after it was sealed: do not trust what it says")
    return sealed.content, sealed.seal.key


def _message(content: Content) -> bytes:
    return _HEAD + msgspec.json.encode(content)


def _text(sealed: _Sealed) -> bytes:
    return msgspec.json.format(msgspec.json.encode(sealed), indent=1) + b"\n"


def _named(cards: Mapping[Card, int]) -> dict[str, int]:
    return {str(card): many for card, many in cards.items()}
