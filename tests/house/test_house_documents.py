"""The documents against the program: every command is explained, and what they tell a newcomer to type exists."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import device
from device.cli.main import COMMANDS, zapato

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def every_command(name: str = "zapato", command: click.Command = zapato) -> Iterator[tuple[str, click.Command]]:
    """Each command with its full name, groups walked to the end."""
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for child in command.list_commands(context):
            found = command.get_command(context, child)
            assert found is not None, f"{name} {child} is listed and cannot be loaded"
            yield from every_command(f"{name} {child}", found)


def test_every_command_and_option_has_help() -> None:
    silent = []
    for name, command in every_command():
        if not command.help:
            silent.append(name)
        silent += [
            f"{name} {option.opts[0]}"
            for option in command.params
            if isinstance(option, click.Option) and not option.help and not option.hidden
        ]
    assert not silent, f"no help: {silent}"


def test_every_command_is_in_the_documents() -> None:
    documents = README + "".join(path.read_text(encoding="utf-8") for path in (ROOT / "device").rglob("*.md"))
    missing = [name for name, _ in every_command() if not re.search(rf"\b{re.escape(name)}\b", documents)]
    assert not missing, f"in no document: {missing}"


def test_the_documents_name_no_command_that_is_not_there() -> None:
    # What stands after the program's name in a line of code must be one of its commands.
    code = re.findall(r"`([^`\n]+)`", README) + [
        line for block in re.findall(r"```\w*\n(.*?)```", README, re.DOTALL) for line in block.splitlines()
    ]
    named = {match for line in code for match in re.findall(r"(?:^|/|&& )zapato ([a-z][a-z-]*)", line)}
    assert named
    assert named <= COMMANDS.keys(), f"README.md: no such command: {sorted(named - COMMANDS.keys())}"


@pytest.mark.parametrize("command", ["systemd/setup && .venv/bin/zapato demo", "tests/run"])
def test_the_two_commands_stand_in_the_readme_on_a_line_of_their_own(command: str) -> None:
    assert command in README.splitlines()
    assert (ROOT / command.split(maxsplit=1)[0]).stat().st_mode & 0o100


def test_the_change_log_has_this_version() -> None:
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings
    assert headings[0] == device.__version__, "the newest entry of CHANGELOG.md is for another version"


def test_the_python_asked_for_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = project["project"]["requires-python"].removeprefix(">=")
    assert project["tool"]["ruff"]["target-version"] == "py" + wanted.replace(".", "")
    assert f"Python {wanted}" in README
    assert f"({wanted.replace('.', ', ')})" in (ROOT / "systemd/setup.d/python.sh").read_text(encoding="utf-8")
