"""The machine: heat, power, memory, clock, watchdog, services, users, disks, in worlds in which they are wrong."""

import os
from pathlib import Path

import pytest
from doctor.doctor_tools import answers, machine, said, write

from device.doctor.finding import Level
from device.doctor.parts import clock, disk, memory, power, temperature, units, users, versions, watchdog
from device.doctor.people import read_people

BAD, WARN, NOTE, OK = Level.BAD, Level.WARN, Level.NOTE, Level.OK


@pytest.mark.parametrize(
    ("degrees", "code", "level"),
    [("45123", "temperature", OK), ("76000", "temperature-warm", WARN), ("84999", "temperature-hot", BAD)],
)
def test_the_warmest_thermometer_counts(tmp_path: Path, degrees: str, code: str, level: Level) -> None:
    write(tmp_path / "sys/class/thermal/thermal_zone0/temp", "30000\n")
    write(tmp_path / "sys/class/thermal/thermal_zone1/temp", f"{degrees}\n")
    assert said(temperature.look(machine(tmp_path))) == {code: level}


def test_without_a_thermometer_nothing_is_guessed(tmp_path: Path) -> None:
    write(tmp_path / "sys/class/thermal/thermal_zone0/temp", "nonsense")
    assert said(temperature.look(machine(tmp_path))) == {"temperature-untold": NOTE}


@pytest.mark.parametrize(
    ("flags", "codes"),
    [
        ("0", {"power": OK}),
        ("0x1", {"power-low": BAD}),
        ("0x50005", {"power-low": BAD, "power-slow": WARN}),
        ("0x50000", {"power-was-low": WARN, "power-was-slow": NOTE}),
        ("what", {"power-untold": NOTE}),
    ],
)
def test_low_voltage_now_is_worse_than_it_was(tmp_path: Path, flags: str, codes: dict[str, Level]) -> None:
    assert said(power.look(machine(tmp_path, run=answers(vcgencmd=f"throttled={flags}\n")))) == codes
    write(tmp_path / "sys/devices/platform/soc/soc:firmware/get_throttled", flags)
    assert said(power.look(machine(tmp_path))) == codes


def test_memory_that_ends_and_programs_that_were_ended(tmp_path: Path) -> None:
    write(tmp_path / "proc/meminfo", "MemTotal:         948304 kB\nMemAvailable:      40960 kB\n")
    write(tmp_path / "proc/vmstat", "pgfault 12\noom_kill 2\n")
    assert said(memory.look(machine(tmp_path))) == {"memory-out": BAD, "memory-killed": WARN}
    write(tmp_path / "proc/meminfo", "MemTotal:         948304 kB\nMemAvailable:     640960 kB\n")
    write(tmp_path / "proc/vmstat", "oom_kill 0\n")
    assert said(memory.look(machine(tmp_path))) == {"memory": OK}


def systemd(root: Path) -> None:
    (root / "run/systemd/system").mkdir(parents=True)


def test_a_clock_without_battery_and_network(tmp_path: Path) -> None:
    systemd(tmp_path)
    world = machine(tmp_path, run=answers(timedatectl="no\n"))
    assert said(clock.look(world)) == {"clock": OK, "clock-alone": WARN, "clock-no-battery": WARN}
    (tmp_path / "sys/class/rtc/rtc0").mkdir(parents=True)
    world = machine(tmp_path, run=answers(timedatectl="yes\n"))
    assert said(clock.look(world)) == {"clock": OK, "clock-synchronised": OK, "clock-battery": OK}
    write(tmp_path / "sys/class/rtc/rtc0/battery_voltage", "12000")
    assert said(clock.look(world))["clock-no-battery"] is NOTE


def test_a_clock_that_stands_before_the_record_or_before_this_software() -> None:
    from datetime import UTC, datetime

    now = datetime(2026, 11, 30, tzinfo=UTC)
    assert said(clock.judge_now(now, now.replace(month=12))) == {"clock-behind": WARN}
    assert said(clock.judge_now(datetime(2000, 1, 1, tzinfo=UTC), now)) == {"clock-wrong": BAD}


@pytest.mark.parametrize(
    ("text", "code"),
    [("RuntimeWatchdogUSec=15s", "watchdog"), ("RuntimeWatchdogUSec=1min 30s", "watchdog-long"),
     ("RuntimeWatchdogUSec=infinity", "watchdog-off"), ("RuntimeWatchdogUSec=0", "watchdog-off"),
     ("RuntimeWatchdogUSec=10000000", "watchdog")],
)  # fmt: skip
def test_a_watchdog_that_nobody_feeds(tmp_path: Path, text: str, code: str) -> None:
    systemd(tmp_path)
    assert said(watchdog.look(machine(tmp_path, run=answers(systemctl=text)))) == {"watchdog-none": WARN}
    write(tmp_path / "dev/watchdog0", "")
    assert list(said(watchdog.look(machine(tmp_path, run=answers(systemctl=text))))) == [code]


UNITS = """Id=zapato-table.service
LoadState=loaded
ActiveState={active}
SubState={sub}
Result={result}
NRestarts={restarts}
UnitFileState={enabled}
WatchdogUSec={watchdog}

Id=zapato-screen@players.service
LoadState=loaded
ActiveState=active
SubState=running
NRestarts=0
UnitFileState=enabled
"""


@pytest.mark.parametrize(
    ("unit", "codes"),
    [
        (("active", "running", "success", 0, "enabled", "15s"), {"units-active"}),
        (("active", "running", "success", 9, "enabled", "15s"), {"units-active", "units-restarts"}),
        (("failed", "failed", "watchdog", 5, "enabled", "15s"), {"units-active", "units-failed"}),
        (("activating", "auto-restart", "exit-code", 70, "enabled", "15s"), {"units-active", "units-restarting"}),
        (("inactive", "dead", "success", 0, "disabled", "0"),
         {"units-active", "units-inactive", "units-not-enabled", "units-unwatched"}),
    ],
)  # fmt: skip
def test_a_service_that_fails_or_is_started_again_and_again(
    tmp_path: Path, unit: tuple[object, ...], codes: set[str]
) -> None:
    systemd(tmp_path)
    names = ("active", "sub", "result", "restarts", "enabled", "watchdog")
    text = UNITS.format(**dict(zip(names, unit, strict=True)))
    assert set(said(units.judge(units.read_units(text)))) == codes


def test_a_backup_that_rests_until_morning_is_well() -> None:
    rests = "Id=zapato-backup.service\nLoadState=loaded\nActiveState=inactive\nType=oneshot\nResult=success\n"
    assert said(units.judge(units.read_units(rests))) == {"units-active": OK}
    assert said(units.judge(units.read_units(rests.replace("=inactive", "=failed")))) == {"units-failed": BAD}


def test_a_machine_without_systemd_or_with_one_that_is_silent(tmp_path: Path) -> None:
    assert said(units.look(machine(tmp_path))) == {"units-no-systemd": NOTE}
    systemd(tmp_path)
    assert said(units.look(machine(tmp_path))) == {"units-silent": BAD}
    assert "units-none" in said(units.look(machine(tmp_path, run=answers(systemctl="Id=x\nLoadState=not-found\n"))))


PASSWD = """root:x:0:0::/root:/bin/sh
zapato:x:990:990::/:/bin/false
zapato-players:x:991:991::/:/bin/false
zapato-dealer:x:992:992::/:/bin/false
ana:x:1000:1000::/:/bin/sh
"""
TOO_MUCH = """dialout:x:20:zapato
gpio:x:21:
video:x:44:zapato-players,zapato-dealer
zapato:x:990:ana
zapato-staff:x:80:ana
sudo:x:27:zapato
"""


def test_users_who_lack_a_device_and_people_who_may_too_much() -> None:
    found = said(users.judge(read_people(PASSWD, TOO_MUCH)))
    assert found["users-lack"] is WARN  # gpio
    assert found["users-share"] is WARN
    assert found["users-too-much"] is BAD
    assert found["users-in-group"] is NOTE
    assert found["users-no-group"] is WARN
    right = "dialout:x:20:zapato\nvideo:x:44:zapato-players,zapato-dealer\nzapato:x:990:\n" + "".join(
        f"{name}:x:{80 + number}:\n" for number, name in enumerate(users.SOCKET_GROUPS)
    )
    assert said(users.judge(read_people(PASSWD, right))) == {"users-groups": OK}
    assert said(users.judge(read_people("no line\nroot:x:0:0:r:/:/", "")))["users-none"] is NOTE


def test_groups_that_a_service_gives_its_user_count(tmp_path: Path) -> None:
    write(tmp_path / "etc/passwd", PASSWD)
    write(tmp_path / "etc/group", "dialout:x:20:\ngpio:x:21:\nvideo:x:44:\nzapato-public:x:80:\nzapato-staff:x:81:\n")
    assert said(users.look(machine(tmp_path)))["users-lack"] is WARN
    folder = tmp_path / "etc/systemd/system"
    write(folder / "zapato-table.service", "[Service]\nSupplementaryGroups=dialout gpio zapato-public\n")
    write(folder / "zapato-screen@.service", "[Service]\nSupplementaryGroups=video\n")
    write(folder / "zapato-screen@players.service.d/sockets.conf", "[Service]\nSupplementaryGroups=zapato-public\n")
    world = machine(tmp_path)
    found = said(users.look(world))
    assert "users-lack" not in found
    assert "users-in-group" not in found  # a service is no person
    assert {21, 80} <= world.people.gids_of("zapato")
    assert world.people.gids_of("zapato-players") == {991, 44, 80}
    assert world.people.gids_of("zapato-dealer") == {992, 44}


def test_what_a_user_may_do_goes_by_mode_and_groups(tmp_path: Path) -> None:
    people = read_people(PASSWD, "shared:x:77:ana\n")
    assert people.may("ana", 0o040, 0, 77, 4)
    assert not people.may("ana", 0o600, 0, 77, 4)
    assert not people.may("zapato", 0o004, 990, 0, 4)  # the owner's own bits count, and no others
    assert people.may("root", 0, 5, 5, 7)
    assert not people.may("nobody-there", 0o777, 0, 0, 1)
    assert people.may("4242", 0o600, 4242, 0, 6)  # a user without a name
    assert not people.may("4242", 0o660, 0, 77, 6)


def test_a_system_of_32_bits_and_an_old_table_that_still_runs() -> None:
    found = said(versions.judge(bits=32, system="ID=arch\nPRETTY_NAME=Arch\n", running="0.0.1", missing=["msgspec"]))
    assert found == {
        "versions-bits": BAD, "versions-missing": BAD, "versions-old-runs": WARN, "versions-untried": NOTE,
    }  # fmt: skip
    assert said(versions.judge(bits=64, system='ID=debian\nVERSION_ID="13"\n', running="", missing=[])) == {}


MOUNTS = """/dev/mmcblk0p2 / ext4 rw,noatime 0 0
tmpfs /run tmpfs rw 0 0
/dev/sda1 /media/my\\040stick vfat ro,uid=0 0 0
"""


def test_disks_that_are_read_only_in_memory_or_too_simple() -> None:
    mounts = disk.read_mounts(MOUNTS)
    stick, run, root = (disk.mount_of(mounts, Path(path)) for path in ("/media/my stick/x", "/run/zapato", "/var/lib"))
    assert stick and run and root
    assert said(disk.judge_mount("x", stick, production=True)) == {"disk-read-only": BAD, "disk-poor": WARN}
    assert said(disk.judge_mount("x", run, production=True)) == {"disk-memory": BAD}
    assert said(disk.judge_mount("x", run, production=False)) == {"disk-memory": WARN}
    assert said(disk.judge_mount("x", root, production=True)) == {}


@pytest.mark.parametrize(
    ("free_mb", "total_mb", "files", "codes"),
    [(9000, 30000, 9, {"disk-room": OK, "disk-files": WARN}),
     (30, 30000, 500, {"disk-full": BAD}), (400, 30000, 500, {"disk-low": WARN}),
     (1000, 30000, 500, {"disk-low": WARN})],
)  # fmt: skip
def test_a_disk_that_fills_up(free_mb: int, total_mb: int, files: int, codes: dict[str, Level]) -> None:
    room = disk.Room(free_mb=free_mb, total_mb=total_mb, free_files=files, total_files=1000)
    assert said(disk.judge_room("/x", room)) == codes


def test_a_worn_card_and_a_file_system_with_errors(tmp_path: Path) -> None:
    write(tmp_path / "sys/fs/ext4/mmcblk0p2/errors_count", "3\n")
    about = tmp_path / "sys/block/mmcblk0/device"
    write(about / "life_time", "0x0a 0x02\n")
    write(about / "name", "SL32G\n")
    found = said(disk.look(machine(tmp_path)))
    assert found["disk-errors"] is BAD
    assert found["disk-worn"] is WARN
    write(about / "life_time", "0x0b 0x02\n")
    assert said(disk.look(machine(tmp_path)))["disk-worn-out"] is BAD
    (about / "life_time").unlink()
    assert said(disk.look(machine(tmp_path)))["disk-untold"] is NOTE


@pytest.mark.skipif(os.geteuid() != 0, reason="only root is let everywhere")
def test_root_is_told_what_the_tables_own_user_may_not_reach(tmp_path: Path) -> None:
    people = read_people(PASSWD, "")
    shut = tmp_path / "shut"
    shut.mkdir(mode=0o700)
    assert people.barred_at("ana", shut / "x") is not None
