"""`zapato check`: a table's settings or a profile, looked at before anyone deals by it."""

import json
from pathlib import Path

import click

from device.cli.bad_input import BadInput
from device.rules.faults import FaultsError, not_toml
from device.rules.making import ProfileError, parse_profile
from device.rules.profile import Profile
from device.rules.structs import keys_of, read_toml
from device.settings import Settings, SettingsError, class_codes, load_profile, parse_settings
from device.settings.reading import read_file


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def command(file: Path) -> None:
    """Check FILE, a table's settings or a profile (told apart by what is in it), and say what is wrong with it.

    Prints one JSON line when all is well. Exit 2: it cannot be used.
    """
    try:
        text = read_file(file)
        if _is_profile(text, file):
            profile = parse_profile(text, str(file))
            seen: dict[str, object] = {"kind": "profile", **_named(profile)}
        else:
            settings = parse_settings(text, str(file), file.parent)
            profile = load_profile(settings.profile)
            if settings.cards.codes is not None:
                class_codes(settings.cards.codes)
            require_production(file, settings, profile)
            from device.cli.screen_look import theme_of  # noqa: PLC0415 - a table imports this file, and nothing of screens

            theme_of(settings.screen.theme.value, settings, file)
            seen = {"kind": "settings", "table": settings.table.name, "profile": _named(profile)}
            if settings.production:
                seen["production"] = True
            else:
                tell_reader(file, settings, profile)
    except (SettingsError, ProfileError) as error:
        raise BadInput(str(error)) from None
    click.echo(json.dumps({"ok": True, **seen}, ensure_ascii=False, separators=(",", ":")))


def require_production(file: Path, settings: Settings, profile: Profile) -> None:
    """Raise SettingsError with everything that keeps a table with ``production = true`` from starting."""
    if not settings.production:
        return
    from device.service.production import refusals, remarks  # noqa: PLC0415 - ports and people are only looked at when asked

    faults = refusals(settings, profile)
    if faults:
        raise SettingsError(FaultsError(faults).at(str(file)))
    for remark in remarks(settings, profile):
        click.echo(f"{file}: {remark}", err=True)


def tell_reader(file: Path, settings: Settings, profile: Profile) -> None:
    """Say on standard error what this kind of reader is not fit for."""
    from device.service.production import reader_remarks  # noqa: PLC0415 - ports and people are only looked at when asked

    for remark in reader_remarks(settings, profile):
        click.echo(f"{file}: {remark}", err=True)


def _is_profile(text: str, file: Path) -> bool:
    """Whether the keys are more a profile's than a table's settings; raises SettingsError when they are neither's."""
    try:
        keys = read_toml(text).keys()
    except ValueError as error:
        raise SettingsError(not_toml(str(file), error)) from None
    profile, settings = len(keys & set(keys_of(Profile))), len(keys & set(keys_of(Settings)))
    if profile == settings == 0:
        raise SettingsError(
            f"{file}: neither a table's settings nor a profile: no key of either is in it; "
            "`zapato settings` prints an example of the one, `zapato profiles live` all keys of the other"
        )
    return profile > settings


def _named(profile: Profile) -> dict[str, object]:
    return {"name": profile.name, "version": profile.version, "sha256": profile.sha256}
