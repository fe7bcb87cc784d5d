"""A loop that tells its service manager that it goes round."""

from device.system.notify import Pulse


def test_a_loop_sets_its_limit_once_and_then_beats_no_faster_than_it_must() -> None:
    said, now = list[str](), [100.0]
    pulse = Pulse(said.append, lambda: now[0], limit_s=30.0)
    assert said == [], "what takes its time before the loop begins is not ended for it"
    for _ in range(600):
        pulse.beat()
        now[0] += 1 / 60
    assert said == ["WATCHDOG_USEC=30000000\nWATCHDOG=1", "WATCHDOG=1"]
    now[0] += 30.0
    pulse.beat()
    assert len(said) == 3
