"""The screens' processes: a window or a terminal on the table's feed."""
