"""`zapato profiles`: the shipped house-rule profiles, or one with every field."""

import json

import click

from device.cli.bad_input import BadInput
from device.rules.making import ProfileError
from device.rules.profile import Profile
from device.rules.structs import plain
from device.settings import list_profiles, load_profile


@click.command()
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """List the house-rule profiles, one JSON line each; with NAME (or a profile's file) show all of that one."""
    try:
        if name is None:
            for shipped in list_profiles():
                profile = load_profile(shipped)
                _print({"name": shipped, "version": profile.version, "sha256": profile.sha256, "title": profile.title})
        else:
            _print(_whole(load_profile(name)))
    except ProfileError as error:
        raise BadInput(str(error)) from None


def _whole(profile: Profile) -> dict[str, object]:
    fields = plain(profile)
    assert isinstance(fields, dict)
    table = [{"wager": wager, "pays": pays} for wager, pays in profile.paytable]
    return {**fields, "paytable": table, "sha256": profile.sha256}


def _print(line: dict[str, object]) -> None:
    click.echo(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
