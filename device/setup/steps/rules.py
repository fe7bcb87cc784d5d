"""The house rules: a shipped profile, or a file of the house's own."""

from device.settings.profiles import is_file_name, list_profiles
from device.setup.asking import Asking, Here, ask, change, do, tell, tell_wrong
from device.setup.wanted import Failed, LookAtProfile, Option, ProfileSeen, Question, WrongError

OWN = "own"


def rules(here: Here) -> Asking:
    """Which rules are played by."""
    standing = here.settings.profile
    is_own = is_file_name(standing)
    options = [Option(value=name, key=f"rules.profile.{name}") for name in list_profiles()]
    options.append(Option(value=OWN, key="rules.profile.own"))
    now = OWN if is_own else standing
    while True:
        name = yield from ask(Question(key="rules.profile", now=now, options=tuple(options)))
        if name == OWN:
            path = standing if is_own else None
            name = yield from ask(Question(key="rules.file", now=path, read=_read_path))
        seen = yield from do(LookAtProfile(name=name), ProfileSeen)
        if isinstance(seen, Failed):
            yield from tell_wrong("said", says=seen.says)
        elif seen.training and here.settings.production:
            yield from tell_wrong("no-lessons-in-production", name=name)
        else:
            yield from tell("profile-seen", title=seen.title)
            return change({("profile",): name} if name != standing else {})


def _read_path(text: str) -> str:
    if not is_file_name(text):
        raise WrongError("wrong-path")
    if any(ord(letter) < ord(" ") for letter in text):
        raise WrongError("wrong-letters")
    return text
