"""What a table where real games are played may not have in its settings: ``production = true``.

Nothing simulated may come in, nothing meant for lessons may be dealt, and the record may not lie where it is lost. What
only the machine can tell (which port is none, who is in the file of people) is asked by `device.service.production`.
"""

from pathlib import Path

from device.rules.faults import Fault
from device.rules.profile import Profile
from device.settings.panel import PinFactory
from device.settings.table import Settings

TEMPORARY = tuple(map(Path, ("/tmp", "/var/tmp", "/dev/shm", "/run", "/var/run")))
"""Places that the system empties by itself, or that are memory: a record there does not outlive the machine's start."""

OTHERS = 0o007
"""The permissions of those who are neither a file's owner nor in its group."""

_WITH = "with production = true"


def faults_of(settings: Settings) -> list[Fault]:
    """What the settings alone show; none where no production is meant."""
    if not settings.production:
        return []
    faults = []
    if settings.demo:
        faults.append(Fault(path="demo", found=f"yes {_WITH}", allowed="a table is one or the other: leave one out"))
    if settings.panel.factory is PinFactory.MOCK:
        allowed = "pins in memory light no lamps: lgpio, or off for a table without a panel"
        faults.append(Fault(path="panel.factory", found=f"'mock' {_WITH}", allowed=allowed))
    if settings.reader.tape is not None:
        allowed = "a tape tells cards that lie face down to whoever reads it: leave it out"
        faults.append(Fault(path="reader.tape", found=f"'{settings.reader.tape}' {_WITH}", allowed=allowed))
    lasting = [("journal.path", settings.journal.path), ("staff.path", settings.staff.path)]
    if settings.cards.uses_packs:
        lasting.append(("cards.registry", settings.cards.registry))
    for key, path in lasting:
        if any(path.is_relative_to(place) for place in TEMPORARY):
            allowed = "it would be lost at the next start of the machine: name a lasting place, as under /var/lib"
            faults.append(Fault(path=key, found=f"'{path}' {_WITH}", allowed=allowed))
    if settings.feed.panel_permissions & OTHERS:
        allowed = "whoever opens this socket presses the dealer's buttons: no permissions for others, as 0600 or 0660"
        faults.append(Fault(path="feed.panel_mode", found=f"'{settings.feed.panel_mode}' {_WITH}", allowed=allowed))
    return faults


def faults_of_profile(profile: Profile) -> list[Fault]:
    """What the house rules show, under ``production = true``."""
    if not profile.training:
        return []
    allowed = "it is for lessons and demonstrations (training = true in it): name house rules for money"
    return [Fault(path="profile", found=f"'{profile.name}' {_WITH}", allowed=allowed)]
