// Both bridges, the left one with the receivers, on their backs.
include <parts.scad>
translate([0, 0, bridge_z + 8]) rotate([180, 0, 0]) bridge(true);
translate([-40, 0, bridge_z + 8]) rotate([180, 0, 0]) right_bridge();
