// Everything in its place, a shoe on it (clear), for the picture.
include <parts.scad>
color("#3A3A3A") plinth();
color("#1F5FA8") { bridge(true); right_bridge(); }
color("#9FD8EF", 0.6) translate([mid - window[0] / 2 - 2, window_y - 2, deck - pane]) cube([window[0] + 4, window[1] + 4, pane]);
// H12 to H15, S10 and the identification plate, all on the dealer's side
for (n = [0:3]) color(["white", "orange", "white", "red"][n]) translate([-1.2, 14 + 9 * n, deck - 12]) rotate([0, 90, 0]) cylinder(d = 3, h = 3);
color("#2FA84F") translate([-3, toe + 25, 20]) rotate([0, 90, 0]) cylinder(d = 11, h = 4);
color("#D0D0D0") translate([-0.3, 90.2, 0.2]) cube([0.5, 80, body_h - 0.4]);
color("white") translate([mid - card_x / 2, -22, deck + 0.3]) cube([card_x, card_y, 0.4]);
%translate([rail, toe, body_h]) cube([shoe_w, 170, 110]);
