"""An installed release against its list of files: every way in which somebody could bring other code into it."""

import marshal
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from device.system import bytecode
from device.system.finishing import finish
from device.system.release import ReleaseReport, Signature, check_release

PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"
SITE = f"lib/{PYTHON}/site-packages"
MODULE = f"{SITE}/device/table.py"
COMPILED = f"{SITE}/device/__pycache__/table.{sys.implementation.cache_tag}.pyc"


def openssl(*arguments: str | Path) -> None:
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("keys")
    for name in ("ours", "theirs"):
        openssl("genpkey", "-algorithm", "ed25519", "-out", folder / f"{name}.pem")
        openssl("pkey", "-in", folder / f"{name}.pem", "-pubout", "-out", folder / f"{name}.pub")
    return folder


@pytest.fixture
def release(tmp_path: Path, keys: Path) -> Path:
    """A small release as an installation leaves it, signed."""
    root = tmp_path / "0.1.0-abc"
    (root / "bin").mkdir(parents=True)
    (root / "bin/python").symlink_to(f"/usr/bin/{PYTHON}")
    (root / "bin/activate").write_text("left by venv")
    (root / "pyvenv.cfg").write_text("home = /usr/bin\ncommand = something long\n")
    package = root / SITE / "device"
    package.mkdir(parents=True)
    (root / ".gitignore").write_text("*\n")  # left by the venv of Python 3.13, and in no signed list
    (package / "__init__.py").write_text("")
    (package / "table.py").write_text("NAMES = {'a', 'b', 'c'}\ndef deal(card):\n    return card in {1, 2, 3}\n")
    finish(root, version="0.1.0", origin="release")
    openssl("pkeyutl", "-sign", "-rawin", "-inkey", keys / "ours.pem", "-in", root / "MANIFEST", "-out",
            root / "MANIFEST.sig")  # fmt: skip
    return root


def look(release: Path, keys: Path) -> ReleaseReport:
    return check_release(release, keys / "ours.pub")


def test_a_release_as_it_was_installed_is_intact_and_signed(release: Path, keys: Path) -> None:
    report = look(release, keys)
    assert report.is_signed, report
    assert (report.version, report.files) == ("0.1.0", 3)
    assert subprocess.run(["sha256sum", "-c", "--strict", "MANIFEST"], cwd=release, check=False).returncode == 0


def _forge(path: Path) -> None:
    """Other code under the name of this module, with the hash of the module's own source in it."""
    there = path.read_bytes()
    code = compile("NAMES = {'ace'}\n", "device/table.py", "exec")
    path.write_bytes(there[:16] + marshal.dumps(code, 2))


def _relink(root: Path) -> None:
    (root / "bin/python").unlink()
    (root / "bin/python").symlink_to(root.parent / "python")


def _instead(path: Path) -> None:
    aside = path.rename(path.parents[4] / "aside.py")
    path.symlink_to(aside)


@pytest.mark.parametrize(
    ("act", "kind", "names"),
    [
        (lambda root: (root / MODULE).write_text("x = 1\n"), "changed", {MODULE, COMPILED}),
        (lambda root: (root / MODULE).unlink(), "missing", {MODULE}),
        (lambda root: _forge(root / COMPILED), "changed", {COMPILED}),
        (lambda root: (root / COMPILED).write_bytes(b"short"), "changed", {COMPILED}),
        (lambda root: (root / SITE / "a.pth").write_text("import os"), "additional", {f"{SITE}/a.pth"}),
        (lambda root: (root / SITE / "json.pyc").write_bytes(b""), "additional", {f"{SITE}/json.pyc"}),
        (
            lambda root: (root / COMPILED).rename((root / COMPILED).with_suffix(".opt-1.pyc")),
            "additional",
            {COMPILED.replace(".pyc", ".opt-1.pyc")},
        ),
        (lambda root: (root / "lib64").symlink_to("lib"), "additional", {"lib64"}),
        (lambda root: (root / SITE / "lgpio.py").symlink_to("/tmp/lgpio.py"), "additional", {f"{SITE}/lgpio.py"}),
        (_relink, "changed", {"bin/python"}),
        (lambda root: _instead(root / MODULE), "changed", {MODULE}),
        (
            lambda root: (root / "pyvenv.cfg").write_text("home = /usr/bin\ninclude-system-site-packages = true\n"),
            "changed",
            {"pyvenv.cfg"},
        ),
        (lambda root: os.mkfifo(root / "pipe"), "additional", {"pipe"}),
        (lambda root: (root / MODULE).chmod(0o666), "writable", {MODULE}),
        (lambda root: (root / SITE).chmod(0o777), "writable", {SITE}),
    ],
)
def test_what_was_done_to_a_release_is_named(
    release: Path, keys: Path, act: Callable[[Path], object], kind: str, names: set[str]
) -> None:
    act(release)
    report = look(release, keys)
    assert names <= set(getattr(report, kind)), report
    assert not report.is_intact


def test_a_list_that_was_made_to_fit_is_not_signed(release: Path, keys: Path) -> None:
    (release / MODULE).write_text("x = 1\n")
    signature = (release / "MANIFEST.sig").read_bytes()
    finish(release, version="0.1.0", origin="release")
    (release / "MANIFEST.sig").write_bytes(signature)
    report = look(release, keys)
    assert (report.signature, report.changed) == (Signature.BAD, ())
    assert not report.is_intact


def test_a_release_whose_signature_was_removed_does_not_pass_for_a_clones(release: Path, keys: Path) -> None:
    (release / "MANIFEST.sig").unlink()
    report = look(release, keys)
    assert report.signature is Signature.BAD
    assert "gone" in (report.fault or "")


def test_signed_by_somebody_else_without_a_key_and_with_one_that_is_none(release: Path, keys: Path) -> None:
    assert check_release(release, keys / "theirs.pub").signature is Signature.BAD
    assert check_release(release, None).signature is Signature.NO_KEY
    (keys / "none.pub").write_text("no key")
    for wrong in ("none.pub", "away.pub", "ours.pem"):
        report = check_release(release, keys / wrong)
        assert report.signature is Signature.BAD
        assert wrong in (report.fault or "")


@pytest.mark.parametrize("text", ["", "nonsense\n", "# zapato: 1\n" + "0" * 64 + "  ../../etc/passwd\n", "\xff"])
def test_a_list_that_is_none_is_said_to_be_none(release: Path, keys: Path, text: str) -> None:
    (release / "MANIFEST").write_text(text, encoding="latin-1")
    report = look(release, keys)
    assert report.signature is Signature.NO_MANIFEST
    assert report.fault is not None


def test_from_a_clone_it_is_intact_and_not_signed(release: Path, keys: Path) -> None:
    (release / "MANIFEST.sig").unlink()
    finish(release, version="0.1.0", origin="clone")
    report = look(release, keys)
    assert (report.is_intact, report.is_signed, report.signature) == (True, False, Signature.UNSIGNED)


def test_the_compiled_form_does_not_depend_on_the_process(tmp_path: Path) -> None:
    source = tmp_path / "module.py"
    source.write_text(
        "import json\nX = {'n', 'dumps', 7, (1, 2)}\nclass A:\n    def dumps(self, n='n'):\n        return X\n"
    )
    program = (
        "import sys, pathlib; from device.system.bytecode import compiled; "
        "sys.stdout.buffer.write(compiled(pathlib.Path(sys.argv[1]).read_bytes(), 'module.py'))"
    )
    made = {
        subprocess.run(
            [sys.executable, "-c", before + program, str(source)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed, before in (("1", ""), ("2", "import json, sqlite3, asyncio; "), ("3", "n = 'dumps'; "))
    }
    assert len(made) == 1
    assert made == {bytecode.compiled(source.read_bytes(), "module.py")}
