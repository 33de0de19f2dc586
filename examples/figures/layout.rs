//! Panels of the usual kinds, and where they stand.

use std::ops::Range;

use super::run::Points;
use super::support::figure::{Figure, Place};
use super::support::panel::{Axis, Curve, Panel};

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

/// A panel over time from 0 to `end`.
pub(crate) fn over_time<'a>(
    title: &'a str,
    end: f64,
    y: Axis<'a>,
    curves: Vec<Curve<'a>>,
) -> Panel<'a> {
    Panel {
        title,
        x: Axis::linear("time [s]", 0.0..end),
        y,
        equal_aspect: false,
        shaded: None,
        curves,
    }
}

/// A panel of two lengths with equal units.
pub(crate) fn plane<'a>(
    title: &'a str,
    x: Axis<'a>,
    y: Axis<'a>,
    curves: Vec<Curve<'a>>,
) -> Panel<'a> {
    Panel {
        title,
        x,
        y,
        equal_aspect: true,
        shaded: None,
        curves,
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

/// The differences of two curves at the same times, from the second point on.
pub(crate) fn differences(a: &[(f64, f64)], b: &[(f64, f64)]) -> Points {
    a.iter()
        .zip(b)
        .skip(1)
        .map(|(a, b)| (a.0, a.1 - b.1))
        .collect()
}
