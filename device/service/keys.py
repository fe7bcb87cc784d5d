"""What is pressed at the table: contacts and the panel's touches become orders, and a long one the lamp test."""

import contextlib
from typing import assert_never

from device.panel.buttons import Hold, Press, Touch
from device.panel.lamps import LAMP_TEST_STEP_S
from device.ports.journal import JournalError, Record
from device.service.effects import TableEffects
from device.service.engine import Engine
from device.service.order_lines import not_on_record, refusal_line, reply_line
from device.service.panel_socket import PanelKey, PanelPress
from device.service.presses import order_of_press
from device.table.commands import Undo
from device.table.events import OrderRefused
from device.table.vocabulary import THE_PANEL, Phase

FOOT = "foot"
"""The foot switch's contact, which is another one of a button."""

NO_LAMP_TEST = "the lamp test runs between coups only, and while nothing holds the table"

BETWEEN_COUPS = frozenset({Phase.CLOSED, Phase.BETTING, Phase.RESULT, Phase.SHOE_OVER})


class Keys:
    """The keys of one table; used by the loop's thread alone."""

    def __init__(self, engine: Engine, effects: TableEffects, *, foot_means: str) -> None:
        """`foot_means`: which button the foot switch is another contact of."""
        self._engine = engine
        self._effects = effects
        self._foot_means = foot_means
        self.test_at_s: float | None = None
        """When the lamp test goes on to its next lamp; None: none is running."""

    def touched(self, touches: tuple[Touch, ...], now_s: float) -> None:
        """Take what contacts did; what cannot be put on record does not happen, and the held table shows why."""
        for touch in touches:
            match touch:
                case Press(button=button):
                    with contextlib.suppress(JournalError):
                        self._press(self._foot_means if button == FOOT else button, now_s)
                case Hold():
                    self._begin_lamp_test(now_s)
                case _:
                    assert_never(touch)

    def pressed(self, given: PanelPress, now_s: float) -> bytes:
        """Press what was touched on the panel; the answer, which the record precedes."""
        if given.key is PanelKey.LAMP_TEST:
            if self._begin_lamp_test(now_s):
                return reply_line(given.id)
            return reply_line(given.id, NO_LAMP_TEST, refusal="not-now")
        try:
            records = self._press(given.key.value, now_s)
        except JournalError as error:
            return not_on_record(given.id, error)
        refused = next((record.event for record in records if isinstance(record.event, OrderRefused)), None)
        return reply_line(given.id) if refused is None else refusal_line(given.id, refused.why, refused.detail)

    def _press(self, button: str, now_s: float) -> tuple[Record, ...]:
        """What a press leads to; buzzes where it is refused, and raises JournalError where nothing could happen."""
        undo = button == PanelKey.UNDO.value
        order = Undo(by=THE_PANEL) if undo else order_of_press(button, self._engine.state, self._engine.profile)
        if order is None:
            return ()
        self.stop_lamp_test()
        try:
            return self._engine.order(order, now_s)
        except JournalError:
            self._effects.refused()
            raise

    def go_on_testing(self, now_s: float) -> None:
        """Light the test's next lamp where that is due."""
        if self.test_at_s is not None and now_s >= self.test_at_s:
            self.test_at_s = now_s + LAMP_TEST_STEP_S if self._effects.next_of_lamp_test() else None

    def _begin_lamp_test(self, now_s: float) -> bool:
        """Begin it where it may run; else buzz, and False."""
        state = self._engine.state
        if state.held or state.phase not in BETWEEN_COUPS or not self._engine.health.may_deal(by_hand=state.by_hand):
            self._effects.refused()
            return False
        self._effects.begin_lamp_test()
        self.test_at_s = now_s + LAMP_TEST_STEP_S
        return True

    def stop_lamp_test(self) -> None:
        """The lamps show the table again: something happens at it."""
        self.test_at_s = None
        self._effects.stop_lamp_test()
