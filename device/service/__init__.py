"""The table process: the one writer, which puts everything on record before anyone is told of it."""
