"""A table's settings (table.toml) and the house-rule profiles: found, read and checked here, light to import."""

from device.readers.kinds import ReaderKind
from device.readers.line import Suffix
from device.rules.making import ProfileError
from device.settings.cards import Accept, CardsSettings
from device.settings.codes import class_codes
from device.settings.panel import ButtonPins, LampPins, PanelSettings, PinFactory
from device.settings.profiles import list_profiles, load_profile
from device.settings.reader import AngelEyeSettings, ReaderSettings
from device.settings.reading import SettingsError, example, load_settings, parse_settings
from device.settings.sound import SoundSettings
from device.settings.table import (
    ArchivePeriod,
    FeedSettings,
    JournalSettings,
    Language,
    Limit,
    ScreenSettings,
    Settings,
    StaffSettings,
    TableSettings,
    Theme,
)

__all__ = [
    "Accept",
    "AngelEyeSettings",
    "ArchivePeriod",
    "ButtonPins",
    "CardsSettings",
    "FeedSettings",
    "JournalSettings",
    "LampPins",
    "Language",
    "Limit",
    "PanelSettings",
    "PinFactory",
    "ProfileError",
    "ReaderKind",
    "ReaderSettings",
    "ScreenSettings",
    "Settings",
    "SettingsError",
    "SoundSettings",
    "StaffSettings",
    "Suffix",
    "TableSettings",
    "Theme",
    "class_codes",
    "example",
    "list_profiles",
    "load_profile",
    "load_settings",
    "parse_settings",
]
