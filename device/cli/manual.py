"""`zapato manual`: what of the manuals is made for paper."""

from pathlib import Path

import click

from device.cli.bad_input import BadInput
from device.cli.language import language_of_system
from device.cli.options import config_if_any
from device.files.system_faults import in_words
from device.papers.dealer_page import LANGUAGES, PAPERS, DealerPage, dealer_pdf
from device.rules.making import ProfileError
from device.rules.profile import Profile
from device.settings import Settings, SettingsError, load_profile, load_settings
from device.words import HandNames, load_words

_NO_PDF = "PDF is made by the extra `cards` of this program, which is not installed here: systemd/setup installs it"


@click.group("manual")
def command() -> None:
    """Pages of the manuals that are made for paper."""


@command.command("dealer", epilog="For example: zapato manual dealer --out dealer.pdf")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The PDF file to write.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@config_if_any("A table's settings: its house rules and language.", otherwise="none")
@click.option("--profile", help="House rules: a name, or a profile file.  [default: the settings' own, or live]")
@click.option(
    "--lang", type=click.Choice(LANGUAGES), help="The page's language.  [default: the table's or the system's]"
)
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="The printer's paper.")
def dealer(*, out: Path, force: bool, config: Path | None, profile: str | None, lang: str | None, paper: str) -> None:
    """Make the dealer's one page: lamps, a hand step by step, what to do when it holds, the numbers."""
    try:
        settings = None if config is None else load_settings(config)
        rules = load_profile(profile or (settings.profile if settings else "live"))
    except (SettingsError, ProfileError) as error:
        raise BadInput(str(error)) from None
    language = lang or _language(settings)
    own = settings is None and profile is None  # no table's names: those of the language
    page = DealerPage(language=language, paper=paper, profile=rules, names=_names(language, None if own else rules))
    try:
        content = dealer_pdf(page)
    except ImportError:
        raise BadInput(_NO_PDF) from None
    try:
        with out.open("wb" if force else "xb") as file:
            file.write(content)
    except FileExistsError:
        raise BadInput(f"{out} is there already: name another file, or --force to write over it") from None
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {in_words(error)}") from None


def _language(settings: Settings | None) -> str:
    """The table's language, or the system's; English where the page is in neither."""
    said = language_of_system() if settings is None else settings.table.language.value
    return said if said in LANGUAGES else LANGUAGES[0]


def _names(language: str, rules: Profile | None) -> HandNames:
    words = load_words(language)
    return words.own_names() if rules is None else words.names(rules.names.player, rules.names.banker)
