"""Which files a release will have, told from its packages before anything is installed."""

import hashlib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from device.system.finishing import COMMAND, is_left_out
from device.system.manifest import digest_of, is_plain


class WheelFault(ValueError):
    """A package that no list can be made of; the message names it."""


def release_files(wheels: Sequence[Path], *, python: str, share: Path) -> dict[str, str]:
    """SHA-256 by path of all that `finishing.finish` leaves of these packages and of the folder `share`.

    `share` comes to lie in ``share/zapato``. Raises WheelFault, also for two packages with one file.
    """
    site = f"lib/python{python}/site-packages"
    digests = {"bin/zapato": hashlib.sha256(COMMAND.encode()).hexdigest()}
    for path in sorted(share.rglob("*")):
        if path.is_file():
            digests[f"share/zapato/{path.relative_to(share)}"] = digest_of(path)
    for wheel in wheels:
        for name, digest in _files_of(wheel, site):
            if not is_plain(name):
                raise WheelFault(f"{wheel}: a file's name that no list can hold: {name!r}")
            if digests.setdefault(name, digest) != digest:
                raise WheelFault(f"{wheel}: brings {name}, which another package brings too, and differently")
    return digests


def _files_of(wheel: Path, site: str) -> Iterator[tuple[str, str]]:
    try:
        with zipfile.ZipFile(wheel) as archive:
            for entry in archive.infolist():
                place = None if entry.is_dir() else _place_of(entry.filename, site)
                if place is not None:
                    yield place, hashlib.sha256(archive.read(entry)).hexdigest()
    except (OSError, zipfile.BadZipFile) as error:
        raise WheelFault(f"{wheel}: {error}") from None


def _place_of(name: str, site: str) -> str | None:
    """Where a file of a package comes to lie; None for one that a release is without."""
    first, _, rest = name.partition("/")
    if first.endswith(".data"):
        kind, _, rest = rest.partition("/")
        match kind:
            case "purelib" | "platlib":
                return None if is_left_out(rest) else f"{site}/{rest}"
            case "data":
                return None if rest.startswith(("bin/", "include/", "share/man/")) else rest
            case _:
                return None  # scripts and headers
    return None if is_left_out(name) or name.endswith(".pyc") else f"{site}/{name}"
