"""House rules that are each possible and cannot stand together, with the reason."""

from device.rules.choices import CutPolicy, Deal, Reveal
from device.rules.faults import Fault, FaultsError
from device.rules.profile import Profile

LEAST_DEPTH: dict[CutPolicy, tuple[int, int]] = {
    #                                 burning none, one card between coups
    CutPolicy.CURRENT_LAST: (6, 7),
    CutPolicy.ONE_MORE_UNLESS_FIRST: (11, 12),
    CutPolicy.ONE_MORE: (12, 14),
    CutPolicy.TWO_MORE: (18, 21),
}
"""Cards behind the cut card that the coups still to come can need, six each and the cards burned between them.

When one more coup is played unless the cut card lay in place of a coup's first card, one card of the running coup is
already out: one less is needed than with one more coup always.
"""


def check_combinations(profile: Profile) -> None:
    """Refuse, with the reason of each, rules that cannot work together; raises FaultsError."""
    faults = refusals(profile)
    if faults:
        raise FaultsError(faults)


def refusals(profile: Profile) -> list[Fault]:
    """Every combination in this profile that cannot work."""
    faults = []
    if profile.deal is Deal.FACE_DOWN and profile.reveal is Reveal.AS_DEALT:
        faults.append(
            Fault(
                path="reveal",
                found="'as-dealt' with deal = face-down",
                allowed="face-down cards are turned by the dealer: reveal = button",
            )
        )
    if profile.has_cut_card:
        faults += _cut_card(profile)
        if profile.free_coups and profile.free_coups * 4 >= profile.cards - profile.cut_depth:
            allowed = "they take all cards before the cut card even at four each: no coup would have bets"
            faults.append(Fault(path="free_coups", found=str(profile.free_coups), allowed=allowed))
    elif profile.virtual_cut is not None:
        faults.append(
            Fault(
                path="virtual_cut",
                found=f"{profile.virtual_cut} with shuffle = every-coup",
                allowed="no cut card is missed when every coup is shuffled: virtual_cut = off",
            )
        )
    if profile.virtual_cut_acts and profile.virtual_cut is None:
        faults.append(
            Fault(
                path="virtual_cut_acts",
                found="yes with virtual_cut = off",
                allowed="there is nothing that could act: give virtual_cut a number or set virtual_cut_acts = no",
            )
        )
    if profile.names.player.casefold() == profile.names.banker.casefold():
        faults.append(
            Fault(
                path="names.banker",
                found=f"{profile.names.banker!r}, the same as names.player",
                allowed="the two hands need different names",
            )
        )
    return faults


def _cut_card(profile: Profile) -> list[Fault]:
    least = LEAST_DEPTH[profile.cut_policy][profile.burn_every_coup]
    burning = " and a card burned every coup" if profile.burn_every_coup else ""
    depths = [("cut_depth", profile.cut_depth, True)]
    if profile.virtual_cut is not None:
        depths.append(("virtual_cut", profile.virtual_cut, profile.virtual_cut_acts))
    faults = []
    for key, depth, acts in depths:
        if acts and depth < least:
            faults.append(
                Fault(
                    path=key,
                    found=str(depth),
                    allowed=f"the shoe could run out: cut_policy = {profile.cut_policy.value}{burning} "
                    f"needs at least {least} cards",
                )
            )
        if depth >= profile.cards:
            packs = "1 deck has" if profile.decks == 1 else f"{profile.decks} decks have"
            faults.append(
                Fault(
                    path=key, found=str(depth), allowed=f"{packs} {profile.cards} cards: fewer must lie behind the cut"
                )
            )
    return faults
