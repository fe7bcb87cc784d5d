"""The cards of a pack under lock: one box a pack, of one length however many of its cards have a mark.

The box is written anew, under a new nonce, with every step of its pack. So nothing in the registry's file tells which
code is which face, nor in which order the cards came: there are no rows of cards, and no places in them. Beside the
box stand the marks: for each code eight bytes of a keyed hash, sorted, filled up by chance to the same number. They
find the pack of a code without opening every box, and tell nothing to who has not the key.

A box is ChaCha20-Poly1305 under the registry's key; the associated data are site, generation and all that the row says
of the pack. A row that was changed by hand, or moved to another pack, does not open.
"""

import hmac
import secrets
from collections.abc import Iterator, Mapping

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from device.cards.errors import NotFittingError
from device.cards.keys.secret import derived_key
from device.cards.pack import CARDS_IN_PACK
from device.rules.card import Card

MARK_BYTES = 8
LONGEST_CODE = 62
"""Characters; no tag that a reader of ours tells is longer."""
_SLOT_BYTES = 2 + LONGEST_CODE
_NONCE_BYTES = 12
_CARDS = tuple(Card)


class Lock:
    """The registry's key at work."""

    def __init__(self, key: bytes, *, site: str, generation: int) -> None:
        self._cipher = ChaCha20Poly1305(derived_key(key, "boxes"))
        self._mark_key = derived_key(key, "marks")
        self._about = f"zapato pack 1\n{site}\n{generation}\n".encode()
        self.proof = derived_key(key, f"proof of {site} {generation}")[:16]
        """Stands in the registry: tells that this is its key, and nothing of the key."""

    def close(self, codes: Mapping[str, Card], about: str) -> bytes:
        """The box of these cards; `about`: what the row says of the pack."""
        slots = [
            bytes((_CARDS.index(card), len(code))) + code.encode("ascii").ljust(LONGEST_CODE, b"\0")
            for code, card in codes.items()
        ]
        inside = bytes((len(slots),)) + b"".join(slots).ljust(CARDS_IN_PACK * _SLOT_BYTES, b"\0")
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, inside, self._about + about.encode())

    def open(self, box: bytes, about: str) -> dict[str, Card] | None:
        """The cards in the box, in an order that tells nothing; None: it is not this pack's, or was changed."""
        try:
            inside = self._cipher.decrypt(box[:_NONCE_BYTES], box[_NONCE_BYTES:], self._about + about.encode())
        except (InvalidTag, ValueError):
            return None
        codes = {}
        for number in range(inside[0]):
            slot = inside[1 + number * _SLOT_BYTES : 1 + (number + 1) * _SLOT_BYTES]
            codes[slot[2 : 2 + slot[1]].decode("ascii")] = _CARDS[slot[0]]
        return dict(sorted(codes.items(), key=lambda one: self.mark(one[0])))

    def mark(self, code: str) -> bytes:
        """What stands in the registry for a code; `code` as `proper_code` gives it."""
        return hmac.digest(self._mark_key, code.encode("ascii"), "sha256")[:MARK_BYTES]

    def marks(self, codes: Mapping[str, Card]) -> bytes:
        """The marks of a pack."""
        fill = [secrets.token_bytes(MARK_BYTES) for _ in range(CARDS_IN_PACK - len(codes))]
        return b"".join(sorted([*map(self.mark, codes), *fill]))


def has_mark(marks: bytes, mark: bytes) -> bool:
    """Whether this mark stands among a pack's."""
    at = marks.find(mark)
    while at % MARK_BYTES and at != -1:  # found across two of them
        at = marks.find(mark, at + 1)
    return at != -1


def each_mark(marks: bytes) -> Iterator[bytes]:
    """A pack's marks one by one."""
    return (marks[at : at + MARK_BYTES] for at in range(0, len(marks), MARK_BYTES))


def proper_code(code: str) -> str | None:
    """A code as it is compared: upper case; None for what no card can bear."""
    if code.isascii() and code.isprintable() and " " not in code and 0 < len(code) <= LONGEST_CODE:
        return code.upper()
    return None


def fitting(codes: Mapping[str, Card]) -> dict[str, Card]:
    """These codes as they are compared; raises NotFittingError for what can be no cards of one pack."""
    found: dict[str, Card] = {}
    for code, card in codes.items():
        proper = proper_code(code)
        if proper is None:
            raise NotFittingError(
                f"{code[:80]!r} is no code that a card can bear: 1 to {LONGEST_CODE} letters, digits and signs "
                "without spaces; read the card again"
            )
        if found.setdefault(proper, card) is not card:
            raise NotFittingError(f"{proper} was read for two different cards: take both out and read them again")
    if len(set(found.values())) != len(found):
        twice = next(card for card in found.values() if sum(other is card for other in found.values()) > 1)
        raise NotFittingError(f"the {twice} has two codes; a pack has each card once: take one of the two away")
    return found
