//! What the example draws.

use nhi_study::picture::Colour::{Black, Blue, Green, Orange, Purple};
use nhi_study::picture::{Panel, Picture, Scale};

use super::support::distance;
use super::support::runge_kutta::Node;
use super::{END, INITIAL, Record, SLEIGH, STEP, TRUSTED, parasitic_mode, steps};

/// The whole picture.
pub(crate) fn picture(
    paper: &[Record],
    smooth: &[Record],
    rk4: &[Node<3>],
    reference: &[Node<3>],
) -> Picture {
    let panels = [
        path_panel(paper, smooth, reference),
        start_panel(paper, smooth, reference),
        energy_panel(paper, smooth),
        error_panel(paper, smooth, rk4, reference),
        force_panel(paper, smooth, reference),
        constraint_panel(paper, smooth),
    ];
    Picture::new("Chaplygin sleigh", panels)
        .subtitle("Geometric nonholonomic integrator (GNI), h = 0.05 s. Shaded: not to be trusted, as a parasitic mode grows.")
        .grid(2, 560, 420)
}

/// The place of the blade.
fn blade(node: &Node<3>) -> (f64, f64) {
    let [theta, x, y] = node.q;
    (x - SLEIGH.a * theta.cos(), y - SLEIGH.a * theta.sin())
}

/// Adds the paths of the blade.
fn with_paths(panel: Panel, paper: &[Record], smooth: &[Record], reference: &[Node<3>]) -> Panel {
    let of = |run: &[Record]| -> Vec<_> { run.iter().map(|r| blade(&r.node)).collect() };
    let end = blade(&paper[steps(STEP, TRUSTED)].node);
    panel
        .with("paper", of(paper))
        .coloured(Orange)
        .with("smooth", of(smooth))
        .coloured(Blue)
        .with("reference", reference.iter().map(blade).collect())
        .coloured(Black)
        .dashed()
        .with("t = 0 and 3 s", vec![blade(&INITIAL), end])
        .coloured(Black)
        .dots()
}

fn path_panel(paper: &[Record], smooth: &[Record], reference: &[Node<3>]) -> Panel {
    let panel = Panel::new(
        "Path of the blade with two starts",
        "x [m]",
        "y [m]",
        Scale::Equal,
    );
    let panel = panel.x_limits(-4.6..1.0).y_limits(-5.8..0.6);
    with_paths(panel, paper, smooth, reference)
}

fn start_panel(paper: &[Record], smooth: &[Record], reference: &[Node<3>]) -> Panel {
    let panel = Panel::new(
        "The first three seconds, with the cusp",
        "x [m]",
        "y [m]",
        Scale::Equal,
    );
    let panel = panel.x_limits(-2.9..0.2).y_limits(-1.6..0.3);
    with_paths(panel, paper, smooth, reference)
}

/// A panel over time.
fn over_time(title: &str, label: &str, scale: Scale) -> Panel {
    Panel::new(title, "time [s]", label, scale)
        .x_limits(0.0..END)
        .shaded(TRUSTED..END)
}

fn force_panel(paper: &[Record], smooth: &[Record], reference: &[Node<3>]) -> Panel {
    let exact = |node: &Node<3>| {
        let lambda = SLEIGH.multipliers(&node.q.into(), &node.v.into());
        (node.t, lambda.blade)
    };
    let title = "Multiplier: sideways force of the blade";
    over_time(title, "λ [N]", Scale::Linear)
        .with("paper", series(paper, |r| r.lambda))
        .coloured(Orange)
        .with("smooth", series(smooth, |r| r.lambda))
        .coloured(Blue)
        .with("reference", reference.iter().map(exact).collect())
        .coloured(Black)
        .dashed()
}

fn energy_panel(paper: &[Record], smooth: &[Record]) -> Panel {
    over_time("Energy", "energy [J]", Scale::Linear)
        .y_limits(0.0..4.0)
        .with("samples, paper", series(paper, |r| r.energy))
        .coloured(Orange)
        .with("samples, smooth", series(smooth, |r| r.energy))
        .coloured(Blue)
        .with("half steps, smooth", series(smooth, |r| r.half_step_energy))
        .coloured(Green)
        .dashed()
}

fn error_panel(
    paper: &[Record],
    smooth: &[Record],
    rk4: &[Node<3>],
    reference: &[Node<3>],
) -> Panel {
    let error = |(node, exact): (&Node<3>, &Node<3>)| (exact.t, distance(node.q, exact.q));
    let of_run = |run: &[Record]| -> Vec<_> {
        let nodes = run.iter().map(|r| &r.node).zip(reference);
        nodes.skip(1).map(error).collect()
    };
    let of_rk4 = rk4.iter().zip(reference).skip(1).map(error).collect();
    let title = "Error of the configuration";
    over_time(title, "largest error [m, rad]", Scale::LogY)
        .y_limits(1e-9..1e3)
        .with("paper", of_run(paper))
        .coloured(Orange)
        .with("smooth", of_run(smooth))
        .coloured(Blue)
        .with("RK4, same h", of_rk4)
        .coloured(Purple)
}

/// The smallest residual that is drawn.
const LEAST: f64 = 1e-18;

fn constraint_panel(paper: &[Record], smooth: &[Record]) -> Panel {
    let mode = |run: &[Record]| -> Vec<_> {
        let times = run.iter().skip(1).map(|r| r.node.t);
        times.zip(parasitic_mode(run)).collect()
    };
    let title = "Parasitic mode, and residual of the samples";
    over_time(title, "|A v| [m/s]", Scale::LogY)
        .y_limits(LEAST..1e2)
        .with("mode, paper", mode(paper))
        .coloured(Orange)
        .with("mode, smooth", mode(smooth))
        .coloured(Blue)
        .with(
            "residual (0 at the edge)",
            series(smooth, |r| r.residual.abs().max(LEAST)),
        )
        .coloured(Green)
        .dots()
}

/// A quantity of a run over time.
fn series(run: &[Record], value: fn(&Record) -> f64) -> Vec<(f64, f64)> {
    run.iter().map(|r| (r.node.t, value(r))).collect()
}
