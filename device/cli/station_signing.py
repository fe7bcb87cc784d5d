"""The two people of an inspection: seen before it begins, and they sign with their PINs when it is over."""

import math
from collections.abc import Callable
from pathlib import Path

import click

from device.cards.station.receipt import Signer
from device.cli.bad_input import BadInput
from device.staff.entry import Attempt, Outcome, StaffEntry
from device.staff.errors import StaffError
from device.staff.people import Role, read_name
from device.staff.signing import Act, sentence, signers_refused
from device.staff.store import StaffStore
from device.table.two_people import plain_name

_TRIES = 3


class TwoPeople:
    """A dealer and a supervisor; raises BadInput where these names cannot sign together.

    `staff`: the people's file; where there is none the names stand as they were typed, unsigned.
    """

    def __init__(self, dealer: str, supervisor: str, staff: Path) -> None:
        self.names = (dealer, supervisor)
        try:
            for name in self.names:
                read_name(name)
            if plain_name(dealer) == plain_name(supervisor):
                raise BadInput("dealer and supervisor are two different people")
            self._store = StaffStore(staff) if staff.exists() else None
            if self._store is not None:
                self._check(self._store)
        except StaffError as error:
            raise BadInput(str(error)) from None

    @property
    def can_sign(self) -> bool:
        """Whether there is a file of people to prove it by."""
        return self._store is not None

    def sign(self, ask: Callable[[str], str], what: str) -> tuple[Signer, Signer]:
        """Ask each for the PIN; whoever cannot give it stands unsigned. `what`: the question, with {name}."""
        dealer, supervisor = (self._sign_one(name, ask, what.format(name=name)) for name in self.names)
        return dealer, supervisor

    def _check(self, store: StaffStore) -> None:
        dealer, supervisor = map(store.person, self.names)
        refused = signers_refused(Act.ACKNOWLEDGE_COUNT, by=dealer, second=supervisor)
        if refused is not None:
            raise BadInput(
                f"{dealer.name} and {supervisor.name} cannot sign: {sentence(refused, Act.ACKNOWLEDGE_COUNT)}"
            )
        if not dealer.roles & {Role.DEALER, Role.SUPERVISOR}:
            raise BadInput(f"{dealer.name} is no dealer: `zapato staff roles`")
        if Role.SUPERVISOR not in supervisor.roles:
            raise BadInput(f"{supervisor.name} is no supervisor: `zapato staff roles`")

    def _sign_one(self, name: str, ask: Callable[[str], str], what: str) -> Signer:
        if self._store is None:
            return Signer(name=name, signed=False)
        entry = StaffEntry(self._store, report=_on_no_record)
        for _ in range(_TRIES):
            try:
                answer = entry.check_pin(name, ask(what))
            except (StaffError, BadInput) as error:
                click.echo(f"{name}: {error}", err=True)
                break
            match answer.outcome:
                case Outcome.RIGHT:
                    return Signer(name=self._store.person(name).name, signed=True)
                case Outcome.CHANGE_FIRST:
                    click.echo(f"{name}: this PIN serves to choose another: `zapato staff pin`", err=True)
                    break
                case Outcome.WAIT | Outcome.DISABLED:
                    wait = f": the next PIN is looked at in {math.ceil(answer.wait_s)} s" if answer.wait_s else ""
                    click.echo(f"{name}: {answer.outcome.value}{wait}", err=True)
                    break
                case Outcome.WRONG:
                    click.echo(f"{name}: wrong PIN", err=True)
        return Signer(name=name, signed=False)


def _on_no_record(attempt: Attempt) -> None:
    """There is no journal here: the file's own count is what a wrong PIN leaves."""
