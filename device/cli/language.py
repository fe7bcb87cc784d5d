"""The language that a person of this system reads."""

import os

from device.words import languages


def language_of_system() -> str:
    """The system's language where there are words for it, else ``en``."""
    said = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if said.startswith("zh"):
        return "zh-Hant" if said.startswith(("zh_TW", "zh_HK", "zh_MO")) else "zh-Hans"
    return next((one for one in languages() if said.startswith(one)), "en")
