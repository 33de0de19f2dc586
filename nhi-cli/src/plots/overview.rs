//! What is drawn of a run where nothing else is asked for.

use super::{MOST_LINES, Run, over_time};
use crate::figure::{Panel, Scale};
use crate::outcome::Problem;

/// The families of columns that have a panel each: prefix, title, label.
const FAMILIES: [(&str, &str, &str); 2] = [
    ("residual", "Constraint residuals", "A v + b"),
    ("lambda", "Multipliers", "lambda"),
];

/// Path, other coordinates, controls, energy, constraint residuals and multipliers, as far as there
/// are such columns in the first run; with remarks on lines that are left out.
pub(crate) fn overview(runs: &[Run]) -> (Vec<Panel>, Vec<Problem>) {
    let Some(first) = runs.first() else {
        return Default::default();
    };
    let (path, others) = trajectory(runs, first);
    let plain = |names: Vec<&str>| names.iter().map(|name| named(name)).collect::<Vec<_>>();
    let mut groups = vec![
        (
            "Coordinates",
            "",
            "the coordinates".to_owned(),
            plain(others),
        ),
        (
            "Controls",
            "",
            "the controls".to_owned(),
            plain(first.table.controls()),
        ),
    ];
    groups.extend(FAMILIES.map(|(family, title, label)| {
        let names = first.table.family(family).into_iter();
        let columns = names.map(|name| (name.to_owned(), format!("{family}.{name}")));
        (
            title,
            label,
            format!("the columns `{family}.NAME`"),
            columns.collect(),
        )
    }));
    let (mut panels, mut notes) = (Vec::from_iter(path), Vec::new());
    let most = (MOST_LINES / runs.len()).max(1);
    for (title, label, what, columns) in groups {
        if columns.len() > most {
            let count = columns.len();
            notes.push(Problem::note(format!(
                "of {what}, {count}, the first {most} are drawn"
            )));
        }
        let columns: Vec<_> = columns
            .iter()
            .take(most)
            .map(|(shown, column)| (shown.as_str(), column.clone()))
            .collect();
        if !columns.is_empty() {
            panels.push(over_time(title, label, runs, &columns));
        }
    }
    panels.extend(energy(runs));
    (panels, notes)
}

fn named(name: &str) -> (String, String) {
    (name.to_owned(), name.to_owned())
}

/// The path in x and y where there are such coordinates, else in the first two; and the coordinates
/// that are not in it.
fn trajectory<'a>(runs: &[Run], first: &'a Run) -> (Option<Panel>, Vec<&'a str>) {
    let names = first.table.coordinates();
    let (x, y, scale) = match names.as_slice() {
        _ if names.contains(&"x") && names.contains(&"y") => ("x", "y", Scale::Equal),
        [x, y, ..] => (*x, *y, Scale::Path),
        _ => return (None, names),
    };
    let panel = Panel::new("Trajectory", x, y, scale);
    let panel = runs.iter().fold(panel, |panel, run| {
        panel.with(&run.legend("", runs), run.table.points(x, y))
    });
    let others = names.into_iter().filter(|name| ![x, y].contains(name));
    (Some(panel), others.collect())
}

/// The energy relative to its first value, of which a small change can be seen.
fn energy(runs: &[Run]) -> Option<Panel> {
    let first = |run: &Run| {
        run.table
            .column("energy")?
            .iter()
            .copied()
            .find(|value| value.is_finite())
    };
    let label = match runs {
        [only] => format!("E - E(0), E(0) = {:.6}", first(only)?),
        _ => "E - E(0)".to_owned(),
    };
    let panel = Panel::new("Energy", "t", &label, Scale::Linear);
    let panel = runs.iter().fold(panel, |panel, run| {
        let start = first(run).unwrap_or_default();
        let points = run.table.points("t", "energy").into_iter();
        let changes = points.map(|(t, energy)| (t, energy - start));
        panel.with(&run.legend("", runs), changes.collect())
    });
    runs.iter().any(|run| first(run).is_some()).then_some(panel)
}
