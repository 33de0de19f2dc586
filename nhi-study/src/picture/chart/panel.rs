//! The contents of a panel and its ranges.

use std::ops::Range;

use nhi_build::visible_line;

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
    floor: f64,
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

/// A line.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend; empty for none.
    pub name: String,
    /// The numbers of its run and of its quantity, if a panel has several runs.
    pub kind: Option<(usize, usize)>,
    /// True if a value is held until the next point.
    pub is_held: bool,
    /// The points in the order of the line.
    pub points: Vec<(f64, f64)>,
    /// True if its points are marked.
    pub marked: bool,
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
        }
    }

    /// Adds a line with its name in the legend.
    pub fn with(mut self, name: &str, points: Vec<(f64, f64)>) -> Self {
        self.series.push(Series {
            name: lettering(name),
            kind: None,
            is_held: false,
            points,
            marked: self.scale == Scale::LogLog,
            times: Vec::new(),
        });
        self
    }

    /// Gives the last line the numbers of its run and of its quantity. The run selects the colour,
    /// and the quantity the dash.
    pub fn of_run(mut self, run: usize, quantity: usize) -> Self {
        if let Some(series) = self.series.last_mut() {
            series.kind = Some((run, quantity));
        }
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

    /// Adds a path with time marks.
    pub fn with_path(self, name: &str, times: &[f64], points: Vec<(f64, f64)>) -> Self {
        let times = marks(times, &points);
        let mut panel = self.with(name, points);
        if let Some(series) = panel.series.last_mut() {
            series.times = times;
        }
        panel
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
        let largest = values.fold(self.floor, f64::max);
        if self.scale != Scale::Linear || largest == 0.0 || (1e-3..1e5).contains(&largest) {
            return 0;
        }
        (largest.log10().floor() as i32).max(LEAST_EXPONENT)
    }

    /// Returns the values as lengths: scaled by their power of ten, or as decimal logarithms on
    /// logarithmic axes, which omit values that are not positive.
    pub fn transformed(&self, points: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let finite = |&(x, y): &(f64, f64)| x.abs() <= LARGEST && y.abs() <= LARGEST;
        let points = points.iter().copied();
        if self.scale == Scale::LogLog {
            let logarithms = points.map(|(x, y)| (x.log10(), y.log10()));
            return logarithms.filter(finite).collect();
        }
        if self.scale == Scale::LogY {
            let logarithms = points.map(|(x, y)| (x, y.log10()));
            return logarithms.filter(finite).collect();
        }
        match self.exponent() {
            0 => points.filter(finite).collect(),
            exponent => {
                let unit = 10_f64.powi(exponent);
                let points = points.filter(finite);
                points.map(|(x, y)| (x, y / unit)).collect()
            }
        }
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
