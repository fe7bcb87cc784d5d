"""The steps of a set-up, in the order in which they are gone through."""

import enum
from collections.abc import Callable, Mapping

from device.setup.asking import Asking, Here
from device.setup.steps import cards, ending, lamps, reader, rules, screens, staff, table


class Step(enum.Enum):
    """One thing that is set up; the value is how `--only` and a file of answers name it."""

    LANGUAGE = "language"
    TABLE = "table"
    RULES = "rules"
    READER = "reader"
    CARDS = "cards"
    LAMPS = "lamps"
    SCREENS = "screens"
    SOUND = "sound"
    STAFF = "staff"
    PRODUCTION = "production"
    BACKUP = "backup"
    CHECK = "check"


STEPS = tuple(Step)

_BEGINNINGS: Mapping[Step, Callable[[Here], Asking]] = {
    Step.LANGUAGE: table.language,
    Step.TABLE: table.table,
    Step.RULES: rules.rules,
    Step.READER: reader.reader,
    Step.CARDS: cards.cards,
    Step.LAMPS: lamps.lamps,
    Step.SCREENS: screens.screens,
    Step.SOUND: screens.sound,
    Step.STAFF: staff.staff,
    Step.PRODUCTION: ending.production,
    Step.BACKUP: ending.backup,
    Step.CHECK: ending.check,
}


def begin(step: Step, here: Here) -> Asking:
    """The step, from its beginning."""
    return _BEGINNINGS[step](here)
