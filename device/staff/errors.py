"""What can be wrong with the people's file, or with what is asked of it."""


class StaffError(Exception):
    """It cannot be done; the message names the file or the person, what is wrong and what to do. Nothing changed."""


class StaffFileError(StaffError):
    """The file cannot be used: its place, its permissions, the disk, another program."""


class DamagedError(StaffFileError):
    """The file is torn, empty or altered: it is left as it is."""


class ForeignError(StaffFileError):
    """The file is something else than a table's people: it is left alone."""


class NewerError(StaffFileError):
    """The file was written by newer software: it is left alone."""


class NoSuchPersonError(StaffError):
    """Nobody of that name is in the file."""


class NotAllowedError(StaffError):
    """A name, PIN or badge that cannot be taken."""
