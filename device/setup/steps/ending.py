"""The last steps: whether real games are played here, the recovery key of backups, and a look at everything."""

from device.settings import SettingsError, parse_settings
from device.settings.toml_text import with_values
from device.setup.asking import Asking, Here, ask_yes, change, do, tell, tell_wrong
from device.setup.wanted import Checked, CheckProduction, Done, Failed, RunTool, Tool


def production(here: Here) -> Asking:
    """Whether real games are played here; only a table that may start so is marked so."""
    now = here.settings.production
    if not (yield from ask_yes("production.real", now=now)):
        return change({("production",): False} if now else {})
    try:
        settings = parse_settings(with_values(here.text, {("production",): True}), here.where, here.folder)
    except SettingsError as error:
        yield from tell_wrong("cannot-be", says=str(error))
        return None
    checked = yield from do(CheckProduction(settings=settings), Checked)
    if isinstance(checked, Failed):
        yield from tell_wrong("said", says=checked.says)
        return None
    for remark in checked.remarks:
        yield from tell("said", says=remark)
    for fault in checked.faults:
        yield from tell_wrong("said", says=fault)
    if checked.faults:
        yield from tell_wrong("production-stays" if now else "production-not-yet")
        return None
    yield from tell("production-well")
    return change({} if now else {("production",): True})


def backup(_here: Here) -> Asking:
    """The key that opens the secrets of backups, on paper."""
    if (yield from ask_yes("backup.recovery", now=False)):
        made = yield from do(RunTool(tool=Tool.RECOVERY), Done)
        if isinstance(made, Failed):
            yield from tell_wrong("said", says=made.says)
    return None


def check(_here: Here) -> Asking:
    """A look at every part of the machine."""
    if (yield from ask_yes("check.doctor", now=True, alone=False)):
        looked = yield from do(RunTool(tool=Tool.DOCTOR), Done)
        if isinstance(looked, Failed):
            yield from tell_wrong("said", says=looked.says)
    return None
