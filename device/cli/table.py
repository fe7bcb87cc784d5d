"""`zapato table`: the table process."""

from pathlib import Path

import click

from device.cli.bad_input import BadInput
from device.cli.check import require_production
from device.feed.listening import FeedError
from device.line.port_name import PortNameError
from device.ports.journal import JournalError
from device.service.house_rules import ProfileInPlay
from device.service.table import CannotStartError, run_table
from device.settings import ProfileError, SettingsError, load_profile, load_settings
from device.system.logs import start_log


@click.command()
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    default=Path("table.toml"),
    show_default=True,
    help="The table's settings; `zapato settings` prints an example.",
)
def command(*, config: Path) -> None:
    """Run the table: reader, lamps, record, and the feeds for screens and staff.

    Runs until it is stopped. Trouble at the start is said in one line, with exit code 2; later trouble holds the table,
    is shown on the staff screens, and ends by itself when its cause does.
    """
    start_log()
    try:
        settings = load_settings(config)
        profile = load_profile(settings.profile)
        require_production(config, settings, profile)
    except (SettingsError, ProfileError) as error:
        raise BadInput(str(error)) from None
    try:
        run_table(settings, profile)
    except (JournalError, FeedError, PortNameError, ProfileInPlay, CannotStartError, SettingsError) as error:
        raise BadInput(str(error)) from None
