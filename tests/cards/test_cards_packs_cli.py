"""The commands about packs, the secret and backups, as a person types them."""

import json
from pathlib import Path
from typing import Any

import pytest
from cards.cards_tools import AT, CHEAP, WORDS, add_labels, add_tags, tags
from click.testing import CliRunner, Result

from device.cards.backup import backup_file, making
from device.cards.keys.secret_file import key_path
from device.cards.pack import PackState
from device.cards.registry.registry import Registry
from device.cli.cards import command


@pytest.fixture(autouse=True)
def _here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    make = backup_file.encode
    monkeypatch.setattr(making, "encode", lambda contents, words, _: make(contents, words, CHEAP))


def zapato(*words: str, keys: str = "") -> Result:
    return CliRunner().invoke(command, list(words), input=keys)


def lines(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def refused(result: Result, *said: str) -> None:
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: ") or result.stderr.startswith("Usage: ")
    for text in said:
        assert text in result.stderr


def test_packs_are_listed_by_state(registry: Registry) -> None:
    add_labels(registry, "AAAA")
    add_tags(registry, 1, id="BBBB")
    registry.move(("BBBB",), PackState.RETIRED, by="a", at=AT, why="worn")
    assert [line["pack"] for line in lines(zapato("list", "--json"))] == ["AAAA", "BBBB"]
    assert [line["why"] for line in lines(zapato("list", "--json", "--state", "retired"))] == ["worn"]
    text = zapato("list")
    assert text.exit_code == 0
    assert text.stdout.splitlines()[0].split() == ["PACK", "MARKS", "STATE", "CARDS", "ADDED"]
    line = " ".join(text.stdout.splitlines()[2].split())
    assert line == "BBBB tags retired 52 2026-03-01 retired 2026-03-01: worn"


def test_faces_are_shown_on_request_only_with_a_warning(registry: Registry) -> None:
    codes = add_labels(registry, "AAAA")
    result = zapato("show", "aaaa")
    assert [line.get("what") for line in lines(result)] == [None, "added as enrolled"]
    assert not any(code in result.output for code in codes)
    with_faces = zapato("show", "AAAA", "--faces")
    assert "can tell the cards of pack AAAA by their codes" in with_faces.stderr
    assert {line["code"]: line["card"] for line in lines(with_faces)[2:]} == {
        code: card.value for code, card in codes.items()
    }
    refused(zapato("show", "ZZZZ"), "there is no pack 'ZZZZ'")


def test_opening_and_retiring(registry: Registry) -> None:
    for number, name in enumerate(("AAAA", "BBBB", "CCCC")):
        add_tags(registry, number, id=name)
    assert [line["state"] for line in lines(zapato("open", "aaaa", "BBBB", "--by", "ana"))] == ["opened", "opened"]
    refused(zapato("open", "CCCC"), "--by")
    refused(zapato("retire", "AAAA", "--by", "ana"), "--reason")
    refused(zapato("retire", "AAAA", "--by", "ana", "--reason", " "), "say in a few words why")
    refused(zapato("retire", "--by", "ana", "--reason", "x"), "name the packs to retire, or --all-in-play")
    refused(zapato("retire", "AAAA", "--all-in-play", "--by", "ana", "--reason", "x"), "or --all-in-play")
    assert [one["pack"] for one in lines(zapato("retire", "--all-in-play", "--by", "ana", "--reason", "end"))] == [
        "AAAA",
        "BBBB",
    ]
    again = zapato("retire", "--all-in-play", "--by", "ana", "--reason", "end")
    assert (again.exit_code, again.stdout, again.stderr) == (0, "", "No pack is opened or in play.\n")
    refused(zapato("open", "AAAA", "CCCC", "--by", "ana"), "a retired pack stays retired")
    assert registry.pack("CCCC").state is PackState.ENROLLED
    assert registry.history("AAAA")[-1].by == "ana"


def test_the_registry_is_the_one_of_the_settings_or_the_one_named(registry: Registry, folder: Path) -> None:
    add_tags(registry, 1, id="AAAA")
    (folder / "tables").mkdir()
    settings = folder / "tables" / "table.toml"
    settings.write_text('[cards]\nregistry = "../packs.sqlite3"\n', encoding="utf-8")
    assert len(lines(zapato("list", "--json", "--config", str(settings)))) == 1
    (folder / "table.toml").write_text('[cards]\nregistry = "none"\n', encoding="utf-8")
    refused(zapato("list"), f"{folder}/none: there is no registry of packs here")
    assert len(lines(zapato("list", "--json", "--registry", "packs.sqlite3"))) == 1
    refused(zapato("list", "--config", "no.toml"), "no.toml: there is no such file")


def test_the_secret_is_made_shown_and_changed_and_never_told(folder: Path) -> None:
    made = zapato("secret", "make")
    assert [line.get("generation") for line in lines(made)] == [None, 1]
    refused(zapato("secret", "make"), "there is a secret already")
    refused(zapato("secret", "rotate"), "there is no registry of packs here")
    registry = Registry(folder / "packs.sqlite3", create=True)
    add_labels(registry, "AAAA")
    refused(zapato("secret", "make"), "there is a registry, which a new secret would not open")
    changed = zapato("secret", "rotate")
    assert [(line["labels"], line["registry"]) for line in lines(changed)[1:]] == [(True, False), (True, True)]
    assert "make a new one (zapato cards backup)" in changed.stderr
    shown = zapato("secret", "show")
    assert lines(shown) == lines(changed)
    keys = json.loads(key_path(registry.path).read_text(encoding="utf-8").splitlines()[0])["generations"]
    for result in (made, changed, shown):
        for one in keys:
            assert all(not key or key not in result.output for key in (one["label_key"], one["registry_key"]))


def test_a_backup_and_back(registry: Registry, folder: Path) -> None:
    add_tags(registry, 1, id="AAAA")
    registry.move(("AAAA",), PackState.OPENED, by="a", at=AT)
    refused(zapato("backup", "kept", keys="short\n"), "at least 12 characters")
    refused(zapato("backup", "kept"), "standard input ended")
    (line,) = lines(zapato("backup", "kept", keys=f"{WORDS}\n"))
    assert line["packs"] == 1
    refused(zapato("backup", "kept", keys=f"{WORDS}\n"), "kept: there is a file already")
    (folder / "words").write_text(f"{WORDS}\nand more\n", encoding="utf-8")
    (folder / "words").chmod(0o640)
    for order in (("backup", "kept", "--force"), ("restore", "kept", "--by", "ana", "--force")):
        refused(zapato(*order, "--passphrase-file", "words"), "words: others may read the passphrase: run `chmod 600 w")
    (folder / "words").chmod(0o600)
    assert zapato("backup", "kept", "--force", "--passphrase-file", "words").exit_code == 0
    refused(zapato("restore", "kept", "--by", "ana", keys=f"{WORDS}\n"), "there is a registry already", "--only-secret")
    refused(zapato("restore", "kept", "--by", "ana", "--force", keys="not these words\n"), "kept: this is not the pass")
    refused(zapato("restore", "words", "--by", "ana"), "words: this is no backup of packs")
    refused(zapato("restore", "none", "--by", "ana"), "none: there is no such file")
    refused(zapato("restore", "kept", "--by", "ana", "--passphrase-file", "no"), "no: cannot be read")
    refused(zapato("restore", "kept", "--by", "ana", "--only-secret", "--keep-opened"), "has no meaning with it")
    key_path(registry.path).unlink()
    refused(zapato("list"), "the site's secret is lost")
    (line,) = lines(zapato("restore", "kept", "--by", "ana", "--only-secret", keys=f"{WORDS}\n"))
    assert registry.pack("AAAA").state is PackState.OPENED
    done = zapato("restore", "kept", "--by", "ana", "--force", "--passphrase-file", "words")
    (line,) = lines(done)
    assert (line["packs"], line["retired"], line["receipt_key"]) == ({"retired": 1}, ["AAAA"], False)
    assert len(line["kept_aside"]) == 1  # the registry; the secret was the same
    assert "may have been opened, used and retired since" in done.stderr
    assert "Retired, as they may have been since: AAAA" in done.stderr
    assert registry.codes_of("AAAA") == tags(1)


def test_a_passphrase_is_asked_for_twice_at_a_terminal(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.cli.asking.at_a_terminal", lambda: True)
    result = zapato("backup", "kept", keys=f"{WORDS}\n{WORDS}x\n{WORDS}\n{WORDS}\n")
    assert result.exit_code == 0
    assert "do not match" in result.stderr
    assert WORDS not in result.output
