"""The doctor's sentences: every finding has them in every language, and none is left over."""

import re
from collections import Counter
from pathlib import Path

from doctor.doctor_tools import WORDS

import device.doctor
from device.doctor.catalogue import NAMES
from device.doctor.finding import Level

ENGLISH, SPANISH = WORDS
SOURCES = Path(str(device.doctor.__file__)).parent


def test_both_languages_have_the_same_sentences_with_the_same_figures() -> None:
    assert ENGLISH.all_keys() == SPANISH.all_keys()
    for key in ENGLISH.all_keys():
        both = [Counter(re.findall(r"{(\w+)}", words.template(key))) for words in WORDS]
        assert both[0] == both[1], key


def test_every_code_in_the_program_has_a_sentence_and_every_sentence_a_code() -> None:
    text = "".join(path.read_text() for path in SOURCES.rglob("*.py"))
    quoted = set(re.findall(r'"([a-z][a-z-]+)(?:\.what)?"', text))
    having = {key.removesuffix(".what") for key in ENGLISH.all_keys() if key.endswith(".what")}
    assert having <= quoted, sorted(having - quoted)
    used = set(re.findall(r'(?:\.(?:ok|note|warn|bad)|tell|\))\(\s*"([a-z]+(?:-[a-z]+)*)"', text))
    assert used - having <= {"spawn"}, sorted(used - having)


def test_parts_and_levels_have_names() -> None:
    for words in WORDS:
        assert {f"part.{name}" for name in NAMES} <= words.all_keys()
        assert {f"level.{level.value}" for level in Level} <= words.all_keys()


def test_what_is_bad_has_a_remedy() -> None:
    text = "".join(path.read_text() for path in SOURCES.rglob("*.py"))
    bad = set(re.findall(r'\.bad\(\s*"([a-z-]+)"', text)) - {"said", "table-part"}  # these say it themselves
    assert {f"{code}.do" for code in bad} <= ENGLISH.all_keys()
