"""The serial line to a reader and the tapes that keep what went over it."""
