"""`zapato settings`: an example table.toml to begin with."""

import click

from device.settings import example


@click.command()
def command() -> None:
    """Print a commented table.toml that holds every setting at its default; `zapato check FILE` reads it back."""
    click.echo(example(), nl=False)
