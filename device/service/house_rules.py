"""Whether the house rules that the settings give are those that the record knows."""

from device.rules.profile import Profile
from device.table.shoe_state import Shoe


class ProfileInPlay(Exception):
    """The record's shoe was opened by other house rules than the ones given; the message says which, and what to do."""


def check_profile(shoe: Shoe, profile: Profile) -> None:
    """Refuse other house rules than those of a shoe in play; raises ProfileInPlay."""
    if shoe.over or shoe.profile_hash == profile.sha256:
        return
    raise ProfileInPlay(
        f"shoe {shoe.number} is in play by the profile {shoe.profile!r} version {shoe.profile_version} "
        f"({shoe.profile_hash[:12]}…), and the settings give {profile.name!r} version "
        f"{profile.version} ({profile.sha256[:12]}…): house rules change between shoes only; go back "
        "to the old ones and end the shoe first"
    )


def changed_note(profile: Profile, hash_before: str | None) -> str:
    """What staff must know when a name and version have other rules than before; None: they were never played by."""
    if hash_before in (None, profile.sha256):
        return ""
    return (
        f"the house rules {profile.name!r} version {profile.version} are not what they were when last played "
        "by: tell the pit; give them a new version, or put the old ones back"
    )
