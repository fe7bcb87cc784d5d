"""The recovery key: who has it can read the secrets in a backup, and the table that makes the backups cannot.

A pair of keys is made once. The public half stays on the device, so that a backup at night needs nobody; the secret
half is printed once and kept on paper, away from the device. On paper it is four lines of sixteen characters; each
line carries a check of its own, so that a slip of the pen is found and named by its line.

A box is sealed to the public half: X25519 with a key pair made for this box alone, HKDF-SHA256 over the shared secret
(salt: both public halves), ChaCha20-Poly1305. Its layout, numbers big-endian::

    "zapato secrets\\n"  version u16  public half of the box 32  public half of the recovery key 32  length u64  box

The associated data are all bytes before the box.
"""

import hashlib
import re
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from device.backup.errors import BackupError, NotWholeError

_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No I, L, O, U: what is read as one of them is the letter it looks like."""
_LOOKS_LIKE: Final = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "V"})
_LINES, _LINE_BYTES, _CHECK_BYTES, _LINE_LETTERS = 4, 8, 2, 16
_GROUP = 4

_MAGIC = b"zapato secrets\n"
_VERSION = 1
_HEAD = struct.Struct(">H32s32sQ")
_NONCE = bytes(12)
"""The key is used once."""
MOST_BYTES: Final = 1 << 28
"""Of a box: thousands of packs, and less than a machine's memory."""
_PUBLIC = re.compile(r"zapato recovery key 1 ([0-9a-f]{64})\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryKey:
    """The secret half."""

    secret: bytes

    @property
    def public(self) -> str:
        """The public half, as hex."""
        return X25519PrivateKey.from_private_bytes(self.secret).public_key().public_bytes_raw().hex()

    def paper(self) -> tuple[str, ...]:
        """The lines to be written down."""
        parts = (self.secret[start : start + _LINE_BYTES] for start in range(0, len(self.secret), _LINE_BYTES))
        return tuple(_grouped(_letters(part + _check(number, part))) for number, part in enumerate(parts, start=1))


def recovery_file(journal: Path) -> Path:
    """Where the public half lies, beside a record."""
    return journal.with_name("recovery.pub")


def draw() -> RecoveryKey:
    """A new key."""
    return RecoveryKey(secret=X25519PrivateKey.generate().private_bytes_raw())


def read_paper(text: str) -> RecoveryKey:
    """The key as somebody typed it, whatever the case, the blanks and the hyphens; raises BackupError."""
    letters = "".join(
        letter for letter in text.upper().translate(_LOOKS_LIKE) if not (letter.isspace() or letter in "-_.")
    )
    strange = next((letter for letter in letters if letter not in _LETTERS), None)
    if strange is not None:
        raise BackupError(f"the recovery key has no {strange!r} in it: it is letters and digits alone")
    if len(letters) != _LINES * _LINE_LETTERS:
        raise BackupError(
            f"the recovery key has {_LINES} lines of {_LINE_LETTERS} characters, {_LINES * _LINE_LETTERS} in all: "
            f"{len(letters)} were given"
        )
    secret = b""
    for number in range(1, _LINES + 1):
        line = letters[(number - 1) * _LINE_LETTERS : number * _LINE_LETTERS]
        whole = _bytes(line)
        part, check = whole[:_LINE_BYTES], whole[_LINE_BYTES:]
        if check != _check(number, part):
            raise BackupError(
                f"line {number} of the recovery key ({_grouped(line)}) is not as it was printed: compare it"
            )
        secret += part
    return RecoveryKey(secret=secret)


def is_a_line(text: str) -> bool:
    """Whether a line of text is one of the key's, and not of what is printed around it."""
    groups = text.split("-")
    return len(groups) == _LINE_LETTERS // _GROUP and all(len(group) == _GROUP for group in groups)


def encode_public(public: str) -> bytes:
    """The content of the file with the public half."""
    return f"zapato recovery key 1 {public}\n".encode()


def decode_public(content: bytes) -> str:
    """The public half as hex; raises BackupError where the content is something else."""
    found = _PUBLIC.fullmatch(content.decode("ascii", "replace"))
    if found is None:
        raise BackupError("this is not the public half of a recovery key: make a new one (`--make-recovery --force`)")
    return found[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """A box, and what opens it once more as long as its maker lives."""

    box: bytes
    key: bytes


def seal(content: bytes, public: str) -> Sealed:
    """Put `content` into a box that only the recovery key opens."""
    once = X25519PrivateKey.generate()
    mine, theirs = once.public_key().public_bytes_raw(), bytes.fromhex(public)
    try:
        key = _box_key(once.exchange(X25519PublicKey.from_public_bytes(theirs)), mine, theirs)
    except ValueError:
        raise BackupError("the recovery key is none: make a new one (`--make-recovery --force`)") from None
    head = _MAGIC + _HEAD.pack(_VERSION, mine, theirs, len(content) + 16)
    return Sealed(box=head + ChaCha20Poly1305(key).encrypt(_NONCE, content, head), key=key)


def public_of(box: bytes) -> str:
    """The public half of the recovery key that a box was sealed to; raises NotWholeError."""
    return _parts(box)[2].hex()


def unseal(box: bytes, key: RecoveryKey) -> bytes:
    """What is in a box; raises BackupError for another recovery key, NotWholeError for a box that was changed."""
    _, mine, theirs, _ = _parts(box)
    if key.public != theirs.hex():
        raise BackupError(
            f"this recovery key is another one: the secrets were sealed to {name_of(theirs.hex())}, and this is "
            f"{name_of(key.public)}"
        )
    shared = X25519PrivateKey.from_private_bytes(key.secret).exchange(X25519PublicKey.from_public_bytes(mine))
    return open_with(box, _box_key(shared, mine, theirs))


def open_with(box: bytes, key: bytes) -> bytes:
    """What is in a box, with the box's own key; raises NotWholeError."""
    head, _, _, inside = _parts(box)
    try:
        return ChaCha20Poly1305(key).decrypt(_NONCE, inside, head)
    except InvalidTag:
        raise NotWholeError("the box of secrets was changed") from None


def name_of(public: str) -> str:
    """A recovery key's short name, which stands on its paper: tells two keys apart and is no secret."""
    return _grouped(_letters(hashlib.sha256(bytes.fromhex(public)).digest()[:5]))


def _parts(box: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    end = len(_MAGIC) + _HEAD.size
    if not box.startswith(_MAGIC) or len(box) < end:
        raise NotWholeError("the box of secrets is cut short or something else")
    version, mine, theirs, length = _HEAD.unpack(box[len(_MAGIC) : end])
    if version != _VERSION:
        raise BackupError(
            f"newer software sealed the secrets (version {version}, this one knows {_VERSION}): update it"
        )
    if len(box) != end + length or length > MOST_BYTES:
        raise NotWholeError("the box of secrets is cut short or too long")
    return box[:end], mine, theirs, box[end:]


def _box_key(shared: bytes, mine: bytes, theirs: bytes) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=32, salt=mine + theirs, info=b"zapato secrets 1").derive(shared)


def _check(number: int, part: bytes) -> bytes:
    return hashlib.sha256(b"zapato recovery line" + bytes([number]) + part).digest()[:_CHECK_BYTES]


def _letters(data: bytes) -> str:
    number, count = int.from_bytes(data, "big"), len(data) * 8 // 5
    return "".join(_LETTERS[number >> 5 * place & 31] for place in reversed(range(count)))


def _bytes(letters: str) -> bytes:
    number = 0
    for letter in letters:
        number = number << 5 | _LETTERS.index(letter)
    return number.to_bytes(len(letters) * 5 // 8, "big")


def _grouped(letters: str) -> str:
    return "-".join(letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP))
