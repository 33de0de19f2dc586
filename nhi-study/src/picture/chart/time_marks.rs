//! Time marks on paths: dots, labelled with their times if a label fits.

use super::diagram::{Chart, LABEL, text};
use super::font::text_width;
use super::look;
use super::scene::{Anchor, Item, Pixel, Rectangle, Stroke};
use super::thin;

/// The distance from a dot to its label.
const GAP: f64 = 6.0;

/// Draws the marks of all paths, and labels those of the first path; the others have the same
/// times.
pub(super) fn draw(chart: &Chart<'_>, items: &mut Vec<Item>) {
    let panel = chart.panel;
    let paths = panel.series.iter().flat_map(|series| {
        let points = panel.transformed(&thin::strides(&series.points));
        points.into_iter().map(|point| chart.pixel(point))
    });
    let paths: Vec<Pixel> = paths.collect();
    let mut taken: Vec<Rectangle> = Vec::new();
    for (index, series) in panel.series.iter().enumerate() {
        let colour = look::stroke(series, panel.scale).colour;
        for mark in &series.times {
            let place = panel.transformed(&[mark.place]).first().copied();
            let at = place.map(|place| chart.pixel(place));
            let Some(at) = at.filter(|at| chart.plot.holds(*at)) else {
                continue;
            };
            items.push(Item::Dot {
                at,
                radius: 3.0,
                stroke: Stroke::solid(colour, 1.0),
                is_filled: true,
            });
            if index > 0 {
                continue;
            }
            let label = if taken.is_empty() {
                format!("t = {}", mark.label)
            } else {
                mark.label.clone()
            };
            let is_free = |place: &Rectangle| {
                chart.plot.encloses(place) && !taken.iter().any(|other| other.overlaps(place))
            };
            let places = beside(at, &label).into_iter().filter(is_free);
            // The label avoids the paths if there is room, and covers as little of them as possible
            // otherwise.
            let covered =
                |place: &Rectangle| paths.iter().filter(|point| place.holds(**point)).count();
            if let Some(place) = places.min_by_key(covered) {
                let base = (place.left, place.bottom() - 0.2 * LABEL);
                items.push(text(base, label, LABEL, Anchor::Start));
                // Two labels side by side would be read as one number.
                taken.push(Rectangle {
                    left: place.left - GAP,
                    width: place.width + 2.0 * GAP,
                    ..place
                });
            }
        }
    }
}

/// Returns the possible places of a text: above or below a point, to its right or to its left.
fn beside((x, y): Pixel, text: &str) -> [Rectangle; 4] {
    let (width, height) = (text_width(text, LABEL), LABEL);
    let (right, above) = (x + GAP, y - GAP - height);
    let (left, below) = (x - GAP - width, y + GAP);
    [(right, above), (right, below), (left, above), (left, below)].map(|(left, top)| Rectangle {
        left,
        top,
        width,
        height,
    })
}
