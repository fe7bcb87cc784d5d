"""`zapato demo`: see a shoe being dealt."""

import secrets
import sys
import time
from pathlib import Path

import click
import msgspec

from device.cli.bad_input import BadInput
from device.cli.language import language_of_system
from device.cli.screen_words import words_of_terminal, words_of_window
from device.demo.folder import RECORD, make_folder, require_place, tidied
from device.demo.run import PACES, Demo, DemoError, FaultError, Plan, parse_faults
from device.demo.terminal import show_in_terminal
from device.journal.checking import NotVerifiedError, verify_file
from device.journal.uses import Use, refusal, use_of
from device.ports.journal import JournalError
from device.screen.showing.stopping import Stopping
from device.settings import ProfileError, load_profile
from device.words import languages

_TROUBLE_PATIENCE_S = 30.0
"""How long a table may say "do not deal" before the demonstration gives up; a replugged shoe is back much sooner."""


@click.command()
@click.option("--coups", type=click.IntRange(1), help="End after so many coups; otherwise go on until stopped.")
@click.option("--seed", type=int, help="The same number, the same cards; otherwise drawn.")
@click.option("--profile", default="live", show_default=True, help="House rules: a name, or a profile file.")
@click.option("--pace", type=click.Choice(list(PACES)), help="real: a mini table; fast: two coups a second; max.")
@click.option("--journal", type=click.Path(path_type=Path), help="Keep the record here, or go on with the one there.")
@click.option("--headless", is_flag=True, help="No screen at all; prints one line at the end.")
@click.option("--text", is_flag=True, help="Draw the table as text in this terminal.")
@click.option("--faults", default="none", help="Faults of the simulated shoe, such as noise,loss:0.1,repeats.")
@click.option("--mistakes", type=click.FloatRange(0, 1), default=0.0, help="How often the dealer slips, 0 to 1.")
@click.option(
    "--lang",
    type=click.Choice(languages()),
    help="Language of the screens; default: the system's, or else en.",
)
@click.option("--port-pit", type=int, help="Port of the pit console: not yet.")
def command(
    *,
    coups: int | None,
    seed: int | None,
    profile: str,
    pace: str | None,
    journal: Path | None,
    headless: bool,
    text: bool,
    faults: str,
    mistakes: float,
    lang: str | None,
    port_pit: int | None,
) -> None:
    """Deal a simulated shoe: its board speaks to the table over a port, as a real one does.

    With a display it opens the players' and the dealer's screen; without one, or with --text, it draws the table here.
    Ctrl-C ends everything. A journal that is there already is gone on with.
    """
    if port_pit is not None:
        raise BadInput("--port-pit: not yet; the pit console comes with a later version")
    try:
        house = load_profile(profile)
        wrong = parse_faults(faults)
    except (ProfileError, FaultError) as error:
        raise BadInput(str(error)) from None
    if journal is not None:
        try:
            require_place(journal.absolute())
        except (DemoError, JournalError) as error:
            raise BadInput(str(error)) from None
        if use_of(journal.absolute()) is Use.REAL:
            raise BadInput(refusal(journal.absolute(), Use.SIMULATED))
    windows = not headless and not text and _display_is_there()
    language = lang or language_of_system()
    if windows:
        language = words_of_window(language).language
    elif not headless:
        language = words_of_terminal(language, sys.stdout.encoding or "ascii").language
    stop = Stopping()  # from here on a signal is a wish, so that the folder is never forgotten
    try:
        folder = make_folder()
    except DemoError as error:
        raise BadInput(str(error)) from None
    with tidied(folder):
        plan = Plan(
            folder=folder,
            journal=(journal or folder / RECORD).absolute(),
            profile=house,
            profile_name=str(Path(profile).absolute()) if Path(profile).is_file() else profile,
            pace=PACES[pace or ("max" if headless else "real")],
            coups=coups,
            seed=secrets.randbits(32) if seed is None else seed,
            language=language,
            windows=windows,
            faults=wrong,
            slip_rate=mistakes,
        )
        _run(plan, stop, headless=headless)


def _run(plan: Plan, stop: Stopping, *, headless: bool) -> None:
    demo = Demo(plan)
    try:
        demo.start()
        click.echo(f"the record is kept in {plan.journal}; Ctrl-C ends the demonstration", err=True)
        if headless or plan.windows:
            _watch(demo, stop)
        else:
            show_in_terminal(demo, lambda: bool(stop), plan.language)
        demo.finish()
        verified = verify_file(plan.journal)
    except (DemoError, JournalError) as error:
        raise BadInput(f"{error}{_logs(plan.folder, str(error))}") from None
    except NotVerifiedError as error:
        click.echo(f"{plan.journal}: record {error.seq}: {error.what}{_logs(plan.folder)}", err=True)
        raise click.exceptions.Exit(1) from None
    finally:
        demo.close()
    line = {"coups": demo.coups, "events": verified.events, "journal": str(plan.journal), "verified": True}
    click.echo(msgspec.json.encode(line).decode())


def _logs(folder: Path, said: str = "") -> str:
    """Where the logs of a demonstration that failed are, unless one was named."""
    return "" if ".log" in said else f"; its logs are in {folder}"


def _watch(demo: Demo, stop: Stopping) -> None:
    """Wait for the end; raises DemoError when the table has said for long that nobody can deal."""
    since_s: float | None = None
    while not stop and not demo.over():
        time.sleep(0.05)
        why = demo.trouble()
        since_s = (since_s or time.monotonic()) if why else None
        if since_s is not None and time.monotonic() - since_s > _TROUBLE_PATIENCE_S:
            raise DemoError(f"for {_TROUBLE_PATIENCE_S:.0f} s nobody could deal: {why}")


def _display_is_there() -> bool:
    try:
        from device.screen.showing.display import no_display  # noqa: PLC0415 - pygame is an extra
    except ImportError:
        why: str | None = "pygame-ce is not installed"
    else:
        why = no_display()
    if why is not None:
        click.echo(f"no display ({why}): the table is drawn as text", err=True)
    return why is None
