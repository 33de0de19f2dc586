//! One panel of a figure: axes, curves, a legend.

use plotters::chart::ChartContext;
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::error::Error;
use std::ops::Range;

use super::clip::{Frame, Point};
use super::figure::{BLACK, GREY, IntoFontStyle, pixels, text_style};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Sizes in pixels.
const TITLE: u32 = 50;
const LEGEND_MIDDLE: u32 = 32;
const LEFT: u32 = 72;
const BOTTOM: u32 = 48;
const RIGHT: u32 = 14;
const DASH: u32 = 6;
const DASH_GAP: u32 = 4;

/// What an axis shows.
#[derive(Clone, Debug)]
pub(crate) struct Axis<'a> {
    pub(crate) label: &'a str,
    pub(crate) range: Range<f64>,
    pub(crate) scale: Scale,
}

/// How values are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    Linear,
    /// As powers of this base; the range is that of the exponents.
    Powers(u32),
}

impl<'a> Axis<'a> {
    pub(crate) fn linear(label: &'a str, range: Range<f64>) -> Self {
        Self {
            label,
            range,
            scale: Scale::Linear,
        }
    }

    pub(crate) fn logarithmic(label: &'a str, exponents: Range<i32>) -> Self {
        let range = f64::from(exponents.start)..f64::from(exponents.end);
        Self {
            label,
            range,
            scale: Scale::Powers(10),
        }
    }

    /// The place of a value on the axis; values too small for a logarithmic axis stand at its end.
    fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => value,
            Scale::Powers(base) => {
                let exponent = value.abs().log10() / f64::from(base).log10();
                exponent.max(self.range.start)
            }
        }
    }

    fn tick(&self, place: f64) -> String {
        match self.scale {
            Scale::Linear => {
                let rounded = (place * 1e6).round() / 1e6 + 0.0;
                format!("{rounded}").replace('-', "\u{2212}")
            }
            Scale::Powers(base) => format!("{base}{}", superscript(place.round() as i32)),
        }
    }
}

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Solid,
    Dashed,
    Dots,
}

/// A curve with its entry in the legend; without one where the label is empty.
#[derive(Clone, Debug)]
pub(crate) struct Curve<'a> {
    pub(crate) label: &'a str,
    pub(crate) colour: RGBColor,
    pub(crate) line: Line,
    /// Width of the line or radius of the dots, in tenths of pixels.
    pub(crate) width: u32,
    pub(crate) points: Vec<(f64, f64)>,
}

impl<'a> Curve<'a> {
    pub(crate) fn new(
        label: &'a str,
        colour: RGBColor,
        line: Line,
        points: Vec<(f64, f64)>,
    ) -> Self {
        let width = match line {
            Line::Solid => 18,
            Line::Dashed => 16,
            Line::Dots => 20,
        };
        Self {
            label,
            colour,
            line,
            width,
            points,
        }
    }

    pub(crate) fn width(self, tenths_of_pixels: u32) -> Self {
        Self {
            width: tenths_of_pixels,
            ..self
        }
    }
}

/// Axes with curves.
#[derive(Clone, Debug)]
pub(crate) struct Panel<'a> {
    pub(crate) title: &'a str,
    pub(crate) x: Axis<'a>,
    pub(crate) y: Axis<'a>,
    /// Whether a unit is equally long on both axes; the ranges are widened for it.
    pub(crate) equal_aspect: bool,
    /// A shaded range of `x`.
    pub(crate) shaded: Option<Range<f64>>,
    pub(crate) curves: Vec<Curve<'a>>,
}

/// Draws the panel on its area.
pub(crate) fn draw(area: &Area<'_>, panel: &Panel<'_>) -> Result<(), Box<dyn Error>> {
    let title = text_style(15, &BLACK).into_font_style(FontStyle::Bold);
    area.draw_text(panel.title, &title, (pixels(8) as i32, 0))?;
    let (x, y) = ranges(area, panel);
    let mut chart = ChartBuilder::on(area)
        .margin_top(pixels(TITLE))
        .margin_right(pixels(RIGHT))
        .set_label_area_size(LabelAreaPosition::Left, pixels(LEFT))
        .set_label_area_size(LabelAreaPosition::Bottom, pixels(BOTTOM))
        .build_cartesian_2d(x, y.clone())?;
    if let Some(shaded) = &panel.shaded {
        let corners = [(shaded.start, y.start), (shaded.end, y.end)];
        chart.draw_series([Rectangle::new(corners, RGBColor(240, 240, 240).filled())])?;
    }
    draw_axes(&mut chart, panel)?;
    for curve in &panel.curves {
        draw_curve(&mut chart, panel, curve)?;
    }
    draw_legend(area, panel)
}

/// The ranges of the axes, widened around their middle for equal units.
fn ranges(area: &Area<'_>, panel: &Panel<'_>) -> (Range<f64>, Range<f64>) {
    let (x, y) = (panel.x.range.clone(), panel.y.range.clone());
    if !panel.equal_aspect {
        return (x, y);
    }
    let (width, height) = area.dim_in_pixel();
    let width = f64::from(width - pixels(LEFT + RIGHT));
    let height = f64::from(height - pixels(TITLE + BOTTOM));
    let unit = ((x.end - x.start) / width).max((y.end - y.start) / height);
    let widened = |range: Range<f64>, size: f64| {
        let middle = 0.5 * (range.start + range.end);
        middle - 0.5 * unit * size..middle + 0.5 * unit * size
    };
    (widened(x, width), widened(y, height))
}

fn draw_axes(chart: &mut Chart<'_, '_>, panel: &Panel<'_>) -> Result<(), Box<dyn Error>> {
    let hairline = RGBColor(222, 222, 222).stroke_width(pixels(1) * 3 / 4);
    chart
        .configure_mesh()
        .x_desc(panel.x.label)
        .y_desc(panel.y.label)
        .x_labels(8)
        .y_labels(7)
        .x_label_formatter(&|&place| panel.x.tick(place))
        .y_label_formatter(&|&place| panel.y.tick(place))
        .x_label_style(text_style(13, &BLACK))
        .y_label_style(text_style(13, &BLACK))
        .axis_desc_style(text_style(14, &BLACK))
        .axis_style(GREY.stroke_width(pixels(1)))
        .bold_line_style(hairline)
        .light_line_style(TRANSPARENT)
        .set_all_tick_mark_size(pixels(4))
        .draw()?;
    Ok(())
}

fn draw_curve(
    chart: &mut Chart<'_, '_>,
    panel: &Panel<'_>,
    curve: &Curve<'_>,
) -> Result<(), Box<dyn Error>> {
    let points: Vec<Point> = curve
        .points
        .iter()
        .map(|&(x, y)| (panel.x.place(x), panel.y.place(y)))
        .collect();
    let frame = Frame {
        x: chart.x_range(),
        y: chart.y_range(),
    };
    let width = pixels(curve.width) / 10;
    let style = curve.colour.stroke_width(width);
    if curve.line == Line::Dots {
        let shown = points.into_iter().filter(|&point| frame.contains(point));
        let dots = shown.map(|point| Circle::new(point, width, curve.colour.filled()));
        chart.draw_series(dots)?;
        return Ok(());
    }
    for piece in frame.pieces(&points) {
        if curve.line == Line::Solid {
            chart.draw_series(LineSeries::new(piece, style))?;
        } else {
            chart.draw_series(DashedLineSeries::new(
                piece,
                pixels(DASH),
                pixels(DASH_GAP),
                style,
            ))?;
        }
    }
    Ok(())
}

/// The legend in a row under the title, narrower where it would run into the next panel.
fn draw_legend(area: &Area<'_>, panel: &Panel<'_>) -> Result<(), Box<dyn Error>> {
    let entries = || panel.curves.iter().filter(|curve| !curve.label.is_empty());
    let labels: Vec<_> = entries().map(|curve| curve.label).collect();
    let (width, _) = area.dim_in_pixel();
    let spacing = Spacing::fitting(&labels, width);
    let gap = pixels(6) as i32;
    let middle = pixels(LEGEND_MIDDLE) as i32;
    let words = text_style(13, &BLACK).pos(Pos::new(HPos::Left, VPos::Center));
    let mut left = pixels(8) as i32;
    for curve in entries() {
        let right = left + spacing.sample as i32;
        draw_sample(area, curve, left, right, middle)?;
        area.draw_text(curve.label, &words, (right + gap, middle))?;
        left += spacing.of(curve.label) as i32;
    }
    Ok(())
}

/// How wide the entries of a legend are: estimates, as an SVG file does not know the font with which it is shown.
#[derive(Clone, Copy, Debug)]
struct Spacing {
    /// The piece of a curve.
    sample: u32,
    /// From a curve to its words, and behind these.
    gaps: u32,
    /// The width of a letter, in hundredths of the size of the font.
    letter: fn(char) -> u32,
}

impl Spacing {
    const LOOSE: Self = Self {
        sample: pixels(24),
        gaps: pixels(24),
        letter: |_| 56,
    };
    const TIGHT: Self = Self {
        sample: pixels(16),
        gaps: pixels(16),
        letter: |letter| match letter {
            ' ' | ',' | '.' | '(' | ')' | 'i' | 'j' | 'l' | 't' | 'f' | 'r' => 37,
            _ => 63,
        },
    };

    /// The loose one, where a row of these labels has the width for it.
    fn fitting(labels: &[&str], width: u32) -> Self {
        let row: u32 = labels.iter().map(|label| Self::LOOSE.of(label)).sum();
        if pixels(8) + row <= width + Self::LOOSE.gaps {
            Self::LOOSE
        } else {
            Self::TIGHT
        }
    }

    /// From an entry to the next one.
    fn of(self, label: &str) -> u32 {
        let letters: u32 = label.chars().map(self.letter).sum();
        self.sample + letters * pixels(13) / 100 + self.gaps
    }
}

/// A piece of the curve from left to right.
fn draw_sample(
    area: &Area<'_>,
    curve: &Curve<'_>,
    left: i32,
    right: i32,
    middle: i32,
) -> Result<(), Box<dyn Error>> {
    let width = pixels(curve.width) / 10;
    let style = curve.colour.stroke_width(width);
    let line = |from: i32, to: i32| PathElement::new([(from, middle), (to, middle)], style);
    match curve.line {
        Line::Solid => area.draw(&line(left, right))?,
        Line::Dashed => {
            let (dash, gap) = (pixels(DASH) as i32, pixels(DASH_GAP) as i32);
            let mut from = left;
            while from + dash <= right {
                area.draw(&line(from, from + dash))?;
                from += dash + gap;
            }
        }
        Line::Dots => {
            let centre = ((left + right) / 2, middle);
            area.draw(&Circle::new(centre, width, curve.colour.filled()))?;
        }
    }
    Ok(())
}

/// A whole number in raised digits.
fn superscript(number: i32) -> String {
    let raised = |character: char| match character {
        '-' => '\u{207b}',
        '1' => '\u{b9}',
        '2' => '\u{b2}',
        '3' => '\u{b3}',
        digit => char::from_u32(0x2070 + digit.to_digit(10).unwrap_or(0)).unwrap_or(digit),
    };
    number.to_string().chars().map(raised).collect()
}
