"""What the screens say, in every language: one TOML catalogue a language, keys by the table's own codes."""

from device.words.catalogue import FIRST_CHINESE, HandNames, Words, WordsError, is_chinese, languages, load_words

__all__ = ["FIRST_CHINESE", "HandNames", "Words", "WordsError", "is_chinese", "languages", "load_words"]
