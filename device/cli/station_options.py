"""What the commands of a station share: which reader, which words, and the people who look at them."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from device.cards.station.showings import GAP_S, Showings
from device.cli.bad_input import BadInput
from device.cli.cards_registry import registry_options
from device.cli.language import language_of_system
from device.cli.screen_words import words_of_terminal
from device.cli.settings_place import settings_if_any
from device.line.port_name import PortNameError
from device.line.serial_line import SerialLine
from device.readers.kinds import ReaderKind, features_of
from device.screen.plain.page import can_write
from device.service.reader_links import station_link
from device.service.reading_station import ReadingStation, StationLoop
from device.service.station_words import StationWords
from device.settings import Settings, SettingsError, load_settings
from device.settings.reader import BAUDS
from device.system.clock import SystemClock
from device.words import languages

_LONGEST_POLL_S = 0.05
"""So long a key waits at most."""
_TWICE = (ReaderKind.EM4100, ReaderKind.TWN4)
"""Readers that make up ids now and then: an id that nobody knows is read twice before it is believed."""


def station_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of a station: reader, words, registry."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs."),
        click.option("--quiet", is_flag=True, help="No bell."),
        click.option(
            "--lang", type=click.Choice(languages()), help="Language of the words.  [default: the system's, or else en]"
        ),
        click.option(
            "--baud",
            type=click.Choice([str(one) for one in BAUDS]),
            help="The port's speed.  [default: as the settings say, else usual for the kind]",
        ),
        click.option("--port", metavar="PATH", help="The reader's port, or usb:VID:PID.  [default: the settings' one]"),
        click.option(
            "--reader",
            type=click.Choice([kind.value for kind in ReaderKind]),
            help="What kind of reader it is.  [default: as the settings say]",
        ),
    ):
        command = option(command)
    return registry_options(command)


def settings_of(config: Path | None, *, reader: str | None, port: str | None, baud: str | None) -> Settings:
    """The settings, with the reader of the options in place of theirs; raises BadInput."""
    config = config or settings_if_any()
    if config is None:
        if port is None or reader is None:
            raise BadInput("which reader? Say --reader KIND --port PATH, or --config with a table's settings")
        settings = Settings()
    else:
        try:
            settings = load_settings(config)
        except SettingsError as error:
            raise BadInput(str(error)) from None
    kind = settings.reader.kind if reader is None else ReaderKind(reader)
    speed = settings.reader.baud if kind is settings.reader.kind else None
    return replace(
        settings,
        reader=replace(
            settings.reader,
            kind=kind,
            port=port or settings.reader.port,
            baud=speed if baud is None else int(baud),
            tape=None,  # what is read at a station is kept nowhere but in the registry
        ),
    )


def station_of(
    settings: Settings, reads: Callable[[str], int], *, one_at_a_time: bool, gap_s: float = GAP_S
) -> StationLoop:
    """The reader of these settings at a station, not yet opened; raises BadInput for a port that is none."""
    reader, clock = settings.reader, SystemClock()
    features = features_of(reader.kind)
    showings = None
    if not features.has_gates:
        showings = Showings(reads=reads, one_at_a_time=one_at_a_time, gap_s=gap_s)
    link = station_link(reader)
    try:
        return StationLoop(
            lambda send: ReadingStation(link, showings, send),
            lambda put: SerialLine(reader.port, reader.speed, put, clock),
            clock.monotonic_s,
            poll_s=min(features.poll_s, _LONGEST_POLL_S),
        )
    except (PortNameError, ValueError) as error:
        raise BadInput(str(error)) from None


def reads_of_unknown(kind: ReaderKind) -> int:
    """How often a reader of this kind must read what nobody knows before it is believed."""
    return 2 if kind in _TWICE else 1


def words_here(language: str | None) -> StationWords:
    """The words of a station, in letters that this terminal can show."""
    encoding = sys.stdout.encoding or "ascii"
    words = words_of_terminal(language or language_of_system(), encoding)
    return StationWords(words, symbols=can_write("♠", encoding))
