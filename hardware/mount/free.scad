// What must stay free around a shoe on the mount: 58 Pa. Code 603a.17 wants these seen or reached on a baccarat shoe.
include <sizes.scad>
sight = 30;  // from so far beside it a person looks into the shoe

function space(name, at, size) = [name, at, size];
spaces = [
  // the transparent sides below the base plate, seen from both sides
  space("left cutout", [rail - sight - 0.1, toe + 4, body_h + side_free], [sight, shoe_l, 50]),
  space("right cutout", [body_w - rail + 0.1, toe + 4, body_h + side_free], [sight, shoe_l, 50]),
  // the lid, lifted off upwards
  space("lid", [rail, toe, body_h + shoe_h - lid_h], [shoe_w, shoe_l, 150]),
  // the device that keeps cards from moving backward: its knob is at the back, or far back at a side
  space("backward device", [rail - sight, toe + 180, body_h + side_free], [shoe_w + 2 * sight, shoe_l, shoe_h]),
  // the base plate, white for its first four inches, seen from above with the lid off
  space("base plate", [rail + 6, toe + 0.1, body_h + mouth_h], [shoe_w - 12, 101.6, 200]),
  // the face plate's cutout and the finger in it
  space("face plate", [mid - 25, -60, deck + 0.05], [50, toe + 60, 120]),
  // the cards on their way out
  space("way out", [mid - card_x / 2 - 1, -card_y, deck + 0.05], [card_x + 2, toe + card_y, 3]),
  // the shoe itself
  space("shoe", [rail, toe, body_h + 0.05], [shoe_w, shoe_l, shoe_h]),
];
echo(spaces = spaces);
for (s = spaces) translate(s[1]) cube(s[2]);
