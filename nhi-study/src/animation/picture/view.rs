//! The mapping from lengths of a sketch to pixels, and the background grid.

use super::plane::{Body, Point};
use super::{fixed, short};

/// The minimum and maximum width and height of the picture, in pixels.
const LEAST: [f64; 2] = [360.0, 160.0];
const MOST: [f64; 2] = [840.0, 480.0];
/// The margin around the sketch, and the height of the title above it, in pixels.
const MARGIN: f64 = 28.0;
const HEAD: f64 = 30.0;
/// The minimum distance between grid lines, in pixels.
const LEAST_DISTANCE: f64 = 70.0;
/// The space for a number of the grid, in pixels.
const NUMBER: f64 = 32.0;

/// The scale and position of a sketch.
#[derive(Debug)]
pub(super) struct View {
    /// The width and height of the picture.
    pub(super) size: [f64; 2],
    /// Pixels per unit of length.
    pub(super) scale: f64,
    /// The pixel of the origin, from the left and from the top.
    pub(super) origin: Point,
}

impl View {
    /// Returns the view of everything the bodies cover at the given moments.
    pub(super) fn of(bodies: &[Body], moments: &[usize]) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for body in bodies {
            let outlines = body.outlines.iter();
            let corners: Vec<Point> = outlines
                .flat_map(|outline| outline.points.iter().copied())
                .chain([[0.0; 2]])
                .collect();
            for moment in moments {
                for corner in &corners {
                    let point = body.on_ground[*moment].of_point(*corner);
                    for k in 0..2 {
                        low[k] = low[k].min(point[k]);
                        high[k] = high[k].max(point[k]);
                    }
                }
            }
        }
        let extent = [high[0] - low[0], high[1] - low[1]];
        let around = [2.0 * MARGIN, HEAD + 2.0 * MARGIN];
        let room = [MOST[0] - around[0], MOST[1] - around[1]];
        let least = f64::MIN_POSITIVE;
        let scale = (room[0] / extent[0].max(least)).min(room[1] / extent[1].max(least));
        let scale = if scale.is_finite() { scale } else { 1.0 };
        let size = [0, 1].map(|k| (scale * extent[k] + around[k]).max(LEAST[k]));
        let middle = [0, 1].map(|k| scale * (low[k] + extent[k] / 2.0));
        let origin = [
            size[0] / 2.0 - middle[0],
            (size[1] + HEAD) / 2.0 + middle[1],
        ];
        Self {
            size,
            scale,
            origin,
        }
    }

    /// Draws lines at round lengths with their numbers, and the unit after the first number.
    pub(super) fn grid(&self, unit: Option<&str>) -> String {
        let step = round_step(LEAST_DISTANCE / self.scale);
        let distance = step * self.scale;
        let digits = (-step.log10().floor()).clamp(0.0, 15.0) as usize;
        let unit = unit.map_or_else(String::new, |unit| format!(" {unit}"));
        let [width, height] = self.size;
        let mut lines = String::new();
        let mut numbers = String::new();
        let across = round_numbers(
            -self.origin[0] / distance,
            (width - self.origin[0]) / distance,
        );
        for (place, k) in across.enumerate() {
            let x = self.origin[0] + k * distance;
            lines.push_str(&format!("M{} {}V{}", short(x), short(HEAD), short(height)));
            let unit = if place == 0 { unit.as_str() } else { "" };
            if x < width - NUMBER {
                let (x, y) = (short(x + 3.0), short(height - 5.0));
                let number = fixed(k * step, digits);
                numbers.push_str(&format!("<text x=\"{x}\" y=\"{y}\">{number}{unit}</text>"));
            }
        }
        let up = round_numbers(
            (self.origin[1] - height) / distance,
            (self.origin[1] - HEAD) / distance,
        );
        for k in up {
            let y = self.origin[1] - k * distance;
            lines.push_str(&format!("M0 {}H{}", short(y), short(width)));
            // The lowest row is reserved for the numbers of the other axis.
            if HEAD + 12.0 < y && y < height - 24.0 {
                let (y, number) = (short(y - 3.0), fixed(k * step, digits));
                numbers.push_str(&format!("<text x=\"4\" y=\"{y}\">{number}</text>"));
            }
        }
        format!("<path class=\"grid\" d=\"{lines}\"/>\n{numbers}\n")
    }
}

/// Returns the integers between two numbers.
fn round_numbers(from: f64, to: f64) -> impl Iterator<Item = f64> {
    let first = from.ceil();
    let count = (to.floor() - first + 1.0).clamp(0.0, 100.0) as usize;
    (0..count).map(move |k| first + k as f64)
}

/// Returns the smallest of 1, 2, 5 times a power of ten that is not less than a length.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    steps
        .into_iter()
        .find(|step| *step >= least * (1.0 - 1e-12))
        .unwrap_or(10.0 * power)
}
