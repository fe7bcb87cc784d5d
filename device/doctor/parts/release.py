"""The installed program: is every file as it was released, and was the release signed."""

from collections.abc import Iterator

from device.doctor.finding import Finding, Teller, Value
from device.doctor.world import World
from device.system.release import ReleaseReport, Signature, check_release, installed_release

_TELL = Teller("release")
_NAMED = 5


def look(world: World) -> Iterator[Finding]:
    """The release that runs here, or the one that is installed; a clone's environment is none."""
    current = world.at("opt/zapato/current")
    root = installed_release() or (current if current.exists() else None)
    if current.is_symlink() and not current.exists():
        yield _TELL.bad("release-nowhere", path=str(current), to=str(current.readlink()))
    elif root is None:
        yield _TELL.note("release-clone")
    if root is None:
        return
    key = world.at("etc/zapato/release.pub")
    yield from judge(check_release(root, key if key.exists() else None), is_root=world.is_root)


def judge(report: ReleaseReport, *, is_root: bool = True) -> Iterator[Finding]:
    """What the look at its files and its signature means."""
    figures: dict[str, Value] = {"version": report.version or "?", "files": report.files, "path": str(report.root)}
    match report.signature:
        case Signature.GOOD:
            yield _TELL.ok("release-signed", **figures, fingerprint=report.fingerprint or "?")
        case Signature.BAD:
            yield _TELL.bad("release-forged", path=str(report.root), says=report.fault or "?")
        case Signature.NO_KEY:
            yield _TELL.warn("release-no-key", **figures)
        case Signature.UNSIGNED:
            yield _TELL.note("release-unsigned", **figures)
        case Signature.NO_MANIFEST:
            yield _TELL.bad("release-no-list", path=str(report.root), says=report.fault or "?")
    for code, names in (
        ("release-changed", report.changed),
        ("release-missing", report.missing),
        ("release-added", report.additional),
        ("release-writable", report.writable),
    ):
        if names:
            yield _TELL.bad(code, count=len(names), names=_some(names))
    if report.unreadable:
        tell = _TELL.bad if is_root else _TELL.note
        yield tell("release-unreadable", count=len(report.unreadable), names=_some(report.unreadable))


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names[:_NAMED]) + (" …" if len(names) > _NAMED else "")
