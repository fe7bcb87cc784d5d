"""For `tests/systemd/boot`: the screens, their rights, and the programs in which they live."""

import re
import time

from support.boot_container import Check, Container

PYTHON = "/opt/zapato/current/bin/python"
SCREENS = ("players", "dealer")


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
    for which in SCREENS:
        _drop_in(container, f"zapato-screen@{which}.service", "TTYPath=\nDeviceAllow=", name="tty")
        began = container.run("systemctl", "start", f"zapato-screen@{which}")
        assert began.returncode == 0, began.stderr + container.log(f"zapato-screen@{which}")
    told = {which: container.probes(f"zapato-screen@{which}.service") for which in SCREENS}
    opened = {which: [path for path, what in found.items() if what == "open"] for which, found in told.items()}
    assert opened == {"players": paths[:1], "dealer": paths[1:3]}, told
    time.sleep(3)  # a screen that cannot live ends within its first pictures
    for which in SCREENS:
        unit = f"zapato-screen@{which}.service"
        state = container.show(unit, "ActiveState", "NRestarts", "MainPID")
        assert (state["ActiveState"], state["NRestarts"]) == ("active", "0"), container.log(unit)
        assert not re.search("Traceback|not permitted", container.log(unit)), container.log(unit)
    return "; ".join(
        f"{which} opens {', '.join(path.rsplit('/', 1)[1] for path in found)}" for which, found in opened.items()
    )


def screens_apart(container: Container) -> str:
    """Neither screen can look into the other, end it or enter its folder: each is a user of its own."""
    pids = {which: container.show(f"zapato-screen@{which}.service", "MainPID")["MainPID"] for which in SCREENS}
    users = {which: container.run("stat", "-c", "%U", f"/proc/{pid}").stdout.strip() for which, pid in pids.items()}
    assert users == {which: f"zapato-{which}" for which in SCREENS}, users
    dealer = pids["dealer"]
    tries = [f"/proc/{dealer}/mem", f"/proc/{dealer}/environ", "/run/zapato-screen-dealer", f"kill:{dealer}"]
    for path in tries[:3]:
        assert container.run("test", "-e", path).returncode == 0, f"there is no {path}"
    _drop_in(
        container,
        "zapato-screen@players.service",
        f"ExecStartPre=\nExecStartPre={PYTHON} /opt/proof/probe.py {' '.join(tries)}",
        name="zz-apart",
    )
    container.told("restart", "zapato-screen@players.service")
    told = container.probes("zapato-screen@players.service")
    assert list(told) == tries and "open" not in told.values(), told
    container.told("stop", "zapato-screen@players.service", "zapato-screen@dealer.service")
    return ", ".join(f"{path}: {what}" for path, what in told.items())


def in_weston(container: Container) -> str:
    """Both screens live in weston, each under the name by which it finds its monitor."""
    # There is no graphics card: weston shows to nobody.
    begin = "/usr/bin/weston --config=/etc/zapato/monitors.ini --socket=wayland --backend=headless-backend.so"
    _drop_in(container, "zapato-monitors.service", f"ExecStart=\nExecStart={begin}")
    _drop_in(container, "zapato-screen-window@.service", "Environment=WAYLAND_DEBUG=client")
    units = [f"zapato-screen-window@{which}.service" for which in SCREENS]
    done = container.run("systemctl", "start", *units)
    assert done.returncode == 0, done.stderr + container.log("zapato-monitors.service")
    seen = _all_live(container, "zapato-monitors.service", *units)
    for which, unit in zip(SCREENS, units, strict=True):
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


def _drop_in(container: Container, unit: str, lines: str, *, name: str = "proof") -> None:
    folder = container.root / f"etc/systemd/system/{unit}.d"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.conf").write_text(f"[Service]\n{lines}\n")
    container.told("daemon-reload")


MONITORS: tuple[Check, ...] = (in_weston, in_cage)
