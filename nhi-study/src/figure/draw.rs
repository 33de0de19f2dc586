//! Drawing of panels.

use std::path::Path;
use std::sync::Once;

use nhi_build::visible_path;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};
use png::{ColorType, Encoder, EncodingError};

use super::legend;
use super::look::Look;
use super::panel::{Panel, Scale, Series, lettering};
use super::ticked::Ticked;
use super::{thin, time_marks};
use crate::files;
use crate::problem::{Failure, Problem};

/// The width and height of a panel.
const PANEL: (u32, u32) = (640, 460);

/// The font, and the size of labels in pixels.
pub(super) const FONT: &str = "sans-serif";
pub(super) const LABEL: i32 = 13;

/// The units of an SVG picture per pixel. The backend rounds to whole units, and whole pixels would
/// make smooth curves look jagged.
const FINE: i32 = 8;

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

/// Draws panels, two per row, and writes the picture.
pub fn save(title: &str, panels: &[Panel], path: &Path) -> Result<(), Failure> {
    use_own_font();
    let format = Format::of(path)?;
    let columns = panels.len().clamp(1, 2);
    let rows = panels.len().div_ceil(columns).max(1);
    let unit = match format {
        Format::Svg => FINE,
        Format::Png => 1,
    };
    let pixels = (
        PANEL.0 * u32::try_from(columns).unwrap_or(1),
        PANEL.1 * u32::try_from(rows).unwrap_or(1) + 40,
    );
    let size = (
        pixels.0 * unit.unsigned_abs(),
        pixels.1 * unit.unsigned_abs(),
    );
    let page = Page {
        title: &lettering(title),
        panels,
        grid: (rows, columns),
        unit,
    };
    match format {
        Format::Svg => {
            let mut text = String::new();
            let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
            page.draw(&root).map_err(|error| failed(path, &error))?;
            drop(root);
            files::write(path, of_size(&text, size, pixels).as_bytes())
        }
        Format::Png => {
            let picture = png(&page, size).map_err(|error| failed(path, &error))?;
            files::write(path, &picture)
        }
    }
}

/// Returns the bytes of a picture.
fn png(page: &Page<'_>, size: (u32, u32)) -> Result<Vec<u8>, String> {
    let mut pixels = vec![0; 3 * size.0 as usize * size.1 as usize];
    page.draw(&BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area())?;
    encoded(&pixels, size).map_err(|error| error.to_string())
}

/// Encodes pixels of red, green and blue as a file.
fn encoded(pixels: &[u8], (width, height): (u32, u32)) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// Sets the display size of an SVG picture, independently of its units.
fn of_size(text: &str, size: (u32, u32), pixels: (u32, u32)) -> String {
    let attributes = |size: (u32, u32)| format!("width=\"{}\" height=\"{}\"", size.0, size.1);
    text.replacen(&attributes(size), &attributes(pixels), 1)
}

/// Registers an embedded font to measure text, and to draw it in PNG. Pictures therefore do not
/// depend on the installed fonts.
fn use_own_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = register_font(FONT, FontStyle::Normal, dejavu::sans::regular());
    });
}

fn failed(path: &Path, reason: &str) -> Failure {
    Problem::new(
        format!("`{}` cannot be drawn: {reason}", visible_path(path)),
        "a file that can be written",
    )
    .into()
}

pub(super) type Area<'a, B> = DrawingArea<B, Shift>;

/// Panels, two per row, under a title; lengths are multiples of the unit.
struct Page<'a> {
    title: &'a str,
    panels: &'a [Panel],
    /// The numbers of rows and columns.
    grid: (usize, usize),
    /// The number of drawing units per pixel.
    unit: i32,
}

impl Page<'_> {
    fn draw<B: DrawingBackend>(&self, root: &Area<'_, B>) -> Result<(), String> {
        let text = |error: DrawingAreaErrorKind<B::ErrorType>| error.to_string();
        root.fill(&WHITE).map_err(text)?;
        let body = titled(root, self.title, 22, self.unit).map_err(text)?;
        for (area, panel) in body.split_evenly(self.grid).iter().zip(self.panels) {
            diagram(area, panel, self.unit).map_err(text)?;
        }
        root.present().map_err(text)
    }
}

/// Writes a title and returns the area below it. Plotters leaves five drawing units above and below
/// the title, whatever the unit is; this function adds the missing space.
fn titled<'a, B: DrawingBackend>(
    area: &Area<'a, B>,
    title: &str,
    size: i32,
    unit: i32,
) -> Result<Area<'a, B>, DrawingAreaErrorKind<B::ErrorType>> {
    let missing = 5 * (unit - 1);
    let area = area.margin(missing, 0, 0, 0);
    let below = area.titled(title, (FONT, size * unit))?;
    Ok(below.margin(missing, 0, 0, 0))
}

fn diagram<B: DrawingBackend>(
    area: &Area<'_, B>,
    panel: &Panel,
    unit: i32,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let thickness = unit.unsigned_abs();
    let area = titled(area, &panel.title, 18, unit)?;
    let entries = legend::layout(panel, area.dim_in_pixel().0 / thickness);
    let (top, area) = area.split_vertically(unit * legend::height(&entries));
    legend::draw(&top, panel, &entries, unit)?;

    let (left, bottom, margin) = (88 * thickness, 48 * thickness, 14 * thickness);
    let (width, height) = area.dim_in_pixel();
    let inner = (
        width.saturating_sub(left + 2 * margin),
        height.saturating_sub(bottom + 2 * margin),
    );
    let (x, y) = panel.ranges(inner);
    let ticks = panel.ticks();
    let x_label = label_x(ticks.is_some(), panel.scale, x.end - x.start);
    let y_label = label(
        matches!(panel.scale, Scale::LogLog | Scale::LogY),
        y.end - y.start,
    );
    let mut chart = ChartBuilder::on(&area)
        .margin(margin)
        .x_label_area_size(bottom)
        .y_label_area_size(left)
        .build_cartesian_2d(Ticked::new(x, ticks), y)?;
    chart
        .configure_mesh()
        .x_desc(&panel.x_label)
        .y_desc(y_description(panel))
        .x_labels(7)
        .y_labels(7)
        .label_style((FONT, LABEL * unit))
        .axis_desc_style((FONT, 15 * unit))
        .set_all_tick_mark_size(5 * unit)
        .axis_style(BLACK.stroke_width(thickness))
        .light_line_style(WHITE)
        .bold_line_style(BLACK.mix(0.12).stroke_width(thickness))
        .x_label_formatter(&x_label)
        .y_label_formatter(&y_label)
        .draw()?;
    for (index, series) in panel.series.iter().enumerate() {
        let look = Look::of(panel, index, unit);
        let points = panel.transformed(&thinned(panel, series));
        match look.dash {
            None => chart.draw_series(LineSeries::new(points.iter().copied(), look.line))?,
            Some((dash, gap)) => {
                let points = points.iter().copied();
                chart.draw_series(DashedLineSeries::new(points, dash, gap, look.line))?
            }
        };
        if series.marked {
            let marks = points.iter();
            let mark = look.mark();
            chart.draw_series(marks.map(|&point| Circle::new(point, 4 * unit, mark)))?;
        }
    }
    let area = chart.plotting_area();
    time_marks::draw(area, panel, unit)
}

/// Returns the formatter of the values on the horizontal axis; step sizes are written as numbers,
/// not as powers of ten.
fn label_x(at_points: bool, scale: Scale, size: f64) -> Box<dyn Fn(&f64) -> String> {
    if at_points {
        return Box::new(|&value| {
            let step = format!("{:.3e}", 10_f64.powf(value)).parse::<f64>();
            step.map_or_else(|_| String::new(), |step| format!("{step:?}"))
        });
    }
    Box::new(label(scale == Scale::LogLog, size))
}

fn y_description(panel: &Panel) -> String {
    match panel.exponent() {
        0 => panel.y_label.clone(),
        exponent => format!("{}   [1e{exponent}]", panel.y_label),
    }
}

/// Returns the formatter of the values on an axis of the given length.
fn label(is_logarithmic: bool, size: f64) -> impl Fn(&f64) -> String {
    move |&value| match is_logarithmic {
        true if size < 3.0 => format!("{:.1e}", 10_f64.powf(value)),
        true => format!("{:.0e}", 10_f64.powf(value)),
        false => tick(value, size),
    }
}

fn thinned(panel: &Panel, series: &Series) -> Vec<(f64, f64)> {
    match panel.scale {
        Scale::Linear | Scale::LogY => thin::peaks(&series.points, thin::MOST_POINTS),
        Scale::Path | Scale::Equal | Scale::LogLog => thin::strides(&series.points),
    }
}

/// Formats a value on an axis of the given length, with as many digits as needed to distinguish
/// ticks.
fn tick(value: f64, size: f64) -> String {
    // Ticks are at least a tenth of the axis apart, so values far below that are zero.
    let value = if value.abs() < 1e-6 * size {
        0.0
    } else {
        value
    };
    let magnitude = value.abs().max(size);
    if !(1e-3..1e5).contains(&magnitude) {
        return if value == 0.0 {
            "0".to_owned()
        } else {
            format!("{value:.1e}")
        };
    }
    let digits = (2.0 - size.log10()).ceil().clamp(0.0, 12.0) as usize;
    let text = format!("{value:.digits$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::tick;

    #[test]
    fn ticks_are_short_and_tell_apart() {
        assert_eq!(tick(0.30000000000000004, 1.0), "0.3");
        assert_eq!(tick(-2.5e-17, 1e-16), "-2.5e-17");
        assert_eq!(tick(1e-18, 1.0), "0");
        assert_eq!(tick(200.0, 1000.0), "200");
    }
}
