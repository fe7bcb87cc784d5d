"""For `tests/systemd/boot`: a bare Debian with an installed table in it."""

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGES = "systemd,systemd-sysv,udev,dbus,python3,python3-venv,ca-certificates"
MONITORS = ("weston", "cage", "seatd", "libgl1-mesa-dri", "libegl1", "libgles2", "libgbm1")
HOST_FILES = ("/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt", "/etc/resolv.conf")
"""What this machine needs to reach a package index that it may keep to itself."""
PROOF = Path("opt/proof")
"""Where what the proof brings lies in the root."""


class RootError(Exception):
    """The root cannot be made; the message says why."""


@contextlib.contextmanager
def installed_root(suite: str, store: Path, *, monitors: bool, keep: bool) -> Iterator[Path]:
    """A root of this suite with zapato installed in it; gone afterwards unless it is to be kept."""
    store.mkdir(parents=True, exist_ok=True)
    tarball = _bare(suite, store)
    root = Path(tempfile.mkdtemp(prefix=f"{suite}.", dir=store))
    try:
        print(f"== {suite}: installing in {root}", flush=True)
        _run("tar", "-C", str(root), "-xf", str(tarball))
        if monitors:
            inside(
                root,
                "sh",
                "-c",
                f"apt-get -q update && apt-get -qy install --no-install-recommends {' '.join(MONITORS)}",
            )
        install(root)
        yield root
    finally:
        if keep:
            print(f"== {suite}: kept in {root}")
        else:
            shutil.rmtree(root, ignore_errors=True)


def _bare(suite: str, store: Path) -> Path:
    tarball = store / f"{suite}-systemd.tar"
    if not tarball.exists():
        print(f"== {suite}: debootstrap", flush=True)
        with tempfile.TemporaryDirectory(prefix=f"{suite}-bare.", dir=store) as folder:
            _run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", suite, f"{folder}/root")
            _run("tar", "-C", f"{folder}/root", "-cf", f"{folder}/tar", ".")
            Path(folder, "tar").replace(tarball)
    return tarball


def inside(root: Path, *words: str) -> None:
    """Run a command in the root, not booted, with this machine's network."""
    shown = [f"--bind-ro={name}" for name in HOST_FILES if Path(name).exists() and _has(root, name)]
    passed = [f"--setenv={name}={value}" for name, value in os.environ.items() if name.startswith("PIP_")]
    begin = ["systemd-nspawn", "--register=no", "--keep-unit", "-q", "--resolv-conf=off", "-D", str(root)]
    _run(*begin, f"--bind-ro={REPOSITORY}:/srv/zapato", *shown, *passed, *words)


def _has(root: Path, name: str) -> bool:
    """Whether there is a place in the root that the file can be shown at; makes one."""
    place = root / name.lstrip("/")
    if place.is_symlink():
        place.unlink()
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()
    return True


def install(root: Path) -> None:
    """As an installer does it: a release, users and folders, units, and what goes beside them."""
    release = "/opt/zapato/releases/proof"
    inside(root, "/srv/zapato/systemd/setup", "--into", release, "--no-pi")
    (root / "opt/zapato/current").symlink_to(release)
    (root / "usr/local/bin").mkdir(parents=True, exist_ok=True)
    (root / "usr/local/bin/zapato").symlink_to("/opt/zapato/current/bin/zapato")
    systemd = REPOSITORY / "systemd"
    for source, place in (
        ("units", "etc/systemd/system"),
        ("sysusers.d", "usr/local/lib/sysusers.d"),
        ("tmpfiles.d", "usr/local/lib/tmpfiles.d"),
        ("system.conf.d", "etc/systemd/system.conf.d"),
        ("journald.conf.d", "etc/systemd/journald.conf.d"),
        ("sysctl.d", "etc/sysctl.d"),
    ):
        shutil.copytree(systemd / source, root / place, dirs_exist_ok=True)
    shutil.copy(systemd / "70-zapato-reader.rules", root / "etc/udev/rules.d")
    inside(root, "systemd-sysusers", "zapato.conf")
    inside(root, "systemd-tmpfiles", "--create", "zapato.conf")
    inside(root, "sh", "-c", "zapato settings >/etc/zapato/table.toml && zapato check /etc/zapato/table.toml")
    settings = root / "etc/zapato/table.toml"
    settings.write_text(settings_of_layout(settings.read_text()))
    units = ("zapato.target", "zapato-table.service", "zapato-backup.timer")
    inside(root, "systemctl", "enable", *units)
    shutil.copytree(REPOSITORY / "tests/systemd/boot_inside", root / PROOF)
    (root / "etc/systemd/system/proof-shoe.service").write_text(
        "[Service]\nUser=zapato\nRuntimeDirectory=proof\nStateDirectory=proof\nRestart=always\n"
        "ExecStart=/usr/local/bin/zapato sim shoe --port /run/proof/shoe --control /run/proof/shoe.sock "
        "--passages /var/lib/proof/passages\n[Install]\nWantedBy=multi-user.target\n"
    )
    inside(root, "systemctl", "enable", "proof-shoe.service")
    python = f"{release}/bin/python"
    inside(root, "setpriv", "--reuid=zapato", "--regid=zapato", "--clear-groups", python, f"/{PROOF}/hire.py")


def settings_of_layout(example: str) -> str:
    """The example of `zapato settings`, with the places and groups of an installed machine, and the simulated shoe."""
    values = {
        ("reader", "port"): "/run/proof/shoe",
        ("cards", "registry"): "/var/lib/zapato/packs.sqlite3",
        ("journal", "path"): "/var/lib/zapato/journal.sqlite3",
        ("staff", "path"): "/var/lib/zapato/staff.sqlite3",
        ("feed", "public"): "/run/zapato/public.sock",
        ("feed", "public_group"): "zapato-public",
        ("feed", "staff"): "/run/zapato/staff.sock",
        ("feed", "staff_group"): "zapato-staff",
        ("feed", "panel"): "/run/zapato/panel.sock",
        ("feed", "panel_group"): "zapato-panel",
        ("feed", "panel_mode"): "0660",
    }
    section = ""
    lines = []
    for line in example.splitlines():
        if found := re.match(r"\[([a-z.]+)\]", line):
            section = found[1]
        key = line.split("=")[0].strip()
        lines.append(f'{key} = "{values.pop((section, key))}"' if (section, key) in values else line)
    if values:
        raise RootError(f"`zapato settings` has no lines for {sorted(values)}")
    return "\n".join(lines) + "\n"


def _run(*words: str) -> None:
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RootError(f"{' '.join(words)}: exit {done.returncode}\n{(done.stdout + done.stderr)[-1500:]}")
