"""A file of answers, for many tables that are set up alike: TOML, a section a step, a key a question."""

from collections import deque
from collections.abc import Mapping
from pathlib import Path

from device.rules.faults import near, not_toml
from device.rules.structs import read_toml
from device.settings import SettingsError
from device.settings.reading import read_file
from device.setup.catalogue import STEPS
from device.setup.telling import load_setup_words
from device.staff.people import Role

Answers = Mapping[str, deque[str]]
"""The answers by the question's key, in the order in which they are given."""

_PEOPLE = "people"
_SEEN = frozenset(
    f"{step}.{name}"
    for step, names in {
        "reader": ("try", "right"),
        "lamps": ("test", "lit", "not-pressed", "pin"),
        "screens": ("test",),
        "sound": ("test",),
    }.items()
    for name in names
)


class AnswersError(ValueError):
    """A file of answers that cannot be used: file, key, what may stand there."""


def read_answers(path: Path) -> Answers:
    """Read such a file; raises AnswersError with everything that is wrong in it."""
    try:
        text = read_file(path, "write one: the manual's page setup.md shows what stands in it")
        table = read_toml(text)
    except SettingsError as error:
        raise AnswersError(str(error)) from None
    except ValueError as error:
        raise AnswersError(not_toml(str(path), error)) from None
    answers: dict[str, deque[str]] = {}
    faults: list[str] = []
    known = _questions()
    for section, content in table.items():
        if section not in (step.value for step in STEPS) or not isinstance(content, dict):
            names = [step.value for step in STEPS]
            faults.append(f"[{section}]: no step is called that{near(section, names)}; steps are {', '.join(names)}")
            continue
        for name, value in content.items():
            key = f"{section}.{name}"
            if section == "staff" and name == _PEOPLE:
                faults += _people(value, answers)
            elif key not in known:
                here = sorted(one.partition(".")[2] for one in known if one.startswith(f"{section}."))
                faults.append(f"{key}: no question is called that{near(name, here)}; here are {', '.join(here)}")
            elif isinstance(value, bool):
                answers[key] = deque(["yes" if value else "no"])
            elif isinstance(value, str | int):
                answers[key] = deque([str(value)])
            else:
                faults.append(f"{key}: a text, a whole number, or true and false")
    if faults:
        raise AnswersError("\n".join(f"{path}: {fault}" for fault in faults))
    return answers


def _questions() -> frozenset[str]:
    """What a file may answer: no PIN stands in it, and nobody is there to show a card, to look or to press."""
    keys = (key.removeprefix("ask.") for key in load_setup_words("en").all_keys() if key.startswith("ask."))
    return frozenset(key for key in keys if not key.startswith("staff.") and key not in _SEEN)


def _people(value: object, answers: dict[str, deque[str]]) -> list[str]:
    if not isinstance(value, list):
        return ['staff.people: a list, as [{name = "sup1", role = "supervisor"}]']
    faults = []
    roles = [role.value for role in Role]
    for number, one in enumerate(value, 1):
        if (
            not isinstance(one, dict)
            or set(one) != {"name", "role"}
            or not all(isinstance(v, str) for v in one.values())
        ):
            faults.append(f'staff.people[{number}]: name and role, as {{name = "sup1", role = "supervisor"}}')
        elif one["role"] not in roles:
            faults.append(f"staff.people[{number}].role: {one['role']!r}; roles are {', '.join(roles)}")
        elif not one["name"].strip():
            faults.append(f"staff.people[{number}].name: it is empty")
        else:
            answers.setdefault("staff.add", deque()).append("yes")
            answers.setdefault("staff.name", deque()).append(one["name"])
            answers.setdefault(f"staff.role.{one['name'].strip()}", deque()).append(one["role"])
    return faults
