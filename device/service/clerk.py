"""Who may do what, at the moment it is done: sessions, signatures, and the record of everybody who tried.

Used by the table's thread alone. The names that stand in commands and on record come from sessions and nowhere else.
"""

from collections.abc import Callable
from typing import assert_never

from device.ports.journal import JournalError
from device.service.acts import act_of, dealer_of_coup, is_about_a_coup
from device.service.attempts import AttemptBook
from device.service.desk import Checked, PeerGone, SignedLine
from device.service.engine import Engine
from device.service.order_lines import ChangePin, SignIn, SignOut, TableOrder, not_on_record, refusal_line, reply_line
from device.staff import signing
from device.staff.entry import Answer, Outcome
from device.staff.people import Person, Role, role_names
from device.staff.sessions import IDLE_S, Session, Sessions
from device.staff.signing import SIGNS
from device.table import commands as cmd
from device.table import events as ev
from device.table.decide import AnyOrder
from device.table.reasons import sentence
from device.table.vocabulary import NoEntry, Refusal, SignedInBy, SignedOutBy

VERSION = 1
"""Of the staff feed's orders and replies; another number when an old client could go wrong."""

_NO_ENTRY = {
    Outcome.WRONG: NoEntry.WRONG,
    Outcome.WAIT: NoEntry.WAIT,
    Outcome.CHANGE_FIRST: NoEntry.ONE_TIME_PIN,
    Outcome.DISABLED: NoEntry.DISABLED,
}

_SENTENCES = {
    NoEntry.WRONG: "wrong name, badge or PIN",
    NoEntry.WAIT: "too many wrong PINs; this one was not looked at",
    NoEntry.ONE_TIME_PIN: "this is a one-time PIN; choose one of your own first: change-pin",
    NoEntry.DISABLED: "this person is disabled",
    NoEntry.STOLEN_SESSION: "this session belongs to another connection; sign in on your own",
}


class _RefusedError(Exception):
    """A session that names nobody here; the line is the answer."""

    def __init__(self, line: bytes) -> None:
        super().__init__(line)
        self.line = line


class Clerk:
    """Answers what the desk brings, through the engine; `now_s` is the host's monotonic clock."""

    def __init__(self, engine: Engine, *, unsigned: Callable[[], int] = lambda: 0) -> None:
        """`unsigned` tells how many lines the desk has answered by itself."""
        self._engine = engine
        self._unsigned = unsigned
        self._sessions = Sessions()
        self._book = AttemptBook()
        self._unwritten: list[ev.Event] = []
        self._unknown = 0

    @property
    def counters(self) -> dict[str, int]:
        """Lines so far that nobody stood for: answered and counted, and on no record."""
        unsigned = self._unsigned() + self._unknown
        return {"orders-not-signed": unsigned} if unsigned else {}

    def take(self, given: Checked | SignedLine | PeerGone, now_s: float) -> None:
        """Deal with one input of the desk."""
        self._sessions.lasting = self._engine.state.dealer
        match given:
            case Checked():
                self._checked(given, now_s)
            case SignedLine():
                self._signed(given, now_s)
            case PeerGone(peer=peer):
                self._sessions.end_peer(peer)
            case _:
                assert_never(given)
        self._write_down(now_s)

    def due(self, now_s: float) -> None:
        """From time to time: end what has been idle, and put on record what has waited."""
        self._sessions.lasting = self._engine.state.dealer
        self._sessions.end_idle(now_s)
        if self._engine.health.journal.ok:
            self._unwritten += self._book.due(now_s)
        self._write_down(now_s)

    def close(self, now_s: float) -> None:
        """The table ends: put on record which attempts were counted only."""
        self._unwritten += self._book.rest()
        self._write_down(now_s)

    # Coming in.

    def _checked(self, given: Checked, now_s: float) -> None:
        order, answer = given.order, given.answer
        if answer is None:
            given.reply(reply_line(order.id, given.trouble))
            return
        how = SignedInBy.BADGE if isinstance(order, SignIn) and order.badge is not None else SignedInBy.NAME
        try:
            if answer.outcome is not Outcome.RIGHT or answer.person is None:
                given.reply(self._not_let_in(given, answer, how, now_s))
            elif isinstance(order, ChangePin):
                self._sessions.end_all_of(answer.person.id, SignedOutBy.NEW_PIN)
                self._unwritten.append(ev.PinChanged(name=answer.person.name))  # it is done, whatever the record says
                given.reply(reply_line(order.id))
            else:
                self._engine.note((ev.SignedIn(name=answer.person.name, how=how),), now_s)
                given.reply(self._let_in(given, answer.person, now_s))
        except JournalError as error:
            given.reply(not_on_record(order.id, error))

    def _let_in(self, given: Checked, person: Person, now_s: float) -> bytes:
        token = self._sessions.issue(person, now_s, peer=given.peer, pin_at=given.pin_at)
        roles = role_names(person.roles)
        return reply_line(given.order.id, session=token, name=person.name, roles=roles, idle_s=IDLE_S, version=VERSION)

    def _not_let_in(self, given: Checked, answer: Answer, how: SignedInBy, now_s: float) -> bytes:
        why = _NO_ENTRY.get(answer.outcome, NoEntry.WRONG)
        attempt = given.attempt
        name = attempt.name if attempt is not None and attempt.known else None
        self._refuse_entry(why, how, name, now_s)
        more = {"wait_s": round(answer.wait_s, 1)} if answer.wait_s > 0 else {}
        return reply_line(given.order.id, _SENTENCES[why], refusal=why.value, **more)

    def _refuse_entry(self, why: NoEntry, how: SignedInBy | None, name: str | None, now_s: float) -> None:
        event = self._book.refused(why, how, name, now_s)
        if event is None:
            return
        try:
            self._engine.note((event,), now_s)
        except JournalError:
            self._book.unwritten(event)
            raise

    # Orders.

    def _signed(self, given: SignedLine, now_s: float) -> None:
        order = given.order
        if given.trouble:
            given.reply(reply_line(order.id, f"nobody can sign: {given.trouble}"))
            return
        try:
            match order:
                case SignOut(session=token):
                    self._sessions.end(self._session(token, given, now_s), SignedOutBy.ORDER)
                    given.reply(reply_line(order.id))
                case TableOrder():
                    given.reply(self._ordered(order, given, now_s))
                case _:
                    assert_never(order)
        except _RefusedError as refused:
            given.reply(refused.line)
        except JournalError as error:
            given.reply(not_on_record(order.id, error))

    def _ordered(self, order: TableOrder, given: SignedLine, now_s: float) -> bytes:
        by = self._person(order.session, given, now_s)
        second = None if order.second_session is None else self._person(order.second_session, given, now_s)
        command = order.command(by.name, None if second is None else second.name)
        act = act_of(command, self._engine.state, self._engine.profile)
        if act is None:
            return self._refused(order, Refusal.NOT_ENTITLED, by, now_s)
        if SIGNS[act].people == 1 and second is not None:  # nobody's name stands where it was not looked at
            second, command = None, order.command(by.name, None)
        state = self._engine.state
        dealer = dealer_of_coup(command, state) if is_about_a_coup(command, state) else None
        not_signed = signing.signers_refused(act, by=by, second=second, dealer_of_coup=dealer)
        if not_signed is not None:
            why = signing.sentence(not_signed, act)
            return self._refused(order, Refusal(not_signed.value), by, now_s, why)
        if not self._may_take_off(by, command):
            why = "the dealer who is on goes off, or a supervisor takes them off"
            return self._refused(order, Refusal.NOT_ENTITLED, by, now_s, why)
        records = self._engine.order(command, now_s)
        refused = next((record.event for record in records if isinstance(record.event, ev.OrderRefused)), None)
        return refusal_line(order.id, refused.why, refused.detail) if refused is not None else reply_line(order.id)

    def _may_take_off(self, by: Person, command: AnyOrder) -> bool:
        if not isinstance(command, cmd.ChangeDealer) or command.dealer is not None:
            return True
        dealer = self._engine.state.dealer
        return dealer is None or by.is_called(dealer) or Role.SUPERVISOR in by.roles

    def _refused(self, order: TableOrder, refusal: Refusal, by: Person, now_s: float, why: str | None = None) -> bytes:
        self._engine.note((ev.OrderRefused(order=order.name, why=refusal, by=by.name),), now_s)
        return reply_line(order.id, why or sentence(refusal), refusal=refusal.value)

    def _person(self, token: str | None, given: SignedLine, now_s: float) -> Person:
        """Whose session it is, as of now; raises _RefusedError where it is nobody's here."""
        session = self._session(token or "", given, now_s)
        now = given.people.get(session.person.id)
        if now is None or now.pin_at != session.pin_at:
            self._sessions.end_all_of(session.person.id, SignedOutBy.NEW_PIN)
            raise _RefusedError(refusal_line(given.order.id, Refusal.NOT_SIGNED_IN))
        if not now.person.active:
            self._sessions.end_all_of(session.person.id, SignedOutBy.DISABLED)
            assert isinstance(given.order, TableOrder)
            raise _RefusedError(self._refused(given.order, Refusal.PERSON_DISABLED, now.person, now_s))
        self._sessions.used(session, now_s)
        return now.person

    def _session(self, token: str, given: SignedLine, now_s: float) -> Session:
        session = self._sessions.find(token, now_s)
        if session is None:
            self._unknown += 1
            raise _RefusedError(refusal_line(given.order.id, Refusal.NOT_SIGNED_IN))
        if session.peer != given.peer:
            why = NoEntry.STOLEN_SESSION
            self._refuse_entry(why, None, session.person.name, now_s)
            raise _RefusedError(reply_line(given.order.id, _SENTENCES[why], refusal=why.value))
        return session

    # The record.

    def _write_down(self, now_s: float) -> None:
        """Put on record what nobody waits for an answer to; what cannot be waits for the record to heal."""
        self._unwritten += [ev.SignedOut(name=person.name, why=why) for person, why in self._sessions.take_ended()]
        if not self._unwritten:
            return
        try:
            self._engine.note(tuple(self._unwritten), now_s)
        except JournalError:
            return
        self._unwritten.clear()
