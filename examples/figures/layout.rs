//! Panels of the usual kinds, and the folder of the book's pictures.

use std::error::Error;
use std::ops::Range;
use std::path::Path;

use nhi_study::picture::{Panel, Picture, Scale};

use super::run::Points;

/// A panel over time from 0 to `end`.
pub(crate) fn over_time(title: &str, label: &str, end: f64) -> Panel {
    Panel::new(title, "time [s]", label, Scale::Linear).x_limits(0.0..end)
}

/// A panel of sizes over time from 0 to `end`, with the limits of its logarithmic axis.
pub(crate) fn sizes(title: &str, label: &str, end: f64, limits: Range<f64>) -> Panel {
    let panel = Panel::new(title, "time [s]", label, Scale::LogY);
    panel.x_limits(0.0..end).y_limits(limits)
}

/// A panel of two lengths with equal units.
pub(crate) fn plane(title: &str) -> Panel {
    Panel::new(title, "x [m]", "y [m]", Scale::Equal)
}

/// The sizes of the differences of two curves at the same times, from the second point on.
pub(crate) fn differences(a: &[(f64, f64)], b: &[(f64, f64)]) -> Points {
    let pairs = a.iter().zip(b).skip(1);
    pairs.map(|(a, b)| (a.0, (a.1 - b.1).abs())).collect()
}

/// Writes a picture of the book.
pub(crate) fn save(name: &str, picture: &Picture) -> Result<(), Box<dyn Error>> {
    let path = format!("docs/src/plots/{name}.svg");
    picture.save(&Path::new(env!("CARGO_MANIFEST_DIR")).join(&path))?;
    println!("\nThe picture is {path}.");
    Ok(())
}
