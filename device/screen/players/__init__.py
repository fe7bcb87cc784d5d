"""The players' screen as data."""
