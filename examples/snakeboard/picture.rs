//! What the example draws.

use super::support::distance;
use super::support::figure::{BLACK, BLUE, Figure, GREEN, ORANGE, PURPLE, Place};
use super::support::panel::{Axis, Curve, Line, Panel};
use super::{END, Row, Runs, parasitic_mode};

/// The whole picture.
pub(crate) fn figure(heavy: &Runs, light: &Runs) -> Figure<'static> {
    let place = |left, top| Place {
        left,
        top,
        width: 500,
        height: 320,
    };
    Figure {
        title: "Snakeboard",
        subtitle: "Geometric nonholonomic integrator (GNI, smooth start), 128 steps in 10 s, against Runge-Kutta methods with the same step.",
        width: 1060,
        height: 1086,
        panels: vec![
            (place(16, 90), heavy_path_panel(heavy)),
            (place(540, 90), light_path_panel(light)),
            (place(16, 424), energy_panel(heavy)),
            (place(540, 424), multiplier_panel(heavy)),
            (place(16, 758), error_panel(heavy)),
            (place(540, 758), constraint_panel(heavy, light)),
        ],
    }
}

fn heavy_path_panel(runs: &Runs) -> Panel<'static> {
    path_panel(
        "Path with heavy wheels, J = 1.5 kg m²",
        Axis::linear("x [m]", -0.6..0.7),
        Axis::linear("y [m]", -1.12..0.02),
        runs,
    )
}

fn light_path_panel(runs: &Runs) -> Panel<'static> {
    path_panel(
        "Path with light wheels, J = 0.1 kg m²",
        Axis::linear("x [m]", -0.5..7.5),
        Axis::linear("y [m]", -2.6..2.4),
        runs,
    )
}

fn path_panel(
    title: &'static str,
    x: Axis<'static>,
    y: Axis<'static>,
    runs: &Runs,
) -> Panel<'static> {
    let path = |run: &[Row]| {
        run.iter()
            .map(|row| (row.node.q[3], row.node.q[4]))
            .collect()
    };
    Panel {
        title,
        x,
        y,
        equal_aspect: true,
        shaded: None,
        curves: vec![
            Curve::new("GNI", BLUE, Line::Solid, path(&runs.smooth)),
            Curve::new("RK2", PURPLE, Line::Solid, path(&runs.rk2)).width(12),
            Curve::new("reference", BLACK, Line::Dashed, path(&runs.reference)),
        ],
    }
}

/// A panel over time.
fn over_time(title: &'static str, y: Axis<'static>, curves: Vec<Curve<'static>>) -> Panel<'static> {
    Panel {
        title,
        x: Axis::linear("time [s]", 0.0..END),
        y,
        equal_aspect: false,
        shaded: None,
        curves,
    }
}

fn energy_panel(runs: &Runs) -> Panel<'static> {
    over_time(
        "Energy with the work of the torques, J = 1.5 kg m²",
        Axis::linear("energy [J]", 1.2..2.4),
        vec![
            Curve::new(
                "GNI",
                BLUE,
                Line::Solid,
                series(&runs.smooth, |row| row.energy),
            ),
            Curve::new(
                "RK2",
                PURPLE,
                Line::Solid,
                series(&runs.rk2, |row| row.energy),
            )
            .width(12),
            Curve::new(
                "reference",
                BLACK,
                Line::Dashed,
                series(&runs.reference, |row| row.energy),
            ),
        ],
    )
}

fn multiplier_panel(runs: &Runs) -> Panel<'static> {
    let (skid, steer) = (|row: &Row| row.lambda[0], |row: &Row| row.lambda[1]);
    over_time(
        "Multipliers: skid [N] and steer [N m]",
        Axis::linear("λ [N, N m]", -1.5..3.0),
        vec![
            Curve::new("GNI, skid", BLUE, Line::Solid, series(&runs.smooth, skid)),
            Curve::new(
                "GNI, steer",
                GREEN,
                Line::Solid,
                series(&runs.smooth, steer),
            ),
            Curve::new(
                "reference",
                BLACK,
                Line::Dashed,
                series(&runs.reference, skid),
            ),
            Curve::new("", BLACK, Line::Dashed, series(&runs.reference, steer)),
        ],
    )
}

fn error_panel(runs: &Runs) -> Panel<'static> {
    let error = |run: &[Row]| -> Vec<_> {
        let pairs = run.iter().zip(&runs.reference).skip(1);
        pairs
            .map(|(row, exact)| (exact.node.t, distance(row.node.q, exact.node.q)))
            .collect()
    };
    over_time(
        "Error of the configuration",
        Axis::logarithmic("largest error [m, rad]", -5..1),
        vec![
            Curve::new("GNI", BLUE, Line::Solid, error(&runs.smooth)),
            Curve::new("GNI, paper", ORANGE, Line::Solid, error(&runs.paper)).width(12),
            Curve::new("RK2", PURPLE, Line::Solid, error(&runs.rk2)),
            Curve::new("RK4", GREEN, Line::Solid, error(&runs.rk4)),
        ],
    )
}

fn constraint_panel(runs: &Runs, light: &Runs) -> Panel<'static> {
    let mode = |run: &[Row]| -> Vec<_> {
        let times = run.iter().skip(1).map(|row| row.node.t);
        times.zip(parasitic_mode(run)).collect()
    };
    over_time(
        "Constraints: parasitic mode, and residual of the samples",
        Axis::logarithmic("|A v| [m/s]", -18..2),
        vec![
            Curve::new("mode: paper", ORANGE, Line::Solid, mode(&runs.paper)),
            Curve::new("smooth", BLUE, Line::Solid, mode(&runs.smooth)),
            Curve::new("J = 0.1", PURPLE, Line::Solid, mode(&light.smooth)),
            Curve::new(
                "residual of samples",
                BLUE,
                Line::Dots,
                series(&runs.smooth, |row| row.residual),
            ),
        ],
    )
}

/// A quantity of a run over time.
fn series(run: &[Row], value: impl Fn(&Row) -> f64) -> Vec<(f64, f64)> {
    run.iter().map(|row| (row.node.t, value(row))).collect()
}
