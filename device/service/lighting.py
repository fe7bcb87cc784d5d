"""Which lamps this table lights: the panel's rule with this table's house rules and health put in."""

from device.panel import lamps as panel
from device.panel.lamps import Lamp
from device.rules.choices import BetsClose, NextMode
from device.rules.profile import Profile
from device.table.health import Health
from device.table.state import State


def lit_lamps(state: State, health: Health, profile: Profile) -> tuple[Lamp, ...]:
    """The lamps lit now, in the order of `Lamp`."""
    return panel.lamps(
        state,
        reader_up=health.reader.ok or state.by_hand,
        journal_ok=health.journal.ok,
        lock=profile.lock,
        lock_in_betting=profile.bets_close is BetsClose.BUTTON,
        lock_in_result=profile.next is NextMode.BUTTON,
    )


def slow_lamps(state: State, health: Health) -> tuple[Lamp, ...]:
    """Which of the lit lamps flash slowly now, though they are steady as a rule."""
    return panel.slow_lamps(state, reader_up=health.reader.ok or state.by_hand, journal_ok=health.journal.ok)
