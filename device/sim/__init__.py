"""The simulator: a shoe board as a process of its own, a shuffled shoe, a dealer with a pace, and named faults."""
