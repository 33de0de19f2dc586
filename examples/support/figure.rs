//! Figures of several panels as SVG files. The same data give the same bytes.

use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

use super::panel::{Panel, draw};

/// Okabe and Ito's colours, which stay apart for colour-blind eyes.
pub(crate) const BLUE: RGBColor = RGBColor(0, 114, 178);
pub(crate) const ORANGE: RGBColor = RGBColor(213, 94, 0);
pub(crate) const GREEN: RGBColor = RGBColor(0, 158, 115);
pub(crate) const PURPLE: RGBColor = RGBColor(204, 121, 167);
pub(crate) const GREY: RGBColor = RGBColor(110, 110, 110);
pub(crate) const BLACK: RGBColor = RGBColor(20, 20, 20);

/// The backend places points on whole units, so there are several units to a pixel.
pub(crate) const UNITS_PER_PIXEL: u32 = 4;

/// Pixels as units of the backend.
pub(crate) const fn pixels(count: u32) -> u32 {
    count * UNITS_PER_PIXEL
}

/// Where a panel stands, in pixels from the upper left corner of the figure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// A picture with a heading and panels.
#[derive(Debug)]
pub(crate) struct Figure<'a> {
    pub(crate) title: &'a str,
    pub(crate) subtitle: &'a str,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) panels: Vec<(Place, Panel<'a>)>,
}

impl Figure<'_> {
    /// Writes the figure to a file, whose path starts at the root of the package.
    pub(crate) fn save(&self, path: &str) -> Result<(), Box<dyn Error>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        std::fs::write(root.join(path), self.to_svg()?)?;
        println!("\nThe picture is {path}.");
        Ok(())
    }

    /// The text of the file.
    pub(crate) fn to_svg(&self) -> Result<String, Box<dyn Error>> {
        let (width, height) = (pixels(self.width), pixels(self.height));
        let mut svg = String::new();
        {
            let page = SVGBackend::with_string(&mut svg, (width, height)).into_drawing_area();
            page.fill(&WHITE)?;
            self.draw_heading(&page)?;
            for (place, panel) in &self.panels {
                let area = page.clone().shrink(
                    (pixels(place.left), pixels(place.top)),
                    (pixels(place.width), pixels(place.height)),
                );
                draw(&area, panel)?;
            }
            page.present()?;
        }
        let units = format!("<svg width=\"{width}\" height=\"{height}\"");
        let size = format!("<svg width=\"{}\" height=\"{}\"", self.width, self.height);
        Ok(svg.replacen(&units, &size, 1))
    }

    fn draw_heading(
        &self,
        page: &DrawingArea<SVGBackend<'_>, Shift>,
    ) -> Result<(), Box<dyn Error>> {
        let left = pixels(24) as i32;
        let title = text_style(21, &BLACK).into_font_style(FontStyle::Bold);
        page.draw_text(self.title, &title, (left, pixels(18) as i32))?;
        let subtitle = text_style(14, &GREY);
        page.draw_text(self.subtitle, &subtitle, (left, pixels(48) as i32))?;
        Ok(())
    }
}

/// Text of a size in pixels.
pub(crate) fn text_style(size: u32, colour: &RGBColor) -> TextStyle<'static> {
    // The backend divides sizes by 1.24.
    let units = f64::from(pixels(size)) * 1.24;
    ("sans-serif", units).into_font().color(colour)
}

/// A change of the font of a text.
pub(crate) trait IntoFontStyle {
    fn into_font_style(self, style: FontStyle) -> Self;
}

impl IntoFontStyle for TextStyle<'static> {
    fn into_font_style(mut self, style: FontStyle) -> Self {
        self.font = self.font.style(style);
        self
    }
}
