//! A grid of cells whose colours are values, with the scale of the colours.

use std::ops::Range;

use super::axis;
use super::diagram::{Chart, LABEL, text};
use super::scene::{Anchor, Item, Pixel, Rectangle};

/// Colours from low to high values that people with any colour vision can order, also in grey
/// (viridis).
const COLOURS: [&str; 16] = [
    "#440154", "#481a6c", "#472f7d", "#414487", "#39568c", "#31688e", "#2a788e", "#23888e",
    "#1f988b", "#22a884", "#35b779", "#54c568", "#7ad151", "#a5db36", "#d2e21b", "#fde725",
];

/// The colour of a cell without a value.
const NONE: &str = "#c8c8c8";

/// The height of the colour scale, the width of its bar, and the space after a part of it.
const HEIGHT: f64 = 19.0;
const WIDTH: f64 = 160.0;
const GAP: f64 = 8.0;

/// A function of two values on a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    /// The coordinates of the columns, increasing.
    pub x: Vec<f64>,
    /// The coordinates of the rows, increasing.
    pub y: Vec<f64>,
    /// The values, row by row; those that are not finite are grey.
    pub values: Vec<f64>,
}

impl Cells {
    /// Returns the range that the columns cover.
    pub(super) fn x_range(&self) -> Range<f64> {
        range_of(&edges(&self.x))
    }

    /// Returns the range that the rows cover.
    pub(super) fn y_range(&self) -> Range<f64> {
        range_of(&edges(&self.y))
    }

    /// Returns the smallest and the largest finite value, if there is any.
    fn range(&self) -> Option<Range<f64>> {
        let finite = self.values.iter().filter(|value| value.is_finite());
        finite.fold(None, |bounds: Option<Range<f64>>, &value| {
            let bounds = bounds.unwrap_or(value..value);
            Some(bounds.start.min(value)..bounds.end.max(value))
        })
    }

    fn has_gaps(&self) -> bool {
        self.values.iter().any(|value| !value.is_finite())
    }

    /// Draws the cells.
    pub(super) fn draw(&self, chart: &Chart<'_>, items: &mut Vec<Item>) {
        let (across, up) = (edges(&self.x), edges(&self.y));
        let range = self.range();
        let mut values = self.values.iter();
        for row in up.windows(2) {
            for column in across.windows(2) {
                let value = *values.next().unwrap_or(&f64::NAN);
                let (left, bottom) = chart.pixel((column[0], row[0]));
                let (right, top) = chart.pixel((column[1], row[1]));
                let area = Rectangle {
                    left,
                    top,
                    width: right - left,
                    height: bottom - top,
                };
                let colour = match &range {
                    Some(range) if value.is_finite() => colour(share(value, range)),
                    _ => NONE,
                };
                items.push(Item::Filled { area, colour });
            }
        }
    }

    /// Draws the scale of the colours from a corner on: the bar between the smallest and the
    /// largest value, and the colour of cells without a value.
    pub(super) fn draw_scale(&self, (left, top): Pixel, items: &mut Vec<Item>) {
        let base = top + HEIGHT / 2.0 + 0.35 * LABEL;
        let mut left = left;
        let mut label = |words: String, left: &mut f64| {
            let width = super::font::text_width(&words, LABEL);
            items.push(text((*left, base), words, LABEL, Anchor::Start));
            *left += width + GAP;
        };
        let bar = |left: f64, width: f64, colour| Item::Filled {
            area: Rectangle {
                left,
                top: top + 2.0,
                width,
                height: HEIGHT - 6.0,
            },
            colour,
        };
        let mut bars = Vec::new();
        if let Some(range) = self.range() {
            let step = ((range.end - range.start) / 100.0).max(f64::MIN_POSITIVE);
            label(axis::number(range.start, step), &mut left);
            let each = WIDTH / COLOURS.len() as f64;
            for colour in COLOURS {
                bars.push(bar(left, each, colour));
                left += each;
            }
            left += GAP;
            label(axis::number(range.end, step), &mut left);
        }
        if self.has_gaps() {
            left += GAP;
            bars.push(bar(left, HEIGHT, NONE));
            left += HEIGHT + GAP;
            label("no value".to_owned(), &mut left);
        }
        items.extend(bars);
    }
}

/// Returns the height of the scale of the colours.
pub(super) fn height(cells: Option<&Cells>) -> f64 {
    cells.map_or(0.0, |_| HEIGHT)
}

/// Returns the edges of cells around increasing coordinates: the middles between neighbours.
fn edges(middles: &[f64]) -> Vec<f64> {
    let width = |pair: &[f64]| pair[1] - pair[0];
    let first = middles.windows(2).next().map_or(1.0, width);
    let last = middles.windows(2).next_back().map_or(1.0, width);
    let begin = middles.first().map(|x| x - first / 2.0);
    let between = middles.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0);
    let end = middles.last().map(|x| x + last / 2.0);
    begin.into_iter().chain(between).chain(end).collect()
}

fn range_of(edges: &[f64]) -> Range<f64> {
    match (edges.first(), edges.last()) {
        (Some(&first), Some(&last)) => first..last,
        _ => 0.0..1.0,
    }
}

/// Returns the place of a value in a range, from 0 to 1.
fn share(value: f64, range: &Range<f64>) -> f64 {
    // The difference of two large numbers may not be finite.
    let size = range.end / 2.0 - range.start / 2.0;
    match size > 0.0 {
        true => (value / 2.0 - range.start / 2.0) / size,
        false => 0.5,
    }
}

fn colour(share: f64) -> &'static str {
    let place = (share * COLOURS.len() as f64) as usize;
    COLOURS[place.min(COLOURS.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Panel, Picture, Scale};

    #[test]
    fn cells_meet_in_the_middle() {
        assert_eq!(edges(&[0.0, 1.0, 3.0]), [-0.5, 0.5, 2.0, 4.0]);
        assert_eq!(edges(&[2.0]), [1.5, 2.5]);
    }

    #[test]
    fn colours_go_from_the_smallest_to_the_largest_value() {
        let range = -1.0..3.0;
        let [low, middle, high] = [-1.0, 1.0, 3.0].map(|value| colour(share(value, &range)));
        assert_eq!([low, middle, high], [COLOURS[0], COLOURS[8], COLOURS[15]]);
        assert_eq!(share(2.0, &(2.0..2.0)), 0.5);
        assert!(share(1e308, &(-1e308..1e308)) == 1.0);
    }

    #[test]
    fn a_picture_has_a_rectangle_for_each_cell_and_colour() {
        let cells = Cells {
            x: vec![0.0, 1.0],
            y: vec![0.0, 1.0, 2.0],
            values: vec![0.0, 1.0, 2.0, 3.0, 4.0, f64::NAN],
        };
        let panel = Panel::new("z", "x", "y", Scale::Path).cells(cells);
        let text = Picture::new("", [panel]).svg();
        let count = |colour: &str| text.matches(colour).count();
        assert_eq!(
            (count(COLOURS[0]), count(COLOURS[15]), count(NONE)),
            (2, 2, 2)
        );
        assert!(
            text.contains(">no value<") && text.contains(">4.00<"),
            "{text}"
        );
    }
}
