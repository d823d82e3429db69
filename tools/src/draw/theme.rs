//! Colours of the pictures, light and dark.
//!
//! Told apart without colour vision and in grey print: the three paths differ in lightness *and* in their dashes,
//! every line has a casing that contrasts with the cloth, and felled pins are crossed out, not only coloured.

use filotto_physics::Ball;

/// The colours of one theme.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// Behind everything.
    pub page: &'static str,
    /// Text.
    pub ink: &'static str,
    /// Less important text and thin lines.
    pub soft: &'static str,
    /// Background of bars and boxes.
    pub box_fill: &'static str,
    /// The wooden frame.
    pub frame: &'static str,
    /// Diamonds and their numbers on the frame.
    pub diamond: &'static str,
    /// Top of the cushions.
    pub cushion: &'static str,
    /// The playing surface.
    pub cloth: &'static str,
    /// Marks on the cloth: spots, lines.
    pub mark: &'static str,
    /// The edge of the playing surface and of balls.
    pub edge: &'static str,
    /// Around paths, against the cloth.
    pub casing: &'static str,
    /// Standing pins.
    pub pin: &'static str,
    /// Felled pins, the miscue circle: what to look at. Vermilion of the Okabe-Ito palette.
    pub alert: &'static str,
    /// Bars and the tip's mark. Blue of the same palette.
    pub accent: &'static str,
    balls: [&'static str; 3],
}

/// For white paper and light screens: little ink, everything outlined.
pub const LIGHT: Theme = Theme {
    page: "#ffffff",
    ink: "#1b2733",
    soft: "#586775",
    box_fill: "#e8edf1",
    frame: "#7a5a42",
    diamond: "#fbf6ea",
    cushion: "#6f9fb3",
    cloth: "#a8cbd8",
    mark: "#4d7686",
    edge: "#16303c",
    casing: "#16303c",
    pin: "#ffffff",
    alert: "#d55e00",
    accent: "#0072b2",
    balls: ["#ffffff", "#ffd23f", "#d1203a"],
};

/// For dark screens.
pub const DARK: Theme = Theme {
    page: "#12171c",
    ink: "#e9eef3",
    soft: "#9dabb8",
    box_fill: "#27313a",
    frame: "#4a3627",
    diamond: "#e8dcc6",
    cushion: "#17475a",
    cloth: "#1f5f76",
    mark: "#6fa5b8",
    edge: "#06131a",
    casing: "#06131a",
    pin: "#ffffff",
    alert: "#ff9a4d",
    accent: "#56b4e9",
    balls: ["#ffffff", "#ffd23f", "#ff5a6e"],
};

impl Theme {
    /// Light or dark.
    pub const fn of(dark: bool) -> &'static Theme {
        if dark { &DARK } else { &LIGHT }
    }

    /// The colour of a ball and its path.
    pub const fn ball(&self, ball: Ball) -> &'static str {
        self.balls[ball.index()]
    }

    /// The dashes of a ball's path: white solid, yellow long dashes, red dots.
    pub const fn dash(ball: Ball) -> &'static str {
        match ball {
            Ball::White => "",
            Ball::Yellow => "44 20",
            Ball::Red => "4 22",
        }
    }
}

/// A colour between two: 0 = the first, 1 = the second. Solid, where a shape that shines through would cost a layer.
pub fn mix(from: &str, to: &str, part: f64) -> String {
    let channel =
        |colour: &str, i: usize| f64::from(u8::from_str_radix(colour.get(i..i + 2).unwrap_or("0"), 16).unwrap_or(0));
    let mixed = [1, 3, 5].map(|i| (channel(from, i) * (1.0 - part) + channel(to, i) * part).round() as u8);
    format!("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance after WCAG 2.
    fn luminance(colour: &str) -> f64 {
        let part = |i: usize| {
            let c = f64::from(u8::from_str_radix(&colour[i..i + 2], 16).unwrap()) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_and_paths_contrast_with_what_is_behind() {
        for theme in [LIGHT, DARK] {
            assert!(contrast(theme.ink, theme.page) > 7.0);
            assert!(contrast(theme.soft, theme.page) > 4.5);
            assert!(contrast(theme.diamond, theme.frame) > 4.5);
            for ball in Ball::ALL {
                let (line, casing) = (theme.ball(ball), theme.casing);
                assert!(contrast(line, theme.cloth).max(contrast(casing, theme.cloth)) > 2.5, "{}", ball.name());
                assert!(contrast(line, casing) > 2.4, "{} on its casing", ball.name());
            }
        }
    }
}
