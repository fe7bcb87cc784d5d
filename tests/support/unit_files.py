"""The units as they are delivered, read as systemd reads them, and laid where `systemd-analyze` can look at them."""

import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "systemd"
UNITS = FOLDER / "units"
SERVICES = sorted(one.name for one in UNITS.glob("zapato-*.service"))
SCREENS = ("players", "dealer")

Sections = Mapping[str, Mapping[str, list[str]]]


def read_unit(file: Path) -> Sections:
    """Sections, keys and each value in its order; an empty value forgets those before it."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    section = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith(("#", ";")):
            key, _, value = line.partition("=")
            found[section][key].append(value)
    return found


def files_of(service: str) -> Iterator[Path]:
    """A service and what is added to it by folders of its instances."""
    yield UNITS / service
    if "@" in service:
        for which in SCREENS:
            yield from sorted((UNITS / f"{service.replace('@', f'@{which}')}.d").glob("*.conf"))


def instances(service: str) -> tuple[str, ...]:
    """What is started of it."""
    return tuple(service.replace("@", f"@{which}") for which in SCREENS) if "@" in service else (service,)


def lay_out(folder: Path) -> dict[str, str]:
    """The units in `folder`, each program replaced by one that is there; the environment in which they are found."""
    shutil.copytree(UNITS, folder, dirs_exist_ok=True)
    for service in SERVICES:
        text = (folder / service).read_text(encoding="utf-8")
        lines = ["ExecStart=/bin/true" if one.startswith("ExecStart=") else one for one in text.splitlines()]
        for name in {service, *instances(service)}:
            (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "seatd.service").write_text("[Service]\nExecStart=/bin/true\n")
    return {"SYSTEMD_UNIT_PATH": f"{folder}:", "LC_ALL": "C", "PATH": "/usr/bin:/bin:/usr/sbin:/sbin"}
