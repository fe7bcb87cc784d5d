"""What people are told of seals: where a card was sealed and where that was opened, once it may be known."""

from pathlib import Path

from click.testing import CliRunner
from journal.journal_tools import NAME, opened
from journal.sealing_tools import dealt, stored, whole_shoe

from device.cli.show import command


def shown(*arguments: object) -> str:
    """What `zapato show` prints."""
    result = CliRunner().invoke(command, [str(one) for one in arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_closed_shoe_tells_what_was_never_turned_and_why_each_turn_led_on(fast: Path) -> None:
    journal = opened(fast / NAME)
    steps = [step for _, step in dealt(whole_shoe())]
    for step in steps[:-1]:
        journal.append(step)
    before = shown(fast / NAME, "--shoe", 1)
    assert "sealed at" not in before
    assert "5c" not in before
    journal.append(steps[-1])
    journal.close()
    after = shown(fast / NAME, "--shoe", 1)
    sealed = {kind: seq for seq, kind, body in stored(fast / NAME) if "sealed" in body}
    (end,) = (seq for seq, kind, _ in stored(fast / NAME) if kind == "shoe-ended")
    assert f"burned: 5c (sealed at 3, opened at {end})" in after
    assert f"player-2 in coup 2: 3h (sealed at {sealed['card-laid']}, opened at {end})" in after
    assert f"banker-1 in coup 2: unread (sealed at {sealed['card-laid'] - 1}, opened at {end})" in after
    coup = shown(fast / NAME, "--shoe", 1, "--coup", 1)
    assert "player-3" not in coup  # a reason is told in words
    assert "banker 3 against 8: stand" in coup
    assert "card-laid          4h (sealed at 8, opened at 19) hand player" in coup
    assert "cards 4h 9c, nths 2 4 (sealed at 8, 10)" in coup
