"""What a tape's heading says of tags."""

import pytest

from device.line.tape import TapeError, read_tape, write_tape
from device.rules.card import Card

HEAD = "# Name: tags\n# Reader: em4100\n"


def test_tags_are_read_in_any_case_over_several_lines_and_written_again() -> None:
    text = f"{HEAD}# Tags: 9h=0d00319cd0 10D=01C8F00800\n# tags: As=083F6C4A\n0 < 02\n"
    tape = read_tape(text)
    tags = {"0D00319CD0": Card.parse("9h"), "01C8F00800": Card.parse("Td"), "083F6C4A": Card.parse("As")}
    assert tape.head.tags == tags
    assert read_tape(write_tape(tape)) == tape


@pytest.mark.parametrize("word", ["9h", "9h=", "=0D00319CD0", "9x=0D00319CD0", "9h=0D 00", "9h=ü"])
def test_what_is_no_tag_is_told_with_its_line(word: str) -> None:
    with pytest.raises(
        TapeError, match=r"expected which card each tag is, as '# Tags: 9h=0D00319CD0 Kd=083F6C4A'"
    ) as e:
        read_tape(f"{HEAD}# Tags: As=083F6C4A {word}\n0 < 02\n")
    assert e.value.line == 3
