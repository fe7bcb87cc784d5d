"""What the operating system gives the table: clocks, and the word to its service manager."""
