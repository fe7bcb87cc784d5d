// Everything in its place, a shoe on it (clear), for the picture.
include <parts.scad>
color("#3A3A3A") plinth();
color("#1F5FA8") { bridge(true); right_bridge(); }
color("#9FD8EF", 0.6) translate([mid - window[0] / 2 - 2, window_y - 2, deck - pane]) cube([window[0] + 4, window[1] + 4, pane]);
color("white") translate([mid - card_x / 2, -22, deck + 0.3]) cube([card_x, card_y, 0.4]);
%translate([rail, toe, body_h]) cube([shoe_w, 170, 110]);
