//! Panels of equal size in rows, and the ranges of their axes.

use std::ops::Range;

use super::figure::{Figure, Place};
use super::panel::Panel;

/// Height of the heading in pixels.
const HEADING: u32 = 80;
const MARGIN: u32 = 10;

/// A figure of panels of equal size, row by row.
pub(crate) fn grid<'a>(
    title: &'a str,
    subtitle: &'a str,
    (columns, width, height): (u32, u32, u32),
    panels: Vec<Panel<'a>>,
) -> Figure<'a> {
    let rows = (panels.len() as u32).div_ceil(columns);
    let place = |i: u32| Place {
        left: MARGIN + i % columns * width,
        top: HEADING + i / columns * height,
        width: width - MARGIN,
        height: height - MARGIN,
    };
    Figure {
        title,
        subtitle,
        width: 2 * MARGIN + columns * width,
        height: HEADING + rows * height,
        panels: (0..).map(place).zip(panels).collect(),
    }
}

/// The range of values with a margin.
pub(crate) fn span(values: impl IntoIterator<Item = f64>) -> Range<f64> {
    let (low, high) = values
        .into_iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
            (low.min(x), high.max(x))
        });
    let margin = 0.08 * (high - low);
    low - margin..high + margin
}
