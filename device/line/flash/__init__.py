"""Bringing the board's program onto a Pico, and knowing what was on it before."""
