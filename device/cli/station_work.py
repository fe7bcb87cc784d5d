"""A station at work: its port is open, and Ctrl-C ends it as q does."""

from collections.abc import Callable

from device.cards.station.station_steps import Desk, Steps
from device.cli.station_keys import StationKeys
from device.cli.station_terminal import StationTerminal
from device.screen.showing.stopping import Stopping
from device.service.reading_station import StationLoop
from device.service.station_run import Ending, run


def work(
    task: Desk,
    station: StationLoop,
    terminal: StationTerminal,
    *,
    keys: StationKeys | None = None,
    waits_for_word: bool = True,
    passed_unread: Callable[[], Steps] = lambda: (),
) -> Ending:
    """Open the port, do the task, release the port."""
    stop = Stopping()
    station.start()
    try:
        return run(
            task,
            station,
            keys or StationKeys(),
            terminal,
            asked_to_stop=lambda: bool(stop),
            passed_unread=passed_unread,
            waits_for_word=waits_for_word,
        )
    finally:
        station.close()
