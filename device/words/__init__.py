"""What the screens say, in every language: one TOML catalogue a language, keys by the table's own codes."""

from device.words.catalogue import HandNames, Words, WordsError, languages, load_words

__all__ = ["HandNames", "Words", "WordsError", "languages", "load_words"]
