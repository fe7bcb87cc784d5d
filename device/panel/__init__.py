"""The dealer's lamps, buttons and buzzer: a pure function says which lamps, the pins obey."""
