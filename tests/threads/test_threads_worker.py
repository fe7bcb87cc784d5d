"""Threads that nobody waits for without end: one that never begins, one that never ends, one whose memory runs out."""

import logging
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from device.feed import sockets
from device.feed.sockets import Feed, OrderLine
from device.threads import worker
from device.threads.worker import NoThreadError, Worker, wait_for_end


def stillborn(work: Worker) -> Worker:
    """A thread of the system's that is started, and dies before Python has run a step in it."""
    work._bootstrap = lambda: None  # type: ignore[attr-defined]
    return work


def test_a_thread_that_dies_before_its_first_step_is_told_of_and_not_waited_for() -> None:
    done = threading.Event()
    one = stillborn(Worker(done.set, name="one", begins_within_s=0.05))
    with pytest.raises(NoThreadError, match=r"the thread one cannot be had .*: this machine has no memory"):
        one.start()
    assert wait_for_end([one], longest_s=0.0)
    one.run()  # as it would be if it came to life after all
    assert not done.is_set()


def test_a_thread_that_began_has_begun_though_its_starter_ran_out_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start

    def failing(thread: threading.Thread) -> None:
        start(thread)
        assert begun.wait(20)
        raise MemoryError

    monkeypatch.setattr(threading.Thread, "start", failing)
    begun, done = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        done.wait(20)

    one = Worker(work, name="one")
    one.start()
    done.set()
    assert wait_for_end([one], longest_s=20)


def test_a_lasting_thread_begins_anew_when_memory_ran_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "AGAIN_S", 0.0)
    left = [MemoryError(), MemoryError()]

    def work() -> None:
        if left:
            raise left.pop()

    one = Worker(work, name="one", lasting=True)
    one.start()
    assert wait_for_end([one], longest_s=20)
    assert left == []


def test_a_feed_closes_though_one_of_its_threads_is_stuck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sockets, "ENDS_WITHIN_S", 0.1)
    inside, free = threading.Event(), threading.Event()
    path = tmp_path / "f.sock"

    def take(_: OrderLine) -> None:
        inside.set()
        free.wait(60)

    feed = Feed(path, on_order=take)
    try:
        with socket.socket(socket.AF_UNIX) as client, caplog.at_level(logging.WARNING):
            client.connect(str(path))
            client.sendall(b"order\n")
            assert inside.wait(20)
            feed.close()
        assert not path.exists()
        assert "not waited for any longer: feed-client-" in caplog.text
    finally:
        free.set()


def test_with_the_address_space_shut_a_client_is_turned_away_and_later_ones_are_served(tmp_path: Path) -> None:
    program = Path(__file__).with_name("shut_process.py")
    words = [sys.executable, str(program), str(tmp_path / "f.sock")]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert ended.stdout.splitlines() == [
        "view",
        "view",
        "with no memory: turned away",
        "after: view",
        "closed",
    ], ended.stderr
    assert ended.returncode == 0, ended.stderr
