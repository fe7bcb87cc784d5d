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
MONITORS = ("weston", "cage", "xwayland", "seatd", "libgl1-mesa-dri", "libegl1", "libgles2", "libgbm1")
HOST_FILES = (
    *("/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt", "/etc/resolv.conf"),
    *map(str, sorted(Path("/etc/apt/apt.conf.d").glob("99*"))),
)
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
    """By the installer, then a simulated shoe as a service beside it, and people."""
    inside(root, "/srv/zapato/systemd/install", "--no-start", "--no-screens", "--no-pi")
    settings = root / "etc/zapato/table.toml"
    told, ports = re.subn('^port = "[^"]*"', 'port = "/run/proof/shoe"', settings.read_text(), flags=re.MULTILINE)
    if ports != 1:
        raise RootError(f"{settings} has {ports} lines for the reader's port")
    settings.write_text(told)
    shutil.copytree(REPOSITORY / "tests/systemd/boot_inside", root / PROOF)
    (root / "etc/systemd/system/proof-shoe.service").write_text(
        "[Service]\nUser=zapato\nRuntimeDirectory=proof\nStateDirectory=proof\nRestart=always\n"
        "ExecStart=/usr/local/bin/zapato sim shoe --port /run/proof/shoe --control /run/proof/shoe.sock "
        "--passages /var/lib/proof/passages\n[Install]\nWantedBy=multi-user.target\n"
    )
    inside(root, "systemctl", "enable", "proof-shoe.service")
    shutil.copy(REPOSITORY / "systemd/monitors.ini", root / "etc/zapato")
    python = "/opt/zapato/current/bin/python"
    inside(root, "setpriv", "--reuid=zapato", "--regid=zapato", "--clear-groups", python, f"/{PROOF}/hire.py")


def _run(*words: str) -> None:
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RootError(f"{' '.join(words)}: exit {done.returncode}\n{(done.stdout + done.stderr)[-1500:]}")
