"""The diagnostics bundle: whatever a table has that must stay there is planted, and looked for in the finished file."""

import base64
import io
import json
import os
import re
import stat
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from cards.cards_tools import add_labels, add_tags
from click.testing import CliRunner
from doctor.doctor_tools import ENTRY, WORDS, machine, write, zapato
from staff.staff_tools import cheap

from device.cards.registry.registry import Registry
from device.cli import main
from device.doctor.bundle import logs
from device.doctor.bundle.contents import Contents, Member, collect
from device.doctor.bundle.needles import holds_any, known_secrets
from device.doctor.bundle.scrub import scrub
from device.doctor.bundle.writing import BundleError, packed
from device.doctor.bundle.writing import write as write_bundle
from device.doctor.finding import Finding, Level
from device.doctor.table_seen import TableSeen, TableState
from device.journal.reading import Reader
from device.staff.people import Role
from device.staff.store import StaffStore

PIN, BADGE = "83526190", "BX-77120934"
TAGS = ("0D00319CD0", "04A1B2C3D4E5F6")
FACES = ("9h", "Td", "As", "Kc", "7s")
LABEL = "7QX4-K3-1A2B"
SCRIPT = f"""shoe
card 9h tag={TAGS[0]}
card Td tag={TAGS[1]}
card As
card Kc
"""
LOG = f"""2026-11-30T18:00:00+0000 bac12 zapato[81234]: INFO: table BAC 1 is ready: profile live
2026-11-30T18:00:01+0000 bac12 zapato[81234]: WARNING: card 9h is impossible, tag {TAGS[0]}, label {LABEL}
2026-11-30T18:00:02+0000 bac12 zapato[81234]: order {{"order":"sign-in","name":"sup1","pin":"{PIN}"}} 10♠ Q♥
2026-11-30T18:00:03+0000 bac12 kernel: Under-voltage detected! ace of spades 04:A1:B2:C3:D4:E5 badge {BADGE}
"""


@dataclass(frozen=True, kw_only=True)
class Planted:
    """A table with secrets, and every one of them."""

    root: Path
    config: str
    secrets: tuple[bytes, ...]


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Planted:
    root = tmp_path_factory.mktemp("planted")
    folder = root / "var"
    folder.mkdir()
    house = ("--set", "burn=none", "--set", "deal=face-down", "--set", "reveal=button")
    zapato("play", "-", *house, "--journal", str(folder / "j.sqlite3"), given=SCRIPT)
    store = StaffStore(folder / "staff.sqlite3", create=True, hasher=cheap())
    store.enter("sup1", [Role.SUPERVISOR], PIN, is_own=True)
    store.give_badge("sup1", BADGE)
    registry = Registry(folder / "packs.sqlite3", create=True)
    codes = [*add_labels(registry, "7QX4"), *TAGS]
    add_tags(registry, 7)
    config = f"""# the PIN of sup1 is {PIN}, of the safe {LABEL}
[journal]
path = "{folder}/j.sqlite3"
[staff]
path = "{folder}/staff.sqlite3"
[cards]
accept = "both"
registry = "{folder}/packs.sqlite3"
"""
    with Reader(folder / "j.sqlite3") as reader:
        bodies = [json.loads(body) for (body,) in reader.query("SELECT body FROM record.events")]
    sealed = [part.encode() for body in bodies for part in (body.get("sealed") or {}).values()]
    assert sealed, "the planted shoe has no hidden card"
    keys = [
        (folder / name).read_bytes().strip() for name in ("j.sqlite3.key", "j.sqlite3.seal-key", "staff.sqlite3.key")
    ]
    pem = re.findall(rb"^[A-Za-z0-9+/=]{40,}$", keys[0], re.MULTILINE)[0]
    site = json.loads((folder / "packs.sqlite3.key").read_bytes().splitlines()[0])
    site_keys = [bytes.fromhex(one[key]) for one in site["generations"] for key in ("label_key", "registry_key")]
    with store.change() as connection:
        kept = [text.encode() for row in connection.execute("SELECT pin_hash FROM people") for text in row]
        kept += [text.encode() for row in connection.execute("SELECT mark FROM badges") for text in row]
    texts = [text.encode() for text in (PIN, BADGE, *TAGS, *codes)]
    raw = [base64.b64decode(pem)[-32:], bytes.fromhex(keys[1].decode())]
    return Planted(root=root, config=config, secrets=(*keys, pem, *raw, *site_keys, *kept, *texts, *sealed))


def spelled(secret: bytes) -> Iterator[bytes]:
    """A secret as it is, as hexadecimal, and as base64 wherever it may begin."""
    yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    for before in range(3):
        for code in (base64.b64encode, base64.urlsafe_b64encode):
            yield code(bytes(before) + secret)[4 if before else 0 : -4]


def everything(content: bytes) -> bytes:
    """All files of a bundle, and what their own base64 and hexadecimal words mean."""
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        files = [archive.extractfile(one) for one in archive]
        text = b"\n".join(file.read() for file in files if file is not None)
    for word in re.findall(rb"[A-Za-z0-9+/]{12,}={0,2}", text):
        whole = word[: len(word) - (len(word) % 4 == 1)]  # one character more than fours is no byte
        text += b"\n" + base64.b64decode(whole + b"=" * (-len(whole) % 4))
    for word in re.findall(rb"\b(?:[0-9a-fA-F]{2}){6,}\b", text):
        text += b"\n" + bytes.fromhex(word.decode())
    return text


def heard(words: Sequence[str], most_bytes: int, limit_s: float) -> bytes:
    """A journalctl whose log holds everything that should not be in a log."""
    lines = LOG.splitlines()[::-1]
    return ("\n".join(lines) + "\n").encode()[:most_bytes]


VIEW = {
    "health": {"reader": {"ok": False, "detail": f"tag {TAGS[0]} of card 9h, label {LABEL}"}},
    "player": list(FACES),
    "counters": {"duplicate": 3},
    "software": "0.1.0",
}


def test_no_planted_secret_is_in_the_finished_file(planted: Planted, tmp_path: Path) -> None:
    table = TableSeen(state=TableState.RUNS, view=VIEW)
    world = machine(planted.root, table=table, config=planted.config)
    says = f"card 9h, PIN {PIN}, {LABEL}, {TAGS[1]}"
    findings = [Finding(part="table", level=Level.BAD, code="said", figures={"says": says, "count": 3})]
    contents = collect(world, findings, WORDS[0], ask=heard)
    assert not contents.kept_out
    path = tmp_path / "table.tar.gz"
    write_bundle(path, packed(contents.members))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    content = everything(path.read_bytes())
    found = [secret for secret in planted.secrets for one in spelled(secret) if len(one) > 3 and one in content]
    assert not found
    told = {one.name: one.content.decode() for one in contents.members}
    for name in ("services.log", "kernel.log", "findings.txt", "findings.jsonl", "system.txt", "incidents.jsonl"):
        assert not re.search(r"(?<![0-9A-Za-z])(?:10|[2-9TJQKA])[cdhs♠♥♦♣](?![0-9A-Za-z])", told[name]), name
        assert "spades" not in told[name]


def test_what_a_maker_needs_is_in_it(planted: Planted) -> None:
    contents = collect(machine(planted.root, config=planted.config), [], WORDS[0], ask=heard)
    told = {one.name: one.content.decode() for one in contents.members}
    assert (
        "2026-11-30T18:00:00+0000 bac12 zapato[81234]: INFO: table BAC 1 is ready: profile live" in told["services.log"]
    )
    assert "Under-voltage detected!" in told["kernel.log"]
    assert told["services.log"].index("18:00:00") < told["services.log"].index("18:00:02")
    record = json.loads(told["record.json"])
    assert (record["shoes_open"], record["shoes_closed"], record["shoes"]) == (1, 0, [])
    assert json.loads(told["settings.json"])["settings"]["cards"]["accept"] == "both"
    assert json.loads(told["versions.json"])["zapato"]


def test_settings_that_cannot_be_read_are_not_copied(tmp_path: Path) -> None:
    from dataclasses import replace

    world = machine(tmp_path)
    fault = f"table.toml: reader.port: found '{PIN}' and '9h'"
    contents = collect(replace(world, settings_fault=fault), [], WORDS[0], ask=heard)
    assert not any(PIN.encode() in one.content for one in contents.members)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("9h", "9h"), ("Td,As", "Td"), ("Td,As", "As"), ("4h9c8d", "4h"), ("10♠", "10"), ("Q♥️", "Q"),
        ("the ace of spades", "ace"), ("2 of clubs", "2 of"), (f"pin={PIN}", PIN), ("PIN 2580", "2580"),
        (LABEL, "K3"), (LABEL, "1A2B"), (LABEL.lower(), "1a2b"), ("7QX4", "7QX4"), ("code: 9H", "9H"),
        (TAGS[0], TAGS[0][:4]), (TAGS[1], TAGS[1][-4:]), ("04:A1:B2:C3:D4", "A1"), ("04 a1 b2 c3 d4", "b2"),
        ("000000079123", "79123"), ("$argon2id$v=19$m=8,t=1,p=1$c2FsdA$aGFzaA", "aGFz"), ("hidden='9h'", "9h"),
        ('{"session": "bq0Lz3-xyz"}', "bq0"), ("MC4CAQAwBQYDK2VwBCIEIHb3tUrsWvm8lZMTVzk7MuJ/3Zb3dDf", "MC4C"),
        ("MC4CAQAwBQYDK2VwBCIEIHb3tUrsWvm8lZMTVzk7MuJ/3Zb3dDf", "dDf"), ("8f3a9c41d2e07b65", "8f3a"),
    ],
)  # fmt: skip
def test_whatever_has_the_shape_of_a_secret_goes(text: str, secret: str) -> None:
    for line in (text, f"before {text} after", f"({text})", f"x: {text}, y", f'{{"says": "{text}"}}'):
        assert secret not in scrub(line), line
        assert "‹" in scrub(line)


def test_what_tells_nothing_stays() -> None:
    line = "reader: /dev/ttyACM0 was disconnected; E51, port open, 3 frames of kind resync, version 0.1.0"
    assert scrub(line) == line


def test_a_cut_through_a_long_line_leaves_no_half_of_a_key() -> None:
    key = "MC4CAQAwBQYDK2VwBCIEIHb3tUrsWvm8lZMTVzk7MuJ9"
    for before in (470, 480, 495, 499):
        assert "MC4C" not in scrub("." * before + " " + key)
    assert len(scrub("word " * 100_000)) <= 500


def test_a_member_that_holds_a_secret_all_the_same_is_left_out(planted: Planted) -> None:
    world = machine(planted.root, config=planted.config)
    assert world.settings is not None
    secrets = known_secrets(world.settings)
    seed = planted.secrets[4]
    for spelling in (seed.hex().encode(), base64.b64encode(b"x" + seed), base64.urlsafe_b64encode(b"xy" + seed)):
        assert holds_any(b"... " + spelling + b" ...", secrets)
    finding = Finding(part="table", level=Level.NOTE, code="said", figures={"path": seed.hex(), "says": ""})
    leaky = Finding(part="disk", level=Level.NOTE, code="disk-read-only", figures={"path": seed.hex(), "device": "x"})
    contents = collect(world, [finding, leaky], WORDS[0], ask=heard)
    assert set(contents.kept_out) == {"findings.jsonl", "findings.txt"}


def test_an_endless_log_is_heard_for_a_while(tmp_path: Path) -> None:
    chatter = [sys.executable, "-c", "while True: print('x' * 60000)"]
    assert len(logs.hear(chatter, 300_000, 20.0)) == 300_000
    assert logs.hear([sys.executable, "-c", "import time; time.sleep(60)"], 10, 0.2) == b""
    assert logs.hear(["/there/is/no/journalctl"], 10, 1.0) == b""


MEMBERS = (Member(name="a.txt", content=b"a" * 300_000 + os.urandom(200_000)),)


@pytest.mark.parametrize("kind", ["file", "link", "dangling", "folder", "pipe"])
def test_nothing_that_is_there_is_written_over(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "b.tar.gz"
    other = write(tmp_path / "other", "precious")
    match kind:
        case "file":
            path.write_text("precious")
        case "link":
            path.symlink_to(other)
        case "dangling":
            path.symlink_to(tmp_path / "nowhere")
        case "folder":
            path.mkdir()
        case _:
            os.mkfifo(path)
    with pytest.raises(BundleError, match="name another file"):
        write_bundle(path, packed(MEMBERS))
    assert other.read_text() == "precious"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["b.tar.gz", "other"]


def test_a_file_system_without_links_takes_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    write_bundle(tmp_path / "b.tar.gz", packed(MEMBERS))
    assert [one.name for one in tmp_path.iterdir()] == ["b.tar.gz"]


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    program = (
        "import resource, signal, sys; from pathlib import Path; from device.doctor.bundle.writing import *; "
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))\n"
        "try: write(Path(sys.argv[1]), bytes(200_000))\nexcept BundleError as error: print(error)"
    )
    path = tmp_path / "b.tar.gz"
    told = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert "the disk is full" in told.stdout
    assert list(tmp_path.iterdir()) == []


def test_the_command_lists_what_it_writes(planted: Planted, tmp_path: Path) -> None:
    config = write(tmp_path / "table.toml", planted.config)
    path = tmp_path / "b.tar.gz"
    words = [sys.executable, "-c", ENTRY, "doctor", "--config", str(config), "--only", "disk", "--bundle", str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done
    with tarfile.open(path) as archive:
        names = {one.name.partition("/")[2] for one in archive}
        assert all(one.isfile() and one.mode == 0o600 for one in archive)
    assert names == {line.split()[1] for line in done.stderr.splitlines() if line.startswith(" ")}
    again = CliRunner().invoke(main.zapato, words[3:])
    assert again.exit_code == 2
    assert "name another file" in again.output


def test_contents_say_what_was_kept_out() -> None:
    assert Contents(members=MEMBERS).kept_out == ()
