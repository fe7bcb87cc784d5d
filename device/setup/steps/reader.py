"""The reader: found by asking the ports, or named by hand; then a card is shown to it, and seen arriving."""

from device.readers.kinds import ReaderKind, features_of
from device.readers.line import Suffix
from device.settings import Settings, SettingsError, parse_settings
from device.settings.reader import BAUDS
from device.settings.reader_choice import ReaderChoice, with_reader
from device.setup.asking import Asking, Here, Part, a_line, ask, ask_one, ask_yes, do, tell, tell_wrong
from device.setup.wanted import (
    CardSeen,
    Done,
    Failed,
    FindReaders,
    IsTableStopped,
    Option,
    Question,
    ReadersSeen,
    WatchForCard,
    WrongError,
)

FIND, LISTEN, BY_HAND, KEEP = "find", "listen", "by-hand", "keep"
LISTEN_S = 30.0
LONGEST_PORT = 200


def reader(here: Here) -> Asking:
    """Which reader is where."""
    now = here.settings.reader
    yield from tell("reader-stands", kind=now.kind.value, port=now.port, baud=now.speed)
    while True:
        how = yield from ask_one("reader.how", (FIND, LISTEN, BY_HAND, KEEP), FIND, KEEP)
        if how == KEEP:
            yield from _try_it(here.settings)
            return None
        choice = yield from (_by_hand(here) if how == BY_HAND else _find(here, LISTEN_S if how == LISTEN else 0.0))
        if choice is None:
            continue
        try:
            after = with_reader(here.text, choice)
            settings = parse_settings(after, here.where, here.folder)
        except SettingsError as error:
            yield from tell_wrong("cannot-be", says=str(error))
            continue
        if settings.cards.accept is not here.settings.cards.accept:
            yield from tell("cards-follow", accept=settings.cards.accept.value)
        if (yield from _try_it(settings)):
            return lambda text: with_reader(text, choice)


def _find(here: Here, listen_s: float) -> Part[ReaderChoice | None]:
    if not (yield from _is_free(here.settings)):
        return None
    port = yield from ask(Question(key="reader.where", now="all", read=a_line(LONGEST_PORT)))
    if listen_s:
        yield from tell("show-a-card", seconds=int(listen_s))
    seen = yield from do(FindReaders(port=None if port == "all" else port, listen_s=listen_s), ReadersSeen)
    if isinstance(seen, Failed):
        yield from tell_wrong("said", says=seen.says)
        return None
    for says in seen.others:
        yield from tell("said", says=says)
    if not seen.found:
        yield from tell_wrong("no-reader")
        return None
    if len(seen.found) == 1:
        yield from tell("reader-found", says=seen.found[0].says)
        return seen.found[0].choice
    options = tuple(
        Option(value=one.choice.port, key="found", figures={"says": one.says.removeprefix(f"{one.choice.port}: ")})
        for one in seen.found
    )
    chosen = yield from ask(Question(key="reader.which", options=options))
    return next(one.choice for one in seen.found if one.choice.port == chosen)


def _by_hand(here: Here) -> Part[ReaderChoice | None]:
    now = here.settings.reader
    kind = ReaderKind((yield from ask_one("reader.kind", [kind.value for kind in ReaderKind], now.kind.value)))
    port = yield from ask(Question(key="reader.port", now=now.port, read=_read_port))
    usual = now.speed if kind is now.kind else features_of(kind).baud
    baud = yield from ask(Question(key="reader.baud", now=str(usual), read=_read_baud))
    suffix = Suffix.ANY
    if kind is ReaderKind.LINE:
        standing = now.suffix if now.kind is kind else suffix
        suffix = Suffix((yield from ask_one("reader.suffix", [one.value for one in Suffix], standing.value)))
    return ReaderChoice(kind=kind, port=port, baud=int(baud), suffix=suffix)


def _try_it(settings: Settings) -> Part[bool]:
    """Show a card, until it arrived or nobody wants to; False: another reader is looked for."""
    while (yield from ask_yes("reader.try", now=True, alone=False)):
        if not (yield from _is_free(settings)):
            continue
        seen = yield from do(WatchForCard(settings=settings), CardSeen)
        if isinstance(seen, Failed):
            yield from tell_wrong("said", says=seen.says)
            continue
        yield from tell("card-seen" if seen.card else "code-seen", code=seen.code, card=seen.card)
        right = yield from ask_one("reader.right", ("yes", "again", "other"), "yes")
        if right != "again":
            return right == "yes"
    return True


def _is_free(settings: Settings) -> Part[bool]:
    stopped = yield from do(IsTableStopped(settings=settings), Done)
    if isinstance(stopped, Failed):
        yield from tell_wrong("said", says=stopped.says)
        return False
    return True


def _read_port(text: str) -> str:
    text = a_line(LONGEST_PORT)(text)
    if not text.startswith(("/", "usb:", "USB:")):
        raise WrongError("wrong-port")
    return text


def _read_baud(text: str) -> str:
    if not (text.isascii() and text.isdigit() and int(text[:9]) in BAUDS):
        raise WrongError("wrong-choice", allowed=", ".join(map(str, BAUDS)))
    return text
