"""The list of a release's files: what it says of itself, and each file with its SHA-256, as `sha256sum -c` reads it."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

NAME = "MANIFEST"
SIGNATURE = "MANIFEST.sig"

_HEX = frozenset("0123456789abcdef")
_PIECE = 1 << 20


class ManifestError(ValueError):
    """The list cannot be read; the message says at which line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a release is made of."""

    version: str
    """Of zapato."""
    python: str
    """Major and minor of the Python it runs on: ``3.11``."""
    home: str
    """The folder of the system's Python that it is bound to."""
    machine: str
    """As `uname -m` says it."""
    origin: str
    """``release`` or ``clone``."""
    digests: Mapping[str, str]
    """SHA-256 in hex by path from the release's own folder."""

    def text(self) -> str:
        """The list as it lies in the release; lines that begin with ``#`` are none to `sha256sum -c`."""
        head = {
            "zapato": self.version,
            "python": self.python,
            "home": self.home,
            "machine": self.machine,
            "origin": self.origin,
        }
        lines = [f"# {key}: {value}" for key, value in head.items()]
        lines += [f"{digest}  {name}" for name, digest in sorted(self.digests.items())]
        return "\n".join(lines) + "\n"


def parse(text: str) -> Manifest:
    """Read a list; raises ManifestError."""
    head: dict[str, str] = {}
    digests: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            key, _, value = line[1:].partition(":")
            head[key.strip()] = value.strip()
            continue
        digest, gap, name = line[:64], line[64:66], line[66:]
        if gap != "  " or len(digest) != 64 or not _HEX.issuperset(digest) or not is_plain(name):
            raise ManifestError(f"line {number} is no SHA-256 with a file's name")
        if name in digests:
            raise ManifestError(f"line {number} names {name} a second time")
        digests[name] = digest
    try:
        return Manifest(
            version=head["zapato"],
            python=head["python"],
            home=head["home"],
            machine=head["machine"],
            origin=head["origin"],
            digests=digests,
        )
    except KeyError as missing:
        raise ManifestError(f"it does not say its {missing.args[0]}") from None


def is_plain(name: str) -> bool:
    """Whether this is a file's path inside a folder and nothing else: not absolute, no way up, one line."""
    parts = name.split("/")
    return bool(name) and name.isprintable() and "\\" not in name and not {"", ".", ".."} & set(parts)


def digest_of(path: Path) -> str:
    """The file's SHA-256 in hex; raises OSError."""
    sha256 = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            sha256.update(piece)
    return sha256.hexdigest()
