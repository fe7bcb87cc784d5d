// The cradle: the reader lies in it under the window.
include <parts.scad>
translate([0, 0, -3]) cradle();
