"""Table scripts: one line, one thing that happens at a table, through the service's own link, engine and record."""
