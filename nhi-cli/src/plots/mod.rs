//! What trajectories show: tables of runs to panels of a figure.

mod columns;
mod element;
mod overview;
mod paths;
mod runs;

pub(crate) use columns::{chosen, no_such_column};
pub(crate) use element::{Element, Group};
pub(crate) use overview::overview;
pub(crate) use runs::Run;

use crate::figure::{Panel, Scale};
use crate::table_read::NumberTable;

/// Most lines of one panel, which differ in colour or dashes.
pub(crate) const MOST_LINES: usize = 21;

/// A panel of functions of the time: these columns of all runs, each with the name that it has in
/// the legend.
fn over_time(title: &str, label: &str, runs: &[Run], columns: &[(String, String)]) -> Panel {
    let panel = Panel::new(title, "t", label, Scale::Linear);
    let lines = runs
        .iter()
        .flat_map(|run| columns.iter().map(move |column| (run, column)));
    lines.fold(panel, |panel, (run, (shown, column))| {
        panel.with(&run.legend(shown, runs), run.table.points("t", column))
    })
}

/// A panel of one function of the time of each run.
fn lines(
    runs: &[Run],
    title: &str,
    label: &str,
    points: impl Fn(&NumberTable) -> Vec<(f64, f64)>,
) -> Panel {
    let panel = Panel::new(title, "t", label, Scale::Linear);
    runs.iter().fold(panel, |panel, run| {
        panel.with(&run.legend("", runs), points(&run.table))
    })
}
