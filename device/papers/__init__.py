"""What is made on paper: the dealer's page, and the log of the run in which real hardware is accepted."""
