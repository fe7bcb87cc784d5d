"""A feed whose process may have no more memory at the moment somebody connects; says what its clients got."""

import resource
import socket
import sys
import time
from pathlib import Path

from device.feed import sockets
from device.feed.sockets import Feed


def main(path: Path) -> None:
    """Print, a line each: what a client got before, with the address space shut, and after; that the feed closed."""
    sockets.BEGINS_WITHIN_S = 0.3
    feed = Feed(path, on_order=lambda given: given.reply(given.line))
    feed.publish(b"view")
    for _ in range(2):  # their threads' stacks are kept by the system's library, for the next ones
        say(got(path))
    wait_for_quiet(feed)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    shut = [socket.socket(socket.AF_UNIX) for _ in range(3)]
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + 4096, hard))
    for client in shut:
        client.settimeout(2)
        client.connect(str(path))
    try:
        say("with no memory:", "served" if shut[0].recv(4) else "turned away")
    except OSError:
        say("with no memory: waits")
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    until_s = time.monotonic() + 30
    while (after := got(path)) != "view" and time.monotonic() < until_s:
        pass
    say("after:", after)
    feed.close()
    say("closed")


def say(*words: str) -> None:
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


def wait_for_quiet(feed: Feed) -> None:
    while feed._connections:
        time.sleep(0.01)
    time.sleep(0.1)  # and their threads to be gone


def got(path: Path) -> str:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(5)
        try:
            client.connect(str(path))
            return client.recv(100).decode().strip()
        except OSError as error:
            return type(error).__name__


if __name__ == "__main__":
    main(Path(sys.argv[1]))
