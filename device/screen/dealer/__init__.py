"""The dealer's panel as data."""
