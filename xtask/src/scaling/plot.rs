//! The figure in the notes for contributors: the growth of each measure, for each system.

use std::ops::Range;

use nhi_study::picture::{Panel, Picture, Scale};

use super::row::{Cell, Measure, Row};
use super::systems::{INTEGRATORS, SYSTEMS};
use super::table::rows_of;
use crate::cargo::{Outcome, root};

/// The contents of a row of panels.
struct Kind {
    title: &'static str,
    label: &'static str,
    /// The limits of the vertical axis.
    limits: Range<f64>,
    solid: fn(&Row) -> Cell,
    dashed: Option<fn(&Row) -> Cell>,
}

const KINDS: [Kind; 3] = [
    Kind {
        title: "operations of a step with one iteration",
        label: "operations",
        limits: 50.0..5e5,
        solid: Row::whole_step,
        dashed: None,
    },
    Kind {
        title: "time of rustc; dashed, of generation",
        label: "processor time [s]",
        limits: 5e-3..1e2,
        solid: |row| row.cell(Measure::Rustc),
        dashed: Some(|row| row.cell(Measure::Generation)),
    },
    Kind {
        title: "time of a step",
        label: "time [ns]",
        limits: 1e1..1e6,
        solid: |row| row.cell(Measure::Time),
        dashed: None,
    },
];

/// Draws the figure for the page.
pub(super) fn draw(rows: &[Row]) -> Outcome {
    let of_systems = |kind| {
        SYSTEMS
            .iter()
            .map(move |system| panel(kind, rows, system.name))
    };
    let panels: Vec<_> = KINDS.iter().flat_map(of_systems).collect();
    let picture = Picture::new("Growth with the number of bodies", panels)
        .subtitle("Straight lines are powers. Times are of one machine.")
        .grid(SYSTEMS.len(), 430, 360);
    let path = root().join("docs/dev/scaling.svg");
    picture.save(&path).map_err(|error| error.to_string())
}

fn panel(kind: &Kind, rows: &[Row], system: &str) -> Panel {
    let title = format!("{system}: {}", kind.title);
    let panel = Panel::new(&title, "n", kind.label, Scale::LogLog).y_limits(kind.limits.clone());
    let integrators = INTEGRATORS.iter().enumerate();
    integrators.fold(panel, |panel, (number, integrator)| {
        let rows = rows_of(rows, system, integrator.name);
        let panel = panel
            .with(integrator.short, points(&rows, kind.solid))
            .of_run(number, 0);
        match kind.dashed {
            Some(dashed) => panel.with("", points(&rows, dashed)).of_run(number, 1),
            None => panel,
        }
    })
}

fn points(rows: &[&Row], value: fn(&Row) -> Cell) -> Vec<(f64, f64)> {
    let points = rows
        .iter()
        .filter_map(|row| Some((row.n as f64, value(row).ok()?)));
    points.collect()
}
