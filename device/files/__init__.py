"""Files on this machine's disk: private from their first byte, whole or not there, faults told with a remedy."""
