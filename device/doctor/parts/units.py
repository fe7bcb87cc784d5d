"""The services that systemd runs: which are there, which failed, and how often they had to be started again."""

import re
from collections.abc import Iterator, Mapping

from device.doctor.finding import Finding, Teller
from device.doctor.world import Ran, World

_TELL = Teller("units")
TABLE_UNIT = "zapato-table.service"
TARGET = "zapato.target"
_ASKED_S = 5.0
_MANY_RESTARTS = 5
_PROPERTIES = "Id,LoadState,ActiveState,SubState,Result,NRestarts,UnitFileState,WatchdogUSec,Type"


def look(world: World) -> Iterator[Finding]:
    """What systemd says of zapato's units."""
    if not world.has_systemd:
        yield _TELL.note("units-no-systemd")
        return
    words = ("systemctl", "show", "--no-pager", f"--property={_PROPERTIES}", "zapato*", TABLE_UNIT, TARGET)
    shown = world.run(words, _ASKED_S)
    if shown.code is None:
        yield _TELL.bad("units-silent", says=shown.said)
        return
    yield from judge(read_units(shown.out))
    failed = world.run(("systemctl", "list-units", "--failed", "--plain", "--no-legend", "--no-pager"), _ASKED_S)
    yield from judge_others(failed)


def read_units(text: str) -> list[Mapping[str, str]]:
    """The units in what `systemctl show` prints, each once."""
    blocks = [dict(re.findall(r"^(\w+)=(.*)$", block, re.MULTILINE)) for block in text.split("\n\n")]
    return list({block["Id"]: block for block in blocks if "Id" in block}.values())


def judge(units: list[Mapping[str, str]]) -> Iterator[Finding]:
    """One or more findings a unit; without any the program was not installed as a service."""
    there = [unit for unit in units if unit.get("LoadState") == "loaded"]
    for unit in units:
        if unit.get("LoadState") in ("error", "bad-setting", "masked"):
            yield _TELL.bad("units-unread", unit=unit["Id"], state=unit["LoadState"])
    if not there:
        yield _TELL.note("units-none")
        return
    for unit in there:
        yield from _one(unit)


def judge_others(failed: Ran) -> Iterator[Finding]:
    """Services of the machine itself that failed."""
    names = [line.split()[0].lstrip("●* ") for line in failed.out.splitlines() if line.split()]
    others = [name for name in names if not name.startswith("zapato")]
    if others:
        yield _TELL.note("units-others", names=", ".join(others[:8]), count=len(others))


def _one(unit: Mapping[str, str]) -> Iterator[Finding]:
    name, state = unit["Id"], unit.get("ActiveState", "?")
    restarts = int(unit["NRestarts"]) if unit.get("NRestarts", "").isdigit() else 0
    result = unit.get("Result", "success")
    if state == "failed":
        yield _TELL.bad("units-failed", unit=name, result=result)
    elif state == "activating" and unit.get("SubState") == "auto-restart":
        yield _TELL.bad("units-restarting", unit=name, restarts=restarts, result=result)
    elif restarts:
        tell = _TELL.warn if restarts >= _MANY_RESTARTS else _TELL.note
        yield tell("units-restarts", unit=name, restarts=restarts)
    elif state == "active" or (unit.get("Type") == "oneshot" and result == "success"):
        yield _TELL.ok("units-active", unit=name, state=unit.get("SubState", state))
    else:
        yield _TELL.note("units-inactive", unit=name, state=state)
    if name in (TABLE_UNIT, TARGET) and unit.get("UnitFileState") not in (
        "enabled",
        "enabled-runtime",
        "linked",
        "static",
    ):
        yield _TELL.warn("units-not-enabled", unit=name)
    if name == TABLE_UNIT and unit.get("WatchdogUSec", "0") in ("0", "infinity"):
        yield _TELL.warn("units-unwatched", unit=name)
