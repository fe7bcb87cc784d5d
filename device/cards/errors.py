"""What can be wrong with packs, their registry and the site's secret; each message names the place and the remedy."""


class CardsError(Exception):
    """Base of all errors of packs; the message is for people."""


class RegistryFileError(CardsError):
    """The registry cannot be opened, read or written as it should."""


class DamagedError(RegistryFileError):
    """The registry is no such file, or a broken one: a copy must be put back."""


class ForeignError(RegistryFileError):
    """The registry, or a backup of it, belongs to another site: this site's secret does not open it."""


class SecretError(CardsError):
    """The site's secret is lost, broken, readable by others, or there already."""


class UnknownPackError(CardsError):
    """No pack of this name is in the registry."""


class PackStateError(CardsError):
    """The pack is not in a state in which this can be done with it: a retired pack stays retired."""


class TakenCodeError(CardsError):
    """A code or tag belongs to a card of another pack already."""


class NotFittingError(CardsError):
    """Codes that cannot be a pack's: no label of this site, a card twice, a code too long."""


class BackupError(CardsError):
    """The backup cannot be written, is none, was cut or changed, or was made with another passphrase."""


class SheetError(CardsError):
    """A sheet of labels cannot be laid out, made or written as asked."""
