"""What happened, as facts that fold to the same state whatever the rules code says later.

A face that nobody may see yet is always in a field called `hidden`; a turned card is in `card`, `cards`, `player` or
`banker`. Whoever writes or shows events relies on that name. `nth` says which card of the shoe an event speaks of,
counted from 1 as they left it; 0 where older records do not say, or where there is no card.
"""

from device.table.coup_events import (
    BetsClosed,
    BetsOpened,
    CardDealt,
    CardLaid,
    CardLifted,
    CardNamed,
    CoupBegan,
    CoupVoided,
    FreeCoupOpened,
    FreeCoupOrdered,
    HandTurned,
    ResultShown,
)
from device.table.event import Event
from device.table.incident_events import (
    CardKept,
    CardWaits,
    DealerChanged,
    IncidentRaised,
    IncidentResolved,
    OrderRefused,
    ReportNoted,
    SupervisorCalled,
)
from device.table.shoe_events import (
    BurnBegan,
    BurnEnded,
    CardBurned,
    CutCardOut,
    IndicatorBurned,
    PackShuffled,
    RecordContinued,
    RemainingSet,
    ShoeEnded,
    ShoeOpened,
    TableCleared,
)

__all__ = [
    "EVENTS",
    "BetsClosed",
    "BetsOpened",
    "BurnBegan",
    "BurnEnded",
    "CardBurned",
    "CardDealt",
    "CardKept",
    "CardLaid",
    "CardLifted",
    "CardNamed",
    "CardWaits",
    "CoupBegan",
    "CoupVoided",
    "CutCardOut",
    "DealerChanged",
    "Event",
    "FreeCoupOpened",
    "FreeCoupOrdered",
    "HandTurned",
    "IncidentRaised",
    "IncidentResolved",
    "IndicatorBurned",
    "OrderRefused",
    "PackShuffled",
    "RecordContinued",
    "RemainingSet",
    "ReportNoted",
    "ResultShown",
    "ShoeEnded",
    "ShoeOpened",
    "SupervisorCalled",
    "TableCleared",
]

EVENTS: dict[str, type[Event]] = {
    event.KIND: event
    for event in (
        RecordContinued,
        ShoeOpened,
        BurnBegan,
        IndicatorBurned,
        CardBurned,
        BurnEnded,
        PackShuffled,
        CutCardOut,
        ShoeEnded,
        TableCleared,
        RemainingSet,
        BetsOpened,
        FreeCoupOpened,
        FreeCoupOrdered,
        BetsClosed,
        CoupBegan,
        CardDealt,
        CardLaid,
        HandTurned,
        CardNamed,
        CardLifted,
        ResultShown,
        CoupVoided,
        CardWaits,
        CardKept,
        IncidentRaised,
        IncidentResolved,
        SupervisorCalled,
        DealerChanged,
        OrderRefused,
        ReportNoted,
    )
}
"""Every kind of event by its name on record."""
