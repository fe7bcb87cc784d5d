"""`zapato cards secret`: the site's secret, which makes labels and opens the registry."""

from pathlib import Path

import click

from device.cards.keys.secret import SiteSecret
from device.cards.keys.secret_file import has_secret, key_path, make_secret, read_secret
from device.cards.moment import now_at
from device.cards.registry import registry_file
from device.cards.registry.registry import Registry
from device.cli.bad_input import BadInput
from device.cli.cards_registry import plainly, print_line, registry_options, registry_path


@click.group()
def secret() -> None:
    """The site's secret, in a file beside the registry: who has it can make labels that pass and read the registry.

    It is made with the first pack, and `zapato cards backup` is how it is kept safe. No command ever prints it.
    """


@secret.command()
@registry_options
def make(registry: Path | None, config: Path | None) -> None:
    """Make a secret, before there is a registry; the first pack does so by itself."""
    path = registry_path(registry, config)
    with plainly():
        is_made = registry_file.is_there(path)
    if is_made:
        raise BadInput(
            f"{path}: there is a registry, which a new secret would not open: put back its own "
            "(`zapato cards restore --only-secret`), or `zapato cards secret rotate`"
        )
    with plainly():
        _show(make_secret(path, at=now_at()), path)


@secret.command()
@registry_options
def show(registry: Path | None, config: Path | None) -> None:
    """Show which site it is and which generations of keys there are; the keys never."""
    path = registry_path(registry, config)
    with plainly():
        is_made = registry_file.is_there(path) or has_secret(path)
    if not is_made:
        raise BadInput(
            f"{key_path(path)}: there is no secret here yet, and no registry: the first pack makes both; if they were "
            "lost, put back a backup (`zapato cards restore`)"
        )
    with plainly():
        _show(read_secret(path), path)


@secret.command()
@registry_options
def rotate(registry: Path | None, config: Path | None) -> None:
    """Change the secret: new keys for new labels, and the registry is written anew.

    Labels printed before stay valid until their packs are retired. Make a backup afterwards. Finishes a change that was
    cut short.
    """
    path = registry_path(registry, config)
    with plainly():
        _show(Registry(path).rotate(at=now_at()), path)
    click.echo("Earlier backups do not open this registry any more: make a new one (zapato cards backup).", err=True)


def _show(found: SiteSecret, path: Path) -> None:
    print_line({"site": found.site, "file": str(key_path(path))})
    for one in found.generations:
        print_line(
            {
                "generation": one.number,
                "made_at": one.made_at,
                "labels": one.label_key is not None,
                "registry": one.registry_key is not None,
            }
        )
