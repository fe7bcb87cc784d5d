"""Drives a set-up by a file of answers: a step that the file does not name is left as it is."""

from collections.abc import Callable, Iterator

from device.setup.answers import Answers
from device.setup.catalogue import Step
from device.setup.machine import SetUp
from device.setup.wanted import Deed, Question, Result, Tell


class Refused(Exception):
    """An answer of the file was not taken, or what it asked for did not succeed; `told` says why."""

    def __init__(self, where: str, told: list[Tell]) -> None:
        super().__init__(where)
        self.where = where
        self.told = told


class Unattended:
    """One set-up without anybody; `do` does the deeds."""

    def __init__(self, setup: SetUp, answers: Answers, do: Callable[[Deed], Result]) -> None:
        self._setup = setup
        self._answers = answers
        self._do = do
        self._named = {key.partition(".")[0] for key in answers}
        self._last_name = ""
        self.gone_through: list[Step] = []

    def run(self) -> Iterator[Tell]:
        """What is told on the way; raises Refused."""
        setup = self._setup
        while (wanted := setup.wanted) is not None:
            step = setup.step
            if step is not None and step.value not in self._named:
                setup.take_told()
                setup.skip()
                continue
            if step is not None and step not in self.gone_through:
                self.gone_through.append(step)
            if isinstance(wanted, Question):
                where = wanted.key
                setup.answer(self._answer(wanted))
            else:
                where = step.value if step is not None else "settings"
                setup.done(self._do(wanted))
            told = setup.take_told()
            if any(one.wrong for one in told):
                raise Refused(where, [one for one in told if one.wrong])
            yield from told

    def _answer(self, question: Question) -> str:
        key = question.key
        if key == "staff.role":
            key = f"staff.role.{self._last_name}"
        given = self._answers.get(key)
        if given:
            answer = given.popleft()
            if key == "staff.name":
                self._last_name = answer.strip()
            return answer
        if question.alone is not None:
            return question.alone
        if question.now is None:
            raise Refused(key, [Tell(key="wrong-empty", wrong=True)])
        return ""
