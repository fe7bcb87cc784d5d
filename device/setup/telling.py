"""What the set-up says, in a language of its catalogues."""

from collections.abc import Mapping
from importlib import resources

from device.setup.wanted import Option, Question, Tell
from device.words import Words
from device.words.catalogue import read_catalogue
from device.words.sentences import load_sentences

LANGUAGES = ("en", "es")
_SENTENCES = "says"
"""The figure that holds sentences of other parts of the program, made in English."""


def load_setup_words(language: str) -> Words:
    """The set-up's sentences in a language; English where they are in no other."""
    code = language if language in LANGUAGES else LANGUAGES[0]
    text = resources.files("device.setup").joinpath("words", f"{code}.toml").read_text(encoding="utf-8")
    return Words(read_catalogue(text))


def said(tell: Tell, words: Words) -> str:
    """Something that is told."""
    return _filled(f"told.{tell.key}", tell.figures, words)


def asked(question: Question, words: Words) -> str:
    """A question."""
    return _filled(f"ask.{question.key}", question.figures, words)


def option_said(option: Option, words: Words) -> str:
    """What an answer means; empty where it says so itself."""
    key = f"option.{option.key}"
    return _filled(key, option.figures, words) if option.key and key in words.all_keys() else ""


def _filled(key: str, figures: Mapping[str, str | int], words: Words) -> str:
    told = {name: in_words(value, words) if name == _SENTENCES else value for name, value in figures.items()}
    return words.template(key).format_map(told)


def in_words(text: str | int, words: Words) -> str:
    """A sentence of another part of the program in the language of `words`; English where it has none."""
    return load_sentences(words.language).told(str(text))
