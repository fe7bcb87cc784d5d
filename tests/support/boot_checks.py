"""For `tests/systemd/boot`: what is looked at in a booted root, one function each; what it returns is the figure."""

import json
import re
import signal
import time
from collections.abc import Callable

from support.boot_container import Container

TABLE = "zapato-table.service"
PYTHON = "/opt/zapato/current/bin/python"
SETTINGS = "etc/zapato/table.toml"
UNITS = "usr/local/lib/systemd/system"
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
    for unit in sorted((container.root / UNITS).glob("zapato-*.service")):
        path = f"/{UNITS}/{unit.name}"
        done = container.run(
            "systemd-analyze", "security", "--offline=true", f"--threshold={WORST}", "--no-pager", path
        )
        score = re.search(r"exposure level for .*?: ([0-9.]+)", done.stdout)
        assert done.returncode == 0 and score, f"{unit.name}: {done.stdout[-300:]}{done.stderr}"
        found.append(f"{unit.stem.removeprefix('zapato-')} {score[1]}")
    return ", ".join(found)


def verified(container: Container) -> str:
    """systemd finds no fault in the units."""
    units = sorted(one.name for one in (container.root / UNITS).glob("zapato*.*") if one.is_file())
    names = [one.replace("@.", "@players.") for one in units]
    done = container.run("systemd-analyze", "verify", "--man=no", *names)
    said = [line for line in (done.stdout + done.stderr).splitlines() if "zapato" in line and not _of_absent(line)]
    assert not said, "\n".join(said)
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
    for user in ("zapato-screen", "zapato-pit"):
        groups = container.run("id", "-nG", user).stdout.split()
        assert groups == [user], f"{user} is in {groups}: groups come from the units alone"
    return f"{len(wanted)} as agreed"


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


def screens_rights(container: Container) -> str:
    """The players' screen runs, and opens the public socket only; the dealer's opens staff's and the panel's."""
    paths = [f"/run/zapato/{name}.sock" for name in ("public", "staff", "panel")]
    paths += ["/var/lib/zapato/journal.sqlite3", "/etc/shadow"]
    # A container has neither a graphics card nor a terminal: SDL draws for nobody, and everything else is as delivered.
    _drop_in(
        container,
        "zapato-screen@.service",
        "StandardInput=null\nTTYReset=no\nTTYVHangup=no\nTTYVTDisallocate=no\nTTYPath=\nDeviceAllow=\n"
        "Environment=SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy\n"
        f"ExecStartPre={PYTHON} /opt/proof/probe.py {' '.join(paths)}",
    )
    for which in ("players", "dealer"):
        _drop_in(container, f"zapato-screen@{which}.service", "TTYPath=\nDeviceAllow=", name="tty")
        began = container.run("systemctl", "start", f"zapato-screen@{which}")
        assert began.returncode == 0, began.stderr + container.log(f"zapato-screen@{which}")
    told = {which: container.probes(f"zapato-screen@{which}.service") for which in ("players", "dealer")}
    opened = {which: [path for path, what in found.items() if what == "open"] for which, found in told.items()}
    assert opened == {"players": paths[:1], "dealer": paths[1:3]}, told
    time.sleep(3)  # a screen that cannot live ends within its first pictures
    for which in ("players", "dealer"):
        unit = f"zapato-screen@{which}.service"
        state = container.show(unit, "ActiveState", "NRestarts", "MainPID")
        assert (state["ActiveState"], state["NRestarts"]) == ("active", "0"), container.log(unit)
        assert not re.search("Traceback|not permitted", container.log(unit)), container.log(unit)
    return "; ".join(
        f"{which} opens {', '.join(path.rsplit('/', 1)[1] for path in found)}" for which, found in opened.items()
    )


def screens_apart(container: Container) -> str:
    """Neither screen can look into the other, though they share a user."""
    dealer = container.show("zapato-screen@dealer.service", "MainPID")["MainPID"]
    assert container.run("test", "-e", f"/proc/{dealer}/mem").returncode == 0, "the dealer's screen runs"
    _drop_in(
        container,
        "zapato-screen@players.service",
        f"ExecStartPre=\nExecStartPre={PYTHON} /opt/proof/probe.py /proc/{dealer}/mem /proc/{dealer}/environ",
        name="zz-apart",
    )
    container.told("restart", "zapato-screen@players.service")
    told = container.probes("zapato-screen@players.service")
    assert len(told) == 2 and "open" not in told.values(), told
    container.told("stop", "zapato-screen@players.service", "zapato-screen@dealer.service")
    return f"its memory: {next(iter(told.values()))}"


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
    if container.run("zapato", "backup", "--help").returncode:
        return "this release has no `zapato backup`"
    done = container.run("systemctl", "start", "zapato-backup.service")
    assert done.returncode == 0, container.log("zapato-backup.service", "-n", "15")
    made = container.run("find", "/var/backups/zapato", "-mindepth", "1", "-maxdepth", "1", "-printf", "%f %s\n").stdout
    assert made, "nothing was made"
    return ", ".join(made.splitlines())


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


def in_weston(container: Container) -> str:
    """Both screens live in weston, each under the name by which it finds its monitor."""
    # There is no graphics card: weston shows to nobody.
    begin = "/usr/bin/weston --config=/etc/zapato/monitors.ini --socket=wayland --backend=headless-backend.so"
    _drop_in(container, "zapato-monitors.service", f"ExecStart=\nExecStart={begin}")
    _drop_in(container, "zapato-screen-window@.service", "Environment=WAYLAND_DEBUG=client")
    units = [f"zapato-screen-window@{which}.service" for which in ("players", "dealer")]
    done = container.run("systemctl", "start", *units)
    assert done.returncode == 0, done.stderr + container.log("zapato-monitors.service")
    seen = _all_live(container, "zapato-monitors.service", *units)
    for which, unit in zip(("players", "dealer"), units, strict=True):
        assert f'set_app_id("zapato-{which}")' in container.log(unit), container.log(unit)[:3000]
    return seen


def in_cage(container: Container) -> str:
    """A screen lives in cage."""
    container.told("stop", "zapato-monitors.service")
    nobody = "WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1"
    _drop_in(container, "zapato-screen-cage@.service", f"Environment={nobody}")
    done = container.run("systemctl", "start", "zapato-screen-cage@dealer.service")
    assert done.returncode == 0, done.stderr
    return _all_live(container, "zapato-screen-cage@dealer.service")


def _all_live(container: Container, *units: str) -> str:
    time.sleep(10)  # a screen that cannot live ends within its first pictures
    for unit in units:
        state = container.show(unit, "ActiveState", "NRestarts")
        assert state == {"ActiveState": "active", "NRestarts": "0"}, f"{state} {container.log(unit)[-1500:]}"
        assert not re.search("Traceback|not permitted", container.log(unit)), container.log(unit)[-1500:]
    memory = [container.show(unit, "MainPID")["MainPID"] for unit in units]
    sizes = [container.run("grep", "VmRSS", f"/proc/{pid}/status").stdout.split()[1] for pid in memory]
    return ", ".join(
        f"{unit.removesuffix('.service')} {int(size) // 1024} MB" for unit, size in zip(units, sizes, strict=True)
    )


def _main_pid(container: Container) -> int:
    return int(container.show(TABLE, "MainPID").get("MainPID", "0"))


def _signal(container: Container, number: signal.Signals) -> None:
    done = container.run("systemctl", "kill", "--kill-who=main", f"--signal={number.name}", TABLE)
    assert done.returncode == 0, done.stderr


def _drop_in(container: Container, unit: str, lines: str, *, name: str = "proof") -> None:
    folder = container.root / f"etc/systemd/system/{unit}.d"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.conf").write_text(f"[Service]\n{lines}\n")
    container.told("daemon-reload")


Check = Callable[[Container], str]

CHECKS: tuple[Check, ...] = (
    starts,
    status_tells,
    verified,
    security,
    folders_and_sockets,
    deals,
    screens_rights,
    screens_apart,
    killed,
    hangs,
    hang_leaves_traceback,
    wrong_settings,
    half_a_release,
    machine_settings,
    rules_of_udev,
    backup,
    ends,
)
MONITORS: tuple[Check, ...] = (in_weston, in_cage)
