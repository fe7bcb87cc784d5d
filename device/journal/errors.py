"""What can be wrong with a record, apart by what may be done about it."""

from device.ports.journal import JournalError


class RecordError(JournalError):
    """One record cannot be read or does not fit the chain; `seq` says which."""

    def __init__(self, seq: int, what: str) -> None:
        super().__init__(f"record {seq}: {what}")
        self.seq = seq
        self.what = what


class DamagedError(JournalError):
    """The file is a torn, empty or altered journal; it may be set aside, never deleted.

    `seq` is the first bad record, None where the damage is not in one.
    """

    def __init__(self, message: str, *, seq: int | None = None) -> None:
        super().__init__(message)
        self.seq = seq


class ForeignError(JournalError):
    """The file is something else than a journal of ours: it is left alone."""


class NewerError(JournalError):
    """The file was written by newer software: it is left alone."""


class InUseError(JournalError):
    """Another process writes to this journal."""


class DiskError(JournalError):
    """The disk refuses: it is full, fails or is read-only. The record is well, and all goes on when the disk heals."""


class NotVerifiedError(Exception):
    """The journal is not what was written; `seq` is the first bad record, None where no single record is at fault."""

    def __init__(self, what: str, *, seq: int | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.seq = seq
