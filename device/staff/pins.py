"""PINs: which may be chosen, and how they are kept.

Argon2id with the low-memory parameters of RFC 9106 section 4 (3 passes, 64 MiB, 4 lanes). That makes a guess dear; four
digits stay four digits, so whoever has the file has time for all of them, and at the table it is the wait that counts.
"""

import base64
import secrets
from itertools import pairwise

from argon2 import Parameters, PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError, VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY

from device.staff.errors import DamagedError, NotAllowedError

SHORTEST_PIN, LONGEST_PIN = 4, 12
ONE_TIME_DIGITS = 8


class PinHasher:
    """Keeps and checks PINs with one set of parameters; each call takes the time and memory that these ask for."""

    def __init__(self, parameters: Parameters = RFC_9106_LOW_MEMORY) -> None:
        self._argon2 = PasswordHasher.from_parameters(parameters)
        self._nobody = _hash_of_nothing(parameters)

    def hash(self, pin: str) -> str:
        """What is kept instead of the PIN: parameters, a fresh salt and the hash in one text."""
        return self._argon2.hash(pin)

    def verify(self, kept: str | None, pin: str) -> bool:
        """Whether it is the PIN that was kept; with None the same work for the answer no.

        Raises DamagedError when `kept` is no hash of a PIN.
        """
        if kept is None or not _is_pin(pin):
            kept, pin = self._nobody, "0000"
        try:
            return self._argon2.verify(kept, pin)
        except VerifyMismatchError:
            return False
        except (InvalidHashError, Argon2Error, UnicodeError) as error:
            raise DamagedError(f"the kept PIN is damaged ({type(error).__name__}): give a new one") from error

    def is_outdated(self, kept: str) -> bool:
        """Whether it was kept with other parameters than today's."""
        return self._argon2.check_needs_rehash(kept)


def check_choice(pin: str) -> None:
    """Refuse a PIN that nobody may choose; raises NotAllowedError, whose message never holds the PIN."""
    if not _is_pin(pin):
        raise NotAllowedError(f"a PIN has {SHORTEST_PIN} to {LONGEST_PIN} digits and nothing else: choose another")
    if _is_trivial(pin):
        raise NotAllowedError(
            "that PIN is among the first that anybody tries (like 1111, 1234, 4321, 1212): choose another"
        )


def draw_one_time_pin() -> str:
    """Eight digits by chance, which could have been chosen too."""
    while True:
        pin = "".join(secrets.choice("0123456789") for _ in range(ONE_TIME_DIGITS))
        if not _is_trivial(pin):
            return pin


def _is_pin(text: str) -> bool:
    return text.isascii() and text.isdigit() and SHORTEST_PIN <= len(text) <= LONGEST_PIN


def _is_trivial(pin: str) -> bool:
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    if len(steps) == 1 and steps <= {0, 1, 2, 8, 9}:  # 1111, 1234, 2468, 8642, 4321, and 7890
        return True
    return any(pin == pin[:size] * (len(pin) // size) for size in range(1, len(pin) // 2 + 1))  # 1212, 123123


def _hash_of_nothing(parameters: Parameters) -> str:
    """A hash that no PIN is known to give, and that takes as long to check as any other."""

    def chance(size: int) -> str:
        return base64.b64encode(secrets.token_bytes(size)).decode().rstrip("=")

    costs = f"m={parameters.memory_cost},t={parameters.time_cost},p={parameters.parallelism}"
    return f"$argon2id$v={parameters.version}${costs}${chance(parameters.salt_len)}${chance(parameters.hash_len)}"
