"""Two steps in which a release's list of files is made.

steps.py finish FOLDER HOME [LIST]           makes the environment in FOLDER a release, the signed LIST if there is one
steps.py list PYTHON MACHINE SHARE WHEEL…       prints the list of files that a release of these packages will have
Exit 0 done, 2 not, with one line that says why.
"""

import sys
from pathlib import Path

import device
from device.system.finishing import UnfitError, finish
from device.system.manifest import Manifest, ManifestError
from device.system.wheels import WheelFault, release_files


def main(verb: str, *words: str) -> int:
    """One step; see the head of this file."""
    try:
        if verb == "finish":
            folder, home, *signed = map(Path, words)
            finish(folder, version=device.__version__, origin="clone", home=home, signed=signed[0] if signed else None)
            return 0
        python, machine, share, *wheels = words
        digests = release_files([Path(wheel) for wheel in wheels], python=python, share=Path(share))
        listed = Manifest(
            version=device.__version__,
            python=python,
            home="/usr/bin",
            machine=machine,
            origin="release",
            digests=digests,
        )
        print(listed.text(), end="")
    except (UnfitError, ManifestError, WheelFault) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
