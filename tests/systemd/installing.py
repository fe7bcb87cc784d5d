"""A small world for systemd/install: a clone that is set up in no time, a root to install below, ways to break both.

The release's own Python and program are stand-ins written in shell: what they do for real is tested where it is made
(`test_systemd_release_check.py`, `test_systemd_record_steps.py`) and in whole systems by `tests/systemd/install-proof`.
"""

import os
import platform
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
MINOR = f"{sys.version_info.major}.{sys.version_info.minor}"
PYTHON = Path(sys.base_prefix) / "bin" / f"python{MINOR}"
MACHINE = platform.machine()

NOT_FOR_THIS = ("*screen*", "*monitors*", "*getty*", "dev-dri*", "litestream", "requirements*.lock", "setup.d")
"""Of systemd/: what is more of the same for the installer, and would be put in its place each time."""

_SETUP = r"""#!/bin/sh
while [ $# -gt 0 ]; do case $1 in --into) into=$2; shift ;; esac; shift; done
mkdir -p "$into/bin"
root=$(dirname -- "$0")/..
[ ! -e "$root/cannot-be-set-up" ] || exit 2
cp "$root/python-stand-in" "$into/bin/python"
chmod +x "$into/bin/python"
echo "$(sed -n 's/.*"\(.*\)"/\1/p' "$root/device/__init__.py")" >"$into/version"
[ ! -e "$root/does-not-run" ] || touch "$into/does-not-run"
"""
_PYTHON = r"""#!/bin/sh
here=$(dirname -- "$(readlink -f -- "$0")")/..
case $3 in
  *steps.py)
    printf '#!/bin/sh\nhere=$(dirname -- "$(readlink -f -- "$0")")/..\n' >"$5/bin/zapato"
    printf '[ ! -e "$here/does-not-run" ] || exit 1\n' >>"$5/bin/zapato"
    printf 'case $1 in backup) exit 2 ;; release) [ ! -e "$here/changed" ] || exit 1; ' >>"$5/bin/zapato"
    printf 'echo \047{"ok":true,"signature":"good"}\047 ;; *) cat "$here/version" ;; esac\n' >>"$5/bin/zapato"
    chmod +x "$5/bin/zapato"
    if [ $# -ge 7 ]; then cp "$7" "$5/MANIFEST" && cp "$7.sig" "$5/MANIFEST.sig"
    else echo "# zapato: $(cat "$here/version")" >"$5/MANIFEST"; fi ;;
  *record.py | -)
    case $4 in
      places) sed -n "s,^path = \"\(.*\)\",$7\1,p" "$5"; echo "$7/var/lib/zapato/staff.sqlite3" ;;
      write) echo 'production = false' ;;
      settings) ! grep unknown "$5" ;;
      copy) echo copied >"$6/journal.sqlite3" ;;
      try) [ ! -e "$(dirname -- "$5")/record-is-damaged" ] && echo "the record can be read" ;;
    esac ;;
esac
"""
_COUNTED = r"""#!/bin/sh
count=$(($(cat "$COUNTER") + 1))
echo $count >"$COUNTER"
[ "$count" != "$KILL_AT" ] || kill -9 0
exec "$REAL/{name}" "$@"
"""
COUNTED = ("chmod", "cmp", "cp", "install", "ln", "mkdir", "mv", "rm", "sync", "tar")


def clone(folder: Path, version: str, *, whole: bool = False) -> Path:
    """A clone of zapato that sets itself up in no time, mostly with a few of the system's files alone."""
    left_out = () if whole else NOT_FOR_THIS
    shutil.copytree(ROOT / "systemd", folder / "systemd", ignore=shutil.ignore_patterns("__pycache__", *left_out))
    (folder / "systemd/setup").write_text(_SETUP)
    (folder / "python-stand-in").write_text(_PYTHON)
    for name in ("device", "firmware"):
        (folder / name).mkdir()
    (folder / "device/__init__.py").write_text(f'__version__ = "{version}"\n')
    (folder / "pyproject.toml").write_text("")
    (folder / "README.md").write_text("")
    return folder


def machine(folder: Path, system: str = 'ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Debian 12"\n') -> Path:
    """A root to install below."""
    (folder / "etc").mkdir(parents=True)
    (folder / "etc/os-release").write_text(system)
    # Asked for its version alone; to start a real one would take longer than all the rest.
    stand_in(folder / "usr", f"python{MINOR}", f"echo {MINOR}")
    return folder


def stand_in(folder: Path, name: str, says: str) -> Path:
    """A program of the system that says something else than it should."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{says}\n")
    (folder / name).chmod(0o755)
    return folder


def run(
    where: Path, root: Path, *words: str | Path, first: Path | None = None, program: str = "install",
    env: Mapping[str, str] | None = None, typed: str = "",
) -> subprocess.CompletedProcess[str]:  # fmt: skip
    """Run systemd/install of the clone `where` for the machine below `root`; `first`: programs found before others."""
    path = os.environ["PATH"] if first is None else f"{first}:{os.environ['PATH']}"
    more = ["--python", str(root / f"usr/python{MINOR}")] if program == "install" else []
    return subprocess.run(
        ["sh", str(where / "systemd" / program), "--root", str(root), *more, *map(str, words)],
        env={**os.environ, **(env or {}), "PATH": path},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
    )


def run_until(where: Path, root: Path, step: int, tools: Path, *words: str | Path) -> bool:
    """Run it and kill it, and all it started, when it calls its `step`-th command; whether it came so far."""
    tools.mkdir(exist_ok=True)
    real = shutil.which("cp")
    assert real is not None
    for name in COUNTED:
        (tools / name).write_text(_COUNTED.replace("{name}", name))
        (tools / name).chmod(0o755)
    (tools / "count").write_text("0")
    done = run(
        where, root, *words, first=tools,
        env={"COUNTER": str(tools / "count"), "KILL_AT": str(step), "REAL": str(Path(real).parent)},
    )  # fmt: skip
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode != 0


def current(root: Path) -> str:
    """The release that runs; it must be there and whole."""
    release = (root / "opt/zapato/current").resolve(strict=True)
    assert (release / "MANIFEST").exists()
    return subprocess.run(
        [release / "bin/zapato", "--version"], capture_output=True, text=True, check=True
    ).stdout.strip()


def again(folder: Path, into: Path) -> Path:
    """What was installed or made once, as it was, in a place of its own."""
    subprocess.run(["cp", "-a", folder, into], check=True)
    return into


def openssl(*arguments: str | Path) -> None:
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)


def key(folder: Path, name: str) -> Path:
    """A pair of keys; the public one, whose other half lies beside it."""
    openssl("genpkey", "-algorithm", "ed25519", "-out", folder / f"{name}.pem")
    openssl("pkey", "-in", folder / f"{name}.pem", "-pubout", "-out", folder / f"{name}.pub")
    return folder / f"{name}.pub"


def sign(file: Path, public: Path) -> None:
    """The signature beside the file."""
    openssl("pkeyutl", "-sign", "-rawin", "-inkey", public.with_suffix(".pem"), "-in", file, "-out", f"{file}.sig")


def bundle(folder: Path, version: str, public: Path, *, made_for: str = MACHINE) -> Path:
    """A bundle as systemd/release lays it out, unpacked."""
    (folder / "wheels").mkdir(parents=True)
    clone(folder / "source", version)
    listing = folder / f"MANIFEST-cp{MINOR.replace('.', '')}"
    listing.write_text(f"# zapato: {version}\n")
    sign(listing, public)
    (folder / "BUNDLE").write_text(f"version: {version}\nmachine: {made_for}\n")
    seal(folder, public)
    return folder


def seal(folder: Path, public: Path) -> None:
    """Checksums of all files, and their signature."""
    names = sorted(
        str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and "SUMS" not in path.name
    )
    sums = subprocess.run(["sha256sum", *names], cwd=folder, capture_output=True, text=True, check=True).stdout
    (folder / "SHA256SUMS").write_text(sums)
    sign(folder / "SHA256SUMS", public)
