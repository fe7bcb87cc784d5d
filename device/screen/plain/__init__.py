"""Both screens as plain text."""
