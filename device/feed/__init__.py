"""The feeds: whole views as lines of JSON over Unix sockets, and staff orders back."""
