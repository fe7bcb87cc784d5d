"""The set-up as a machine: whatever is answered, in whatever order, it goes on, and the settings can always be read."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from device.readers.kinds import ReaderKind
from device.settings import example, parse_settings
from device.settings.reader_choice import ReaderChoice
from device.settings.toml_text import with_values
from device.setup import wanted as w
from device.setup.catalogue import STEPS, Step
from device.setup.machine import SetUp
from device.setup.steps.table import limits_text, parse_limits
from device.setup.telling import asked, load_setup_words, option_said, said
from device.staff.people import Role

FOLDER = Path("/var/lib/zapato")
WHERE = "/etc/zapato/table.toml"
FRESH = '[table]\nname = "BAC 1" # what the screens call the table\nlanguage = "es"\n'
WORDS = [load_setup_words("en"), load_setup_words("es")]

_READERS = [
    ReaderChoice(kind=kind, port=f"/dev/serial/by-id/{kind.value}", baud=9600)
    for kind in (ReaderKind.SHOE, ReaderKind.GROW, ReaderKind.TWN4, ReaderKind.ANGEL_EYE, ReaderKind.LINE)
]


class AnyHands:
    """Does deeds as a machine might: well, or not."""

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.people: list[w.PersonSeen] = []
        self.saves: list[w.Save] = []

    def do(self, deed: w.Deed, mood: int) -> w.Result:
        match deed:
            case w.Save():
                if mood == 1:
                    return w.NotSaved(says="the disk says no", text=self.file)
                if deed.before != self.file:
                    return w.NotSaved(says="changed meanwhile", text=self.file)
                self.saves.append(deed)
                self.file = deed.after
                return w.Saved()
            case w.LookAtProfile(name=name):
                if mood == 1:
                    return w.Failed(says=f"there is no profile {name!r}")
                return w.ProfileSeen(title=name, training=name == "didactic")
            case w.FindReaders():
                if mood == 1:
                    return w.Failed(says="no such port")
                seen = tuple(w.ReaderSeen(choice=one, says=f"{one.port}: there") for one in _READERS[: mood - 1])
                return w.ReadersSeen(found=seen, others=("/dev/ttyS0: silent",))
            case w.WatchForCard():
                return w.Failed(says="no card came") if mood == 1 else w.CardSeen(code="9H", card="9h")
            case w.WatchForPress():
                return w.Failed(says="no press") if mood == 1 else w.Pressed(button="bets")
            case w.ListPeople():
                return w.Failed(says="damaged") if mood == 1 else w.PeopleSeen(people=tuple(self.people))
            case w.AddPerson():
                if mood == 1:
                    return w.Failed(says="the disk says no")
                self.people.append(w.PersonSeen(name=deed.name, roles=(deed.role,)))
                return w.PersonAdded(name=deed.name, one_time_pin="" if deed.pin else "48210993")
            case w.CheckProduction():
                signs = any({Role.SUPERVISOR, Role.PIT} & set(one.roles) for one in self.people)
                return w.Checked(faults=() if signs else ("nobody can decide",), remarks=("say it",))
            case _:
                return w.Failed(says="it did not work") if mood == 1 else w.Done()


ANSWERS = st.one_of(
    st.sampled_from(["", "yes", "no", "1", "2", "4", "keep", "by-hand", "find", "/dev/ttyUSB0", "didactic", "own"]),
    st.sampled_from(["casa.toml", "none", "mock", "off", "again", "all", "27", "1920x1080", "9600", "classes"]),
    st.text(max_size=45),
    st.just("main 5 10, tie 1 2"),
    st.integers(-1, 200).map(str),
)


class AnySetUp(RuleBasedStateMachine):
    """Any answers, deeds that succeed or fail, back, skip and again, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.hands = AnyHands(None)
        self.setup = SetUp(FRESH, WHERE, FOLDER, is_new=True)

    @rule(text=ANSWERS)
    @precondition(lambda self: isinstance(self.setup.wanted, w.Question))
    def answer(self, text: str) -> None:
        before = self.setup.wanted, self.setup.step, self.setup.text
        self.setup.answer(text)
        told = self.setup.take_told()
        for one in told:
            assert all(said(one, words) for words in WORDS)
        if self.setup.wanted is before[0]:
            assert told and told[-1].wrong  # the question stays, and why is said
        assert self.setup.text == before[2]  # an answer alone writes nothing

    @rule(mood=st.integers(1, 4))
    @precondition(lambda self: self.setup.wanted is not None and not isinstance(self.setup.wanted, w.Question))
    def deed(self, mood: int) -> None:
        assert self.setup.wanted is not None and not isinstance(self.setup.wanted, w.Question)
        self.setup.done(self.hands.do(self.setup.wanted, mood))

    @rule()
    def back(self) -> None:
        place = self.setup.place[0]
        self.setup.back()
        assert self.setup.place[0] in (place, place - 1)

    @rule()
    def skip(self) -> None:
        self.setup.skip()

    @rule(step=st.sampled_from(STEPS))
    def again(self, step: Step) -> None:
        self.setup.go_to(step)
        assert self.setup.step is step or isinstance(self.setup.wanted, w.Save)

    @rule()
    def somebody_else_writes(self) -> None:
        if self.hands.file is not None:
            self.hands.file = with_values(self.hands.file, {("screen", "dim"): 33})

    @rule()
    def begun_anew(self) -> None:
        text = self.hands.file
        done = self.setup.done_steps
        self.setup = SetUp(text or FRESH, WHERE, FOLDER, is_new=text is None, done=done)
        assert self.setup.step is None or self.setup.step not in done or done == frozenset(STEPS)

    @invariant()
    def what_is_asked_has_words(self) -> None:
        question = self.setup.wanted
        if isinstance(question, w.Question):
            for words in WORDS:
                assert asked(question, words)
                for option in question.options:
                    assert option_said(option, words) or not option.key, option

    @invariant()
    def the_file_can_always_be_read_and_keeps_its_comments(self) -> None:
        text = self.hands.file
        if text is not None:
            read = parse_settings(text, WHERE, FOLDER)
            assert "# what the screens call the table" in text
            if text == self.setup.text:
                assert read == self.setup.settings
            assert not read.production or self.hands.people


AnySetUp.TestCase.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
TestAnySetUp = AnySetUp.TestCase


def drive(setup: SetUp, hands: AnyHands, answers: dict[str, str], *, mood: int = 2) -> list[w.Tell]:
    """To the end, each question answered by its key, else with what stands."""
    told: list[w.Tell] = []
    for _ in range(300):
        wanted = setup.wanted
        told += setup.take_told()
        if wanted is None:
            return told
        if isinstance(wanted, w.Question):
            standing = "" if wanted.now is not None else "no"
            setup.answer(answers.pop(wanted.key, wanted.alone or standing))
        else:
            setup.done(hands.do(wanted, mood))
    raise AssertionError(f"no end: {setup.step}, {setup.wanted}")


def test_a_new_table_with_nothing_answered_is_the_example() -> None:
    hands = AnyHands(None)
    setup = SetUp(example(), WHERE, FOLDER, is_new=True)
    drive(setup, hands, {"staff.add": "no"})
    assert hands.file == example()
    assert [save.before for save in hands.saves] == [None]


def test_each_step_writes_what_it_changes_and_nothing_else() -> None:
    ours = with_values(example(), {("screen", "dim"): 41, ("screen", "sound", "night_from"): "23:00"})
    hands = AnyHands(ours)
    setup = SetUp(ours, WHERE, FOLDER)
    answers = {
        "language.table": "en",
        "table.name": "  Mesa 7 ",
        "table.limits": "main 10 5000, TIE 2.50 500",
        "rules.profile": "2",
        "reader.how": "find",
        "screens.size": "1920×1080",
        "screens.display": "2",
        "sound.device": "off",
        "staff.add": "yes",
        "staff.name": "sup1",
        "production.real": "yes",
    }
    drive(setup, hands, answers)
    read = setup.settings
    assert (read.table.name, read.table.language.value, read.profile) == ("Mesa 7", "en", "casino-manual")
    assert limits_text(read.table.limits) == "main 10 5000, tie 2.5 500"
    assert (read.screen.size, read.screen.display, read.screen.sound.device) == ("1920x1080", 2, None)
    assert (read.screen.dim, read.screen.sound.night_from) == (41, "23:00")
    assert read.production and read.reader.port == "/dev/serial/by-id/shoe"
    assert answers == {}
    changed = [line for line in (hands.file or "").splitlines() if line not in ours.splitlines()]
    assert len(changed) == 13, changed  # ten values, and limits are a list of four lines


def test_real_games_wait_for_somebody_who_can_decide() -> None:
    hands = AnyHands(example())
    setup = SetUp(example(), WHERE, FOLDER, steps=[Step.PRODUCTION])
    told = drive(setup, hands, {"production.real": "yes"})
    assert not setup.settings.production and hands.saves == []
    assert [one.key for one in told if one.wrong] == ["said", "production-not-yet"]


def test_lessons_are_refused_where_real_games_are_played() -> None:
    real = with_values(example(), {("production",): True})
    setup = SetUp(real, WHERE, FOLDER, steps=[Step.RULES])
    setup.answer("didactic")
    setup.done(w.ProfileSeen(title="Didactic table", training=True))
    assert [one.key for one in setup.take_told()] == ["no-lessons-in-production"]
    assert isinstance(setup.wanted, w.Question) and setup.text == real


def test_a_reader_of_tags_takes_the_registry_with_it() -> None:
    hands = AnyHands(example())
    setup = SetUp(example(), WHERE, FOLDER, steps=[Step.READER])
    drive(setup, hands, {"reader.how": "by-hand", "reader.kind": "twn4", "reader.port": "/dev/ttyACM1"})
    assert setup.settings.cards.accept.value == "packs"


def test_a_file_that_somebody_changed_meanwhile_is_gone_on_with() -> None:
    hands = AnyHands(example())
    setup = SetUp(example(), WHERE, FOLDER, steps=[Step.LANGUAGE])
    hands.file = with_values(example(), {("table", "name"): "theirs"})
    setup.answer("en")
    assert isinstance(setup.wanted, w.Save)
    setup.done(hands.do(setup.wanted, 2))
    assert setup.take_told()[0].key == "not-saved" and setup.settings.table.name == "theirs"
    drive(setup, hands, {"language.table": "en"})
    assert (setup.settings.table.language.value, setup.settings.table.name) == ("en", "theirs")


def test_a_lamp_on_another_pin_is_written_so_and_a_taken_pin_is_refused() -> None:
    setup = SetUp(example(), WHERE, FOLDER, steps=[Step.LAMPS])
    hands = AnyHands(example())
    script = ["lgpio", "yes", "no", "6", "2", "yes", "all"]
    while script and setup.wanted is not None:
        if isinstance(setup.wanted, w.Question):
            setup.answer(script.pop(0))
        else:
            setup.done(hands.do(setup.wanted, 2))
    assert "wrong-pin-taken" in [one.key for one in setup.take_told()]
    drive(setup, hands, {"lamps.not-pressed": "all"})
    assert tomllib.loads(hands.file or "")["panel"]["lamps"]["player-draw"] == 2


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_limits_that_are_taken_are_limits_of_a_table(text: str) -> None:
    try:
        limits = parse_limits(text)
    except w.WrongError as error:
        assert all(said(w.Tell(key=error.key, figures=error.figures), words) for words in WORDS)
        return
    assert parse_limits(limits_text(limits)) == limits


@pytest.mark.parametrize("text", ["main 10", "main 5 1", "main 1 2, main 1 2", "x 1 2", "main nan 2", "main 1 1e9", ""])
def test_limits_that_cannot_be(text: str) -> None:
    with pytest.raises(w.WrongError):
        parse_limits(text)


def test_both_languages_say_the_same_with_the_same_figures() -> None:
    english, spanish = WORDS
    assert english.all_keys() == spanish.all_keys()
    for key in english.all_keys():
        braces = [sorted(part.split("}")[0] for part in words.template(key).split("{")[1:]) for words in WORDS]
        assert braces[0] == braces[1], key
