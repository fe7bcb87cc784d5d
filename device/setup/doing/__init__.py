"""What the steps of the set-up ask to be done with the machine: readers, lamps, people, screens, the settings' file."""
