"""What the firmware's pure modules use of MicroPython's own module, for CPython."""


def const(value: int) -> int:
    """A number that MicroPython's compiler puts into the code itself."""
    return value
