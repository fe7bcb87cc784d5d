"""What a table's machine looks like from outside: each part looked at, what is wrong with it, and what to do."""
