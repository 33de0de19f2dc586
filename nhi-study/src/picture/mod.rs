//! Pictures: a scene is made once, and written as SVG, PNG or PDF.

mod chart;
mod font;
mod pdf;
mod png;
mod scene;
mod svg;

use std::path::Path;

use nhi_build::visible_path;

use crate::files;
use crate::problem::{Failure, Problem};

pub(crate) use chart::thin;
pub use chart::{Cells, Colour, Dash, Mark, Panel, Picture, Scale, Series, Shown};
pub(crate) use svg::in_markup;

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Vector graphics.
    Svg,
    /// Pixels.
    Png,
    /// A document of one page.
    Pdf,
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
            Some("pdf") => Ok(Self::Pdf),
            _ => Err(Failure::Usage(format!(
                "`{}` is not a picture format: use .svg, .png or .pdf",
                visible_path(path)
            ))),
        }
    }
}

impl Picture {
    /// Writes the picture in the format of the file extension.
    ///
    /// # Errors
    /// The extension is not that of a picture, or the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        let bytes = match Format::of(path)? {
            Format::Svg => self.svg().into_bytes(),
            Format::Png => png::png(&self.scene()).map_err(|reason| undrawn(path, &reason))?,
            Format::Pdf => pdf::pdf(&self.scene()).map_err(|reason| undrawn(path, &reason))?,
        };
        files::write(path, &bytes)
    }

    /// Returns the picture as an SVG document. The same panels give the same text.
    pub fn svg(&self) -> String {
        svg::svg(&self.scene())
    }
}

fn undrawn(path: &Path, reason: &str) -> Failure {
    Problem::new(
        format!("`{}` cannot be drawn: {reason}", visible_path(path)),
        "a picture of fewer panels",
    )
    .into()
}
