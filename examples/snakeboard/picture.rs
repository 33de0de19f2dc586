//! What the example draws.

use nhi_study::picture::Colour::{Black, Blue, Green, Orange, Purple};
use nhi_study::picture::{Panel, Picture, Scale};

use super::support::distance;
use super::{END, Row, Runs, parasitic_mode};

/// The whole picture.
pub(crate) fn picture(heavy: &Runs, light: &Runs) -> Picture {
    let [of_heavy, of_light] = ["heavy wheels, J = 1.5 kg m²", "light wheels, J = 0.1 kg m²"];
    let panels = [
        path_panel(of_heavy, heavy)
            .x_limits(-0.6..0.7)
            .y_limits(-1.12..0.02),
        path_panel(of_light, light)
            .x_limits(-0.5..7.5)
            .y_limits(-2.6..2.4),
        energy_panel(heavy),
        multiplier_panel(heavy),
        error_panel(heavy),
        constraint_panel(heavy, light),
    ];
    Picture::new("Snakeboard", panels)
        .subtitle("Geometric nonholonomic integrator (GNI, smooth start), 128 steps in 10 s, against Runge-Kutta methods with the same step.")
        .grid(2, 530, 340)
}

fn path_panel(of: &str, runs: &Runs) -> Panel {
    let path = |run: &[Row]| {
        let places = run.iter().map(|row| (row.node.q[3], row.node.q[4]));
        places.collect()
    };
    let title = format!("Path with {of}");
    Panel::new(&title, "x [m]", "y [m]", Scale::Equal)
        .with("GNI", path(&runs.smooth))
        .coloured(Blue)
        .with("RK2", path(&runs.rk2))
        .coloured(Purple)
        .with("reference", path(&runs.reference))
        .coloured(Black)
        .dashed()
}

/// A panel over time.
fn over_time(title: &str, label: &str, scale: Scale) -> Panel {
    Panel::new(title, "time [s]", label, scale).x_limits(0.0..END)
}

fn energy_panel(runs: &Runs) -> Panel {
    let energy = |run: &[Row]| series(run, |row| row.energy);
    let title = "Energy with the work of the torques, J = 1.5 kg m²";
    over_time(title, "energy [J]", Scale::Linear)
        .y_limits(1.2..2.4)
        .with("GNI", energy(&runs.smooth))
        .coloured(Blue)
        .with("RK2", energy(&runs.rk2))
        .coloured(Purple)
        .with("reference", energy(&runs.reference))
        .coloured(Black)
        .dashed()
}

fn multiplier_panel(runs: &Runs) -> Panel {
    let (skid, steer) = (|row: &Row| row.lambda[0], |row: &Row| row.lambda[1]);
    let title = "Multipliers: skid [N] and steer [N m]";
    over_time(title, "λ [N, N m]", Scale::Linear)
        .y_limits(-1.5..3.0)
        .with("GNI, skid", series(&runs.smooth, skid))
        .coloured(Blue)
        .with("GNI, steer", series(&runs.smooth, steer))
        .coloured(Green)
        .with("reference", series(&runs.reference, skid))
        .coloured(Black)
        .dashed()
        .with("", series(&runs.reference, steer))
        .coloured(Black)
        .dashed()
}

fn error_panel(runs: &Runs) -> Panel {
    let error = |run: &[Row]| -> Vec<_> {
        let pairs = run.iter().zip(&runs.reference).skip(1);
        pairs
            .map(|(row, exact)| (exact.node.t, distance(row.node.q, exact.node.q)))
            .collect()
    };
    let title = "Error of the configuration";
    over_time(title, "largest error [m, rad]", Scale::LogY)
        .y_limits(1e-5..1e1)
        .with("GNI", error(&runs.smooth))
        .coloured(Blue)
        .with("GNI, paper", error(&runs.paper))
        .coloured(Orange)
        .with("RK2", error(&runs.rk2))
        .coloured(Purple)
        .with("RK4", error(&runs.rk4))
        .coloured(Green)
}

/// The smallest residual that is drawn.
const LEAST: f64 = 1e-18;

fn constraint_panel(runs: &Runs, light: &Runs) -> Panel {
    let mode = |run: &[Row]| -> Vec<_> {
        let times = run.iter().skip(1).map(|row| row.node.t);
        times.zip(parasitic_mode(run)).collect()
    };
    let title = "Constraints: parasitic mode, and residual of the samples";
    over_time(title, "|A v| [m/s]", Scale::LogY)
        .y_limits(LEAST..1e2)
        .with("mode: paper", mode(&runs.paper))
        .coloured(Orange)
        .with("smooth", mode(&runs.smooth))
        .coloured(Blue)
        .with("J = 0.1", mode(&light.smooth))
        .coloured(Purple)
        .with(
            "residual of samples",
            series(&runs.smooth, |row| row.residual.abs().max(LEAST)),
        )
        .coloured(Blue)
        .dots()
}

/// A quantity of a run over time.
fn series(run: &[Row], value: impl Fn(&Row) -> f64) -> Vec<(f64, f64)> {
    run.iter().map(|row| (row.node.t, value(row))).collect()
}
