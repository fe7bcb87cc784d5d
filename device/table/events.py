"""What happened, as facts that fold to the same state whatever the rules code says later.

A face that nobody may see yet is always in a field called `hidden`; a turned card is in `card`, `cards`, `player` or
`banker`. Whoever writes or shows events relies on that name: the record keeps such a field under seal, and opens it
with the event that has the same card's number and its face in `card` or `cards`. `nth` says which card of the shoe an
event speaks of, counted from 1 as they left it; 0 where older records do not say, or where there is no card.
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
    FaceUpReported,
    IncidentRaised,
    IncidentResolved,
    IncidentsSeen,
    OrderRefused,
    ReportNoted,
    SupervisorCalled,
)
from device.table.shoe_events import (
    BurnBegan,
    BurnEnded,
    BurnLeft,
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
    "BurnLeft",
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
    "FaceUpReported",
    "FreeCoupOpened",
    "FreeCoupOrdered",
    "HandTurned",
    "IncidentRaised",
    "IncidentResolved",
    "IncidentsSeen",
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
        BurnLeft,
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
        IncidentsSeen,
        FaceUpReported,
        SupervisorCalled,
        DealerChanged,
        OrderRefused,
        ReportNoted,
    )
}
"""Every kind of event by its name on record."""
