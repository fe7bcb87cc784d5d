// The floor with what stands on it, for the picture.
include <parts.scad>
color("#3A3A3A") floor_plate();
color("#B0B0B0") translate([mid - shield[0] / 2, shield_y, 2]) cube([shield[0], shield[1], 1]);
color("#1F5FA8") cradle();
color("#207030") translate([mid - board[0] / 2, toe + 22, 9]) cube([board[0], board[1], 1.6]);
color("#C8C8C8") translate([mid, window_y + window[1] / 2, 3 + 2 + (reader[1] + 4) / 2 * sin(reader_tilt)]) rotate([reader_tilt, 0, 0]) translate([-reader[0] / 2, -reader[1] / 2, 2]) cube([reader[0], reader[1], reader[2]]);
