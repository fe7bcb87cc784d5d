"""Who came, who went and who was not let in: facts about people, which change nothing at the table."""

from device.table.events.event import Event
from device.table.vocabulary import NoEntry, SignedInBy, SignedOutBy


class SignedIn(Event, frozen=True, kw_only=True):
    """Somebody proved who it is; from now on orders may bear this name."""

    KIND = "signed-in"
    name: str
    how: SignedInBy


class SignedOut(Event, frozen=True, kw_only=True):
    """A session of somebody ended."""

    KIND = "signed-out"
    name: str
    why: SignedOutBy


class SignInRefused(Event, frozen=True, kw_only=True):
    """Somebody tried to come in, or to act under a name, and may not; never a PIN, never a badge's number.

    `name` is None where nobody is called what was typed: it is not kept, for it may be a PIN in the wrong field.
    `times`: so many attempts of one kind since the last such record, this one among them.
    """

    KIND = "sign-in-refused"
    why: NoEntry
    how: SignedInBy | None = None
    name: str | None = None
    times: int = 1


class PinChanged(Event, frozen=True, kw_only=True):
    """Somebody chose a PIN of their own at the table."""

    KIND = "pin-changed"
    name: str
