"""What is installed: this program, the libraries it needs, the machine's own software."""

import platform
import re
import sqlite3
import struct
import sys
from collections.abc import Iterator
from importlib import metadata

import device
from device.doctor.finding import Figures, Finding, Teller
from device.doctor.world import World

_TELL = Teller("versions")
_TRIED = {"debian": ("12", "13"), "raspbian": ("12", "13")}


def look(world: World) -> Iterator[Finding]:
    """The versions, and which of them do not fit."""
    figures = versions(world)
    yield _TELL.ok("versions", **figures)
    yield from judge(
        bits=8 * struct.calcsize("P"),
        system=world.text("etc/os-release") or world.text("usr/lib/os-release"),
        running=str(world.table.view.get("software", "")),
        missing=missing_packages(),
    )


def versions(world: World) -> Figures:
    """By name: the program, Python, SQLite, the kernel, the system, the machine."""
    release = _release(world.text("etc/os-release") or world.text("usr/lib/os-release"))
    return {
        "zapato": device.__version__,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "kernel": platform.release(),
        "system": release.get("PRETTY_NAME", "?"),
        "machine": world.text("proc/device-tree/model") or platform.machine(),
        "place": sys.prefix,
    }


def packages() -> dict[str, str]:
    """The installed libraries and their versions."""
    found = {one.metadata["Name"]: one.version for one in metadata.distributions() if one.metadata["Name"]}
    return dict(sorted(found.items()))


def missing_packages() -> list[str]:
    """What the program cannot run without and does not have."""
    try:
        wanted = metadata.requires("zapato") or []
    except metadata.PackageNotFoundError:
        return []
    names = [re.split(r"[<>=!~;\[ ]", one)[0] for one in wanted if "extra ==" not in one]
    return [name for name in names if not _is_installed(name)]


def judge(*, bits: int, system: str, running: str, missing: list[str]) -> Iterator[Finding]:
    """`system`: os-release; `running`: the version that the running table tells, empty where none runs."""
    if bits < 64:
        yield _TELL.bad("versions-bits", bits=bits)
    for name in missing:
        yield _TELL.bad("versions-missing", name=name)
    if running and running != device.__version__:
        yield _TELL.warn("versions-old-runs", running=running, here=device.__version__)
    release = _release(system)
    if release.get("VERSION_ID", "") not in _TRIED.get(release.get("ID", ""), ()):
        yield _TELL.note("versions-untried", system=release.get("PRETTY_NAME", "?"))


def _release(text: str) -> dict[str, str]:
    return dict(re.findall(r'^(\w+)="?(.*?)"?$', text, re.MULTILINE))


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True
