"""The first set-up of a table: its steps, what they ask and change, and what they do with the machine meanwhile."""
