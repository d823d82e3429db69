//! The marks on the table (1.1-1.6, 3): spots and lines, in the table's own measures.

use filotto_physics::Table;
use glam::DVec2;

/// Distance of an end spot from its short cushion, m (1.2, 1.5). Openings and respotted balls lie by it.
const END_SPOT_M: f64 = 0.1;
/// Distance of the lag's balls from the middle of their line, m (3).
const LAG_OFFSET_M: f64 = 0.3;
/// Marks are kept to a whole micrometre, so that 2.84 - 0.1 is 2.74 and not its neighbour.
const GRAIN_PER_M: f64 = 1e6;

/// Upper end spot, 100 mm from the upper short cushion (1.2).
pub fn upper_end(table: &Table) -> DVec2 {
    mark(table.params().length_m - END_SPOT_M, table.params().width_m / 2.0)
}

/// Lower end spot, 100 mm from the lower short cushion (1.5).
pub fn lower_end(table: &Table) -> DVec2 {
    mark(END_SPOT_M, table.params().width_m / 2.0)
}

/// Red spot, centre of the upper half (1.3).
pub fn red(table: &Table) -> DVec2 {
    mark(table.params().length_m * 0.75, table.params().width_m / 2.0)
}

/// Lower central spot, on the lag line (1.4).
pub fn lower_central(table: &Table) -> DVec2 {
    mark(table.params().length_m * 0.25, table.params().width_m / 2.0)
}

/// Where white and yellow lie for the lag (3): on the lag line, 30 cm from its middle.
pub fn lag(table: &Table) -> [DVec2; 2] {
    let middle = lower_central(table);
    [LAG_OFFSET_M, -LAG_OFFSET_M].map(|offset| mark(middle.x, middle.y + offset))
}

/// x of the middle line (1.6), between the halves.
pub fn middle_line(table: &Table) -> f64 {
    table.params().length_m / 2.0
}

fn mark(x: f64, y: f64) -> DVec2 {
    (DVec2::new(x, y) * GRAIN_PER_M).round() / GRAIN_PER_M
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marks_of_the_match_table() {
        let table = Table::carom_heated();
        assert_eq!(upper_end(&table), DVec2::new(2.74, 0.71));
        assert_eq!(lower_end(&table), DVec2::new(0.1, 0.71));
        assert_eq!(red(&table), DVec2::new(2.13, 0.71));
        assert_eq!(lower_central(&table), DVec2::new(0.71, 0.71));
        assert_eq!(lag(&table), [DVec2::new(0.71, 1.01), DVec2::new(0.71, 0.41)]);
        assert_eq!(middle_line(&table), 1.42);
    }
}
