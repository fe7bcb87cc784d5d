"""How a command refuses what it was given."""

import click


class BadInput(click.ClickException):
    """A file or an argument that cannot be used: printed as one plain message, exit code 2."""

    exit_code = 2
