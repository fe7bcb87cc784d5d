"""`zapato sim`: the simulated shoe board, or another simulated reader, as a process that owns a port."""

from pathlib import Path

import click

from device.cli.bad_input import BadInput
from device.sim.board import Board
from device.sim.control import Control, ControlError
from device.sim.faults import Fault, FaultError, parse_faults
from device.sim.passage_log import PassageLog, PassageLogError
from device.sim.pty_board import PtyBoard, steady_ms
from device.sim.pty_port import PortError, PtyPort
from device.sim.readers.kinds import KINDS
from device.sim.readers.line import SUFFIXES, LineEngine
from device.sim.readers.pty_reader import BAUDS, PtyReader
from device.sim.script import Script, ScriptError
from device.sim.shoe_pack import PackError
from device.sim.sim_shoe import SimShoe, draw_boot_number


class _Faults(click.ParamType[dict[Fault, float]]):
    name = "list"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> dict[Fault, float]:
        try:
            return parse_faults(str(value))
        except FaultError as error:
            self.fail(str(error), param, ctx)


class _CutDepth(click.ParamType[int | None]):
    name = "cards|none"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        text = str(value)
        if text == "none":
            return None
        if not (text.isascii() and text.isdigit()):
            self.fail(f"{text!r}: a number of cards from the back, or none", param, ctx)
        return int(text)


@click.group()
def command() -> None:
    """The simulated shoe board, or another simulated reader."""


@command.command()
@click.option("--port", required=True, metavar="PATH|pty", help="Name of the port to make; pty: the system's own name.")
@click.option("--script", "script_path", type=click.Path(path_type=Path), help="File of orders to carry out.")
@click.option("--seed", type=int, default=0, show_default=True, help="Fixes the shuffles and the faults.")
@click.option("--faults", type=_Faults(), default="none", help="Such as noise,loss:0.1; a wrong name lists them.")
@click.option("--decks", type=click.IntRange(1, 12), default=8, show_default=True, help="Packs of 52 in the shoe.")
@click.option("--cut", type=_CutDepth(), default="14", show_default=True, help="Cards behind the cut card, or none.")
@click.option("--cut-unread", is_flag=True, help="The cut card bears no code.")
@click.option(
    "--passages", type=click.Path(path_type=Path), help="File for the log of what left the shoe; goes on with it."
)
@click.option("--control", metavar="PATH|-", help="Unix socket for orders; -: standard input.")
@click.option("--quit-with-input", is_flag=True, help="End when standard input ends.")
def shoe(  # noqa: PLR0917 - click passes them by name
    port: str,
    script_path: Path | None,
    seed: int,
    faults: dict[Fault, float],
    decks: int,
    cut: int | None,
    cut_unread: bool,
    passages: Path | None,
    control: str | None,
    quit_with_input: bool,
) -> None:
    """A shoe of shuffled cards with a board that speaks SHOE/1 on a pty.

    Prints one JSON line when the port is there. Orders (draw, link lost, reset, fill, …) come over --control or from
    --script, a line each, and each is answered with one JSON line.
    """
    log: PassageLog | None = None
    channel: Control | None = None
    try:
        log = PassageLog(passages)
        simulated = SimShoe(
            board=Board(boot=draw_boot_number(), now_ms=steady_ms()),
            log=log,
            faults=faults,
            seed=seed,
            decks=decks,
            cut_depth=cut,
            cut_has_code=not cut_unread,
        )
        channel = Control(control, quit_with_input=quit_with_input)
        process = PtyBoard(port=PtyPort(port), shoe=simulated, control=channel, seed=seed)
        script = Script(script_path, process.orders, simulated) if script_path is not None else None
        process.run(script=script, control_path=control)
    except (PortError, ControlError, PassageLogError, ScriptError, PackError) as error:
        raise BadInput(str(error)) from error
    finally:
        if channel is not None:
            channel.close()
        if log is not None:
            log.close()


@command.command()
@click.argument("kind", type=click.Choice(list(KINDS)))
@click.option("--port", default="pty", metavar="PATH|pty", help="Name of the port to make; pty: the system's own name.")
@click.option("--baud", type=click.Choice([str(baud) for baud in BAUDS]), help="Its speed; else as delivered.")
@click.option(
    "--suffix", type=click.Choice(list(SUFFIXES)), default="cr", show_default=True, help="line: a code's end."
)
@click.option("--aim", default="", metavar="TEXT", help="line: what stands in front of each code, as ]C0.")
@click.option("--control", metavar="PATH|-", default="-", show_default=True, help="Unix socket for orders; -: stdin.")
def reader(*, kind: str, port: str, baud: str | None, suffix: str, aim: str, control: str) -> None:
    """A reader of this KIND on a pty, which answers as its data sheet says.

    Prints one JSON line when the port is there, then takes orders, a line each: card CODE, away, no-read, garbage N,
    silent on, baud N, unplug, plug, state, quit; angel-eye also coup 4h 2s 9c Ad 8d, result, cut, start. `state` tells
    what a host has changed in it. A host at another speed than the reader's hears garbage, as on a cable.

    \b
    zapato sim reader grow --port /tmp/reader
    card 9H
    """
    channel: Control | None = None
    try:
        if not (aim.isascii() and aim.isprintable()):
            raise BadInput(f"--aim {aim!r}: printable ASCII, such as ]C0")
        simulated = LineEngine(suffix=suffix, aim=aim) if kind == LineEngine.kind else KINDS[kind]()
        channel = Control(control, quit_with_input=control == "-")
        process = PtyReader(
            port=PtyPort(port), reader=simulated, control=channel, baud=None if baud is None else int(baud)
        )
        process.run(control_path=control)
    except (PortError, ControlError) as error:
        raise BadInput(str(error)) from error
    finally:
        if channel is not None:
            channel.close()
