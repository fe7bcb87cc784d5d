"""The units, users, folders and rules of an installed table, held against systemd's own judgement and the program."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest
from support.unit_files import FOLDER, SERVICES, UNITS, files_of, instances, lay_out, read_unit

from device.cli.main import zapato
from device.settings import parse_settings

WORST = 20
"""What `systemd-analyze security` may say of a unit at most, in tenths: 2.0."""

COPYING = sorted(one.name for one in (FOLDER / "litestream").glob("*.service"))
"""Units that only a table with a continuous copy has."""

EVERY = [*SERVICES, *(f"../litestream/{one}" for one in COPYING)]
"""Whatever runs on a table's machine, from the folder of the units."""

SOCKET_GROUPS = {"public": "zapato-public", "staff": "zapato-staff", "panel": "zapato-panel"}
SCREENS = ("players", "dealer")
DEBIANS = {"dialout", "video", "audio"}
"""Groups that every Debian has."""


def run(*words: str | Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False, env=env)


@pytest.mark.needs("systemd-analyze")
def test_systemd_finds_no_fault_in_the_units(tmp_path: Path) -> None:
    env = lay_out(tmp_path)
    names = [name for service in SERVICES for name in instances(service)]
    others = [one.name for one in UNITS.iterdir() if one.suffix in (".timer", ".target")]
    assert others
    done = run("systemd-analyze", "verify", "--man=no", *[tmp_path / name for name in (*names, *others)], env=env)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.needs("systemd-analyze")
@pytest.mark.parametrize("service", EVERY)
def test_no_unit_is_exposed_more_than_it_may_be(service: str) -> None:
    done = run("systemd-analyze", "security", "--offline=true", f"--threshold={WORST}", "--no-pager", UNITS / service)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert "exposure level" in done.stdout


@pytest.mark.parametrize("service", SERVICES)
def test_every_unit_runs_a_command_that_there_is(service: str) -> None:
    """As click reads it, with every option of it; cage and weston are programs of their own."""
    (line,) = read_unit(UNITS / service)["Service"]["ExecStart"]
    if line.startswith("/usr/bin/weston "):
        return
    words = shlex.split(line.removeprefix("/usr/bin/cage -d -- ").replace("%i", "players"))
    assert words.pop(0) == "/usr/local/bin/zapato"
    name = words.pop(0)
    command = zapato.get_command(click.Context(zapato), name)
    assert command is not None, name
    command.make_context(name, words)


@pytest.mark.parametrize("service", SERVICES)
def test_settings_that_may_not_be_read_are_the_programs_to_refuse(service: str) -> None:
    """It says so as its status and waits; refused as a wrong word of the command line, it would be started for ever."""
    (line,) = read_unit(UNITS / service)["Service"]["ExecStart"]
    if " /etc/zapato/table.toml" not in line:
        return
    command = zapato.get_command(click.Context(zapato), line.split("/usr/local/bin/zapato ")[1].split()[0])
    assert command is not None
    (config,) = [one for one in command.params if one.name == "config"]
    assert isinstance(config.type, click.Path)
    assert not config.type.readable


@pytest.mark.parametrize("service", EVERY)
def test_no_unit_writes_in_run_but_in_its_own_folder(service: str) -> None:
    """Where /proc, /sys or the control groups are shut in, ProtectSystem=strict leaves /run: seen in both Debians."""
    told = read_unit(UNITS / service)["Service"]
    assert told["ProtectSystem"] == ["strict"]
    assert "/run" in " ".join(told["ReadOnlyPaths"]).split()


@pytest.mark.parametrize("service", EVERY)
def test_no_unit_has_a_ring_that_goes_round_the_filters(service: str) -> None:
    told = read_unit(UNITS / service)["Service"]["SystemCallFilter"]
    refused = [one.removeprefix("~") for one in told if one.startswith("~")]
    assert {"io_uring_setup", "io_uring_enter", "io_uring_register"} <= set(" ".join(refused).split())


@pytest.mark.parametrize("service", [one for one in EVERY if "backup" in one or "follow" in one])
def test_what_copies_the_record_has_nothing_to_say_to_the_table(service: str) -> None:
    """It is the same user as the table, whose sockets would let it in: staff's orders, the dealer's buttons."""
    told = read_unit(UNITS / service)["Service"]
    assert told["User"] == ["zapato"]
    assert told["InaccessiblePaths"] == ["-/run/zapato"]
    # A folder that is not there is the program's to name: systemd says 226/NAMESPACE.
    named = " ".join([*told["ReadWritePaths"], *told["WorkingDirectory"]]).split()
    assert [one for one in named if not one.startswith("-")] == []


@pytest.mark.parametrize("service", SERVICES)
def test_what_is_restarted_is_restarted_for_ever_and_never_without_a_pause(service: str) -> None:
    unit = read_unit(UNITS / service)
    if unit["Service"]["Type"] == ["oneshot"]:
        assert "Restart" not in unit["Service"], "the timer comes again by itself"
        return
    assert unit["Service"]["Restart"] == ["always"]
    assert unit["Unit"]["StartLimitIntervalSec"] == ["0"]
    assert int(unit["Service"]["RestartSec"][0]) >= 2


@pytest.mark.parametrize("service", [one for one in SERVICES if "screen" in one])
def test_a_screen_may_say_that_it_lives(service: str) -> None:
    """It sets its own limit; in cage it is a child of the process that the unit starts."""
    told = read_unit(UNITS / service)["Service"]
    assert told["NotifyAccess"] == ["all" if told["ExecStart"][0].startswith("/usr/bin/cage ") else "main"]
    assert told["Restart"] == ["always"]


def test_the_table_says_itself_when_it_is_ready_and_that_it_lives() -> None:
    service = read_unit(UNITS / "zapato-table.service")["Service"]
    assert service["Type"] == ["notify"]
    assert service["NotifyAccess"] == ["main"]
    assert 5 <= int(service["WatchdogSec"][0]) <= 30
    assert service["LimitCORE"] == ["0"], "an image of its memory would hold keys and cards that lie face down"
    [lgpio] = [one for one in service["Environment"] if one.startswith("LG_WD=")]
    assert lgpio.removeprefix("LG_WD=/run/") in service["RuntimeDirectory"]


def groups_made() -> set[str]:
    """Groups that the delivered sysusers file makes; each user has one of its name."""
    lines = (FOLDER / "sysusers.d/zapato.conf").read_text().splitlines()
    return {line.split()[1] for line in lines if line.startswith(("g ", "u "))}


@pytest.mark.parametrize("service", SERVICES)
def test_every_user_and_group_of_a_unit_is_made_or_debians_own(service: str) -> None:
    for file in files_of(service):
        told = read_unit(file)["Service"]
        named = {*told["User"], *told["Group"], *" ".join(told["SupplementaryGroups"]).split()}
        made = groups_made() | DEBIANS
        assert {one.replace("%i", which) for one in named for which in SCREENS} <= made, file


@pytest.mark.parametrize("kind", ["zapato-screen@", "zapato-screen-cage@", "zapato-screen-window@"])
def test_each_screen_may_open_its_own_sockets_and_no_others(kind: str) -> None:
    assert not set(SOCKET_GROUPS.values()) & set(
        " ".join(read_unit(UNITS / f"{kind}.service")["Service"]["SupplementaryGroups"]).split()
    )
    for which, sockets in (("players", {"public"}), ("dealer", {"staff", "panel"})):
        folder = UNITS / f"{kind}{which}.service.d"
        given = {
            group
            for file in folder.glob("*.conf")
            for group in " ".join(read_unit(file)["Service"]["SupplementaryGroups"]).split()
        }
        assert given & set(SOCKET_GROUPS.values()) == {SOCKET_GROUPS[one] for one in sockets}


@pytest.mark.parametrize("kind", ["zapato-screen@", "zapato-screen-cage@", "zapato-screen-window@"])
def test_each_screen_is_a_user_of_its_own(kind: str) -> None:
    """As one user the players' screen, taken over, could end the dealer's."""
    told = read_unit(UNITS / f"{kind}.service")["Service"]
    assert (told["User"], told["Group"]) == (["zapato-%i"], ["zapato-%i"])


def test_the_players_screen_reads_no_keyboard() -> None:
    """Whoever reads the input devices of the machine reads the PINs that are typed at the panel."""
    template = read_unit(UNITS / "zapato-screen@.service")["Service"]
    players = read_unit(UNITS / "zapato-screen@players.service.d/sockets.conf")["Service"]
    for told in (template, players):
        assert "input" not in " ".join(told["SupplementaryGroups"]).split()
        assert not [one for one in told["DeviceAllow"] if one.startswith(("char-13", "char-input", "/dev/input"))]


def test_the_screens_in_weston_reach_its_display_and_nothing_else_of_it() -> None:
    weston = read_unit(UNITS / "zapato-monitors.service")["Service"]
    assert (weston["Group"], weston["RuntimeDirectoryMode"], weston["UMask"]) == (
        ["zapato-monitors"],
        ["0710"],
        ["0007"],
    )
    window = read_unit(UNITS / "zapato-screen-window@.service")["Service"]
    assert "zapato-monitors" in " ".join(window["SupplementaryGroups"]).split()


@pytest.mark.parametrize("service", [one for one in SERVICES if "screen" in one or "monitors" in one])
def test_what_draws_by_mesa_may_ask_which_memory_is_there(service: str) -> None:
    """Without it every EGL display ends in a segmentation fault: seen in weston, in a booted machine."""
    assert "mincore" in read_unit(UNITS / service)["Service"]["SystemCallFilter"]


def test_the_table_may_give_its_sockets_to_their_groups() -> None:
    """Without capabilities a file can only be given to a group that one is in, and only outside a user namespace."""
    service = read_unit(UNITS / "zapato-table.service")["Service"]
    assert set(SOCKET_GROUPS.values()) <= set(" ".join(service["SupplementaryGroups"]).split())
    assert "@chown" in service["SystemCallFilter"]
    assert "PrivateUsers" not in service


@pytest.mark.parametrize("service", SERVICES)
def test_no_screen_waits_long_for_a_card_that_may_never_come(service: str) -> None:
    """A machine's only card may be card1; systemd would wait for the other one for a minute and a half, each start."""
    for device in [one for one in " ".join(read_unit(UNITS / service)["Unit"]["Wants"]).split() if "device" in one]:
        told = read_unit(UNITS / f"{device}.d/zapato.conf")["Unit"]
        assert int(told["JobRunningTimeoutSec"][0].removesuffix("s")) <= 15


def test_an_installation_looks_again_at_every_kind_of_device_that_has_a_rule() -> None:
    named = set(re.findall('^SUBSYSTEM[!=]="([a-z]+)"', (FOLDER / "70-zapato-reader.rules").read_text(), re.MULTILINE))
    again = set(re.findall("--subsystem-match=([a-z]+)", (FOLDER / "install.d/switch.sh").read_text()))
    assert named == again == {"tty", "gpio", "drm"}


@pytest.mark.needs("systemd-sysusers", "systemd-tmpfiles")
def test_users_and_folders_are_made_in_an_empty_root_and_again(tmp_path: Path) -> None:
    for folder in ("etc", "run", "var", "usr/local/lib"):
        (tmp_path / folder).mkdir(parents=True)
    for kind in ("sysusers.d", "tmpfiles.d"):
        shutil.copytree(FOLDER / kind, tmp_path / "usr/local/lib" / kind)
    for _ in range(2):
        done = run("systemd-sysusers", f"--root={tmp_path}", "zapato.conf")
        assert (done.returncode, done.stdout, re.sub("Creating .*\n", "", done.stderr)) == (0, "", "")
    users = {line.split(":")[0]: line.split(":") for line in (tmp_path / "etc/passwd").read_text().splitlines()}
    assert set(users) == {"zapato", "zapato-players", "zapato-dealer", "zapato-monitors", "zapato-pit"}
    assert all(fields[6].endswith("nologin") for fields in users.values())
    members = [line for line in (tmp_path / "etc/group").read_text().splitlines() if not line.endswith(":")]
    assert not members, "who is in a group by the file is in it in every unit"
    if not _is_root():  # who is not root may give folders to nobody
        return
    for _ in range(2):
        done = run("systemd-tmpfiles", f"--root={tmp_path}", "--create", "zapato.conf")
        assert done.returncode == 0, done.stderr
    state = (tmp_path / "var/lib/zapato").stat()
    assert (state.st_uid, oct(state.st_mode & 0o777)) == (int(users["zapato"][2]), "0o750")


def _is_root() -> bool:
    return run("id", "-u").stdout.strip() == "0"


@pytest.mark.needs("udevadm")
def test_udev_finds_no_fault_in_the_rules() -> None:
    done = run("udevadm", "verify", FOLDER / "70-zapato-reader.rules")
    if "Unknown command" in done.stderr:
        pytest.skip("this udevadm verifies no rules: it can from systemd 254 on")
    # A bare machine has no group of the pins; there the rule's answer to that, to go on without it, is no fault.
    told = [line for line in done.stderr.splitlines() if "Unknown group" not in line and "check failed" not in line]
    assert done.returncode == 0 or not told, done.stdout + done.stderr


def test_a_reader_has_a_name_that_stays_and_modem_manager_keeps_away() -> None:
    rules = (FOLDER / "70-zapato-reader.rules").read_text()
    assert 'SYMLINK+="zapato-reader"' in rules
    labels = re.findall('^LABEL="(.*)"', rules, re.MULTILINE)
    assert set(re.findall('GOTO="(.*)"', rules)) <= set(labels)
    settings = parse_settings('[reader]\nport = "/dev/zapato-reader"\n', "table.toml", Path("/etc/zapato"))
    assert str(settings.reader.port) == "/dev/zapato-reader"


def test_the_machine_starts_anew_within_fifteen_seconds_and_its_log_has_an_end() -> None:
    watchdog = read_unit(FOLDER / "system.conf.d/zapato-watchdog.conf")["Manager"]
    assert all(int(watchdog[key][0].removesuffix("s")) <= 15 for key in ("RuntimeWatchdogSec", "RebootWatchdogSec"))
    log = read_unit(FOLDER / "journald.conf.d/zapato.conf")["Journal"]
    assert {"SystemMaxUse", "SystemKeepFree", "RuntimeMaxUse", "RateLimitBurst"} <= log.keys()


def test_no_key_of_a_keyboard_ends_the_machine_or_lets_it_sleep() -> None:
    login = read_unit(FOLDER / "logind.conf.d/zapato-keys.conf")["Login"]
    keys = {
        f"Handle{key}Key{press}" for key in ("Power", "Reboot", "Suspend", "Hibernate") for press in ("", "LongPress")
    }
    assert {key: login[key] for key in keys} == {key: ["ignore"] for key in keys}
    manager = read_unit(FOLDER / "system.conf.d/zapato-keys.conf")["Manager"]
    assert manager["CtrlAltDelBurstAction"] == ["none"]
    kernel = (FOLDER / "sysctl.d/60-zapato.conf").read_text()
    assert re.findall("^kernel.sysrq = (.*)", kernel, re.MULTILINE) == ["0"]


def test_every_file_is_named_in_the_readme() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    files = [one.name for one in UNITS.iterdir() if one.is_file()]
    files += [str(one.relative_to(FOLDER)) for one in FOLDER.glob("*.d/*zapato*.conf")]
    assert [one for one in files if one not in readme] == []


def test_the_uninstallation_knows_every_user_and_group_that_there_is_or_was() -> None:
    made = re.findall(r"^([ug]) +(zapato\S*)", (FOLDER / "sysusers.d/zapato.conf").read_text(), re.MULTILINE)
    text = (FOLDER / "uninstall").read_text()
    (users,), (groups,) = (re.findall(rf"for {what} in (.*); do", text) for what in ("user", "group"))
    before = {"zapato-screen"}  # which ran both screens once
    assert set(users.split()) == {name for kind, name in made if kind == "u"} | before
    assert set(groups.split()) == {name for _, name in made} | before
