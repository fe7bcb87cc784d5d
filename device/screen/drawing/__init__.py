"""Shapes to pixels."""
