//! The legend of a diagram: the names of its lines, in rows above the plot.

use super::diagram::{self, LABEL, text};
use super::font::text_width;
use super::look;
use super::panel::{Panel, Shown};
use super::scene::{Anchor, Item, Pixel, Stroke};

/// The height of a row, the length of a sample of a line, and the space after it.
const ROW: f64 = 19.0;
const SAMPLE: f64 = 22.0;
const GAP: f64 = 7.0;
/// The width of a sample.
const THICK: f64 = 2.0;
/// The space between two names.
const BETWEEN: f64 = 18.0;

/// Returns the upper left corner of each name within the legend. A single line has no legend.
pub(super) fn layout(panel: &Panel, width: f64) -> Vec<Pixel> {
    let named = panel.series.iter().filter(|series| !series.name.is_empty());
    if panel.series.len() < 2 {
        return Vec::new();
    }
    let (mut x, mut y) = (0.0, 0.0);
    named
        .map(|series| {
            let size = SAMPLE + GAP + text_width(&series.name, LABEL);
            if x > 0.0 && x + size > width {
                (x, y) = (0.0, y + ROW);
            }
            let place = (x, y);
            x += size + BETWEEN;
            place
        })
        .collect()
}

/// Returns the height that the names need.
pub(super) fn height(places: &[Pixel]) -> f64 {
    places.last().map_or(0.0, |(_, y)| y + ROW)
}

/// Draws the names from a corner on.
pub(super) fn draw(panel: &Panel, places: &[Pixel], corner: Pixel, items: &mut Vec<Item>) {
    let named = panel.series.iter().filter(|series| !series.name.is_empty());
    for (series, &(x, y)) in named.zip(places) {
        let (x, middle) = (corner.0 + x, corner.1 + y + ROW / 2.0);
        let stroke = Stroke {
            width: THICK,
            ..look::stroke(series, panel.scale)
        };
        items.push(match series.shown {
            Shown::Dots => diagram::dot((x + SAMPLE / 2.0, middle), series.shown, stroke),
            Shown::Line | Shown::LineWithDots => Item::Line {
                points: vec![(x, middle), (x + SAMPLE, middle)],
                stroke,
            },
        });
        if series.shown == Shown::LineWithDots && panel.series.iter().any(|other| other.marker > 0)
        {
            items.push(diagram::mark((x + SAMPLE / 2.0, middle), series, stroke));
        }
        let at = (x + SAMPLE + GAP, middle + 0.35 * LABEL);
        items.push(text(at, series.name.clone(), LABEL, Anchor::Start));
    }
}
