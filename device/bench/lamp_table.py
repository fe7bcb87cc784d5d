"""The table whose lamps are timed, as a process: the whole of `zapato table`, with pins that tell when they change.

Started by `card_to_lamp` as ``python -m device.bench.lamp_table CONFIG FD``.
"""

import sys
from pathlib import Path

from device.bench.lamp_watch import memory_factory, teller
from device.service.table import run_table
from device.settings import load_profile, load_settings


def main(config: str, fd: str) -> None:
    """Run the table of `config` and tell of its pins through the pipe `fd`."""
    settings = load_settings(Path(config))
    tell = teller(int(fd))
    run_table(settings, load_profile(settings.profile), pins=lambda: memory_factory(tell))


if __name__ == "__main__":
    main(*sys.argv[1:])
