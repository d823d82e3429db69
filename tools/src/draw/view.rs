//! From metres on the table to millimetres in the picture: the table lying or standing.

use super::canvas::Point;
use filotto_physics::Table;
use glam::DVec2;

/// Width of the wooden frame, mm. Only for drawing.
pub const FRAME_MM: f64 = 90.0;

/// Which way the long side runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// x to the right, y up.
    Lying,
    /// x up (the upper cushion on top), y to the left.
    Standing,
}

/// Maps the table into a picture whose upper left corner is the frame's.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// Lying or standing.
    pub way: Way,
    /// Playing surface in m.
    size: DVec2,
    /// From the frame's outer edge to the nose, mm.
    pub border: f64,
}

impl View {
    /// The view of a table.
    pub fn new(table: &Table, way: Way) -> View {
        let params = table.params();
        let size = DVec2::new(params.length_m, params.width_m);
        View { way, size, border: FRAME_MM + 1000.0 * params.cushion.top_m }
    }

    /// Where a place on the table is in the picture.
    pub fn point(&self, place: DVec2) -> Point {
        let (right, down) = match self.way {
            Way::Lying => (place.x, self.size.y - place.y),
            Way::Standing => (self.size.y - place.y, self.size.x - place.x),
        };
        (self.border + 1000.0 * right, self.border + 1000.0 * down)
    }

    /// Width and height of the playing surface, mm.
    pub fn surface(&self) -> (f64, f64) {
        match self.way {
            Way::Lying => (1000.0 * self.size.x, 1000.0 * self.size.y),
            Way::Standing => (1000.0 * self.size.y, 1000.0 * self.size.x),
        }
    }

    /// Width and height with the frame, mm.
    pub fn outer(&self) -> (f64, f64) {
        let (w, h) = self.surface();
        (w + 2.0 * self.border, h + 2.0 * self.border)
    }

    /// Length and width of the playing surface in m.
    pub fn size_m(&self) -> DVec2 {
        self.size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_where_a_player_expects_them() {
        let table = Table::carom_heated();
        let lying = View::new(&table, Way::Lying);
        assert_eq!(
            lying.point(DVec2::ZERO),
            (140.0, 1560.0),
            "lower right corner of the player: lower left of the picture"
        );
        let standing = View::new(&table, Way::Standing);
        assert_eq!(
            standing.point(DVec2::new(2.84, 0.0)),
            (1560.0, 140.0),
            "the upper cushion is on top, y = 0 on the right"
        );
        assert_eq!(lying.outer(), (3120.0, 1700.0));
    }
}
