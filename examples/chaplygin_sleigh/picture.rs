//! What the example draws.

use super::support::distance;
use super::support::figure::{BLACK, BLUE, Figure, GREEN, ORANGE, PURPLE, Place};
use super::support::panel::{Axis, Curve, Line, Panel};
use super::support::runge_kutta::Node;
use super::{END, INITIAL, Record, SLEIGH, STEP, TRUSTED, parasitic_mode, steps};

/// The whole picture.
pub(crate) fn figure(
    paper: &[Record],
    smooth: &[Record],
    rk4: &[Node<3>],
    reference: &[Node<3>],
) -> Figure<'static> {
    let place = |left, top, height| Place {
        left,
        top,
        width: 500,
        height,
    };
    Figure {
        title: "Chaplygin sleigh",
        subtitle: "Geometric nonholonomic integrator (GNI), h = 0.05 s. Shaded: not to be trusted, as a parasitic mode grows.",
        width: 1060,
        height: 970,
        panels: vec![
            (place(16, 90, 576), path_panel(paper, smooth, reference)),
            (place(16, 678, 284), force_panel(paper, smooth, reference)),
            (place(540, 90, 284), energy_panel(paper, smooth)),
            (
                place(540, 384, 284),
                error_panel(paper, smooth, rk4, reference),
            ),
            (place(540, 678, 284), constraint_panel(paper, smooth)),
        ],
    }
}

fn path_panel(paper: &[Record], smooth: &[Record], reference: &[Node<3>]) -> Panel<'static> {
    let blade = |node: &Node<3>| {
        let [theta, x, y] = node.q;
        (x - SLEIGH.a * theta.cos(), y - SLEIGH.a * theta.sin())
    };
    let of = |run: &[Record]| -> Vec<_> { run.iter().map(|r| blade(&r.node)).collect() };
    let end = blade(&paper[steps(STEP, TRUSTED)].node);
    Panel {
        title: "Path of the blade with two starts of the integrator",
        x: Axis::linear("x [m]", -4.6..1.0),
        y: Axis::linear("y [m]", -5.8..0.6),
        equal_aspect: true,
        shaded: None,
        curves: vec![
            Curve::new("paper", ORANGE, Line::Solid, of(paper)),
            Curve::new("smooth", BLUE, Line::Solid, of(smooth)),
            Curve::new(
                "reference",
                BLACK,
                Line::Dashed,
                reference.iter().map(blade).collect(),
            ),
            Curve::new(
                "t = 0 and 3 s",
                BLACK,
                Line::Dots,
                vec![blade(&INITIAL), end],
            )
            .width(40),
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
        shaded: Some(TRUSTED..END),
        curves,
    }
}

fn force_panel(paper: &[Record], smooth: &[Record], reference: &[Node<3>]) -> Panel<'static> {
    let exact = |node: &Node<3>| {
        let lambda = SLEIGH.multipliers(&node.q.into(), &node.v.into());
        (node.t, lambda.blade)
    };
    over_time(
        "Multiplier: sideways force of the blade",
        Axis::linear("λ [N]", -7.0..7.0),
        vec![
            Curve::new("paper", ORANGE, Line::Solid, series(paper, |r| r.lambda)).width(10),
            Curve::new("smooth", BLUE, Line::Solid, series(smooth, |r| r.lambda)),
            Curve::new(
                "reference",
                BLACK,
                Line::Dashed,
                reference.iter().map(exact).collect(),
            ),
        ],
    )
}

fn energy_panel(paper: &[Record], smooth: &[Record]) -> Panel<'static> {
    over_time(
        "Energy",
        Axis::linear("energy [J]", 0.0..4.0),
        vec![
            Curve::new(
                "samples, paper",
                ORANGE,
                Line::Solid,
                series(paper, |r| r.energy),
            ),
            Curve::new(
                "samples, smooth",
                BLUE,
                Line::Solid,
                series(smooth, |r| r.energy),
            ),
            Curve::new(
                "half steps, smooth",
                GREEN,
                Line::Dashed,
                series(smooth, |r| r.half_step_energy),
            ),
        ],
    )
}

fn error_panel(
    paper: &[Record],
    smooth: &[Record],
    rk4: &[Node<3>],
    reference: &[Node<3>],
) -> Panel<'static> {
    let error = |(node, exact): (&Node<3>, &Node<3>)| (exact.t, distance(node.q, exact.q));
    let of_run = |run: &[Record]| -> Vec<_> {
        let nodes = run.iter().map(|r| &r.node).zip(reference);
        nodes.skip(1).map(error).collect()
    };
    let of_rk4 = rk4.iter().zip(reference).skip(1).map(error).collect();
    over_time(
        "Error of the configuration",
        Axis::logarithmic("largest error [m, rad]", -9..3),
        vec![
            Curve::new("paper", ORANGE, Line::Solid, of_run(paper)),
            Curve::new("smooth", BLUE, Line::Solid, of_run(smooth)),
            Curve::new("RK4, same h", PURPLE, Line::Solid, of_rk4),
        ],
    )
}

fn constraint_panel(paper: &[Record], smooth: &[Record]) -> Panel<'static> {
    let mode = |run: &[Record]| -> Vec<_> {
        let times = run.iter().skip(1).map(|r| r.node.t);
        times.zip(parasitic_mode(run)).collect()
    };
    over_time(
        "Constraint: parasitic mode, and residual of the samples",
        Axis::logarithmic("|A v| [m/s]", -18..2),
        vec![
            Curve::new("mode, paper", ORANGE, Line::Solid, mode(paper)),
            Curve::new("mode, smooth", BLUE, Line::Solid, mode(smooth)),
            Curve::new(
                "residual (0 at the edge)",
                GREEN,
                Line::Dots,
                series(smooth, |r| r.residual),
            ),
        ],
    )
}

/// A quantity of a run over time.
fn series(run: &[Record], value: fn(&Record) -> f64) -> Vec<(f64, f64)> {
    run.iter().map(|r| (r.node.t, value(r))).collect()
}
