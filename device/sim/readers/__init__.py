"""Simulated readers: each answers on a pty as its data sheet says, and writes down what would have changed it."""
