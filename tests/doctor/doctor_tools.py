"""What the doctor's tests share: machines in a folder, and findings said in every language."""

import os
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from click.testing import CliRunner

from device.cli import main
from device.doctor.finding import Finding, Level
from device.doctor.table_seen import TableSeen, TableState
from device.doctor.telling import LANGUAGES, load_doctor_words, remedy, what
from device.doctor.world import Ran, World
from device.settings import load_profile, load_settings

NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
WORDS = [load_doctor_words(language) for language in LANGUAGES]
ENTRY = "from device.cli.main import main; main()"
STOPPED = TableSeen(state=TableState.STOPPED)


def write(path: Path, text: str, mode: int = 0o644) -> Path:
    """A file, with the folders it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return path


def zapato(*words: str, given: str = "") -> str:
    """A command that must succeed, in this very process; what it prints."""
    done = CliRunner().invoke(main.zapato, list(words), input=given)
    assert done.exit_code == 0, done.output
    return done.stdout


def answers(**by_first_word: str) -> "Answers":
    """Programs that answer so; any other is not there."""
    return Answers({name.replace("_", "-"): text for name, text in by_first_word.items()})


class Answers:
    """In the place of `run_program`."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts
        self.asked: list[Sequence[str]] = []

    def __call__(self, words: Sequence[str], limit_s: float) -> Ran:  # noqa: ARG002 - as a program is run
        self.asked.append(words)
        text = self._texts.get(words[0])
        return Ran(code=None, said="not there") if text is None else Ran(code=0, out=text)


def machine(root: Path, *, table: TableSeen = STOPPED, run: Answers | None = None, config: str | None = None) -> World:
    """A machine whose files are below `root`; `config`: its table.toml, which lies in a folder of its own there."""
    path = settings = profile = None
    if config is not None:
        path = write(root / "etc/zapato/table.toml", config)
        settings = load_settings(path)
        profile = load_profile(settings.profile)
    if not (root / "etc/passwd").exists():  # whoever runs the test is the table's own user there
        write(root / "etc/passwd", f"zapato:x:{os.geteuid()}:990::/:/bin/false\nroot:x:0:0::/root:/bin/sh\n")
        write(root / "etc/group", "root:x:0:\nzapato:x:990:\n")
    return World(
        root=root,
        config=path,
        settings=settings,
        profile=profile,
        table=table,
        run=run or answers(),
        now=NOW,
        user="root" if os.geteuid() == 0 else "tester",
        is_root=os.geteuid() == 0,
    )


def said(findings: Iterable[Finding]) -> dict[str, Level]:
    """The findings by code; each is said in every language on the way, with all its figures in place."""
    found = list(findings)
    for finding in found:
        for words in WORDS:
            for text in (what(finding, words), remedy(finding, words)):
                assert text != finding.code, f"no words for {finding.code}"
                assert "{" not in text, text
    return {finding.code: finding.level for finding in found}
