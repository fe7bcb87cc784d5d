// The printed parts, each as it sits in the mount.
include <sizes.scad>
$fn = 20;

module screw_post(x, y, h) { translate([x, y, 0]) cylinder(d = 9, h = h); }
corner = [[8, 8], [body_w - 8, 8], [8, body_l - 8], [body_w - 8, body_l - 8]];
bridge_screws = [[wall + foot_w / 2, 6], [wall + foot_w / 2, toe - 10]];
cable_y = (6 + toe - 10) / 2;

module bevelled_toe() {
  // The deck's front edge runs down to the table side, so that a card does not tip on it.
  hull() {
    translate([0, 2, 0]) cube([body_w, toe - 2, deck]);
    cube([body_w, 2, deck - 2]);
  }
}

module plinth() {
  difference() {
    union() {
      bevelled_toe();
      translate([0, toe - 0.01, 0]) cube([body_w, body_l - toe, body_h]);
      for (x = [0, body_w - rail + 0.5]) translate([x, toe + 2, body_h - 0.01]) cube([rail - 0.5, body_l - toe - 2, rail_h]);
    }
    difference() {  // hollow, open below
      union() {
        translate([wall, wall, -1]) cube([body_w - 2 * wall, toe, deck - wall + 1]);
        translate([wall, wall, -1]) cube([body_w - 2 * wall, body_l - 2 * wall, body_h - wall + 1]);
      }
      for (c = corner) translate([0, 0, 3.2]) screw_post(c[0], c[1], body_h + mouth_h);  // the floor is screwed against them
      // bosses that hold the emitters
      for (y = [gate_a_y, gate_b_y]) translate([gate_x, y, deck - wall - 7]) cylinder(d = led_d + 4, h = 10);
      for (s = bridge_screws, x = [s[0], body_w - s[0]]) translate([x, s[1], deck - 10]) cylinder(d = 9, h = 10);
    }
    // the toe ends at the face plate: nothing higher behind it
    translate([-1, toe, body_h + rail_h]) cube([body_w + 2, body_l, deck]);
    for (c = corner) translate([c[0], c[1], -1]) cylinder(d = insert_d, h = 13);
    for (s = bridge_screws, x = [s[0], body_w - s[0]]) translate([x, s[1], deck - 8]) cylinder(d = insert_d, h = 9);
    for (y = [gate_a_y, gate_b_y]) {
      translate([gate_x, y, 0]) cylinder(d = aperture, h = deck + 1);
      translate([gate_x, y, 0]) cylinder(d = led_d, h = deck - 2);
    }
    // window: opening, and a step in which the pane lies flush
    translate([mid - window[0] / 2, window_y, deck - wall - 1]) cube([window[0], window[1], wall + 2]);
    translate([mid - window[0] / 2 - 2, window_y - 2, deck - pane - 0.1]) cube([window[0] + 4, window[1] + 4, pane + 1]);
    // wires of the receivers, the lock's pin at the other side, cables at the back, button CALL at the side
    translate([wall + foot_w / 2, cable_y, deck - wall - 1]) cylinder(d = 4.5, h = wall + 2);
    translate([body_w - gate_x, (gate_a_y + gate_b_y) / 2, deck - wall - 1]) cylinder(d = 5.2, h = wall + 2);
    translate([mid - 20, body_l - wall - 1, 10]) cube([14, wall + 2, 9]);
    translate([mid + 14, body_l - wall - 1, 14]) rotate([-90, 0, 0]) cylinder(d = 8, h = wall + 2);
    translate([-1, toe + 25, 20]) rotate([0, 90, 0]) cylinder(d = 12.2, h = wall + 2);
    // four lamps and the field for the identification plate; all of it in the left wall, where the dealer is
    for (n = [0:3]) translate([-1, 14 + 9 * n, deck - 12]) rotate([0, 90, 0]) cylinder(d = 3.2, h = wall + 2);
    translate([-0.01, 90, -0.01]) cube([0.6, 80.5, body_h + 0.02]);
  }
}

module floor_plate() {
  play = 0.4;
  difference() {
    union() {
      translate([wall + play, wall + play, 0]) cube([body_w - 2 * wall - 2 * play, body_l - 2 * wall - 2 * play, 3]);
      for (x = [4, board[0] - 4], y = [4, board[1] - 4])
        translate([mid - board[0] / 2 + x, toe + 22 + y, 0]) cylinder(d = 8, h = 9);
    }
    for (c = corner) translate([c[0], c[1], -1]) {
      cylinder(d = 3.4, h = 9);
      cylinder(d1 = 8.6, d2 = 3.4, h = 3.6);  // countersunk
    }
    translate([mid - shield[0] / 2 - 0.2, shield_y - 0.2, 3 - shield[2] - 0.3]) cube([shield[0] + 0.4, shield[1] + 0.4, 3]);
    for (x = [4, board[0] - 4], y = [4, board[1] - 4])
      translate([mid - board[0] / 2 + x, toe + 22 + y, 2]) cylinder(d = insert_d, h = 9);
    for (x = [-1, 1]) translate([mid + x * 33, window_y + window[1] / 2, -1]) cylinder(d = 3.4, h = 9);
    for (x = [-1, 1]) translate([mid + x * 33, window_y + window[1] / 2, -1]) cylinder(d = 6.5, h = 2.4);
  }
}

module bridge(receivers) {
  difference() {
    union() {
      translate([wall - 1, 0, deck]) cube([foot_w + 1, toe - 4, card_gap + 8]);
      translate([wall - 1, 0, bridge_z]) cube([arm_to - wall + 1, gate_a_y + 6, 8]);
    }
    // rounded way in and out for the card's corners
    translate([wall + foot_w - 0.01, -1, bridge_z]) rotate([0, 90, 0]) rotate([0, 0, 45]) cube([3, 3, arm_to * 2], center = true);
    for (s = bridge_screws) translate([s[0], s[1], deck - 1]) {
      cylinder(d = 3.4, h = 40);
      translate([0, 0, 5]) cylinder(d = 6.5, h = 40);
    }
    if (receivers) {
      for (y = [gate_a_y, gate_b_y]) {
        translate([gate_x, y, bridge_z - 1]) cylinder(d = aperture, h = 10);
        translate([gate_x, y, bridge_z + 2]) cylinder(d = led_d, h = 10);
      }
      translate([gate_x - 2, gate_b_y, bridge_z + 5]) cube([4, gate_distance, 5]);
      translate([wall + foot_w / 2, cable_y - 2.25, bridge_z + 5]) cube([gate_x - wall - foot_w / 2, 4.5, 5]);
      translate([wall + foot_w / 2, cable_y, deck - 1]) cylinder(d = 4.5, h = 40);
    }
  }
}

module right_bridge() { translate([body_w, 0, 0]) mirror([1, 0, 0]) bridge(false); }

module cradle() {
  w = reader[0] + 4;
  l = reader[1] + 4;
  translate([mid, window_y + window[1] / 2, 3]) difference() {
    union() {
      translate([-42, -8, 0]) cube([84, 16, 3]);
      hull() {
        translate([-w / 2, -l / 2, 0]) cube([w, l, 1]);
        translate([0, 0, 2 + l / 2 * sin(reader_tilt)]) rotate([reader_tilt, 0, 0]) translate([-w / 2, -l / 2, 0]) cube([w, l, 6]);
      }
    }
    translate([0, 0, 2 + l / 2 * sin(reader_tilt)]) rotate([reader_tilt, 0, 0]) {
      translate([-reader[0] / 2, -reader[1] / 2, 2]) cube([reader[0], reader[1], 30]);
      translate([-8, 0, 1]) cube([16, l, 30]);  // way out for the cable
    }
    for (x = [-1, 1]) translate([x * 33, 0, -1]) cylinder(d = insert_d, h = 10);
  }
}
