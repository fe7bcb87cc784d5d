"""Where house-rule profiles come from: those shipped in the package, and a site's own files."""

from importlib import resources
from pathlib import Path

from device.files.system_faults import remedy_of_system
from device.rules.faults import near
from device.rules.making import ProfileError, parse_profile
from device.rules.profile import Profile
from device.settings.files import MOST_BYTES, read_at_most, text_of

_DEFAULT = "live"


def list_profiles() -> tuple[str, ...]:
    """The names of the shipped profiles, the default first."""
    files = (entry.name for entry in resources.files("device.rules").joinpath("profiles").iterdir())
    names = sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml"))
    return (_DEFAULT, *(name for name in names if name != _DEFAULT))


def load_profile(name: str | Path) -> Profile:
    """The shipped profile of that name, or the one in that file (a text with ``/`` or ending in ``.toml``).

    Raises ProfileError, naming the file and every fault, or the names there are.
    """
    if isinstance(name, Path) or is_file_name(name):
        return _from_file(Path(name))
    names = list_profiles()
    if name not in names:
        own = f"its path: ./{name}.toml is here" if Path(f"{name}.toml").is_file() else "its path"
        raise ProfileError(
            f"there is no profile {name!r}{near(name, names)}; shipped are {', '.join(names)}, "
            f"and a file of your own is named by {own}"
        )
    text = resources.files("device.rules").joinpath("profiles", f"{name}.toml").read_text(encoding="utf-8")
    return parse_profile(text, f"{name}.toml")


def is_file_name(name: str) -> bool:
    """Whether a profile is named by a file's path rather than by its name."""
    return "/" in name or name.endswith(".toml")


def _from_file(path: Path) -> Profile:
    try:
        text = text_of(read_at_most(path, MOST_BYTES))
    except FileNotFoundError:
        raise ProfileError(
            f"{path}: there is no such file; shipped profiles are named without it: {', '.join(list_profiles())}"
        ) from None
    except UnicodeDecodeError:
        raise ProfileError(f"{path}: this is no text in UTF-8; save it as a plain text file") from None
    except PermissionError as error:
        raise ProfileError(f"{path}: cannot be read: {remedy_of_system(error)}") from None
    except OSError as error:
        raise ProfileError(f"{path}: cannot be read: {error.strerror or error}") from None
    return parse_profile(text, str(path))
