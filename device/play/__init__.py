"""Table scripts: one line, one thing that happens at a table, through the same link, engine and record as the service."""
