//! The strokes of a set as JSON lines, for other simulators: `strokes random bare 200`.
//! Places in metres from the lower right corner, x along the table; direction in degrees; tip in ball radii.

use filotto_benches::{Aim, strokes};
use filotto_physics::Table;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let aim = if args.get(1).is_some_and(|a| a == "aimed") { Aim::Aimed } else { Aim::Random };
    let pins = args.get(2).is_none_or(|p| p != "bare");
    let count = args.get(3).and_then(|n| n.parse().ok()).unwrap_or(200);
    for (layout, [(_, strike)]) in strokes(count, 1, aim, pins, &Table::carom_heated()) {
        let places: Vec<String> = layout.balls.iter().flatten().map(|p| format!("[{},{}]", p.x, p.y)).collect();
        println!(
            "{{\"balls\":[{}],\"phi\":{},\"v\":{},\"a\":{},\"b\":{}}}",
            places.join(","),
            strike.phi_deg,
            strike.v_mps,
            strike.a,
            strike.b
        );
    }
}
