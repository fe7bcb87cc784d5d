"""Writing the whole of something: the system may take a part of it, and call that done."""

import errno
import os


def write_whole(handle: int, content: bytes | bytearray | memoryview) -> None:
    """Write all of it at the handle's place; raises OSError, also where the disk takes nothing and names no reason."""
    left = memoryview(content)
    while left:
        taken = os.write(handle, left)
        if taken == 0:  # asked again and again it would say the same for ever
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        left = left[taken:]
