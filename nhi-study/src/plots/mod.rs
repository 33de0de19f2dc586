//! Plots of trajectories: from tables of runs to the panels of a figure.

mod columns;
mod element;
mod labels;
mod origin;
mod overview;
mod paths;
mod recorded;
mod runs;
mod seen;

pub use columns::no_such_column;
pub use element::{Element, Group, unwrapped};
pub use runs::Run;
pub use seen::{Seen, Showing};

use columns::chosen;
use labels::Labels;
use overview::overview;

use crate::picture::{Panel, Scale};
use crate::table::NumberTable;

/// The maximum number of lines of a panel, which differ in colour or dashes.
pub const MOST_LINES: usize = 21;

/// The maximum number of group elements drawn by default.
pub const MOST_ELEMENTS: usize = 10;

/// Returns a panel of functions of time: the given columns of all runs, each with its name in the
/// legend.
fn over_time(
    title: &str,
    label: &str,
    runs: &[Run],
    labels: &Labels,
    columns: &[(String, String)],
) -> Panel {
    let panel = Panel::new(title, &labels.with_unit("t", "t"), label, Scale::Linear);
    let is_single = columns.len() == 1 && runs.len() > 1;
    let columns = || columns.iter().enumerate();
    let lines = runs
        .iter()
        .enumerate()
        .flat_map(|run| columns().map(move |column| (run, column)));
    lines.fold(
        panel,
        |panel, ((of_run, run), (quantity, (shown, column)))| {
            let points = labels.points(&run.table, "t", column);
            // The title names a single quantity, and the legend the runs.
            let shown = if is_single { "" } else { shown };
            let panel = panel.with(&run.legend(shown, runs), points);
            match runs.len() {
                1 => panel,
                _ => panel.of_run(of_run, quantity),
            }
        },
    )
}

/// Returns a panel with one function of time for each run.
fn lines(
    runs: &[Run],
    labels: &Labels,
    title: &str,
    label: &str,
    points: impl Fn(&NumberTable) -> Vec<(f64, f64)>,
) -> Panel {
    let panel = Panel::new(title, &labels.with_unit("t", "t"), label, Scale::Linear);
    runs.iter().fold(panel, |panel, run| {
        panel.with(&run.legend("", runs), points(&run.table))
    })
}
