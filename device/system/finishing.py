"""Turns a fresh virtual environment into a release: nothing in it but the program, and a list of all its files."""

import platform
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from device.system import bytecode
from device.system.manifest import NAME, SIGNATURE, Manifest, digest_of, is_plain, parse
from device.system.release import PYVENV, ReleaseReport, check_release

COMMAND = r"""#!/bin/sh
'''exec' "$(dirname -- "$(readlink -f -- "$0")")/python" -I "$0" "$@"
' '''
import sys

from device.cli.main import main

sys.exit(main())
"""
"""``bin/zapato``: to the shell a line that starts the Python beside it, to Python a text that does nothing.

It is the same in every place, so a release's list can hold it beforehand. The place is resolved once, so that a process
goes on in its own release when another becomes the current one; and neither variables of the environment nor a user's
own packages have a part in it (``-I``).
"""

_ONLY_FOR_INSTALLING = (
    "pip", "setuptools", "_distutils_hack", "distutils-precedence.pth", "hatchling", "pathspec", "trove_classifiers",
    "editables", "packaging",
)  # fmt: skip
"""What is in the lock file to set the program up, and what it never runs."""

_KEPT_OF_NO_USE = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")
"""What pip notes beside each package; it holds times and places, and nobody runs pip in a release."""


class UnfitError(Exception):
    """The environment is not what the signed list says; the message names the first differences."""


def is_left_out(name: str) -> bool:
    """Whether a release has no use for this file of its packages; `name` from ``site-packages`` on."""
    first, _, rest = name.partition("/")
    package = first.partition("-")[0] if first.endswith((".dist-info", ".egg-info")) else first
    if package in _ONLY_FOR_INSTALLING or first in _ONLY_FOR_INSTALLING:
        return True
    return first.endswith(".dist-info") and rest in _KEPT_OF_NO_USE


def finish(
    root: Path, *, version: str, origin: str, home: Path = Path("/usr/bin"), signed: Path | None = None
) -> Manifest:
    """Clean, compile and list the environment in `root`; it may be moved afterwards.

    `home`: the folder of the system's Python, of this same version. `signed`: a list with its signature beside it
    (``.sig``) that the environment must be exactly; without one a list is made. Raises UnfitError, OSError.
    """
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    site = root / "lib" / f"python{python}" / "site-packages"
    _clean(root, site)
    (root / "bin").mkdir(exist_ok=True)
    (root / "bin/zapato").write_text(COMMAND, encoding="utf-8")
    (root / "bin/python").symlink_to(home / f"python{python}")
    (root / "pyvenv.cfg").write_text(PYVENV.format(home=home), encoding="utf-8")
    for source in sorted(site.rglob("*.py")):
        name = str(source.relative_to(root))
        if source.is_symlink() or (code := bytecode.compiled(source.read_bytes(), name)) is None:
            continue
        place = Path(bytecode.place_of(source))
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(code)
    _close(root)
    if signed is not None:
        shutil.copyfile(signed, root / NAME)
        shutil.copyfile(signed.with_name(f"{signed.name}.sig"), root / SIGNATURE)
        _require(check_release(root, None))
        return parse((root / NAME).read_text(encoding="utf-8"))
    (root / SIGNATURE).unlink(missing_ok=True)
    manifest = Manifest(
        version=version,
        python=python,
        home=str(home),
        machine=platform.machine(),
        origin=origin,
        digests={name: digest_of(root / name) for name in _listed(root)},
    )
    (root / NAME).write_text(manifest.text(), encoding="utf-8")
    return manifest


def _clean(root: Path, site: Path) -> None:
    for name in ("bin", "include", "share/man"):
        shutil.rmtree(root / name, ignore_errors=True)
    for name in (".gitignore", "lib64", "zapato-setup", "setup.log", NAME):
        (root / name).unlink(missing_ok=True)
    for cache in sorted(root.rglob("__pycache__")):
        shutil.rmtree(cache)
    for path in sorted(site.rglob("*")):
        if is_left_out(str(path.relative_to(site))):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


def _close(root: Path) -> None:
    """Take from everybody but the owner what lets them write."""
    root.chmod(0o755)
    for path in root.rglob("*"):
        if not path.is_symlink():
            runs = path.is_dir() or path.stat().st_mode & 0o100 or path == root / "bin/zapato"
            path.chmod(0o755 if runs else 0o644)


def _listed(root: Path) -> Iterator[str]:
    """The files that a list holds: none that can be told without it."""
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root))
        if path.is_symlink() or path.is_dir() or path.suffix == ".pyc" or name == "pyvenv.cfg":
            continue
        if not is_plain(name):
            raise UnfitError(f"no release can hold a file of this name: {name!r}")
        yield name


def _require(report: ReleaseReport) -> None:
    kinds = ("changed", "missing", "additional", "writable", "unreadable")
    found = [f"{kind}: {', '.join(names[:5])}" for kind in kinds if (names := getattr(report, kind))]
    if report.fault is not None:
        found.append(report.fault)
    if found:
        raise UnfitError(f"what was installed is not what the signed list says; {'; '.join(found)}")
