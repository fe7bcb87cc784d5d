"""`zapato table`: the table process."""

import contextlib
import faulthandler
import sys
import time
from pathlib import Path
from typing import NoReturn

import click

from device.cli.bad_input import BadInput
from device.cli.check import require_production
from device.feed.listening import FeedError
from device.line.port_name import PortNameError
from device.ports.journal import JournalError
from device.service.house_rules import ProfileInPlay
from device.service.refused_start import wait_for_other_settings
from device.service.table import CannotStartError, run_table
from device.settings import ProfileError, SettingsError, load_profile, load_settings
from device.system.logs import start_log
from device.system.notify import Notifier


@click.command()
@click.option(
    "--config",
    type=click.Path(path_type=Path, readable=False),
    default=Path("table.toml"),
    show_default=True,
    help="The table's settings; `zapato settings` prints an example.",
)
def command(*, config: Path) -> None:
    """Run the table: reader, lamps, record, and the feeds for screens and staff.

    Runs until it is stopped. Trouble at the start is said in one line, with exit code 2; later trouble holds the table,
    is shown on the staff screens, and ends by itself when its cause does.

    Under a service manager trouble at the start is its status too, and the process ends half a minute later, or as soon
    as the settings' file has changed.
    """
    start_log()
    # A loop that stands still is ended with SIGABRT by the service manager: then the log says where it stood.
    with contextlib.suppress(ValueError, OSError):  # standard error is no file
        faulthandler.enable()
    try:
        settings = load_settings(config)
        profile = load_profile(settings.profile)
        require_production(config, settings, profile)
    except (SettingsError, ProfileError) as error:
        _refuse(config, str(error))
    try:
        run_table(settings, profile)
    except (JournalError, FeedError, PortNameError, ProfileInPlay, CannotStartError, SettingsError) as error:
        _refuse(config, str(error))


def _refuse(config: Path, why: str) -> NoReturn:
    refusal = BadInput(why)
    with contextlib.closing(Notifier()) as notifier:
        if not notifier.is_heard:
            raise refusal
        refusal.show()
        wait_for_other_settings(config, why, notify=notifier.say, sleep=time.sleep)
    sys.exit(refusal.exit_code)
