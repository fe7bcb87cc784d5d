"""The measurement of counting what is left of a shoe: it counts real shoes, early and late, beside its floor."""

import json

from device.bench import odds


def test_what_is_counted_are_rests_of_shoes_from_the_first_card_to_the_last_coup() -> None:
    found = odds.compositions(5)
    assert [sum(one) for one in found] == [416, 314, 211, 109, 6]
    assert found[0] == [128] + [32] * 9
    assert all(len(one) == 10 and min(one) >= 0 for one in found)


def test_the_floor_multiplies_as_many_tables_as_the_count_needs() -> None:
    assert len(odds.TABLES) == 1 + 10 + 55
    one_cell = odds.bare_tables([1] * 10)
    assert one_cell > len(odds.CELLS) * 7 * len(odds.TABLES)  # ten ones, less what was removed


def test_it_prints_one_line_beside_its_floor() -> None:
    (line,) = (json.loads(line.as_json()) for line in odds.measure(shoes=2, rounds=1))
    assert line["aim"] == "≤ 20"
    assert (line["name"], line["unit"], line["goal"], line["goal_of"]) == ("odds", "ms", "≤ 3", "ratio")
    assert line["value"] > 0 and line["floor"] > 0
