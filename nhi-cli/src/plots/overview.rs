//! What is drawn of a run where nothing else is asked for.

use super::paths::paths;
use super::{MOST_LINES, Run, over_time};
use crate::figure::{Panel, Scale};
use crate::outcome::Problem;

/// The families of columns that have a panel each: prefix, title, label.
const FAMILIES: [(&str, &str, &str); 2] = [
    ("residual", "Constraint residuals", "A v + b"),
    ("lambda", "Multipliers", "lambda"),
];

/// Paths, other coordinates, controls, energy, constraint residuals and multipliers, as far as there
/// are such columns in the first run; with remarks on lines that are left out.
pub(crate) fn overview(runs: &[Run]) -> (Vec<Panel>, Vec<Problem>) {
    let Some(first) = runs.first() else {
        return Default::default();
    };
    let (mut panels, others) = paths(runs, &first.table);
    let most = (MOST_LINES / runs.len()).max(1);
    let plain = |names: Vec<&str>| names.iter().map(|name| named(name)).collect::<Vec<_>>();
    let mut notes = Vec::new();
    let mut add = |panels: &mut Vec<Panel>,
                   title: &str,
                   label: &str,
                   what: &str,
                   mut columns: Vec<(String, String)>| {
        notes.extend(left_out(what, columns.len(), most));
        columns.truncate(most);
        if !columns.is_empty() {
            panels.push(over_time(title, label, runs, &columns));
        }
    };
    add(
        &mut panels,
        "Coordinates",
        "",
        "the coordinates",
        plain(others),
    );
    add(
        &mut panels,
        "Controls",
        "",
        "the controls",
        plain(first.table.controls()),
    );
    panels.extend(energy(runs));
    for (family, title, label) in FAMILIES {
        let names = first.table.family(family).into_iter();
        let columns = names.map(|name| (name.to_owned(), format!("{family}.{name}")));
        let what = format!("the columns `{family}.NAME`");
        add(&mut panels, title, label, &what, columns.collect());
    }
    (panels, notes)
}

/// The remark on lines that are not drawn.
fn left_out(what: &str, count: usize, most: usize) -> Option<Problem> {
    let text = || format!("of {what}, {count}, the first {most} are drawn");
    (count > most).then(|| Problem::note(text()))
}

fn named(name: &str) -> (String, String) {
    (name.to_owned(), name.to_owned())
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
