"""Wall time as it stands in the registry and the secret: for people, and nothing is measured with it."""

from datetime import UTC, datetime


def now_at() -> str:
    """This moment in UTC, as ``2025-03-01T20:15:07.042Z``."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
