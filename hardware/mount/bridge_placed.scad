// Both bridges where they sit, for the check of what must stay free.
include <parts.scad>
bridge(true);
right_bridge();
