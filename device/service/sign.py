"""What a table's settings say of itself, as its views carry it: amounts written as the house writes them."""

from decimal import Decimal

from device.rules.money import format_amount
from device.rules.profile import Profile
from device.rules.settle import commission_list
from device.settings import TableSettings
from device.table.views import Commission, Limit, TableExtras, TableInfo


def sign_of(table: TableSettings, profile: Profile) -> TableInfo:
    """The table's sign: its name and limits."""
    return TableInfo(
        name=table.name,
        limits=tuple(
            Limit(wager=limit.wager, min=_written(limit.min, profile), max=_written(limit.max, profile))
            for limit in table.limits
        ),
    )


def extras_of(table: TableSettings, profile: Profile) -> TableExtras:
    """What the settings add besides: the countdown, and the commission for the usual stakes."""
    return TableExtras(
        countdown_s=table.countdown_s or None,
        commission=tuple(
            Commission(stake=_written(stake, profile), commission=_written(commission, profile))
            for stake, commission in commission_list(profile, table.usual_stakes)
        ),
    )


def _written(amount: Decimal, profile: Profile) -> str:
    return format_amount(amount, profile.number_format)
