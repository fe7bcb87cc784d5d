"""`zapato setup`: a table set up for the first time, or one thing of it again."""

import os
import sys
from pathlib import Path

import click

from device.cli.asking import at_a_terminal
from device.cli.bad_input import BadInput
from device.cli.ending import ends_in_order
from device.cli.language import language_of_system
from device.cli.setup_answers import answer_all
from device.cli.setup_terminal import SetUpTerminal
from device.doctor.looking import find_settings
from device.settings import SettingsError, example
from device.settings.reader_choice import text_before
from device.settings.toml_text import with_values
from device.setup.answers import AnswersError, read_answers
from device.setup.catalogue import STEPS
from device.setup.doing.saving import Progress
from device.setup.machine import SetUp
from device.setup.telling import LANGUAGES, in_words, load_setup_words

_INSTALLED = Path("/etc/zapato")
_INTERRUPTED = 130


@click.command()
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    help="The table's settings; made where there are none.  [default: /etc/zapato/table.toml, or else table.toml here]",
)
@click.option(
    "--only",
    "names",
    multiple=True,
    type=click.Choice([step.value for step in STEPS]),
    help="Only this step; repeatable.",
)
@click.option(
    "--answers", type=click.Path(path_type=Path), metavar="FILE", help="Answers for many tables; nobody is asked."
)
@click.option("--from-start", is_flag=True, help="All steps, also where an earlier set-up stopped half-way.")
@click.option(
    "--lang", type=click.Choice(LANGUAGES), help="Language of the set-up.  [default: the table's; with --answers en]"
)
def command(
    *, config: Path | None, names: tuple[str, ...], answers: Path | None, from_start: bool, lang: str | None
) -> None:
    """Set a table up, step by step: language, name, rules, reader, lamps, screens, people, real games or not.

    Every step shows what stands now and may be skipped, gone back to and repeated. What a step changes is written when
    it ends, comments and other settings stay. Reader and lamps can be tried only while no table runs. Exit code 0:
    through, 1: stopped before its end, 2: it cannot be done.

    \b
    sudo zapato setup
    sudo zapato setup --only reader --only lamps
    sudo zapato setup --answers table-12.toml       [table] name = "BAC 12" …; see the manual, setup.md
    """
    path = config or find_settings() or Path("table.toml")
    steps = [step for step in STEPS if not names or step.value in names]
    try:
        said = None if answers is None else read_answers(answers)
        before = text_before(path)
    except (SettingsError, AnswersError) as error:
        words = load_setup_words(lang or language_of_system())
        raise BadInput(in_words(str(error), words)) from None
    if before is None and path.absolute().parent == _INSTALLED:
        raise BadInput(f"{path}: there is no such file; zapato-install writes it with the places of this machine")
    if not os.access(path if before is not None else path.absolute().parent, os.W_OK):
        raise BadInput(f"{path}: this user may not write it: sudo zapato setup")
    if said is None and not at_a_terminal():
        raise BadInput("nobody can be asked here: --answers FILE sets a table up without a terminal")
    progress = Progress(path)
    done = frozenset() if names or from_start or said is not None else progress.read()
    text = before if before is not None else _fresh()
    setup = SetUp(text, str(path), path.parent, is_new=before is None, steps=steps, done=done)
    if said is not None:
        with ends_in_order():
            answer_all(setup, said, path, lang)
        return
    terminal = SetUpTerminal(setup, path, progress if not names else None, lang)
    try:
        with ends_in_order():  # a picture that is shown, a lamp that is lit
            ended = terminal.run(goes_on=bool(done))
    except KeyboardInterrupt:
        terminal.stopped()
        sys.exit(_INTERRUPTED)
    if not ended:
        terminal.stopped()
        sys.exit(1)


def _fresh() -> str:
    """The example in the language of whoever sits there."""
    return with_values(example(), {("table", "language"): language_of_system()})
