"""What goes into a bundle, made from what is known to be harmless, and looked through once more at the end."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from device.doctor.bundle import logs, needles, statistics
from device.doctor.bundle.scrub import scrub
from device.doctor.finding import Finding, Value
from device.doctor.parts.disk import read_mounts
from device.doctor.parts.versions import packages, versions
from device.doctor.telling import as_json, as_text
from device.doctor.world import World
from device.settings import Settings
from device.words import Words

_KEPT = frozenset(
    {"at", "chips", "epoch", "fingerprint", "folder", "found", "hash", "here", "kernel", "last", "machine", "mode"}
    | {"name", "now", "path", "place", "python", "running", "sqlite", "system", "unit", "user", "version", "wanted"}
    | {"zapato"}
)
"""Figures of findings that are no free text, or whose long numbers are meant to be told."""

_READ_ME = """A look at one table's machine, made by `zapato doctor --bundle`.

findings.jsonl, findings.txt  what was found
versions.json                 program, libraries, system
settings.json                 the table's settings as they were understood, without comments
record.json, incidents.jsonl  shoes that are over, in figures; incidents by kind and time
services.log, kernel.log      the newest of systemd's log
system.txt                    mounts, memory, load

Cards, codes, tags, numbers that could be a PIN, keys and hashes are not in it; in logs ‹…› stands in their place.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A file of the bundle."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What the bundle holds, and what was kept out of it because a secret was in it."""

    members: tuple[Member, ...]
    kept_out: tuple[str, ...] = ()


def collect(world: World, findings: Sequence[Finding], words: Words, *, ask: logs.Hear = logs.hear) -> Contents:
    """Everything, ready to be written."""
    clean = [without_secrets(finding) for finding in findings]
    texts: dict[str, str] = {
        "README.txt": _READ_ME,
        "findings.txt": "\n".join(as_text(clean, words)),
        "findings.jsonl": "\n".join(as_json(finding, words) for finding in clean),
        "versions.json": _json({**versions(world), "packages": packages()}),
        "settings.json": _json(_settings(world)),
        "services.log": logs.services(ask),
        "kernel.log": logs.kernel(ask),
        "system.txt": _system(world),
    }
    secrets: list[bytes] = []
    if world.settings is not None:
        journal = world.settings.journal.path
        texts["record.json"] = _json(statistics.statistics(journal))
        texts["incidents.jsonl"] = "\n".join(map(_json_line, statistics.incidents(journal)))
        secrets = needles.known_secrets(world.settings)
    members = [Member(name=name, content=(text.rstrip("\n") + "\n").encode()) for name, text in sorted(texts.items())]
    kept_out = [one.name for one in members if needles.holds_any(one.content, secrets)]
    return Contents(members=tuple(one for one in members if one.name not in kept_out), kept_out=tuple(kept_out))


def without_secrets(finding: Finding) -> Finding:
    """The finding with holes in its free texts."""
    figures: dict[str, Value] = {
        name: value if not isinstance(value, str) or name in _KEPT else scrub(value)
        for name, value in finding.figures.items()
    }
    return Finding(part=finding.part, level=finding.level, code=finding.code, figures=figures)


def _settings(world: World) -> Mapping[str, Any]:
    if world.settings is None:
        return {"file": str(world.config), "fault": scrub(world.settings_fault)}
    profile = world.profile
    return {
        "file": str(world.config),
        "settings": plain_settings(world.settings),
        "profile": {"name": profile.name, "version": profile.version, "sha256": profile.sha256} if profile else None,
    }


def plain_settings(settings: Settings) -> Any:
    """The settings as values of JSON."""
    return msgspec.to_builtins(settings, enc_hook=str)


def _system(world: World) -> str:
    parts = [(path, world.text(path)) for path in ("proc/meminfo", "proc/loadavg", "proc/uptime")]
    mounts = read_mounts(world.text("proc/mounts"))  # options may hold names of the house's servers
    parts.append(
        ("mounts", "\n".join(f"{one.place} {one.kind} {'ro' if 'ro' in one.options else 'rw'}" for one in mounts))
    )
    view = world.table.view
    told = {key: view[key] for key in ("health", "counters", "software", "production") if key in view}
    parts.append(("the running table", scrub(_json(told))))
    return "\n\n".join(f"{path}:\n{text}" for path, text in parts)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=str)


def _json_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
