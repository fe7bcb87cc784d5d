"""Threads that cannot keep whoever started them waiting: neither when they begin nor when they end."""
