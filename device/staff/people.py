"""People and their roles, and what may stand as a name."""

import enum
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from device.staff.errors import NotAllowedError

LONGEST_NAME = 40


class Role(enum.Enum):
    """What a person is at the table; one person may be several things."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    """Oversees one or more tables."""
    PIT = "pit"
    """Oversees a pit; may be the second of two people."""
    SERVICE = "service"
    """Looks after the equipment; decides nothing about a game."""
    AUDITOR = "auditor"
    """Reads closed shoes."""
    SURVEILLANCE = "surveillance"
    """Reads only, and sees every void, correction, entry and removed read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody of the staff; `id` and `name` never change and are never given to another, for the record names them."""

    id: int
    name: str
    roles: frozenset[Role]
    disabled: bool = False

    @property
    def active(self) -> bool:
        """Whether this person may do anything at all now."""
        return not self.disabled

    def is_called(self, name: str) -> bool:
        """Whether `name` means this person: case and the ways to write one letter make no difference."""
        return folded(self.name) == folded(name)


def read_name(text: str) -> str:
    """A name as it is kept: in Unicode's composed form; raises NotAllowedError for what must not stand in a record.

    1 to 40 characters that can be seen, single spaces between them; nothing that controls a terminal, hides or turns
    the direction of what follows. Not digits alone, which might be a PIN.
    """
    name = unicodedata.normalize("NFC", text)
    hidden = [letter for letter in name if letter != " " and unicodedata.category(letter)[0] in "CZ"]
    if hidden:
        found = f"U+{ord(hidden[0]):04X}"
        raise NotAllowedError(f"the name {shown(text)} holds the character {found}: write letters that can be seen")
    if not 1 <= len(name) <= LONGEST_NAME:
        raise NotAllowedError(f"a name has 1 to {LONGEST_NAME} characters, this one {len(name)}: shorten it")
    if name != name.strip() or "  " in name:
        raise NotAllowedError(
            f"the name {shown(text)} begins or ends with a space, or holds two in a row: leave them out"
        )
    if name.isdecimal():
        raise NotAllowedError(f"the name {shown(text)} is a number, which might be somebody's PIN: add a letter")
    return name


def folded(name: str) -> str:
    """What of a name must be unique: the same for ``Ana``, ``ANA`` and every way to write the same letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def shown(text: str) -> str:
    """Any text for a message: quoted, unseen characters escaped, not too long."""
    visible = "".join(
        letter if letter == " " or unicodedata.category(letter)[0] not in "CZ" else ascii(letter)[1:-1]
        for letter in text[:LONGEST_NAME]
    )
    return f"'{visible}'" + ("…" if len(text) > LONGEST_NAME else "")


def role_names(roles: Iterable[Role]) -> list[str]:
    """The roles' words, always in the same order."""
    held = set(roles)
    return [role.value for role in Role if role in held]
