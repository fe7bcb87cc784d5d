"""Which reader is on which port: the ports of this machine, what stands in their way, and the asking itself."""
