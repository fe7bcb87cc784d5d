"""What every test may lean on: the marker `needs` for programs of the system, and a hypothesis profile of its own."""

import os
import shutil

import pytest
from hypothesis import settings

# A slow machine is no failure, and a run that finds something says how to see it again.
settings.register_profile("zapato", deadline=None, print_blob=True)
settings.load_profile("zapato")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose programs are missing; in CI, where everything is installed, fail it instead."""
    for marker in item.iter_markers("needs"):
        missing = [program for program in marker.args if shutil.which(program) is None]
        if missing and os.environ.get("CI"):
            pytest.fail(f"missing in CI, where it must be installed: {', '.join(missing)}", pytrace=False)
        if missing:
            pytest.skip(f"needs {', '.join(missing)}; see tests/README.md")
