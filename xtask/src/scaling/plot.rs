//! The figure in the notes for contributors: the growth of each measure, for each system.

#[path = "../../../examples/support"]
#[allow(dead_code, reason = "one figure of one kind")]
mod support {
    mod clip;
    pub(crate) mod figure;
    pub(crate) mod panel;
}

use std::ops::Range;

use plotters::style::RGBColor;

use support::figure::{BLUE, Figure, GREEN, GREY, ORANGE, PURPLE, Place};
use support::panel::{Axis, Curve, Line, Panel, Scale};

use super::row::{Cell, Measure, Row};
use super::systems::{INTEGRATORS, SYSTEMS};
use super::table::rows_of;
use crate::cargo::Outcome;

/// The path of the figure, relative to the package of this command.
const PICTURE: &str = "../docs/dev/scaling.svg";

/// Sizes in pixels.
const HEADING: u32 = 80;
const MARGIN: u32 = 10;
const WIDTH: u32 = 430;
const HEIGHT: u32 = 360;

const COLOURS: [RGBColor; INTEGRATORS.len()] = [BLUE, ORANGE, GREEN, PURPLE, GREY];
/// The largest number of bodies is two to this power.
const LARGEST: f64 = 5.0;

/// The contents of a row of panels.
struct Kind {
    title: &'static str,
    label: &'static str,
    /// The exponents of ten at the ends of the axis.
    range: Range<i32>,
    solid: fn(&Row) -> Cell,
    dashed: Option<fn(&Row) -> Cell>,
}

const KINDS: [Kind; 3] = [
    Kind {
        title: "operations of a step with one iteration",
        label: "operations",
        range: 2..6,
        solid: Row::whole_step,
        dashed: None,
    },
    Kind {
        title: "time of rustc; dashed, of generation",
        label: "processor time [s]",
        range: -2..2,
        solid: |row| row.cell(Measure::Rustc),
        dashed: Some(|row| row.cell(Measure::Generation)),
    },
    Kind {
        title: "time of a step",
        label: "time [ns]",
        range: 1..6,
        solid: |row| row.cell(Measure::Time),
        dashed: None,
    },
];

/// Draws the figure for the page.
pub(super) fn draw(rows: &[Row]) -> Outcome {
    let kinds = KINDS
        .iter()
        .flat_map(|kind| SYSTEMS.iter().map(move |system| (kind, system.name)));
    let titled = kinds.map(|(kind, system)| (kind, system, format!("{system}: {}", kind.title)));
    let titled: Vec<_> = titled.collect();
    let panels = titled
        .iter()
        .map(|(kind, system, title)| panel(kind, rows, system, title));
    let figure = Figure {
        title: "Growth with the number of bodies",
        subtitle: "Straight lines are powers. Times are of one machine.",
        width: 2 * MARGIN + SYSTEMS.len() as u32 * WIDTH,
        height: HEADING + KINDS.len() as u32 * HEIGHT,
        panels: (0..).map(place).zip(panels).collect(),
    };
    figure.save(PICTURE).map_err(|error| error.to_string())
}

/// Returns the position of a panel, with one column per system.
fn place(i: u32) -> Place {
    let columns = SYSTEMS.len() as u32;
    Place {
        left: MARGIN + i % columns * WIDTH,
        top: HEADING + i / columns * HEIGHT,
        width: WIDTH - MARGIN,
        height: HEIGHT - MARGIN,
    }
}

fn panel<'a>(kind: &Kind, rows: &[Row], system: &str, title: &'a str) -> Panel<'a> {
    let mut curves = Vec::new();
    for (integrator, colour) in INTEGRATORS.iter().zip(COLOURS) {
        let rows = rows_of(rows, system, integrator.name);
        if let Some(dashed) = kind.dashed {
            curves.push(Curve::new("", colour, Line::Dashed, points(&rows, dashed)));
        }
        let label = integrator.short;
        let points = points(&rows, kind.solid);
        curves.push(Curve::new("", colour, Line::Dots, points.clone()).width(32));
        curves.push(Curve::new(label, colour, Line::Solid, points));
    }
    Panel {
        title,
        x: Axis {
            label: "n",
            range: 0.0..LARGEST,
            scale: Scale::Powers(2),
        },
        y: Axis::logarithmic(kind.label, kind.range.clone()),
        equal_aspect: false,
        shaded: None,
        curves,
    }
}

fn points(rows: &[&Row], value: fn(&Row) -> Cell) -> Vec<(f64, f64)> {
    let points = rows
        .iter()
        .filter_map(|row| Some((row.n as f64, value(row).ok()?)));
    points.collect()
}
