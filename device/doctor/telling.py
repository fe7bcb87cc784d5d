"""Findings for people, in their language, and for programs, a line of JSON each."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import resources

from device.doctor.finding import Finding, Level, worst
from device.words import Words
from device.words.catalogue import read_catalogue
from device.words.sentences import load_sentences

LANGUAGES = ("en", "es")
SENTENCES = ("says", "found", "allowed", "error", "what")
"""The figures that hold sentences of other parts of the program, made in English."""


def load_doctor_words(language: str) -> Words:
    """The doctor's sentences in a language; English where they are in no other."""
    code = language if language in LANGUAGES else LANGUAGES[0]
    text = resources.files("device.doctor").joinpath("words", f"{code}.toml").read_text(encoding="utf-8")
    return Words(read_catalogue(text))


def what(finding: Finding, words: Words) -> str:
    """What is so."""
    return _filled(finding, words, "what") or finding.code


def remedy(finding: Finding, words: Words) -> str:
    """What to do; empty where nothing is to be done, or the sentence says it itself."""
    return _filled(finding, words, "do")


def as_json(finding: Finding, words: Words) -> str:
    """One line."""
    plain = {
        "part": finding.part,
        "level": finding.level.value,
        "code": finding.code,
        "what": what(finding, words),
        "remedy": remedy(finding, words),
        "figures": dict(finding.figures),
    }
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def as_text(findings: Sequence[Finding], words: Words) -> Iterator[str]:
    """Lines in groups, one a part, those that are well first: what must be mended stands last, above the summary."""
    groups: dict[str, list[Finding]] = {}
    unseen = [finding for finding in findings if finding.code == "no-settings"]
    if unseen:
        yield words.say("no-settings-for.what", parts=", ".join(words.say(f"part.{one.part}") for one in unseen))
    for finding in findings:
        if finding in unseen:
            continue
        groups.setdefault(finding.part, []).append(finding)
    for part, group in sorted(groups.items(), key=lambda one: worst(one[1]).weight):
        yield words.say(f"part.{part}")
        for finding in sorted(group, key=lambda one: one.level.weight):
            yield f"  {words.say(f'level.{finding.level.value}'):<8} {what(finding, words)}"
            if finding.level is not Level.OK and (do := remedy(finding, words)):
                yield f"  {'':<8} → {do}"
    yield ""


def summary(findings: Sequence[Finding], words: Words, *, took_s: float) -> str:
    """The last line."""
    counts = Counter(finding.level for finding in findings)
    key = {Level.BAD: "summary-bad", Level.WARN: "summary-warn"}.get(worst(list(findings)), "summary-well")
    numbers = {level.value: counts[level] for level in Level}
    return words.say(f"{key}.what", **numbers, seconds=f"{took_s:.1f}")


def _filled(finding: Finding, words: Words, which: str) -> str:
    """One of the two sentences with the figures in it, in this language; whole numbers without a point; or nothing."""
    key = f"{finding.code}.{which}"
    if key not in words.all_keys():
        return ""
    told = load_sentences(words.language).told
    shown = {}
    for name, value in finding.figures.items():
        text = f"{value:g}" if isinstance(value, float) else str(value)
        shown[name] = told(text) if name in SENTENCES else text
    return words.template(key).format_map(shown)
