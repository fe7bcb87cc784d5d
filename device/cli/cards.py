"""`zapato cards`: the house's own marked cards. Each subcommand is loaded only when it is used."""

import importlib
from collections.abc import Mapping

import click

SUBCOMMANDS: Mapping[str, tuple[str, str, str]] = {
    # Name: module of device.cli, the click command's name in it, one line; in the order of a pack's life.
    "print": ("cards_print", "print_labels", "PDF sheets of labels to stick on cards."),
    "enrol": ("cards_enrol", "enrol", "Mark new cards through a reader, or see a printed pack's labels."),
    "check": ("cards_check", "check", "Say of each card which it is, and what of a pack is missing."),
    "inspect": ("cards_inspect", "inspect", "Count every card before and after play; writes a receipt."),
    "receipt": ("cards_receipt", "receipt", "Whether a receipt is as it was sealed, and what it says."),
    "list": ("cards_packs", "list_packs", "The packs of this site and where they stand."),
    "show": ("cards_packs", "show", "One pack and what was done with it."),
    "open": ("cards_packs", "open_packs", "Take packs into play."),
    "retire": ("cards_packs", "retire", "End packs for ever."),
    "secret": ("cards_secret", "secret", "The site's secret: make, show, rotate."),
    "backup": ("cards_backup", "backup", "Keep registry and secret safe under a passphrase."),
    "restore": ("cards_backup", "restore_backup", "Put registry and secret back."),
}


class _Subcommands(click.Group):
    """Loads a subcommand's module only when it is used: a list of packs needs no PDF library."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's own signature
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in SUBCOMMANDS:
            return None
        module, attribute, _ = SUBCOMMANDS[cmd_name]
        command = getattr(importlib.import_module(f"device.cli.{module}"), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        if SUBCOMMANDS:
            with formatter.section("Commands"):
                formatter.write_dl([(name, line) for name, (_, _, line) in SUBCOMMANDS.items()])


@click.command(cls=_Subcommands)
def command() -> None:
    """The house's own marked cards: their labels, their packs, and where each pack stands on its way."""
