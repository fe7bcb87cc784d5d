// The floor: closes the plinth from below; carries shield, reader and board.
include <parts.scad>
floor_plate();
