"""What each step of the set-up asks, does and changes; pure: what touches the machine is asked of whoever drives it."""
