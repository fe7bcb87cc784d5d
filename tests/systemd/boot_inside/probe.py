"""Who may open what: probe.py PATH…; one line of JSON, each path with what happened."""

import json
import os
import socket
import sys


def attempt(path: str) -> str:
    """Connect to a socket, or open a file to read it."""
    try:
        if path.endswith(".sock"):
            with socket.socket(socket.AF_UNIX) as one:
                one.connect(path)
        else:
            os.close(os.open(path, os.O_RDONLY))
    except OSError as error:
        return error.strerror or "refused"
    return "open"


if __name__ == "__main__":
    print("probe", json.dumps({path: attempt(path) for path in sys.argv[1:]}), flush=True)
