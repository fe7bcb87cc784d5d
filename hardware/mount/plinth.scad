// The plinth, upside down on the bed: the deck is smooth and no support is needed but under the toe's step.
include <parts.scad>
translate([0, body_l, deck]) rotate([180, 0, 0]) plinth();
