"""Backups of a whole table: made while it deals, verified by putting them back, put back here or on another device."""
