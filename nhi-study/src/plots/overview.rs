//! The default plots of a run.

use super::paths::paths;
use super::{Element, Labels, MOST_ELEMENTS, MOST_LINES, Run, lines, over_time};
use crate::picture::Panel;
use crate::problem::Problem;
use crate::table::NumberTable;
use crate::text::brief;

/// The families of columns with a panel each: prefix, title, label.
const FAMILIES: [(&str, &str, &str); 2] = [
    ("residual", "Constraint residuals", "A v + b"),
    ("lambda", "Multipliers", "λ"),
];

/// The size of residuals below which a panel does not magnify them: rounding errors look small.
const ROUND_OFF: f64 = 1e-12;

/// Returns panels of paths, other coordinates, controls, outputs, energy, constraint residuals and
/// multipliers, as far as the first run has such columns. Notes report lines that are left out.
/// Controls are stairs if `are_held`.
pub(super) fn overview(
    runs: &[Run],
    labels: &Labels,
    are_held: bool,
) -> (Vec<Panel>, Vec<Problem>) {
    let Some(first) = runs.first() else {
        return Default::default();
    };
    let mut elements = Element::all(&first.table);
    let mut notes: Vec<_> = left_out("the group elements", elements.len(), MOST_ELEMENTS)
        .into_iter()
        .collect();
    elements.truncate(MOST_ELEMENTS);
    let (mut panels, others) = paths(runs, labels, &first.table, &elements);
    let most = (MOST_LINES / runs.len()).max(1);
    let mut few = |what: &str, mut names: Vec<String>| {
        notes.extend(left_out(what, names.len(), most));
        names.truncate(most);
        names
    };
    let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>();
    let (controls, outputs) = first.table.signals();
    let coordinates = few("the coordinates", owned(others));
    panels.extend(by_unit_and_size("Coordinates", &coordinates, runs, labels));
    let controls = few("the controls", owned(controls));
    let of_controls = by_unit_and_size("Controls", &controls, runs, labels);
    panels.extend(of_controls.map(|panel| if are_held { panel.held() } else { panel }));
    let outputs = few("the outputs", owned(outputs));
    panels.extend(by_unit_and_size("Outputs", &outputs, runs, labels));
    panels.extend(energy(runs, labels));
    for (family, title, label) in FAMILIES {
        let names = owned(first.table.family(family));
        let names = few(&format!("the columns `{family}.NAME`"), names);
        let columns = names.into_iter();
        let columns = columns.map(|name| (name.clone(), format!("{family}.{name}")));
        let columns: Vec<_> = columns.collect();
        if columns.is_empty() {
            continue;
        }
        let panel = over_time(title, label, runs, labels, &columns);
        panels.push(match family {
            "residual" => panel.above(ROUND_OFF),
            _ => panel,
        });
    }
    (panels, notes)
}

/// Returns panels of columns over time: one for each unit, and others for columns that are much
/// smaller than the largest of their unit. Several panels are titled with their columns.
fn by_unit_and_size<'a>(
    title: &'a str,
    names: &[String],
    runs: &'a [Run],
    labels: &'a Labels,
) -> impl Iterator<Item = Panel> + 'a {
    let groups = grouped(names, runs, labels);
    let are_several = groups.len() > 1;
    groups.into_iter().map(move |names| {
        let title = match are_several {
            true => format!("{title}: {}", names.join(", ")),
            false => title.to_owned(),
        };
        let unit = names.first().and_then(|name| labels.unit(name));
        let label = unit.map_or_else(String::new, |unit| format!("[{unit}]"));
        let label = match names.as_slice() {
            [only] => format!("{only} {label}").trim().to_owned(),
            _ => label,
        };
        let columns = names.into_iter().map(|name| (name.clone(), name));
        over_time(&title, &label, runs, labels, &columns.collect::<Vec<_>>())
    })
}

/// The ratio of two sizes that do not share an axis: the smaller would look like a flat line.
const MUCH: f64 = 8.0;

/// Returns columns of one unit and of similar size, in the order of their first columns.
fn grouped(names: &[String], runs: &[Run], labels: &Labels) -> Vec<Vec<String>> {
    let mut groups: Vec<(Option<String>, f64, Vec<String>)> = Vec::new();
    let mut by_size: Vec<_> = names
        .iter()
        .map(|name| (extent(name, runs), name))
        .collect();
    by_size.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (size, name) in by_size {
        let unit = labels.unit(name);
        let fits = |group: &&mut (Option<String>, f64, Vec<String>)| {
            // A column that hardly moves is a flat line anywhere.
            group.0 == unit && (group.1 <= MUCH * size || size <= ROUND_OFF)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.2.push(name.clone()),
            None => groups.push((unit, size, vec![name.clone()])),
        }
    }
    let place = |name: &String| names.iter().position(|other| other == name);
    let mut groups: Vec<_> = groups.into_iter().map(|group| group.2).collect();
    for group in &mut groups {
        group.sort_by_key(place);
    }
    groups.sort_by_key(|group| group.first().and_then(place));
    groups
}

/// Returns the difference between the largest and the smallest finite value of a column.
fn extent(name: &str, runs: &[Run]) -> f64 {
    let columns = runs.iter().filter_map(|run| run.table.column(name));
    let values = columns.flatten().copied().filter(|x| x.is_finite());
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
        (low.min(x), high.max(x))
    });
    if low < high { high - low } else { 0.0 }
}

/// Returns the note on lines that are not drawn.
fn left_out(what: &str, count: usize, most: usize) -> Option<Problem> {
    let text = || format!("of {what}, {count}, the first {most} are drawn");
    (count > most).then(|| Problem::note(text()))
}

/// Returns the energy relative to its first value, which makes small changes visible.
fn energy(runs: &[Run], labels: &Labels) -> Option<Panel> {
    let first = |table: &NumberTable| {
        let mut values = table.column("energy")?.iter().copied();
        values.find(|value| value.is_finite())
    };
    let times = runs.first().and_then(|run| run.table.column("t"));
    let start = times
        .and_then(|times| times.first())
        .copied()
        .unwrap_or_default();
    let start = match start {
        0.0 => "E(0)".to_owned(),
        start => format!("E({})", brief(start)),
    };
    let label = labels.with_unit(&format!("E − {start}"), "energy");
    // A power of ten follows the label, and is that of the difference alone.
    let label = match runs {
        [only] => format!("{start} = {:.6}, {label}", first(&only.table)?),
        _ => label,
    };
    let panel = lines(runs, labels, "Energy", &label, |table| {
        let start = first(table).unwrap_or_default();
        let points = table.points("t", "energy").into_iter();
        points.map(|(t, energy)| (t, energy - start)).collect()
    });
    (!panel.is_empty()).then_some(panel)
}
