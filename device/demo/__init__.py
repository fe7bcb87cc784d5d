"""`zapato demo`: a simulated shoe, a dealer, the table and its screens, each a process as at a real table."""
