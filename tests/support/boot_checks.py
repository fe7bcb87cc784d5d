"""For `tests/systemd/boot`: what is looked at in a booted root, one function each; what it returns is the figure."""

import json
import re
import signal
import time
from pathlib import Path

from support.boot_container import Check, Container
from support.boot_screens import MONITORS, PYTHON, screens_apart, screens_rights

TABLE = "zapato-table.service"
SETTINGS = "etc/zapato/table.toml"
WORST = 20
"""The most that `systemd-analyze security` may say, in tenths."""


def look_at(container: Container, *, monitors: bool) -> int:
    """Everything; prints a line for each and returns how many failed."""
    failed = 0
    for check in (*CHECKS, *(MONITORS if monitors else ())):
        name = (check.__doc__ or "").splitlines()[0].rstrip(".")
        try:
            print(f"  seen    {name}: {check(container)}", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"  FAILED  {name}: {error}", flush=True)
            print(container.log(TABLE, "-n", "12"))
    return failed


def starts(container: Container) -> str:
    """The machine starts with nothing failed, and the table is ready."""
    container.wait(container.is_ready, "READY of the table")
    failed = container.told("list-units", "--failed", "--no-legend", "--plain")
    assert not failed, failed
    names = ("ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic")
    began, ready = (int(container.show(TABLE, name)[name]) / 1e6 for name in names)
    for unit in ("zapato.target", "zapato-backup.timer"):
        assert container.told("is-active", unit) == "active", unit
    version = container.run("systemctl", "--version").stdout.split()[1]
    return f"systemd {version}; up in {container.boot_s:.1f} s, start to ready {ready - began:.2f} s"


def status_tells(container: Container) -> str:
    """`systemctl status` says what the table does."""
    container.wait(lambda: "all is well" in container.show(TABLE, "StatusText").get("StatusText", ""), "its status")
    return container.show(TABLE, "StatusText")["StatusText"]


def security(container: Container) -> str:
    """Every unit's exposure is at most 2.0."""
    found = []
    for unit in sorted((_folder(container)).glob("zapato-*.service")):
        path = f"/{unit.relative_to(container.root)}"
        done = container.run(
            "systemd-analyze", "security", "--offline=true", f"--threshold={WORST}", "--no-pager", path
        )
        score = re.search(r"exposure level for .*?: ([0-9.]+)", done.stdout)
        assert done.returncode == 0 and score, f"{unit.name}: {done.stdout[-300:]}{done.stderr}"
        found.append(f"{unit.stem.removeprefix('zapato-')} {score[1]}")
    assert len(found) >= 5, found
    return ", ".join(found)


def verified(container: Container) -> str:
    """systemd finds no fault in the units."""
    units = sorted(one.name for one in (_folder(container)).glob("zapato*.*") if one.is_file())
    names = [one.replace("@.", "@players.") for one in units]
    done = container.run("systemd-analyze", "verify", "--man=no", *names)
    said = [line for line in (done.stdout + done.stderr).splitlines() if "zapato" in line and not _of_absent(line)]
    assert not said, "\n".join(said)
    assert len(units) >= 8, units
    return f"{len(units)} units"


def _of_absent(line: str) -> bool:
    """Whether it is about a program that this root was not given: cage, weston and seatd come with --monitors."""
    return any(name in line for name in ("/usr/bin/cage", "/usr/bin/weston", "seatd.service"))


def folders_and_sockets(container: Container) -> str:
    """Folders and sockets belong to whom they shall."""
    wanted = {
        "/etc/zapato/table.toml": "644 root:root",
        "/var/lib/zapato": "750 zapato:zapato",
        "/var/backups/zapato": "750 zapato:zapato",
        "/run/zapato": "755 zapato:zapato",
        "/run/zapato/public.sock": "660 zapato:zapato-public",
        "/run/zapato/staff.sock": "660 zapato:zapato-staff",
        "/run/zapato/panel.sock": "660 zapato:zapato-panel",
    }
    for path, told in wanted.items():
        is_so = container.run("stat", "-c", "%a %U:%G", path).stdout.strip()
        assert is_so == told, f"{path} is {is_so}, not {told}"
    for user in ("zapato-players", "zapato-dealer", "zapato-monitors", "zapato-pit"):
        groups = container.run("id", "-nG", user).stdout.split()
        assert groups == [user], f"{user} is in {groups}: groups come from the units alone"
    return f"{len(wanted)} as agreed"


def sockets_come_back(container: Container) -> str:
    """Sockets that root removes are there again, with their groups, and the table goes on."""
    before = _main_pid(container)
    container.run("sh", "-c", "rm /run/zapato/*.sock")
    took_s = container.wait(lambda: len(container.run("sh", "-c", "ls /run/zapato/*.sock").stdout.split()) == 3, "them")
    folders_and_sockets(container)
    assert _main_pid(container) == before
    return f"after {took_s:.1f} s"


def run_is_read_only(container: Container) -> str:
    """The table writes in its own folder of /run and nowhere else there."""
    mounts = container.run("cat", f"/proc/{_main_pid(container)}/mountinfo").stdout.splitlines()
    found = {fields[4]: fields[5].split(",")[0] for fields in map(str.split, mounts)}
    assert (found["/run"], found["/run/zapato"]) == ("ro", "rw"), found
    return "/run ro, /run/zapato rw"


def deals(container: Container) -> str:
    """Coups are dealt with the simulated shoe, and the record verifies."""
    return f"{_deal(container, 3)} coups, {_verify(container)} events"


def _deal(container: Container, coups: int) -> int:
    done = container.run(PYTHON, "/opt/proof/deal.py", str(coups))
    assert done.returncode == 0, done.stderr[-800:]
    dealt: int = json.loads(done.stdout)["coups"]
    assert dealt == coups, done.stdout
    return dealt


def _verify(container: Container) -> int:
    done = container.run("zapato", "verify", "/var/lib/zapato/journal.sqlite3")
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"(\d[\d,]*) events|\"events\": ?(\d+)", done.stdout)
    assert found, done.stdout
    return int((found[1] or found[2]).replace(",", ""))


def killed(container: Container) -> str:
    """A table that is killed is back by itself and goes on."""
    before = _main_pid(container)
    began_s = time.monotonic()
    _signal(container, signal.SIGKILL)
    container.wait(lambda: _main_pid(container) not in (0, before), "another process")
    container.wait(container.is_ready, "READY again")
    took_s = time.monotonic() - began_s
    _deal(container, 2)
    return f"ready {took_s:.1f} s after the kill; 2 more coups, {_verify(container)} events"


def hangs(container: Container) -> str:
    """A table that stands still is ended by the watchdog and is back."""
    before = _main_pid(container)
    began_s = time.monotonic()
    _signal(container, signal.SIGSTOP)
    container.wait(lambda: _main_pid(container) not in (0, before), "the watchdog")
    container.wait(container.is_ready, "READY again")
    took_s = time.monotonic() - began_s
    assert "watchdog" in container.log(TABLE, "-n", "30").lower(), container.log(TABLE, "-n", "30")
    _deal(container, 1)
    return f"ready again {took_s:.1f} s after it stood still; 1 more coup, {_verify(container)} events"


def hang_leaves_traceback(container: Container) -> str:
    """What is ended for standing still says where it stood."""
    _signal(container, signal.SIGABRT)
    container.wait(lambda: "most recent call first" in container.log(TABLE, "-n", "60"), "a traceback in the log")
    container.wait(container.is_ready, "READY again")
    return "serve_one" if "serve_one" in container.log(TABLE, "-n", "80") else "a traceback"


def wrong_settings(container: Container) -> str:
    """Wrong settings: the status says it, no spinning, and mended settings are taken at once."""
    file = container.root / SETTINGS
    good = file.read_text()
    file.write_text(good.replace("[table]", "[tabel]"))
    container.told("restart", "--no-block", TABLE)
    container.wait(lambda: "cannot start" in container.show(TABLE, "StatusText").get("StatusText", ""), "the status")
    status = container.show(TABLE, "StatusText", "NRestarts", "ActiveState")
    time.sleep(8)  # what spins would have been started several times meanwhile
    again = container.show(TABLE, "NRestarts")
    assert again["NRestarts"] == status["NRestarts"], (status, again)
    file.write_text(good)
    took_s = container.wait(container.is_ready, "READY with good settings")
    return f"{status['ActiveState']}: {status['StatusText'][:90]}…; ready {took_s:.1f} s after they were mended"


def half_a_release(container: Container) -> str:
    """A release that is not whole: tried every two seconds, never given up, and back when it is whole."""
    link = container.root / "opt/zapato/current"
    whole = link.readlink()
    link.unlink()
    link.symlink_to("/opt/zapato/releases/none")
    container.told("restart", "--no-block", TABLE)
    began = int(container.show(TABLE, "NRestarts")["NRestarts"])
    time.sleep(9)
    tried = int(container.show(TABLE, "NRestarts")["NRestarts"]) - began
    assert 2 <= tried <= 6, f"{tried} times in 9 s"
    link.unlink()
    link.symlink_to(whole)
    container.wait(container.is_ready, "READY of the whole one")
    return f"{tried} attempts in 9 s, then ready"


def machine_settings(container: Container) -> str:
    """The machine's watchdog, the log's limits."""
    manager = container.told("show", "-pRuntimeWatchdogUSec", "--value")
    log = container.run("systemd-analyze", "cat-config", "systemd/journald.conf").stdout
    assert manager == "14s", manager
    assert "SystemMaxUse=200M" in log
    return f"watchdog {manager}; log at most 200M"


def backup(container: Container) -> str:
    """The nightly backup runs in its sandbox."""
    done = container.run("systemctl", "start", "zapato-backup.service")
    assert done.returncode == 0, container.log("zapato-backup.service", "-n", "15")
    made = container.run("find", "/var/backups/zapato", "-mindepth", "1", "-maxdepth", "1", "-printf", "%f %s\n").stdout
    assert made, "nothing was made"
    return ", ".join(made.splitlines())


def follows(container: Container) -> str:
    """The copy up to the second is made in its sandbox."""
    unit = container.root / "opt/zapato/current/share/zapato/systemd/litestream/zapato-follow.service"
    name = str(unit.relative_to(container.root))
    assert container.run("cp", f"/{name}", "/etc/systemd/system").returncode == 0, f"/{name} is not there"
    container.told("daemon-reload")
    container.run("systemctl", "start", "zapato-follow.service")
    folder = "/var/lib/zapato/follow"
    container.wait(lambda: container.run("sh", "-c", f"ls {folder}/*.sqlite3").stdout, "the copy")
    made = container.run("sh", "-c", f"cd {folder} && ls").stdout.split()
    state = container.show("zapato-follow.service", "ActiveState", "NRestarts")
    assert state == {"ActiveState": "active", "NRestarts": "0"}, container.log("zapato-follow.service")
    container.told("stop", "zapato-follow.service")
    return ", ".join(made)


def keys(container: Container) -> str:
    """No key of a keyboard ends the machine: Ctrl-Alt-Del as the kernel hands it over, once and in a burst."""
    before = container.show(TABLE, "MainPID", "ActiveEnterTimestampMonotonic")
    assert container.run("systemctl", "is-enabled", "ctrl-alt-del.target").stdout.strip() == "masked"
    assert container.told("show", "-pCtrlAltDelBurstAction", "--value") == "none"
    for _ in range(40):  # of two that come before the first is seen one is lost; more than seven are a burst
        assert container.run("sh", "-c", "kill -INT 1").returncode == 0
    words = ("journalctl", "-b", "_PID=1")
    refused = "ctrl-alt-del.target is masked"
    container.wait(lambda: container.run(*words).stdout.count(refused) > 7, "what systemd says of it")
    assert container.run("systemctl", "is-system-running").stdout.strip() != "stopping"
    assert not container.told("list-jobs", "--no-legend")
    assert container.show(TABLE, "MainPID", "ActiveEnterTimestampMonotonic") == before
    login = container.run("systemd-analyze", "cat-config", "systemd/logind.conf").stdout
    assert "\nHandlePowerKey=ignore" in login, login
    return f"{container.run(*words).stdout.count(refused)} times Ctrl-Alt-Del, and it goes on"


def rules_of_udev(container: Container) -> str:
    """udev finds no fault in the rules."""
    done = container.run("udevadm", "verify", "/etc/udev/rules.d/70-zapato-reader.rules")
    if "Unknown command" in done.stderr:
        return "this systemd cannot be asked"
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()[-1] if done.stdout else "none"


def ends(container: Container) -> str:
    """The target's stop ends the table in peace, and its start brings it back."""
    container.told("stop", "zapato.target")
    container.wait(lambda: container.show(TABLE, "ActiveState")["ActiveState"] == "inactive", "its end")
    state = container.show(TABLE, "ActiveState", "Result", "ExecMainStatus")
    assert state == {"ActiveState": "inactive", "Result": "success", "ExecMainStatus": "0"}, state
    container.told("start", "zapato.target")
    container.wait(container.is_ready, "READY")
    said = container.log(TABLE)
    # Exactly what was caused: a traceback after SIGABRT; nothing that the sandbox refused.
    assert "not permitted" not in said, [line for line in said.splitlines() if "not permitted" in line]
    return "inactive with success, then ready"


def _folder(container: Container) -> Path:
    """Where the installer has put the units."""
    return (container.root / container.show(TABLE, "FragmentPath")["FragmentPath"].lstrip("/")).parent


def _main_pid(container: Container) -> int:
    return int(container.show(TABLE, "MainPID").get("MainPID", "0"))


def _signal(container: Container, number: signal.Signals) -> None:
    done = container.run("systemctl", "kill", "--kill-who=main", f"--signal={number.name}", TABLE)
    assert done.returncode == 0, done.stderr


CHECKS: tuple[Check, ...] = (
    starts,
    status_tells,
    verified,
    security,
    folders_and_sockets,
    sockets_come_back,
    run_is_read_only,
    deals,
    screens_rights,
    screens_apart,
    killed,
    hangs,
    hang_leaves_traceback,
    wrong_settings,
    half_a_release,
    machine_settings,
    keys,
    rules_of_udev,
    backup,
    follows,
    ends,
)
