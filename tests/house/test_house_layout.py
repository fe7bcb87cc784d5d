"""The shape of the repository: what lies where, how long files are, and what they must not name."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOP_LEVEL = {
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "device",
    "firmware",
    "hardware",
    "pyproject.toml",
    "systemd",
    "tests",
}
LONGEST = 330  # lines of a source file; beyond that it holds two things
SOURCES = {".py", ".js", ".css", ".html", ".sh", ""}
# Things of one machine or workplace, which mean nothing in another clone. In pieces, or this file would be caught too.
FOREIGN = re.compile(
    "|".join(
        (
            r"(?<![\w.-])/" + r"work/",
            r"(?<![\w.-])/" + r"root/",
            r"\.\./" + r"shared",
            "rulings" + r"\.md",
            r"\bpypi\." + "org",
            "python" + r"hosted\.",
            r"registry\." + "npmjs",
            r"\bdeb\." + r"debian\.",
            r"(?<!-)-i" + "ndex-url",
        )
    )
)


def tracked(*more: str) -> list[Path]:
    """Every file in the repository; with more arguments of `git ls-files` also others."""
    listing = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", *more],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    names = sorted({name.decode() for name in listing.stdout.split(b"\0") if name})
    return [Path(name) for name in names if (ROOT / name).is_file()]


def text_of(path: Path) -> str | None:
    """The file's text, or None when it is not text (a picture, a recorded tape of raw bytes)."""
    try:
        return (ROOT / path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


# With those about to be in it, so that a fault shows before the commit and not after.
FILES = tracked("--others", "--exclude-standard")


def test_the_top_level_holds_only_what_was_agreed() -> None:
    top = {path.parts[0] for path in tracked() if not path.parts[0].startswith(".")}
    assert top <= TOP_LEVEL, f"no place at the top level: {sorted(top - TOP_LEVEL)}"
    assert top >= TOP_LEVEL, f"missing at the top level: {sorted(TOP_LEVEL - top)}"


@pytest.mark.parametrize("folder", ["device", "firmware", "hardware", "systemd", "tests"])
def test_every_folder_explains_itself(folder: str) -> None:
    readme = Path(folder) / "README.md"
    assert readme in FILES
    assert len((text_of(readme) or "").split()) > 40, f"{readme} explains nothing"


def test_every_part_of_the_program_is_in_the_table_of_its_readme() -> None:
    table = text_of(Path("device/README.md")) or ""
    parts = {path.parts[1] for path in FILES if path.parts[0] == "device" and len(path.parts) > 2}
    missing = sorted(part for part in parts if f"`{part}/`" not in table)
    assert not missing, f"device/README.md does not say what these are for: {missing}"


def test_no_source_file_is_too_long() -> None:
    lengths = {path: (text_of(path) or "").count("\n") for path in FILES if path.suffix in SOURCES}
    too_long = [f"{path}: {lines} lines" for path, lines in lengths.items() if lines > LONGEST]
    assert not too_long, f"split these by what they are about (at most {LONGEST} lines): {too_long}"


def test_nothing_names_a_machine_or_a_host_of_packages() -> None:
    found = [
        f"{path}:{number}: {match.group()}"
        for path in FILES
        for number, line in enumerate((text_of(path) or "").splitlines(), 1)
        for match in FOREIGN.finditer(line)
    ]
    assert not found, found


@pytest.mark.parametrize(
    "line",
    [
        "see ../" + "shared/design",
        "cd /" + "work/main",
        "HOME=/" + "root/x",
        "https://pypi." + "org/simple",
        "deb." + "debian.org",
    ],
)
def test_the_search_for_foreign_names_finds_them(line: str) -> None:
    assert FOREIGN.search(line)


@pytest.mark.parametrize("line", ["/dev/ttyACM0", "the network/work/rest", "a shared folder", "debian.sources"])
def test_the_search_for_foreign_names_leaves_others_alone(line: str) -> None:
    assert not FOREIGN.search(line)


def test_no_two_test_files_share_a_name() -> None:
    # pytest imports them without packages: two of one name would hide behind each other in reports and caches.
    names = [path.name for path in FILES if path.parts[0] == "tests" and path.name.startswith("test_")]
    assert len(names) == len(set(names)), sorted(name for name in set(names) if names.count(name) > 1)


def test_links_inside_the_documents_lead_somewhere() -> None:
    broken = [
        f"{path}: {target}"
        for path in FILES
        if path.suffix == ".md"
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text_of(path) or "")
        if "://" not in target and not (ROOT / path.parent / target).exists()
    ]
    assert not broken, broken


def test_scripts_can_be_run() -> None:
    scripts = [path for path in FILES if (text_of(path) or "").startswith("#!")]
    assert Path("tests/run") in scripts
    assert not [str(path) for path in scripts if not (ROOT / path).stat().st_mode & 0o100], "chmod +x these"
