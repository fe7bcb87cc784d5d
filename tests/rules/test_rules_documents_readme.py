"""What device/rules/README.md says of the documents' contradictions, against the profiles that it names."""

import re
from pathlib import Path

import pytest

from device.rules.making import with_settings
from device.rules.profile import Profile
from device.rules.structs import keys_of
from device.settings import list_profiles, load_profile

README = (Path(__file__).parents[2] / "device/rules/README.md").read_text(encoding="utf-8")
SECTION = README[README.index("## What the documents say") :]
WORDS = re.findall(r"`([^`\n]+)`", SECTION)


def test_it_names_all_profiles_and_all_documents() -> None:
    assert set(list_profiles()) <= set(WORDS)
    assert all(document in SECTION for document in ("**000**", "**001**", "**003**", "**004**"))


@pytest.mark.parametrize(
    "point", ["3.6.4", "3.6.2", "2.1.5", "3.1.3", "3.5.1", "3.5.3", "1.1", "2.1.2", "mazo", "exceeds"]
)
def test_each_known_contradiction_has_its_row(point: str) -> None:
    assert point in SECTION


@pytest.mark.parametrize("rule", sorted({word for word in WORDS if " = " in word}))
def test_a_rule_that_it_quotes_can_be_set_and_stands_in_a_shipped_profile(rule: str) -> None:
    key, value = rule.split(" = ")
    assert key in keys_of(Profile)
    wanted = {getattr(with_settings(load_profile(name), {key: value}), key) for name in ("live", "casino-manual")}
    assert {getattr(load_profile(name), key) for name in list_profiles()} & wanted, f"no shipped profile has {rule}"
