"""Who may open what: probe.py PATH…; one line of JSON, each path with what happened.

kill:PID in the place of a path asks whether a signal would reach that process.
"""

import json
import os
import socket
import sys


def attempt(path: str) -> str:
    """Connect to a socket, or open a file to read it, or ask whether a process could be ended."""
    try:
        if path.startswith("kill:"):
            os.kill(int(path.removeprefix("kill:")), 0)
        elif path.endswith(".sock"):
            with socket.socket(socket.AF_UNIX) as one:
                one.connect(path)
        else:
            os.close(os.open(path, os.O_RDONLY))
    except OSError as error:
        return error.strerror or "refused"
    return "open"


if __name__ == "__main__":
    print("probe", json.dumps({path: attempt(path) for path in sys.argv[1:]}), flush=True)
