"""What flashing writes beside the program."""

BUILD: str
