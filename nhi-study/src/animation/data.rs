//! The contents of the page, as JSON.

use nhi_build::visible_line;
use serde_json::{Value, json};

use super::Frames;
use crate::picture::{Panel, Scale, thin};
use crate::plots::{Element, Group};
use crate::scenario::Part;

/// The smallest visible difference, as a fraction of the range.
const FINEST: f64 = 1e-7;

/// The maximum number of points of a line in the plots.
const MOST_POINTS: usize = 1000;

/// Returns the data of the page: times, columns, parts that refer to columns by number, and plots.
pub fn data(title: &str, frames: &Frames<'_>, parts: &[Part<Vec<f64>>], panels: &[Panel]) -> Value {
    let mut columns = Vec::new();
    let parts: Vec<_> = parts
        .iter()
        .map(|part| of_part(part, frames, &mut columns))
        .collect();
    let panels = panels.iter().filter(|panel| is_shown(panel));
    let time = panels.clone().next().map_or("t", |panel| &panel.x_label);
    json!({
        "title": visible_line(title),
        "time": time,
        "times": numbers(&frames.column("t").unwrap_or_default()),
        "columns": columns,
        "parts": parts,
        "plots": panels.map(plot).collect::<Vec<_>>(),
    })
}

/// Returns true if the page would plot any of the panels.
pub fn shows_plots(panels: &[Panel]) -> bool {
    panels.iter().any(is_shown)
}

fn is_shown(panel: &Panel) -> bool {
    panel.scale == Scale::Linear && !panel.is_empty()
}

fn of_part(part: &Part<Vec<f64>>, frames: &Frames<'_>, columns: &mut Vec<Value>) -> Value {
    let group = part
        .group
        .as_ref()
        .and_then(|name| Element::of(frames.table, name));
    let group = group.map(|element| {
        let (rows, width) = element.group.size();
        let entry = |i, j| {
            add(
                &frames.column(&element.entry(i, j)).unwrap_or_default(),
                columns,
            )
        };
        let entries: Vec<Vec<Value>> = grid(rows, width, entry);
        json!({ "entries": entries, "space": element.group != Group::Se2 })
    });
    let at: Vec<_> = part.at.iter().map(|values| add(values, columns)).collect();
    let [heading, pitch, roll] = [&part.heading, &part.pitch, &part.roll]
        .map(|angle| angle.as_ref().map(|values| add(values, columns)));
    let shape = part.shape.as_ref().map(|shape| {
        let rows = shape.sizes.iter();
        let sizes: Vec<Vec<_>> = rows
            .map(|row| row.iter().map(|values| add(values, columns)).collect())
            .collect();
        json!({ "kind": shape.kind, "sizes": sizes })
    });
    json!({
        "name": part.name,
        "on": part.on,
        "at": at,
        "heading": heading,
        "pitch": pitch,
        "roll": roll,
        "group": group,
        "shape": shape,
    })
}

fn grid(
    rows: usize,
    columns: usize,
    mut entry: impl FnMut(usize, usize) -> Value,
) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for i in 0..rows {
        all.push((0..columns).map(|j| entry(i, j)).collect());
    }
    all
}

/// Returns a single number as it is, or adds a column and returns its index.
fn add(values: &[f64], columns: &mut Vec<Value>) -> Value {
    if let [only] = values {
        return number(*only);
    }
    columns.push(numbers(values));
    json!({ "column": columns.len() - 1 })
}

fn plot(panel: &Panel) -> Value {
    let series = panel.series.iter().map(|series| {
        let points = thin::peaks(&series.points, MOST_POINTS);
        let (times, values): (Vec<_>, Vec<_>) = points.into_iter().unzip();
        json!({ "name": series.name, "times": numbers(&times), "values": numbers(&values) })
    });
    json!({
        "title": panel.title,
        "label": panel.y_label,
        "floor": panel.floor,
        "series": series.collect::<Vec<_>>(),
    })
}

/// Returns the numbers with the digits needed to tell them apart; `null` if a number is not finite.
fn numbers(values: &[f64]) -> Value {
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    let low = finite().fold(f64::INFINITY, f64::min);
    let high = finite().fold(f64::NEG_INFINITY, f64::max);
    let seen = FINEST * (high - low);
    values
        .iter()
        .map(|value| number(rounded(*value, seen)))
        .collect()
}

/// Rounds a number to the decimal place at which a difference is still visible.
fn rounded(value: f64, seen: f64) -> f64 {
    let digits = (value.abs() / seen).log10().floor();
    if !digits.is_finite() {
        return value;
    }
    let digits = digits.clamp(0.0, 16.0) as usize;
    format!("{value:.digits$e}").parse().unwrap_or(value)
}

fn number(value: f64) -> Value {
    match value {
        0.0 => json!(0),
        _ if value.is_finite() => json!(value),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::numbers;
    use serde_json::json;

    #[test]
    fn numbers_have_the_digits_that_tell_them_apart() {
        let third = 1.0 / 3.0;
        assert_eq!(numbers(&[0.0, third, 1.0]), json!([0, 0.3333333, 1.0]));
        let far = [1e9, 1e9 + third, 1e9 + 1.0];
        assert_eq!(numbers(&far), json!(far));
        assert_eq!(
            numbers(&[f64::NAN, -0.0, f64::INFINITY]),
            json!([null, 0, null])
        );
        assert_eq!(numbers(&[third, third]), json!([third, third]));
        assert_eq!(
            numbers(&[1e308, -1e308, 5e-324]),
            json!([1e308, -1e308, 5e-324])
        );
    }
}
