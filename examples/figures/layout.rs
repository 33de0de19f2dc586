//! Panels of the usual kinds.

use super::run::Points;
use super::support::panel::{Axis, Curve, Panel};

pub(crate) use super::support::grid::{grid, span};

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

/// The differences of two curves at the same times, from the second point on.
pub(crate) fn differences(a: &[(f64, f64)], b: &[(f64, f64)]) -> Points {
    a.iter()
        .zip(b)
        .skip(1)
        .map(|(a, b)| (a.0, a.1 - b.1))
        .collect()
}
