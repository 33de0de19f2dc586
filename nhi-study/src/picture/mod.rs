//! Pictures: a scene is made once, and written as SVG or PNG.

mod chart;
mod font;
mod png;
mod scene;
mod svg;

use std::path::Path;

use nhi_build::visible_path;

use crate::files;
use crate::problem::{Failure, Problem};

pub use chart::{Mark, Panel, Scale, Series};
pub(crate) use chart::{page, thin};
pub(crate) use svg::in_markup;

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Vector graphics.
    Svg,
    /// Pixels.
    Png,
}

impl Format {
    /// Returns the format that the file extension selects.
    ///
    /// # Errors
    /// The extension is another one.
    pub fn of(path: &Path) -> Result<Self, Failure> {
        let ending = path
            .extension()
            .map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(Failure::Usage(format!(
                "`{}` has no ending that names a picture format: use .svg or .png",
                visible_path(path)
            ))),
        }
    }
}

/// Draws panels, two per row, and writes the picture in the format of the file extension.
///
/// # Errors
/// The extension is not that of a picture, or the file cannot be written.
pub fn save(title: &str, panels: &[Panel], path: &Path) -> Result<(), Failure> {
    let format = Format::of(path)?;
    let scene = page(title, panels);
    let bytes = match format {
        Format::Svg => svg::svg(&scene).into_bytes(),
        Format::Png => png::png(&scene).map_err(|reason| undrawn(path, &reason))?,
    };
    files::write(path, &bytes)
}

fn undrawn(path: &Path, reason: &str) -> Failure {
    Problem::new(
        format!("`{}` cannot be drawn: {reason}", visible_path(path)),
        "a picture of fewer panels",
    )
    .into()
}
