"""Drawings and checks of the hardware, made from the tables beside this folder."""
