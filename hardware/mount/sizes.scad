// All measures of the mount, in mm. Measure your shoe, set the first group, and export anew: hardware/build mount
// x: across the shoe, y: from the front edge of the toe backwards, z: up from the table. Cards leave towards -y.

// The shoe (an eight-deck dealing shoe; makers differ by several millimetres)
shoe_w = 112;       // outer width at the bottom
shoe_l = 420;       // outer length
shoe_h = 135;       // height at the lid
mouth_h = 14;       // height of the card's path above the shoe's underside, at the face plate
side_free = 8;      // so far up its sides the shoe is plain: its transparent cutouts begin above
lid_h = 20;         // the lid and the room for fingers that lift it, at the top

// The cards
card_x = 88.9;      // across: the long side
card_y = 63.5;      // along the way out
card_gap = 4;       // free height of the way out: a bent card passes

// The gates
gate_distance = 17; // A to B
gate_b_y = 7;       // B behind the front edge
gate_in = 10;       // beam this far inside the card's edge
led_d = 3.2;        // pocket of emitter and receiver: 3 mm types; 5.2 for 5 mm types
aperture = 1.5;     // the beam's hole

// The mount
toe = 54;           // from the front edge to the face plate
body_l = 190;       // length of the plinth
body_h = 40;        // height on which the shoe stands
wall = 3;
rail = 4;           // beside the shoe
rail_h = 6;
window = [40, 22];  // what the reader sees through; the pane is 4 longer and wider
pane = 1.5;
board = [70, 90];   // shoe board; its holes are 4 from the edges
reader = [50, 38, 14]; // barcode engine; for an RDM6300's coil [46, 32, 4]
reader_tilt = 12;   // degrees, so that the pane does not shine back; 0 for RFID
shield = [106, 56, 1];
shield_y = 13;       // its front edge: behind the screws of the corners
bed = [220, 220, 250]; // the printer
insert_d = 4;       // hole for an M3 heat-set insert

// What follows from them
body_w = shoe_w + 2 * rail;
deck = body_h + mouth_h - 0.5;   // half a millimetre below the shoe's path: a card slides down, never against an edge
mid = body_w / 2;
gate_x = mid - card_x / 2 + gate_in;
gate_a_y = gate_b_y + gate_distance;
foot_w = mid - card_x / 2 - 1.5 - wall;  // what is left for a bridge's foot beside the cards
arm_to = gate_x + 6;                     // the bridge reaches so far over the card
finger = body_w - 2 * arm_to;            // free between the two bridges
window_y = gate_a_y + 5;                 // front edge of the window
bridge_z = deck + card_gap;

assert(gate_distance >= 15 && gate_distance <= 20, "gate_distance: the firmware reckons with 15 to 20 mm");
assert(shoe_w >= card_x + 10, "shoe_w: this shoe is narrower than the cards it holds; measure it again");
assert(rail_h <= side_free, "rail_h: the rails would cover the transparent cutouts of the shoe's sides");
assert(finger >= 50, "the bridges leave no room for the fingers that draw a card: make gate_in smaller");
assert(card_gap >= 3, "card_gap: a bent card would be caught");
assert(foot_w >= 8, "shoe_w: no room for the bridges' feet beside the cards");
assert(window_y + window[1] <= toe - 2, "toe: too short for both gates and the window");
assert(body_w <= bed[0] && body_l <= bed[1], "the plinth does not fit the printer's bed");
assert(deck - wall - reader[2] - wall >= 20, "body_h: the reader stands too near the card to see a code");
assert(body_l - toe >= board[1] + 30, "body_l: no room for the board under the shoe");
