"""A set-up at a terminal: one question a line, what stands now in brackets, what came of it below."""

import getpass
import sys
from pathlib import Path

import click

from device.cli.bad_input import visible
from device.setup.catalogue import Step
from device.setup.doing.hands import Hands
from device.setup.doing.reader import WAIT_S
from device.setup.doing.saving import Progress
from device.setup.machine import SetUp
from device.setup.telling import asked, in_words, load_setup_words, option_said, said
from device.setup.wanted import Deed, Failed, Question, Result, Save, Tell
from device.words import Words

BACK, SKIP, HELP, STOP = "<", ">", "?", "q"
_LETTERS = {"yes": {"y", "yes", "s", "si", "sí"}, "no": {"n", "no"}}


class SetUpTerminal:
    """Asks on standard error, reads standard input; `progress`: where it is kept how far the set-up is, if it is."""

    def __init__(self, setup: SetUp, config: Path, progress: Progress | None, language: str | None) -> None:
        self._setup = setup
        self._config = config
        self._progress = progress
        self._language = language
        self._hands = Hands(config, self._tell_of_port, self._show_a_card)
        self._at: Step | None = None
        self._asked: Question | None = None
        self._done = setup.done_steps

    @property
    def _words(self) -> Words:
        return load_setup_words(self._language or self._setup.settings.table.language.value)

    def run(self, *, goes_on: bool) -> bool:
        """Until the set-up is over; False: somebody stopped it."""
        words = self._words
        self._line(words.template("ui.welcome").format(path=self._config))
        if goes_on:
            _, every = self._setup.place
            self._line(words.template("ui.goes-on").format(done=len(self._setup.done_steps), all=every))
        try:
            while (wanted := self._setup.wanted) is not None:
                self._arrive()
                if not isinstance(wanted, Question):
                    self._setup.done(self._done_by_hands(wanted))
                elif not self._ask(wanted):
                    return False
                self._keep()
            self._arrive()
        finally:
            self._hands.close()
        if self._progress is not None:
            self._progress.forget()
        self._line(self._words.template("ui.over").format(path=self._config))
        if self._config.absolute().parent == Path("/etc/zapato"):
            self._line(self._words.template("ui.restart"))
        else:
            how = f"zapato table --config {self._config}"
            self._line(self._words.template("ui.start").format(how=how))
        return True

    def stopped(self) -> None:
        """Say where it goes on."""
        self._line("")
        self._line(self._words.template("ui.stopped").format(path=self._config))

    # inside ------------------------------------------------------------------------------------------------------

    def _arrive(self) -> None:
        """The head of a step that is new, and what is to be told."""
        words = self._words
        step = self._setup.step
        told = self._setup.take_told()
        if step is self._at:
            self._tell(told)
            return
        # What the machine tells on its way into a step comes after that step's head, what ended the last one before.
        ended = [one for one in told if self._of_the_end(one)]
        self._tell(ended)
        self._hands.close()
        self._at = step
        if step is not None:
            place, every = self._setup.place
            self._line("")
            self._line(words.template("ui.step").format(place=place, all=every, name=words.say(f"step.{step.value}")))
            self._line(words.template(f"intro.{step.value}"))
        self._tell([one for one in told if one not in ended])

    @staticmethod
    def _of_the_end(tell: Tell) -> bool:
        return tell.wrong or tell.key in ("profile-seen", "packs-next", "production-well", "said")

    def _tell(self, told: list[Tell]) -> None:
        for one in told:
            text = said(one, self._words)
            self._line(f"! {text}" if one.wrong else f"  {text}", bold=one.wrong)

    def _ask(self, question: Question) -> bool:
        """One answer; False: stop."""
        words = self._words
        options = () if self._is_yes_no(question) or question is self._asked else question.options
        self._asked = question
        for number, option in enumerate(options, 1):
            meaning = option_said(option, words)
            self._line(f"  {number}  {option.value}{f': {meaning}' if meaning else ''}")
        standing = "" if question.now is None else f" [{self._shown(question, question.now)}]"
        prompt = visible(f"{asked(question, words)}{standing}: ")
        answer = self._read(prompt, secret=question.secret)
        if answer is None or answer.strip().casefold() == STOP:
            return False
        match answer.strip():
            case "<":
                self._setup.back()
            case ">":
                self._setup.skip()
            case "?":
                self._help()
            case _:
                self._setup.answer(self._meant(question, answer.strip()))
        return True

    def _read(self, prompt: str, *, secret: bool) -> str | None:
        if secret and sys.stdin.isatty():
            try:
                return getpass.getpass(prompt, stream=sys.stderr)
            except EOFError:
                return None
        sys.stderr.write(prompt)
        sys.stderr.flush()
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None

    def _is_yes_no(self, question: Question) -> bool:
        return [option.value for option in question.options] == ["yes", "no"]

    def _shown(self, question: Question, value: str) -> str:
        if self._is_yes_no(question):
            return self._words.template(f"ui.{value}-letters")
        return value

    def _meant(self, question: Question, answer: str) -> str:
        """Yes and no in the words and letters of both languages, where these are what is asked."""
        values = {option.value for option in question.options}
        for value, letters in _LETTERS.items():
            if value in values and answer.casefold() in letters:
                return value
        return answer

    def _help(self) -> None:
        """The steps, and a way to each."""
        words = self._words
        self._line(words.template("ui.steps"))
        steps = {step.value: step for step in self._setup.steps}
        for name, step in steps.items():
            mark = "✓" if step in self._setup.done_steps else " "
            self._line(f"  {mark} {name}: {words.say(f'step.{name}')}")
        answer = self._read("> ", secret=False)
        if answer is not None and answer.strip() in steps:
            self._at = None
            self._setup.go_to(steps[answer.strip()])

    def _tell_of_port(self, port: str, text: str) -> None:
        self._line(f"  {port}: {in_words(text, self._words)}")

    def _show_a_card(self) -> None:
        self._line(f"  {said(Tell(key='show-a-card', figures={'seconds': int(WAIT_S)}), self._words)}")

    def _done_by_hands(self, deed: Deed) -> Result:
        try:
            return self._hands.do(deed)
        except KeyboardInterrupt:
            if isinstance(deed, Save):
                raise
            return Failed(says="Ctrl-C")

    def _keep(self) -> None:
        if self._progress is not None and self._setup.done_steps != self._done:
            self._done = self._setup.done_steps
            self._progress.write(self._done)

    @staticmethod
    def _line(text: str, *, bold: bool = False) -> None:
        text = visible(text)
        sys.stderr.write((click.style(text, bold=True) if bold and sys.stderr.isatty() else text) + "\n")
        sys.stderr.flush()
