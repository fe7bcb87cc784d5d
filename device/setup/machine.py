"""The set-up as a machine: what it wants, what it is given, where it stands. No input or output of its own.

```
          answer, done                    step ends                     saved
  wanted ─────────────▶ the step's next ────────────▶ Save of the text ───────▶ next step ─▶ … ─▶ wanted is None
     ▲                                                     │ not saved, or the text cannot be
     └── back, skip, go_to ◀───────────────────────────────┘ the same step from its beginning
```

A step changes nothing before it ends, so leaving it in the middle leaves the settings as they were. What a step does
besides (a person added, a lamp lit) is done when it is done.
"""

from collections.abc import Sequence
from pathlib import Path

from device.settings import Settings, SettingsError, parse_settings
from device.setup.asking import Asking, Change, Here
from device.setup.catalogue import STEPS, Step, begin
from device.setup.wanted import NotSaved, Question, Result, Save, Saved, Tell, Wanted, WrongError


class SetUp:
    """One set-up of one table."""

    def __init__(  # noqa: PLR0913 - what a set-up is of
        self,
        text: str,
        where: str,
        folder: Path,
        *,
        is_new: bool = False,
        steps: Sequence[Step] = STEPS,
        done: frozenset[Step] = frozenset(),
    ) -> None:
        """Begin with the first of `steps` that is not `done`; `is_new`: `text` is not yet a file. It can be read."""
        self._text = text
        self._where = where
        self._folder = folder
        self._is_new = is_new
        self._steps = tuple(steps)
        self._done = set(done)
        self._settings = parse_settings(text, where, folder)
        self._told: list[Tell] = []
        self._wanted: Wanted | None = None
        self._asking: Asking | None = None
        self._answers = 0
        self._after = text
        self._place = next((place for place, step in enumerate(self._steps) if step not in self._done), 0)
        self._begin()

    @property
    def wanted(self) -> Wanted | None:
        """What is wanted now; None: the set-up is over."""
        return self._wanted

    @property
    def step(self) -> Step | None:
        """The step under way; None: the set-up is over."""
        return self._steps[self._place] if self._place < len(self._steps) else None

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps of this set-up, in their order."""
        return self._steps

    @property
    def place(self) -> tuple[int, int]:
        """Which step it is, from 1, of how many."""
        return self._place + 1, len(self._steps)

    @property
    def done_steps(self) -> frozenset[Step]:
        """Those that were gone through to their end."""
        return frozenset(self._done)

    @property
    def settings(self) -> Settings:
        """The settings as they stand in the file."""
        return self._settings

    @property
    def text(self) -> str:
        """The same as text."""
        return self._text

    def take_told(self) -> list[Tell]:
        """What is to be told, each once."""
        told, self._told = self._told, []
        return told

    def answer(self, text: str) -> None:
        """A person's answer to the question that is wanted; a wrong one is told, and the question stays."""
        question = self._wanted
        if not isinstance(question, Question):
            return
        try:
            value = _read(question, text)
        except WrongError as error:
            self._told.append(Tell(key=error.key, figures=error.figures, wrong=True))
            return
        self._answers += 1
        self._go_on(value)

    def done(self, result: Result) -> None:
        """What came of the deed that is wanted."""
        if isinstance(self._wanted, Save):
            self._saved(self._wanted, result)
        elif self._wanted is not None and not isinstance(self._wanted, Question):
            self._go_on(result)

    def back(self) -> None:
        """To the beginning of this step, or from there to the step before."""
        if self._answers == 0 and self._place > 0:
            self._place -= 1
        self._place = min(self._place, len(self._steps) - 1)
        self._begin()

    def skip(self) -> None:
        """To the next step, leaving everything of this one as it is."""
        if self.step is not None:
            self._place += 1
            self._begin()

    def go_to(self, step: Step) -> None:
        """To the beginning of a step, whether it was done or not."""
        if step in self._steps:
            self._place = self._steps.index(step)
            self._begin()

    # inside ------------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self._answers = 0
        self._asking = None
        step = self.step
        if step is None:
            self._wanted = Save(before=None, after=self._text) if self._is_new else None
            self._after = self._text
            return
        self._asking = begin(
            step, Here(settings=self._settings, text=self._text, where=self._where, folder=self._folder)
        )
        self._go_on(None)

    def _go_on(self, given: str | Result | None) -> None:
        asking = self._asking
        if asking is None:
            return
        try:
            wanted = asking.send(given)
            while isinstance(wanted, Tell):
                self._told.append(wanted)
                wanted = asking.send(None)
        except StopIteration as ended:
            self._ended(ended.value)
            return
        self._wanted = wanted

    def _ended(self, change: Change | None) -> None:
        """The step is through: its change must be settings that can be read."""
        self._asking = None
        after = self._text if change is None else change(self._text)
        try:
            parse_settings(after, self._where, self._folder)
        except SettingsError as error:
            self._told.append(Tell(key="cannot-be", figures={"says": str(error)}, wrong=True))
            self._begin()
            return
        if after == self._text and not self._is_new:
            self._through()
            return
        self._after = after
        self._wanted = Save(before=None if self._is_new else self._text, after=after)

    def _saved(self, save: Save, result: Result) -> None:
        if isinstance(result, Saved):
            self._text, self._is_new = save.after, False
            self._settings = parse_settings(self._text, self._where, self._folder)
            self._through()
            return
        assert isinstance(result, NotSaved), result
        self._told.append(Tell(key="not-saved", figures={"says": result.says}, wrong=True))
        if result.text is not None:
            try:
                self._settings = parse_settings(result.text, self._where, self._folder)
                self._text, self._is_new = result.text, False
            except SettingsError as error:
                self._told.append(Tell(key="cannot-be", figures={"says": str(error)}, wrong=True))
        if self.step is None:
            self._place = len(self._steps) - 1
        self._begin()

    def _through(self) -> None:
        step = self.step
        if step is None:
            self._wanted = None
            return
        self._done.add(step)
        self._place += 1
        self._begin()


def _read(question: Question, text: str) -> str:
    """The answer as it is kept; raises WrongError."""
    text = text.strip()
    if not text:
        if question.now is None:
            raise WrongError("wrong-empty")
        return question.now
    if question.options:
        values = [option.value for option in question.options]
        if text in values:
            return text
        folded = [value for value in values if value.casefold() == text.casefold()]
        if folded:
            return folded[0]
        if text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= len(values):
            return values[int(text[:4]) - 1]
        raise WrongError("wrong-choice", allowed=", ".join(values))
    return question.read(text)
