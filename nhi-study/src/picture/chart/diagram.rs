//! A panel: title, legend, axes with ticks, and lines.

use super::axis::{self, Tick};
use super::font::{fitting, text_width};
use super::panel::{Panel, Scale, Series, Shown};
use super::scene::{Anchor, Item, Pixel, Rectangle, Stroke, Text};
use super::{cells, legend, look, thin, time_marks};

/// The sizes of letters: the title of a panel, the names of axes, and labels.
const TITLE: f64 = 16.0;
const NAME: f64 = 14.0;
pub(super) const LABEL: f64 = 12.5;
/// The space around a panel.
const MARGIN: f64 = 14.0;
/// The length of a tick, and the space between it and its label.
const TICK: f64 = 5.0;
const GAP: f64 = 4.0;

const AXIS: Stroke = Stroke {
    colour: "#000",
    width: 1.0,
    dash: None,
};
/// The colour of a shaded range.
const SHADE: &str = "#f0f0f0";
const GRID: Stroke = Stroke {
    colour: "#e0e0e0",
    width: 1.0,
    dash: None,
};

/// Draws a panel into an area.
pub(super) fn draw(panel: &Panel, area: Rectangle, items: &mut Vec<Item>) {
    let middle = area.left + area.width / 2.0;
    items.push(text(
        (middle, area.top + MARGIN + TITLE),
        panel.title.clone(),
        fitting(&panel.title, TITLE, area.width - MARGIN),
        Anchor::Middle,
    ));
    let names = legend::layout(panel, area.width - 6.0 * MARGIN);
    let top = area.top + MARGIN + TITLE + 10.0;
    let top_of_legend = top;
    let top = top + legend::height(&names) + cells::height(panel.cells.as_ref()) + 6.0;
    let below = TICK + GAP + LABEL + 8.0 + NAME + 6.0;
    let plot_height = area.bottom() - MARGIN - below - top;
    let widest = widest_label(panel, (area.width, plot_height));
    let left = area.left + MARGIN + NAME + 10.0 + widest + GAP + TICK;
    let plot = Rectangle {
        left,
        top,
        width: area.right() - MARGIN - 6.0 - left,
        height: plot_height,
    };
    legend::draw(panel, &names, (left, top_of_legend), items);
    let chart = Chart::new(panel, plot);
    chart.draw_axes(items);
    let name = (left - TICK - GAP - widest - 10.0, top + plot.height / 2.0);
    let of_vertical = vertical_name(panel);
    items.push(Item::Text(Text {
        at: name,
        size: fitting(&of_vertical, NAME, area.bottom() - top),
        text: of_vertical,
        anchor: Anchor::Middle,
        upwards: true,
    }));
    items.push(text(
        (left + plot.width / 2.0, area.bottom() - MARGIN),
        panel.x_label.clone(),
        fitting(&panel.x_label, NAME, plot.width),
        Anchor::Middle,
    ));
    if let Some(cells) = &panel.cells {
        cells.draw(&chart, items);
        cells.draw_scale((left, top_of_legend), items);
    }
    let (mut lines, mut dots) = (Vec::new(), Vec::new());
    for series in &panel.series {
        chart.draw_series(series, &mut lines, &mut dots);
    }
    items.push(Item::Within {
        area: plot,
        items: lines,
    });
    items.extend(dots);
    time_marks::draw(&chart, items);
}

/// Returns the width of the widest label of the vertical axis.
fn widest_label(panel: &Panel, size: (f64, f64)) -> f64 {
    let (_, y) = panel.ranges(size);
    let labels = vertical_ticks(panel, &y);
    let widths = labels.iter().map(|tick| text_width(&tick.label, LABEL));
    widths.fold(0.0, f64::max)
}

fn vertical_ticks(panel: &Panel, range: &std::ops::Range<f64>) -> Vec<Tick> {
    match panel.scale {
        Scale::LogLog | Scale::LogY => axis::logarithmic(range),
        Scale::Linear | Scale::Path | Scale::Equal => axis::linear(range),
    }
}

/// Returns the name of the vertical axis, with the power of ten of its values.
fn vertical_name(panel: &Panel) -> String {
    match panel.exponent() {
        0 => panel.y_label.clone(),
        exponent => format!("{}  (\u{d7} {})", panel.y_label, axis::power(1.0, exponent))
            .trim()
            .to_owned(),
    }
}

/// A panel with the mapping from its values to pixels.
pub(super) struct Chart<'a> {
    pub(super) panel: &'a Panel,
    pub(super) plot: Rectangle,
    x: std::ops::Range<f64>,
    y: std::ops::Range<f64>,
}

impl<'a> Chart<'a> {
    fn new(panel: &'a Panel, plot: Rectangle) -> Self {
        let (x, y) = panel.ranges((plot.width, plot.height));
        Self { panel, plot, x, y }
    }

    /// Returns the pixel of a transformed point.
    pub(super) fn pixel(&self, (x, y): (f64, f64)) -> Pixel {
        let share = |value: f64, range: &std::ops::Range<f64>| {
            (value - range.start) / (range.end - range.start)
        };
        (
            self.plot.left + self.plot.width * share(x, &self.x),
            self.plot.bottom() - self.plot.height * share(y, &self.y),
        )
    }

    fn horizontal_ticks(&self) -> Vec<Tick> {
        match (self.panel.ticks(), self.panel.scale) {
            (Some(places), _) => axis::at_points(places),
            (None, Scale::LogLog) => axis::logarithmic(&self.x),
            (None, _) => axis::linear(&self.x),
        }
    }

    /// Returns the shaded part of the plot.
    fn shaded(&self) -> Option<Item> {
        let (plot, range) = (self.plot, self.panel.shaded_lengths()?);
        let [left, right] = [range.start, range.end].map(|x| self.pixel((x, self.y.start)).0);
        let [left, right] = [left, right].map(|x| x.clamp(plot.left, plot.right()));
        let (area, colour) = (
            Rectangle {
                left,
                width: right - left,
                ..plot
            },
            SHADE,
        );
        Some(Item::Filled { area, colour })
    }

    fn draw_axes(&self, items: &mut Vec<Item>) {
        let plot = self.plot;
        let line = |from: Pixel, to: Pixel, stroke| Item::Line {
            points: vec![from, to],
            stroke,
        };
        let (bottom, left) = (plot.bottom(), plot.left);
        items.extend(self.shaded());
        for Tick { place, label } in self.horizontal_ticks() {
            let (x, _) = self.pixel((place, self.y.start));
            items.push(line((x, plot.top), (x, bottom), GRID));
            items.push(line((x, bottom), (x, bottom + TICK), AXIS));
            let below = bottom + TICK + GAP + 0.8 * LABEL;
            items.push(text((x, below), label, LABEL, Anchor::Middle));
        }
        for Tick { place, label } in vertical_ticks(self.panel, &self.y) {
            let (_, y) = self.pixel((self.x.start, place));
            items.push(line((left, y), (plot.right(), y), GRID));
            items.push(line((left - TICK, y), (left, y), AXIS));
            let base = y + 0.35 * LABEL;
            items.push(text((left - TICK - GAP, base), label, LABEL, Anchor::End));
        }
        let corner = [(left, plot.top), (left, bottom), (plot.right(), bottom)];
        items.push(Item::Line {
            points: corner.to_vec(),
            stroke: AXIS,
        });
    }

    /// Draws a line, of which only the part within the plot is visible, and its dots there.
    fn draw_series(&self, series: &Series, lines: &mut Vec<Item>, dots: &mut Vec<Item>) {
        let parts = self.panel.unbroken(&series.points);
        let share = parts.len().div_ceil(thin::MOST_POINTS).max(1);
        for part in parts.into_iter().step_by(share) {
            self.draw_part(series, thinned(self.panel, part), lines, dots);
        }
    }

    fn draw_part(
        &self,
        series: &Series,
        points: Vec<(f64, f64)>,
        lines: &mut Vec<Item>,
        dots: &mut Vec<Item>,
    ) {
        let points = if series.is_held {
            held(&points)
        } else {
            points
        };
        let points = self.panel.transformed(&points).into_iter();
        let points: Vec<_> = points.map(|point| self.pixel(point)).collect();
        let stroke = look::stroke(series, self.panel.scale);
        if series.shown != Shown::Line {
            let inside = points.iter().filter(|at| self.plot.holds(**at));
            dots.extend(inside.map(|&at| mark(at, series, stroke)));
        }
        if let (Shown::Line, [alone]) = (series.shown, &points[..]) {
            // A line of one point would be invisible.
            let inside = Some(*alone).filter(|at| self.plot.holds(*at));
            dots.extend(inside.map(|at| dot(at, Shown::Dots, stroke)));
        } else if series.shown != Shown::Dots {
            lines.push(Item::Line { points, stroke });
        }
    }
}

/// Returns the mark of a point in the shape of its series: a dot, or the outline of a polygon.
pub(super) fn mark(at: Pixel, series: &Series, stroke: Stroke) -> Item {
    /// The corners of a square, a triangle, a diamond and a triangle upside down.
    const SHAPES: [&[Pixel]; 4] = [
        &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
        &[(0.0, -1.3), (1.2, 1.0), (-1.2, 1.0)],
        &[(0.0, -1.4), (1.4, 0.0), (0.0, 1.4), (-1.4, 0.0)],
        &[(0.0, 1.3), (1.2, -1.0), (-1.2, -1.0)],
    ];
    const SIZE: f64 = 4.0;
    let Some(shape) = (series.marker % (SHAPES.len() + 1)).checked_sub(1) else {
        return dot(at, series.shown, stroke);
    };
    // The first corner is visited again, and the first edge too, so that the outline is closed.
    let corners = SHAPES[shape].iter().cycle().take(SHAPES[shape].len() + 2);
    let points = corners.map(|(x, y)| (at.0 + SIZE * x, at.1 + SIZE * y));
    Item::Line {
        points: points.collect(),
        stroke: Stroke {
            width: 1.5,
            dash: None,
            ..stroke
        },
    }
}

/// Returns the dot of a point; that of a dashed line is hollow.
pub(super) fn dot(at: Pixel, shown: Shown, stroke: Stroke) -> Item {
    Item::Dot {
        at,
        radius: if shown == Shown::Dots { 2.5 } else { 3.5 },
        stroke: Stroke {
            width: 1.3,
            dash: None,
            ..stroke
        },
        is_filled: stroke.dash.is_none(),
    }
}

/// Returns the stairs of values that are held until the next point.
fn held(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut stairs = Vec::with_capacity(2 * points.len());
    for pair in points.windows(2) {
        stairs.extend([pair[0], (pair[1].0, pair[0].1)]);
    }
    stairs.extend(points.last());
    stairs
}

fn thinned(panel: &Panel, points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    match panel.scale {
        Scale::Linear | Scale::LogY => thin::peaks(points, thin::MOST_POINTS),
        Scale::Path | Scale::Equal | Scale::LogLog => thin::strides(points),
    }
}

pub(super) fn text(at: Pixel, text: String, size: f64, anchor: Anchor) -> Item {
    Item::Text(Text {
        at,
        text,
        size,
        anchor,
        upwards: false,
    })
}

#[cfg(test)]
mod tests {
    use super::held;

    #[test]
    fn held_values_are_stairs() {
        let stairs = held(&[(0.0, 1.0), (1.0, 3.0), (2.0, 2.0)]);
        assert_eq!(
            stairs,
            [(0.0, 1.0), (1.0, 1.0), (1.0, 3.0), (2.0, 3.0), (2.0, 2.0)]
        );
    }
}
