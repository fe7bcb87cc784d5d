"""Before the record can be opened, because the disk refuses: the table is held, says why, and begins when it heals.

Ending with an error would be no help to the people at the table: the screens would have nothing to show, and somebody
would have to start the table by hand once the disk has room again. Nothing is read from the shoe meanwhile, so its
cards stay unacknowledged on its board.
"""

import queue
from collections.abc import Callable

from device.journal.errors import DiskError
from device.journal.opening import Opened
from device.ports.clock import Clock
from device.ports.panel import PanelTrouble
from device.service.desk import Checked, SignedLine
from device.service.effects import TableEffects
from device.service.inbox import Inbox, Stop
from device.service.loop import TRY_AGAIN_S
from device.service.order_lines import not_on_record
from device.service.panel_socket import PanelPress
from device.table.health import Health, PartHealth
from device.table.state import INITIAL

NOTIFICATION = "STATUS={detail}\nEXTEND_TIMEOUT_USEC=60000000"
"""To the service manager: why the start takes so long, and that a minute more is wanted."""


def wait_for_disk(  # noqa: PLR0913 - the parts that the composition root has by then
    trouble: DiskError,
    *,
    try_to_open: Callable[[], Opened],
    inbox: Inbox,
    effects: TableEffects,
    notify: Callable[[str], None],
    clock: Clock,
) -> Opened | None:
    """Try to open the record again and again, with the table held; None when the process is asked to end meanwhile.

    Raises JournalError for any other trouble with the record than the disk's.
    """
    panel = PanelTrouble(detail="")
    while True:
        detail = str(trouble)
        panel_health = PartHealth(ok=not panel.detail, detail=panel.detail)
        effects.show(INITIAL, Health(journal=PartHealth(ok=False, detail=detail), panel=panel_health))
        notify(NOTIFICATION.format(detail=detail))
        until_s = clock.monotonic_s() + TRY_AGAIN_S
        while (left_s := until_s - clock.monotonic_s()) > 0:
            try:
                given = inbox.get(timeout=left_s)
            except queue.Empty:
                break
            match given:
                case Stop():
                    return None
                case Checked() | SignedLine():
                    given.reply(not_on_record(given.order.id, detail))
                case PanelPress():
                    given.reply(not_on_record(given.id, detail))
                case PanelTrouble():
                    panel = given
                case _:
                    pass  # a contact's edge: nobody can press anything yet
        try:
            opened = try_to_open()
        except DiskError as error:
            trouble = error
            continue
        inbox.put(panel)  # the loop learns of it as the first thing
        return opened
