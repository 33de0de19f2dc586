//! The default plots of a run.

use super::paths::paths;
use super::{Element, Labels, MOST_ELEMENTS, MOST_LINES, Run, lines, over_time};
use crate::figure::Panel;
use crate::problem::Problem;
use crate::table::NumberTable;

/// The families of columns with a panel each: prefix, title, label.
const FAMILIES: [(&str, &str, &str); 2] = [
    ("residual", "Constraint residuals", "A v + b"),
    ("lambda", "Multipliers", "lambda"),
];

/// Returns panels of paths, other coordinates, controls, outputs, energy, constraint residuals and
/// multipliers, as far as the first run has such columns. Notes report lines that are left out.
pub(super) fn overview(runs: &[Run], labels: &Labels) -> (Vec<Panel>, Vec<Problem>) {
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
    let plain = |names: Vec<&str>| {
        names
            .iter()
            .map(|name| named(name, labels))
            .collect::<Vec<_>>()
    };
    let mut add = |panels: &mut Vec<Panel>,
                   title: &str,
                   label: &str,
                   what: &str,
                   mut columns: Vec<(String, String)>| {
        notes.extend(left_out(what, columns.len(), most));
        columns.truncate(most);
        if !columns.is_empty() {
            panels.push(over_time(title, label, runs, labels, &columns));
        }
    };
    add(
        &mut panels,
        "Coordinates",
        "",
        "the coordinates",
        plain(others),
    );
    let (controls, outputs) = first.table.signals();
    add(&mut panels, "Controls", "", "the controls", plain(controls));
    add(&mut panels, "Outputs", "", "the outputs", plain(outputs));
    panels.extend(energy(runs, labels));
    for (family, title, label) in FAMILIES {
        let names = first.table.family(family).into_iter();
        let columns = names.map(|name| (name.to_owned(), format!("{family}.{name}")));
        let what = format!("the columns `{family}.NAME`");
        add(&mut panels, title, label, &what, columns.collect());
    }
    (panels, notes)
}

/// Returns the note on lines that are not drawn.
fn left_out(what: &str, count: usize, most: usize) -> Option<Problem> {
    let text = || format!("of {what}, {count}, the first {most} are drawn");
    (count > most).then(|| Problem::note(text()))
}

/// Returns the legend of a column, and its name.
fn named(name: &str, labels: &Labels) -> (String, String) {
    (labels.with_unit(name, name), name.to_owned())
}

/// Returns the energy relative to its first value, which makes small changes visible.
fn energy(runs: &[Run], labels: &Labels) -> Option<Panel> {
    let first = |table: &NumberTable| {
        let mut values = table.column("energy")?.iter().copied();
        values.find(|value| value.is_finite())
    };
    let label = labels.with_unit("E - E(0)", "energy");
    let label = match runs {
        [only] => format!("{label}, E(0) = {:.6}", first(&only.table)?),
        _ => label,
    };
    let panel = lines(runs, labels, "Energy", &label, |table| {
        let start = first(table).unwrap_or_default();
        let points = table.points("t", "energy").into_iter();
        points.map(|(t, energy)| (t, energy - start)).collect()
    });
    (!panel.is_empty()).then_some(panel)
}
