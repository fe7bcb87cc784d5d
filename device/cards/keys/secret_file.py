"""The site's secret on the disk: JSON with a sum, mode 0600, written whole or not at all."""

import errno
import hashlib
import os
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from device.cards.errors import SecretError
from device.cards.keys.secret import KEY_BYTES, Generation, SiteSecret, draw_secret
from device.files import private, system_faults

_FORMAT = "zapato site secret"
_VERSION = 1
_MOST_BYTES = 1 << 20
"""More than thousands of generations need."""
_Key = Annotated[str, Meta(pattern=f"^[0-9a-f]{{{2 * KEY_BYTES}}}$")]


class _Generation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1)]
    made_at: str
    label_key: _Key | None
    registry_key: _Key | None


class _Content(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: str
    version: int
    site: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    has_registry: bool
    generations: Annotated[tuple[_Generation, ...], Meta(min_length=1)]


class _Start(msgspec.Struct, frozen=True, kw_only=True):
    """What every version of the file begins with."""

    format: str
    version: int


def key_path(registry: Path) -> Path:
    """Where the secret of a registry lies."""
    return registry.with_name(registry.name + ".key")


def read_secret(registry: Path) -> SiteSecret:
    """The secret beside the registry; raises SecretError where it is missing, broken or not its owner's alone."""
    path = key_path(registry)
    check_private(path)
    try:
        data = private.read(path, most=_MOST_BYTES)
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise _damaged(path) from None
        raise of_system(error, path, "read the site's secret") from error
    return decode_secret(data, path)


def make_secret(registry: Path, *, at: str) -> SiteSecret:
    """A new secret, by chance; raises SecretError where there is one already, or where it cannot be written."""
    path = key_path(registry)
    secret = draw_secret(at=at)
    try:
        private.write_once(path, encode_secret(secret))
    except FileExistsError:
        raise SecretError(f"{path}: there is a secret already; `zapato cards secret rotate` makes a new one") from None
    except OSError as error:
        raise of_system(error, path, "write the site's secret") from error
    return secret


def write_secret(registry: Path, secret: SiteSecret) -> None:
    """Put this secret in the place of the one that is there; raises SecretError, and then the old one is there.

    The caller holds the registry. What a killed process left of an earlier secret goes too: it holds keys.
    """
    path = Path(os.path.realpath(key_path(registry)))  # a link stays one, and the old keys do not stay behind it
    try:
        private.replace(path, encode_secret(secret))
        private.forget_unfinished(path)
    except OSError as error:
        raise of_system(error, path, "write the site's secret") from error


def has_secret(registry: Path) -> bool:
    """Whether there is anything at the secret's place; raises SecretError where that cannot be seen."""
    path = key_path(registry)
    try:
        return system_faults.is_there(path)
    except OSError as error:
        raise of_system(error, path, "look at the site's secret") from error


def encode_secret(secret: SiteSecret) -> bytes:
    """The file's content."""
    content = _Content(
        format=_FORMAT,
        version=_VERSION,
        site=secret.site,
        has_registry=secret.has_registry,
        generations=tuple(
            _Generation(
                number=one.number,
                made_at=one.made_at,
                label_key=None if one.label_key is None else one.label_key.hex(),
                registry_key=None if one.registry_key is None else one.registry_key.hex(),
            )
            for one in secret.generations
        ),
    )
    text = msgspec.json.encode(content) + b"\n"
    return text + _sum(text)


def decode_secret(data: bytes, path: Path) -> SiteSecret:
    """The secret in a file's content; raises SecretError, naming `path`."""
    text, _, rest = data.partition(b"\n")
    text += b"\n"
    try:
        start = msgspec.json.decode(text, type=_Start)
        if start.format == _FORMAT and start.version > _VERSION:
            raise SecretError(
                f"{path}: newer software wrote this secret (version {start.version}, this one knows {_VERSION}): "
                "update this software"
            )
        content = msgspec.json.decode(text, type=_Content)
        numbers = [one.number for one in content.generations]
        newest = content.generations[-1]
        if (
            rest != _sum(text)
            or (content.format, content.version) != (_FORMAT, _VERSION)
            or numbers != sorted(set(numbers))
            or newest.label_key is None
            or newest.registry_key is None
        ):
            raise ValueError
    except (msgspec.MsgspecError, ValueError):
        raise _damaged(path) from None
    return SiteSecret(
        site=content.site,
        has_registry=content.has_registry,
        generations=tuple(
            Generation(
                number=one.number,
                made_at=one.made_at,
                label_key=None if one.label_key is None else bytes.fromhex(one.label_key),
                registry_key=None if one.registry_key is None else bytes.fromhex(one.registry_key),
            )
            for one in content.generations
        ),
    )


def check_private(path: Path) -> None:
    """Raise SecretError unless a file is there that its owner alone may use."""
    try:
        found = private.look(path)
    except OSError as error:
        raise of_system(error, path, "look at the site's secret") from error
    if found is None:
        raise SecretError(
            f"{path}: the site's secret is lost; no other opens this registry: put it back from a backup "
            "(`zapato cards restore --only-secret`)"
        )
    if not found.is_file:
        raise SecretError(f"{path}: the site's secret is no file: put it back from a backup (`zapato cards restore`)")
    if not found.is_private:
        raise SecretError(f"{path}: others may read the site's secret: run `chmod 600 {path}`")


def of_system(error: OSError, path: Path, doing: str) -> SecretError:
    """The SecretError to raise for a fault of the operating system."""
    return SecretError(f"{path}: cannot {doing}: {system_faults.remedy_of_system(error)} ({error.strerror or error})")


def _damaged(path: Path) -> SecretError:
    return SecretError(
        f"{path}: the site's secret is damaged: move it aside, keep it, and put it back from a backup "
        "(`zapato cards restore --only-secret`)"
    )


def _sum(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest().encode() + b"\n"
