"""The site's secret: who has it makes labels that pass and reads the registry; who has it not does neither.

It lies beside the registry, ``<registry>.key``, mode 0600. Each generation holds two keys of 32 random bytes: one for
the checks of labels, one for the registry. After a change of the secret old label keys stay until the last pack with
such labels is retired, and the old registry key until the registry is written anew.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from device.cards.errors import SecretError
from device.readers.labels import ALPHABET, CHECK_CHARACTERS, Label

KEY_BYTES: Final = 32
_SITE_BYTES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """The keys of one generation; a key that nothing needs any more is forgotten."""

    number: int
    made_at: str
    label_key: bytes | None = field(repr=False)
    registry_key: bytes | None = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteSecret:
    """A site's secret; values of it never change, a changed secret is another value."""

    site: str
    """Sixteen hex digits, by chance: no secret, and the same in the registry."""
    generations: tuple[Generation, ...]
    """Oldest first; the newest makes labels."""
    has_registry: bool = False
    """A registry was made with it, so that a missing one is lost and not to be made."""

    @property
    def newest(self) -> Generation:
        """The generation that new labels are made with."""
        return self.generations[-1]

    def check_of(self, pack: str, serial: str) -> str:
        """The check that belongs on the label of this pack and serial number; both in upper case."""
        key = self.newest.label_key
        assert key is not None, "the newest generation is never forgotten"
        return _check(key, pack, serial)

    def label(self, pack: str, serial: str) -> Label:
        """The whole label of this pack and serial number."""
        return Label(pack=pack, serial=serial, check=self.check_of(pack, serial))

    def generation_of(self, label: Label) -> int | None:
        """Whose check the label bears, the newest generation that fits; None: no label of this site.

        Takes the same time whichever it is, and however much of a wrong check is right.
        """
        found = None
        for one in self.generations:
            right = _check(one.label_key or bytes(KEY_BYTES), label.pack, label.serial)
            fits = hmac.compare_digest(right.encode(), label.check.encode())
            if fits & (one.label_key is not None):
                found = one.number
        return found

    def registry_key(self, number: int) -> bytes:
        """The registry's key of a generation; raises SecretError where it is not in this secret."""
        for one in self.generations:
            if one.number == number and one.registry_key is not None:
                return one.registry_key
        raise SecretError(
            f"it has no key of generation {number}, which the registry was written with: put back the secret that "
            "belongs to it, from a backup (`zapato cards restore`)"
        )

    def rotated(self, *, at: str) -> "SiteSecret":
        """The same secret with one more generation."""
        return replace(self, generations=(*self.generations, _draw(self.newest.number + 1, at)))

    def without_old_keys(self, *, registry: int, labels: Iterable[int]) -> "SiteSecret":
        """The same secret with the registry's key of generation `registry` alone, and label keys of `labels` alone.

        Both keys of the newest generation stay.
        """
        needed = {*labels, self.newest.number}
        kept = []
        for one in self.generations:
            in_registry = one.number in (registry, self.newest.number)
            generation = replace(
                one,
                label_key=one.label_key if one.number in needed else None,
                registry_key=one.registry_key if in_registry else None,
            )
            if generation.label_key is not None or generation.registry_key is not None:
                kept.append(generation)
        return replace(self, generations=tuple(kept))


def draw_secret(*, at: str) -> SiteSecret:
    """The secret of a new site, by chance."""
    return SiteSecret(site=secrets.token_hex(_SITE_BYTES), generations=(_draw(1, at),))


def derived_key(key: bytes, what: str) -> bytes:
    """A key of its own for each use."""
    return hmac.new(key, f"zapato cards 1: {what}".encode(), hashlib.sha256).digest()


def _draw(number: int, at: str) -> Generation:
    return Generation(
        number=number,
        made_at=at,
        label_key=secrets.token_bytes(KEY_BYTES),
        registry_key=secrets.token_bytes(KEY_BYTES),
    )


def _check(key: bytes, pack: str, serial: str) -> str:
    """All 256 bits of the code, as a number to the base of the alphabet: what the remainder favours is under 2⁻²³⁰."""
    number = int.from_bytes(hmac.digest(key, f"zapato label 1: {pack}-{serial}".encode(), "sha256"), "big")
    text = ""
    for _ in range(CHECK_CHARACTERS):
        number, digit = divmod(number, len(ALPHABET))
        text += ALPHABET[digit]
    return text
