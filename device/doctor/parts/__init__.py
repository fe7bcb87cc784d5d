"""The parts that are looked at, one small file each."""
