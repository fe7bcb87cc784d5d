"""Whether an installed release is what was signed: nothing changed, nothing missing, nothing added.

A release lies in a folder of its own with the list of its files (MANIFEST) and, where it came from a signed bundle, the
signature of that list. Everything Python could run from that folder is looked at: each listed file by its SHA-256; the
compiled modules by making them anew (`bytecode`); the links to the system's Python and to its pin library by where they
lead. Whatever else lies there is named. What the system itself brings (Python, libraries) is not in the list: Debian's
own `dpkg --verify` tells that.
"""

import enum
import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from device.files.system_faults import in_words
from device.system import bytecode, signatures
from device.system.manifest import NAME, SIGNATURE, Manifest, ManifestError, digest_of, parse

_SYSTEM_PACKAGES = "/usr/lib/python3/dist-packages/"
"""Where Debian keeps the pin library that a release for a newer Python links to."""

PYVENV = "home = {home}\ninclude-system-site-packages = false\n"
"""What stands in ``pyvenv.cfg``: which Python, and that only the release's own packages are seen."""


class Signature(enum.Enum):
    """What is known of who made a release."""

    GOOD = "good"
    """Its list of files is signed with the key that was given."""
    BAD = "bad"
    """It is not: another key, or a list that was changed."""
    NO_KEY = "no-key"
    """It is signed, and there is no key to check that with."""
    UNSIGNED = "unsigned"
    """Installed from a clone: the list was made at the installation, and tells later changes only."""
    NO_MANIFEST = "no-manifest"
    """There is no list of files: this is no installed release, or the list is gone or cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseReport:
    """What was found; paths are those from the release's own folder, in order."""

    root: Path
    signature: Signature
    version: str | None
    """What the list says; None without a list."""
    files: int = 0
    """How many files were held against the list."""
    fingerprint: str | None = None
    """Of the key that was given: SHA-256, in hex."""
    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    additional: tuple[str, ...] = ()
    writable: tuple[str, ...] = ()
    """What somebody other than its owner may write, or another than the release's owner owns."""
    unreadable: tuple[str, ...] = ()
    """What this user may not read, or the disk did not give."""
    fault: str | None = None
    """Why the list, its signature or the key is no good, in words."""

    @property
    def is_intact(self) -> bool:
        """Every file is as the list says, and nothing else is there."""
        found = self.changed or self.missing or self.additional or self.writable or self.unreadable
        return not found and self.signature not in (Signature.BAD, Signature.NO_MANIFEST)

    @property
    def is_signed(self) -> bool:
        """Intact, and the list is signed with the given key."""
        return self.is_intact and self.signature is Signature.GOOD


def installed_release() -> Path | None:
    """The folder of the release that this very program runs from; None in a clone's environment."""
    root = Path(sys.prefix).resolve()
    return root if (root / NAME).exists() else None


def check_release(root: Path, key: Path | None) -> ReleaseReport:
    """Look at the release in `root`, and whether it is signed with the Ed25519 public key (PEM) in the file `key`.

    Never raises for what may be found there; a key that cannot be read is a `fault` and a bad signature. Reads every
    file once and compiles every module once: some seconds, on a Raspberry Pi half a minute.
    """
    root = root.resolve()
    try:
        listing = (root / NAME).read_bytes()
    except OSError as error:
        return _without_list(root, f"{root / NAME}: {in_words(error)}")
    standing, fingerprint, fault = _signed(root, listing, key)
    try:
        manifest = parse(listing.decode("utf-8"))
    except (ManifestError, UnicodeDecodeError) as error:
        return _without_list(root, f"{root / NAME}: {error}")
    found = _Findings(root, manifest)
    found.look()
    return ReleaseReport(
        root=root,
        signature=standing,
        version=manifest.version,
        files=len(manifest.digests),
        fingerprint=fingerprint,
        changed=tuple(sorted(found.changed)),
        missing=tuple(sorted(manifest.digests.keys() - found.seen)),
        additional=tuple(sorted(found.additional)),
        writable=tuple(sorted(found.writable)),
        unreadable=tuple(sorted(found.unreadable)),
        fault=fault,
    )


def _without_list(root: Path, fault: str) -> ReleaseReport:
    return ReleaseReport(root=root, signature=Signature.NO_MANIFEST, version=None, fault=fault)


def _signed(root: Path, listing: bytes, key: Path | None) -> tuple[Signature, str | None, str | None]:
    """(What the signature is worth, the key's fingerprint, what is wrong in words)."""
    try:
        signature = (root / SIGNATURE).read_bytes()
    except FileNotFoundError:
        # Whoever removes the signature of a release must not turn it into one that was installed from a clone.
        if b"\n# origin: release\n" in listing[:500]:
            return Signature.BAD, None, f"{root / SIGNATURE} is gone"
        return Signature.UNSIGNED, None, None
    except OSError as error:
        return Signature.BAD, None, f"{root / SIGNATURE}: {in_words(error)}"
    if key is None:
        return Signature.NO_KEY, None, None
    try:
        public = signatures.read_key(key)
    except signatures.KeyFault as error:
        return Signature.BAD, None, str(error)
    if signatures.is_signed(listing, signature, public):
        return Signature.GOOD, signatures.fingerprint(public), None
    return Signature.BAD, signatures.fingerprint(public), f"{root / SIGNATURE} is not the signature of this key"


class _Findings:
    """One walk through a release's folder."""

    def __init__(self, root: Path, manifest: Manifest) -> None:
        self._root = root
        self._manifest = manifest
        self.seen: set[str] = set()
        self.changed: set[str] = set()
        self.additional: set[str] = set()
        self.writable: set[str] = set()
        self.unreadable: set[str] = set()

    def look(self) -> None:
        """Look at everything there is."""
        owner = self._root.stat().st_uid
        if self._root.stat().st_mode & 0o022:
            self.writable.add(".")
        for name, entry in self._entries(self._root, ""):
            is_link = entry.is_symlink()
            try:
                found = entry.stat(follow_symlinks=False)
                if not is_link and (found.st_mode & 0o022 or found.st_uid != owner):
                    self.writable.add(name)
                if stat.S_ISDIR(found.st_mode):
                    continue
                self._look_at(name, Path(entry.path), is_link=is_link, is_file=stat.S_ISREG(found.st_mode))
            except OSError:
                self.seen.add(name)
                self.unreadable.add(name)

    def _entries(self, folder: Path, prefix: str) -> "Iterator[tuple[str, os.DirEntry[str]]]":
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    name = prefix + entry.name
                    yield name, entry
                    if entry.is_dir(follow_symlinks=False):
                        yield from self._entries(Path(entry.path), f"{name}/")
        except OSError:
            self.unreadable.add(prefix.rstrip("/") or ".")

    def _look_at(self, name: str, path: Path, *, is_link: bool, is_file: bool) -> None:
        wanted = self._manifest.digests.get(name)
        if wanted is not None:
            self.seen.add(name)
            if is_link or not is_file or digest_of(path) != wanted:
                self.changed.add(name)
        elif is_link:
            self._look_at_link(name, path)
        elif not is_file:
            self.additional.add(name)
        elif name in (NAME, SIGNATURE):
            pass
        elif name == "pyvenv.cfg":
            if path.read_text(encoding="utf-8", errors="replace") != PYVENV.format(home=self._manifest.home):
                self.changed.add(name)
        elif name.endswith(".pyc"):
            self._look_at_compiled(name, path)
        else:
            self.additional.add(name)

    def _look_at_link(self, name: str, path: Path) -> None:
        leads = str(path.readlink())
        if name == "bin/python":
            if leads != f"{self._manifest.home}/python{self._manifest.python}":
                self.changed.add(name)
            return
        is_pins = PurePosixPath(name).name.startswith(("lgpio.", "_lgpio.")) and name.count("/") == 3
        if not (is_pins and leads == _SYSTEM_PACKAGES + PurePosixPath(name).name):
            self.additional.add(name)

    def _look_at_compiled(self, name: str, path: Path) -> None:
        """A compiled module is no file of the list; it must be what its source, which is one, compiles to."""
        source = bytecode.source_of(PurePosixPath(name))
        if source is None or str(source) not in self._manifest.digests:
            self.additional.add(name)
            return
        try:
            text = (self._root / source).read_bytes()
        except OSError:
            return  # told as what it is when its turn comes
        if path.read_bytes() != bytecode.compiled(text, str(source)):
            self.changed.add(name)
