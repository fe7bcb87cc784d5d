"""`zapato cards print`: registry first, then a file that is whole and its owner's alone."""

import errno
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.cards.pack import PackState
from device.cards.registry.registry import Registry
from device.cli.main import zapato
from device.files import private
from device.rules.card import Card


def cards_print(folder: Path, *words: str) -> Result:
    """Run the command with a registry in this folder."""
    return CliRunner().invoke(zapato, ["cards", "print", "--registry", str(folder / "packs.sqlite3"), *words])


def line(done: Result) -> dict[str, Any]:
    """The one line of the answer."""
    assert done.exit_code == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_new_packs_are_in_the_registry_and_on_paper(folder: Path) -> None:
    out = folder / "labels.pdf"
    done = cards_print(folder, "--packs", "2", "--by", "ana", "--note", "red backs", "--out", str(out))
    answer = line(done)
    assert (answer["cards"], answer["sheets"], answer["what"]) == (104, 2, "packs")
    assert "Secret" in done.stderr
    assert "schools and training" in done.stderr
    registry = Registry(folder / "packs.sqlite3")
    assert {pack.id for pack in registry.packs()} == set(answer["packs"])
    for pack in registry.packs():
        assert (pack.state, pack.cards, pack.note, pack.added_by) == (PackState.PRINTED, 52, "red backs", "ana")
        codes = registry.codes_of(pack.id)
        assert sorted(codes.values(), key=lambda card: card.index) == list(Card)
        assert all(code.startswith(f"{pack.id}-") for code in codes)
    assert out.stat().st_mode & 0o777 == 0o600
    assert out.read_bytes().startswith(b"%PDF-")


def test_a_spoilt_label_is_printed_again_and_nothing_is_drawn_anew(folder: Path) -> None:
    name = line(cards_print(folder, "--packs", "1", "--by", "ana", "--out", str(folder / "a.pdf")))["packs"][0]
    before = Registry(folder / "packs.sqlite3").codes_of(name)
    words = ["--again", name.lower(), "--card", "9h", "--card", "10D", "--by", "eva", "--out", str(folder / "b.pdf")]
    assert line(cards_print(folder, *words)) == {
        "file": str(folder / "b.pdf"),
        "what": "again",
        "sheets": 1,
        "packs": [name],
        "cards": 2,
    }
    assert line(cards_print(folder, "--again", name, "--by", "eva", "--out", str(folder / "c.pdf")))["cards"] == 52
    registry = Registry(folder / "packs.sqlite3")
    assert registry.codes_of(name) == before
    assert [(step.what, step.by) for step in registry.history(name)][1:] == [
        ("2 labels printed again", "eva"),
        ("all labels printed again", "eva"),
    ]


def test_a_file_that_cannot_be_written_leaves_the_pack_and_says_how_to_print_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_once = private.write_once

    def full(path: Path, content: bytes) -> None:
        if path.suffix == ".pdf":
            raise OSError(errno.ENOSPC, "No space left on device")
        write_once(path, content)

    with monkeypatch.context() as patch:
        patch.setattr(private, "write_once", full)
        failed = cards_print(folder, "--packs", "1", "--by", "ana", "--out", str(folder / "a.pdf"))
    assert failed.exit_code == 2
    (pack,) = Registry(folder / "packs.sqlite3").packs()
    assert "the disk is full" in failed.stderr
    assert f"zapato cards print --again {pack.id} --by NAME --out FILE" in failed.stderr
    assert not (folder / "a.pdf").exists()
    assert line(cards_print(folder, "--again", pack.id, "--by", "ana", "--out", str(folder / "a.pdf")))["cards"] == 52


def test_a_retired_pack_is_never_printed_again(folder: Path) -> None:
    name = line(cards_print(folder, "--packs", "1", "--by", "ana", "--out", str(folder / "a.pdf")))["packs"][0]
    registry = Registry(folder / "packs.sqlite3")
    registry.move((name,), PackState.RETIRED, by="ana", at="2026-03-01T20:15:07.042Z", why="worn")
    refused = cards_print(folder, "--again", name, "--by", "eva", "--out", str(folder / "b.pdf"))
    assert refused.exit_code == 2
    assert f"pack {name} is retired" in refused.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "one of --packs, --again, --training, --cut and --test-page"),
        (["--training", "--cut", "2"], "one of --packs, --again"),
        (["--packs", "1"], "say with --by who prints them"),
        (["--again", "7QX4"], "say with --by who prints them"),
        (["--packs", "1", "--by", " "], "begins or ends with a space"),
        (["--training", "--card", "9h"], "--card goes with --again"),
        (["--cut", "1", "--decks", "2"], "--decks goes with --training"),
        (["--cut", "1", "--skip", "900"], "has 56 places: skip 0 to 55"),
        (["--packs", "1", "--by", "ana", "--symbol", "code128", "--stock", "a4-65"], "it fits a4, letter, a4-44"),
        (["--packs", "1", "--by", "ana", "--symbol", "code128", "--format", "poker-jumbo"], "would cover the index"),
        (["--packs", "1", "--by", "ana", "--skip", "900"], "skip 0 to"),
        (["--again", "7QX4", "--by", "ana"], "packs.sqlite3"),
        (["--packs", "1", "--by", "ana", "--note", "x" * 81], "81 characters: say it in 80"),
        (["--cut", "0"], "0 is not in the range"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_wrong_use_is_one_plain_message_and_changes_nothing(folder: Path, words: list[str], message: str) -> None:
    done = cards_print(folder, *words, "--out", str(folder / "a.pdf"))
    assert done.exit_code == 2
    assert message in done.stderr
    assert list(folder.iterdir()) == []


def test_a_file_that_is_there_is_written_over_on_request_only(folder: Path) -> None:
    out = folder / "a.pdf"
    out.write_text("mine")
    refused = cards_print(folder, "--packs", "1", "--by", "ana", "--out", str(out))
    assert (refused.exit_code, out.read_text()) == (2, "mine")
    assert "is there already" in refused.stderr
    assert not (folder / "packs.sqlite3").exists()
    line(cards_print(folder, "--cut", "2", "--out", str(out), "--force"))
    assert out.read_bytes().startswith(b"%PDF-")
    assert out.stat().st_mode & 0o777 == 0o600
    folders = cards_print(folder, "--cut", "2", "--out", str(folder), "--force")
    assert "is a folder" in folders.stderr
    nowhere = cards_print(folder, "--cut", "2", "--out", str(folder / "no" / "a.pdf"))
    assert "there is no folder" in nowhere.stderr


@pytest.mark.parametrize("words", [["--training", "--decks", "2"], ["--cut", "3"], ["--test-page"]], ids=" ".join)
def test_what_is_no_packs_needs_no_registry(folder: Path, words: list[str]) -> None:
    done = cards_print(folder, *words, "--lang", "es", "--out", str(folder / "a.pdf"))
    answer = line(done)
    assert "packs" not in answer
    assert ("never bring such cards to live play" in done.stderr) == (words[0] == "--training")
    assert [path.name for path in folder.iterdir()] == ["a.pdf"]


def test_without_the_libraries_it_says_how_to_get_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from device.cards.sheets import document

    monkeypatch.setattr(document, "find_spec", lambda name: None if name == "reportlab" else object())
    done = cards_print(folder, "--cut", "2", "--out", str(folder / "a.pdf"))
    assert done.exit_code == 2
    assert "not installed (reportlab): run systemd/setup" in done.stderr
