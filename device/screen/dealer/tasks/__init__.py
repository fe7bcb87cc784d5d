"""The pages of a task on the panel: each asks one thing."""
