//! What the page shows, as JSON.

use nhi_build::visible_line;
use serde_json::{Value, json};

use super::Frames;
use crate::figure::{Panel, Scale, thin};
use crate::plots::{Element, Group};
use crate::scenario::Part;

/// Most points of a line beside the sketch.
const MOST_POINTS: usize = 1000;

/// The data of the page: times, columns, parts that refer to columns by number, plots.
pub(crate) fn data(
    title: &str,
    frames: &Frames<'_>,
    parts: &[Part<Vec<f64>>],
    panels: &[Panel],
) -> Value {
    let mut columns = Vec::new();
    let parts: Vec<_> = parts
        .iter()
        .map(|part| of_part(part, frames, &mut columns))
        .collect();
    let panels = panels
        .iter()
        .filter(|panel| panel.scale == Scale::Linear && !panel.is_empty());
    json!({
        "title": visible_line(title),
        "times": numbers(&frames.column("t").unwrap_or_default()),
        "columns": columns,
        "parts": parts,
        "plots": panels.map(plot).collect::<Vec<_>>(),
    })
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

/// A number, or a column by its place in the list.
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
        "series": series.collect::<Vec<_>>(),
    })
}

fn numbers(values: &[f64]) -> Value {
    values.iter().map(|value| number(*value)).collect()
}

/// A number with as many digits as can be seen; `null` where it is not finite.
fn number(value: f64) -> Value {
    let brief = format!("{value:.7e}").parse::<f64>();
    brief.map_or(Value::Null, |brief| {
        if brief == 0.0 { json!(0) } else { json!(brief) }
    })
}
