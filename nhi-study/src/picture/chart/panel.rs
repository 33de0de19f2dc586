//! The contents of a panel and its ranges.

use std::ops::Range;

use nhi_build::visible_line;

use super::cells::Cells;
use super::look::{Colour, Dash, numbered};
use super::marks::{Mark, marks};

/// The largest number drawn: differences of two larger ones might not be finite.
const LARGEST: f64 = 1e300;

/// The lowest power of ten of an axis: smaller numbers lose precision.
const LEAST_EXPONENT: i32 = -290;

/// The maximum number of points of a logarithmic axis that have a tick each.
const MOST_TICKS: usize = 6;

/// The maximum number of characters of a title or name.
const MOST_LETTERS: usize = 100;

/// One diagram.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The title above the panel.
    pub title: String,
    /// The label of the horizontal axis.
    pub x_label: String,
    /// The label of the vertical axis.
    pub y_label: String,
    /// The lines.
    pub series: Vec<Series>,
    /// The scales of both axes.
    pub scale: Scale,
    /// The least extent of the vertical axis on both sides of zero.
    pub floor: f64,
    /// True if lines end at values without a logarithm.
    has_gaps: bool,
    /// The limits of the axes, unless they are those of the points.
    x_limits: Option<Range<f64>>,
    y_limits: Option<Range<f64>>,
    /// A range of the horizontal axis with a grey background.
    shaded: Option<Range<f64>>,
    /// A grid of coloured cells.
    pub(super) cells: Option<Cells>,
}

/// The mapping from values to lengths on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// A function of time.
    Linear,
    /// A path; each axis has its own scale.
    Path,
    /// A path; both axes have the same scale, so that a circle is a circle.
    Equal,
    /// A function of time with a logarithmic axis.
    LogY,
    /// Both axes are logarithmic.
    LogLog,
}

/// How the points of a line are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// As a line through them.
    Line,
    /// As a line through dots.
    LineWithDots,
    /// As dots alone.
    Dots,
}

/// A line.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend; empty for none.
    pub name: String,
    /// The colour.
    pub colour: Colour,
    /// The pattern.
    pub dash: Dash,
    /// How its points are drawn.
    pub shown: Shown,
    /// The shape of its dots: that of the integrator with this number.
    pub marker: usize,
    /// True if a value is held until the next point.
    pub is_held: bool,
    /// The points in the order of the line.
    pub points: Vec<(f64, f64)>,
    /// Its time marks.
    pub times: Vec<Mark>,
}

impl Panel {
    /// Creates a panel without lines.
    pub fn new(title: &str, x_label: &str, y_label: &str, scale: Scale) -> Self {
        Self {
            title: lettering(title),
            x_label: lettering(x_label),
            y_label: lettering(y_label),
            series: Vec::new(),
            scale,
            floor: 0.0,
            has_gaps: false,
            x_limits: None,
            y_limits: None,
            shaded: None,
            cells: None,
        }
    }

    /// Fills the panel with coloured cells, for linear axes.
    pub fn cells(self, cells: Cells) -> Self {
        let panel = self.x_limits(cells.x_range()).y_limits(cells.y_range());
        Self {
            cells: Some(cells),
            ..panel
        }
    }

    /// Adds a line with its name in the legend. Its number chooses its style.
    pub fn with(mut self, name: &str, points: Vec<(f64, f64)>) -> Self {
        let (colour, dash) = numbered(self.series.len(), 0);
        self.series.push(Series {
            name: lettering(name),
            colour,
            dash,
            shown: match self.scale {
                Scale::LogLog => Shown::LineWithDots,
                Scale::Linear | Scale::Path | Scale::Equal | Scale::LogY => Shown::Line,
            },
            marker: 0,
            is_held: false,
            points,
            times: Vec::new(),
        });
        self
    }

    fn last(mut self, change: impl FnOnce(&mut Series)) -> Self {
        self.series.last_mut().map(change);
        self
    }

    /// Gives the last line the numbers of its run and of its quantity. The run selects the colour,
    /// and the quantity the dash.
    pub fn of_run(self, run: usize, quantity: usize) -> Self {
        self.last(|series| (series.colour, series.dash) = numbered(run, quantity))
    }

    /// Gives the last line a colour.
    pub fn coloured(self, colour: Colour) -> Self {
        self.last(|series| series.colour = colour)
    }

    /// Dashes the last line.
    pub fn dashed(self) -> Self {
        self.last(|series| series.dash = Dash::Dashed)
    }

    /// Gives the dots of the last line the shape with a number.
    pub fn marked(self, marker: usize) -> Self {
        self.last(|series| series.marker = marker)
    }

    /// Draws the last line without dots.
    pub fn line(self) -> Self {
        self.last(|series| series.shown = Shown::Line)
    }

    /// Draws the points of the last line as dots without a line.
    pub fn dots(self) -> Self {
        self.last(|series| series.shown = Shown::Dots)
    }

    /// Sets the limits of the horizontal axis, finite and in increasing order.
    pub fn x_limits(mut self, limits: Range<f64>) -> Self {
        self.x_limits = Some(limits);
        self
    }

    /// Sets the limits of the vertical axis, finite and in increasing order. They must be positive
    /// on a logarithmic axis.
    pub fn y_limits(mut self, limits: Range<f64>) -> Self {
        self.y_limits = Some(limits);
        self
    }

    /// Shades a range of the horizontal axis.
    pub fn shaded(mut self, range: Range<f64>) -> Self {
        self.shaded = Some(range);
        self
    }

    /// Draws every line as stairs: its values are held until the next point.
    pub fn held(mut self) -> Self {
        for series in &mut self.series {
            series.is_held = true;
        }
        self
    }

    /// Widens the vertical axis to at least `-floor..floor`, so that rounding errors look small.
    pub fn above(mut self, floor: f64) -> Self {
        self.floor = floor;
        self
    }

    /// Gives a function, or a path with its own scale for each axis, a logarithmic vertical axis.
    pub fn logarithmic(mut self) -> Self {
        if matches!(self.scale, Scale::Linear | Scale::Path) {
            self.scale = Scale::LogY;
            self.floor = 0.0;
            self.has_gaps = true;
        }
        self
    }

    /// Returns the parts of a line between points that cannot be drawn.
    pub(super) fn unbroken<'p>(&self, points: &'p [(f64, f64)]) -> Vec<&'p [(f64, f64)]> {
        let is_drawn = |value: f64| value.abs() <= LARGEST;
        let is_gap =
            |&(x, y): &(f64, f64)| !(is_drawn(x) && is_drawn(y)) || self.has_gaps && y <= 0.0;
        let parts = points.split(is_gap);
        parts.filter(|part| !part.is_empty()).collect()
    }

    /// Returns the number of finite values that a logarithmic vertical axis leaves out.
    pub fn values_without_logarithm(&self) -> usize {
        let is_logarithmic = matches!(self.scale, Scale::LogY | Scale::LogLog);
        let points = self.series.iter().flat_map(|series| &series.points);
        let values = points.filter(|(_, y)| y.is_finite() && *y <= 0.0);
        if is_logarithmic { values.count() } else { 0 }
    }

    /// Adds a path with time marks.
    pub fn with_path(self, name: &str, times: &[f64], points: Vec<(f64, f64)>) -> Self {
        let times = marks(times, &points);
        self.with(name, points).last(|series| series.times = times)
    }

    /// Returns the ticks of a logarithmic horizontal axis: at the points, if they are few.
    pub(super) fn ticks(&self) -> Option<Vec<f64>> {
        let points = self.series.iter().flat_map(|s| self.transformed(&s.points));
        let mut ticks: Vec<_> = points.map(|point| point.0).collect();
        ticks.sort_by(f64::total_cmp);
        ticks.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
        (self.scale == Scale::LogLog && (1..=MOST_TICKS).contains(&ticks.len())).then_some(ticks)
    }

    /// Returns true if none of its points can be drawn.
    pub fn is_empty(&self) -> bool {
        let mut all = self.series.iter();
        all.all(|series| self.transformed(&series.points).is_empty())
    }

    /// Returns the power of ten by which the values of a function are scaled: 0 if they are neither
    /// small nor large.
    pub fn exponent(&self) -> i32 {
        let values = self
            .series
            .iter()
            .flat_map(|s| &s.points)
            .map(|point| point.1.abs());
        let values = values.filter(|value| *value <= LARGEST);
        let largest = match &self.y_limits {
            Some(limits) => limits.start.abs().max(limits.end.abs()),
            None => values.fold(self.floor, f64::max),
        };
        if self.scale != Scale::Linear || largest == 0.0 || (1e-3..1e5).contains(&largest) {
            return 0;
        }
        (largest.log10().floor() as i32).max(LEAST_EXPONENT)
    }

    /// Returns the values as lengths: scaled by their power of ten, or as decimal logarithms on
    /// logarithmic axes, which omit values that are not positive.
    pub fn transformed(&self, points: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let finite = |&(x, y): &(f64, f64)| x.abs() <= LARGEST && y.abs() <= LARGEST;
        let exponent = self.exponent();
        let points = points.iter().copied().filter(finite);
        let lengths = points.map(|(x, y)| (self.x_length(x), self.y_length(y, exponent)));
        lengths.filter(finite).collect()
    }

    fn x_length(&self, x: f64) -> f64 {
        match self.scale {
            Scale::LogLog => x.log10(),
            Scale::Linear | Scale::Path | Scale::Equal | Scale::LogY => x,
        }
    }

    fn y_length(&self, y: f64, exponent: i32) -> f64 {
        match self.scale {
            Scale::LogLog | Scale::LogY => y.log10(),
            Scale::Linear | Scale::Path | Scale::Equal => y / 10_f64.powi(exponent),
        }
    }

    /// Returns the shaded range as lengths.
    pub(super) fn shaded_lengths(&self) -> Option<Range<f64>> {
        let range = self.shaded.as_ref()?;
        Some(self.x_length(range.start)..self.x_length(range.end))
    }

    /// Returns the ranges of both axes for a diagram of the given width and height.
    pub fn ranges(&self, size: (f64, f64)) -> (Range<f64>, Range<f64>) {
        let all: Vec<_> = self
            .series
            .iter()
            .flat_map(|s| self.transformed(&s.points))
            .collect();
        // The time axis has no margin.
        let margin = match self.scale {
            Scale::Linear | Scale::LogY => 0.0,
            Scale::Path | Scale::Equal | Scale::LogLog => 0.06,
        };
        let mut x = padded(all.iter().map(|p| p.0), margin);
        let mut y = padded(all.iter().map(|p| p.1), 0.06);
        if self.floor > 0.0 {
            let floor = self.floor / 10_f64.powi(self.exponent());
            y = y.start.min(-floor)..y.end.max(floor);
        }
        if let Some(limits) = &self.x_limits {
            x = self.x_length(limits.start)..self.x_length(limits.end);
        }
        if let Some(limits) = &self.y_limits {
            let [start, end] =
                [limits.start, limits.end].map(|y| self.y_length(y, self.exponent()));
            y = start..end;
        }
        if self.scale == Scale::Equal {
            let unit = f64::max(
                (x.end - x.start) / size.0.max(1.0),
                (y.end - y.start) / size.1.max(1.0),
            );
            x = widened(&x, unit * size.0);
            y = widened(&y, unit * size.1);
        }
        (x, y)
    }
}

/// Returns a text in printable characters, shortened if necessary.
pub(super) fn lettering(text: &str) -> String {
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(MOST_LETTERS).collect();
    let more = if letters.next().is_some() { "..." } else { "" };
    format!("{}{more}", visible_line(&start))
}

/// Returns the range from the smallest to the largest value, with a margin.
fn padded(values: impl Iterator<Item = f64> + Clone, margin: f64) -> Range<f64> {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    if low > high {
        return -1.0..1.0;
    }
    let size = high - low;
    // A constant gets an interval around it that is large compared to rounding errors.
    let smallest = 10_f64.powi(LEAST_EXPONENT);
    let least = (high.abs().max(low.abs()) * 1e-12).max(smallest);
    if size <= least {
        let is_zero = high.abs() <= smallest;
        let half = if is_zero { 1.0 } else { high.abs() * 0.5 };
        return low - half..high + half;
    }
    low - margin * size..high + margin * size
}

fn widened(range: &Range<f64>, size: f64) -> Range<f64> {
    let middle = f64::midpoint(range.start, range.end);
    middle - size / 2.0..middle + size / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scales_make_a_circle_a_circle() {
        let points = vec![(0.0, 0.0), (2.0, 0.5)];
        let panel = Panel::new("", "", "", Scale::Equal).with("", points);
        let (x, y) = panel.ranges((300.0, 200.0));
        let (per_x, per_y) = ((x.end - x.start) / 300.0, (y.end - y.start) / 200.0);
        assert!((per_x / per_y - 1.0).abs() < 1e-12);
        assert!(x.start < 0.0 && x.end > 2.0);
    }

    #[test]
    fn limits_are_in_the_units_of_the_values() {
        let panel = |scale| {
            let panel = Panel::new("", "", "", scale).with("", vec![(1.0, 2e-5), (9.0, 0.5)]);
            let panel = panel.x_limits(1.0..100.0).y_limits(1e-6..1e-4);
            panel.ranges((300.0, 200.0))
        };
        let near = |(x, y): (Range<f64>, Range<f64>), right: [f64; 4]| {
            let found = [x.start, x.end, y.start, y.end];
            let pairs = found.into_iter().zip(right);
            pairs.for_each(|(a, b)| assert!((a - b).abs() < 1e-12, "{a} {b}"));
        };
        near(panel(Scale::LogLog), [0.0, 2.0, -6.0, -4.0]);
        near(panel(Scale::LogY), [1.0, 100.0, -6.0, -4.0]);
        near(panel(Scale::Path), [1.0, 100.0, 1e-6, 1e-4]);
        // The axis has the unit 1e-4.
        near(panel(Scale::Linear), [1.0, 100.0, 0.01, 1.0]);
    }

    #[test]
    fn a_line_may_choose_its_style() {
        let panel = Panel::new("", "", "", Scale::Equal);
        let panel = panel.with("", Vec::new()).coloured(Colour::Black).dashed();
        let panel = panel.with("", Vec::new()).dots();
        let [first, second] = &panel.series[..] else {
            panic!("two lines");
        };
        assert_eq!((first.colour, first.dash), (Colour::Black, Dash::Dashed));
        assert_eq!((second.colour, second.dash), (Colour::Orange, Dash::Solid));
        assert_eq!((first.shown, second.shown), (Shown::Line, Shown::Dots));
    }

    #[test]
    fn a_constant_has_a_range_around_it() {
        for constant in [0.0, 3.0, -1e-17] {
            let panel = Panel::new("", "", "", Scale::Linear)
                .with("", vec![(0.0, constant), (1.0, constant)]);
            let (_, y) = panel.ranges((300.0, 200.0));
            assert!(
                y.start < panel.transformed(&[(0.0, constant)])[0].1,
                "{constant}: {y:?}"
            );
        }
    }
}
