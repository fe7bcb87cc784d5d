"""Measurements: each prints lines of numbers beside a floor that was taken in the same run, on the same machine."""
