"""Bytes from a reader become passages of cards; nothing here touches a port, a clock or a thread."""
