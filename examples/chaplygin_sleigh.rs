//! The Chaplygin sleigh: a rigid body on a plane that slides on two points and on a blade, which
//! cannot move sideways (Kobilarov, Martín de Diego, Ferraro, *Simulating nonholonomic dynamics*,
//! section 6.1). The coordinates are those of the centre of mass, the path is that of the blade.
//!
//! `cargo run --release --example chaplygin_sleigh` prints how the generated integrator does against
//! Runge-Kutta methods, where it must not be trusted, and draws `plots/chaplygin_sleigh.svg`.

mod support;

use nhi::{Clock, StepError, Stepper, Trajectory, nonholonomic};
use std::error::Error;
use support::figure::{BLACK, BLUE, Figure, GREEN, ORANGE, PURPLE, Place};
use support::panel::{Axis, Curve, Line, Panel};
use support::runge_kutta::{self, Method, Node, Reference};
use support::table::{Convergence, Errors, print_quantities};
use support::timing::nanoseconds_per_step;
use support::{alternating_part, distance, largest};

/// Chaplygin sleigh in coordinates of its centre of mass.
#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * inertia * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = a * theta_dot + sin(theta) * x_dot - cos(theta) * y_dot),
    integrators(Gni(start = Smooth)),
)]
#[derive(Clone, Debug)]
pub struct Sleigh {
    /// Mass [kg]
    pub m: f64,
    /// Moment of inertia about the centre of mass [kg m^2]
    pub inertia: f64,
    /// Distance from the blade to the centre of mass [m]
    pub a: f64,
}

/// The paper names no values: these are ours, such that the blade runs through a cusp.
const SLEIGH: Sleigh = Sleigh {
    m: 2.0,
    inertia: 1.0,
    a: 0.5,
};

/// The blade stands at the origin and runs backwards at 1.5 m/s, the body turns at 1 rad/s.
const INITIAL: Node<3> = Node {
    t: 0.0,
    q: [0.0, 0.5, 0.0],
    v: [1.0, -1.5, 0.5],
};

/// The step of the picture [s].
const STEP: f64 = 0.05;

/// How long the integrator is to be trusted [s].
const TRUSTED: f64 = 3.0;

/// The end of the picture [s].
const END: f64 = 20.0;

fn main() -> Result<(), Box<dyn Error>> {
    let paper = simulate(Start::Paper, STEP, END)?;
    let smooth = simulate(Start::Smooth, STEP, END)?;
    let rk4 = runge_kutta(Method::Rk4, STEP, END);
    let reference = reference(STEP, END);

    println!(
        "Chaplygin sleigh: m = 2 kg, I = 1 kg m^2, a = 0.5 m (the paper names no values), h = {STEP} s
Reference: RK4 with step {:.1e} s; with twice that step q and v differ by at most {:.0e}.",
        reference.substep, reference.difference
    );
    for end in [TRUSTED, END] {
        println!(
            "\nLargest component of the error at t = {end} s [m, rad, s], and order p observed:"
        );
        convergence(end)?.print();
    }
    print_properties(&paper, &smooth, &rk4);
    print_verdict(&paper, &smooth);
    print_timing()?;
    figure(&paper, &smooth, &rk4, &reference.nodes).save("chaplygin_sleigh")
}

/// What is kept of each state of the run.
struct Record {
    node: Node<3>,
    /// Multiplier of the blade [N].
    lambda: f64,
    /// Energy of the sample [J].
    energy: f64,
    /// Energy of the half step [J].
    half_step_energy: f64,
    /// `A v` of the sample [m/s].
    residual: f64,
    /// `A v` before the reflection at the node [m/s].
    reflection: f64,
}

/// How the integrator starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// As in the paper: the velocity as it is given.
    Paper,
    /// As the model says: with half a step of the force of the blade.
    Smooth,
}

/// The first state. A state is plain data, so the start of the paper can be made by hand; without
/// forces it is the initial velocity itself.
fn start(stepper: &SleighGni, start: Start) -> Result<SleighGniState, StepError<f64>> {
    let Node { t, q, v } = INITIAL;
    match start {
        Start::Smooth => stepper.start(t, q.into(), v.into(), &()),
        Start::Paper => Ok(SleighGniState {
            clock: Clock::new(t),
            q: q.into(),
            reflected: v.into(),
        }),
    }
}

/// The integrator from start to end.
fn simulate(first: Start, h: f64, end: f64) -> Result<Vec<Record>, Box<dyn Error>> {
    let stepper = SLEIGH.gni(h)?;
    let start = start(&stepper, first)?;
    let mut records = vec![record(&stepper, &start)?];
    for state in Trajectory::new(&stepper, start, &()).take(steps(h, end)) {
        records.push(record(&stepper, &state?)?);
    }
    Ok(records)
}

fn record(stepper: &SleighGni, state: &SleighGniState) -> Result<Record, StepError<f64>> {
    let sample = stepper.sample(state)?;
    let [reflection] = stepper.constraint_reflection(state);
    Ok(Record {
        node: Node {
            t: sample.t,
            q: sample.q.into(),
            v: sample.v.into(),
        },
        lambda: sample.lambda.blade,
        energy: SLEIGH.energy(&sample.q, &sample.v),
        half_step_energy: stepper.reflected_energy(state),
        residual: SLEIGH.constraint_residual(&sample.q, &sample.v)[0],
        reflection,
    })
}

fn acceleration(_: f64, q: [f64; 3], v: [f64; 3]) -> [f64; 3] {
    SLEIGH.acceleration(&q.into(), &v.into()).into()
}

fn energy(node: &Node<3>) -> f64 {
    SLEIGH.energy(&node.q.into(), &node.v.into())
}

/// `A v`, the speed of the blade sideways [m/s].
fn residual(node: &Node<3>) -> f64 {
    SLEIGH.constraint_residual(&node.q.into(), &node.v.into())[0]
}

fn reference(h: f64, end: f64) -> Reference<3> {
    Reference::new(&acceleration, INITIAL, h, steps(h, end), 128)
}

fn runge_kutta(method: Method, h: f64, end: f64) -> Vec<Node<3>> {
    runge_kutta::run(method, &acceleration, INITIAL, h, steps(h, end))
}

fn steps(h: f64, end: f64) -> usize {
    (end / h).round() as usize
}

/// The errors at `end` for several step sizes.
fn convergence(end: f64) -> Result<Convergence<4>, Box<dyn Error>> {
    let mut rows = Vec::new();
    for h in [STEP, STEP / 2.0, STEP / 4.0] {
        let last = steps(h, end);
        let exact = reference(h, end).nodes[last];
        let error = |node: Node<3>| Errors {
            q: distance(node.q, exact.q),
            v: distance(node.v, exact.v),
        };
        let errors = [
            error(simulate(Start::Paper, h, end)?[last].node),
            error(simulate(Start::Smooth, h, end)?[last].node),
            error(runge_kutta(Method::Rk2, h, end)[last]),
            error(runge_kutta(Method::Rk4, h, end)[last]),
        ];
        rows.push((h, errors));
    }
    let methods = [
        "GNI, start of the paper",
        "GNI, smooth start",
        "RK2 (midpoint)",
        "RK4",
    ];
    Ok(Convergence { methods, rows })
}

fn print_properties(paper: &[Record], smooth: &[Record], rk4: &[Node<3>]) {
    let initial_energy = energy(&INITIAL);
    let of_gni = |run: &[Record], end: f64| {
        let run = &run[..=steps(STEP, end)];
        [
            largest(
                run.iter()
                    .map(|r| r.half_step_energy - run[0].half_step_energy),
            ),
            largest(run.iter().map(|r| r.energy - initial_energy)),
            largest(run.iter().map(|r| r.residual)),
            largest(run.iter().map(|r| r.reflection)),
            largest(parasitic_mode(run)),
        ]
    };
    let of_rk4 = |end: f64| {
        let nodes = &rk4[..=steps(STEP, end)];
        [
            f64::NAN,
            largest(nodes.iter().map(|node| energy(node) - initial_energy)),
            largest(nodes.iter().map(residual)),
            f64::NAN,
            f64::NAN,
        ]
    };
    let columns = [
        of_gni(paper, TRUSTED),
        of_gni(paper, END),
        of_gni(smooth, TRUSTED),
        of_gni(smooth, END),
        of_rk4(TRUSTED),
        of_rk4(END),
    ];
    let names = [
        "change of the energy of half steps [J]",
        "change of the energy of samples, of 3 J [J]",
        "constraint residual of samples [m/s]",
        "constraint reflection [m/s]",
        "  its alternating part, the parasitic mode",
    ];
    println!("\nLargest absolute value up to 3 s and up to 20 s:");
    print_quantities(
        ["GNI paper", "20 s", "smooth", "20 s", "RK4", "20 s"],
        &std::array::from_fn::<_, 5, _>(|i| (names[i], columns.map(|column| column[i]))),
    );
}

/// Tells how long the runs can be trusted, and measures why not longer.
fn print_verdict(paper: &[Record], smooth: &[Record]) {
    let Sleigh { m, inertia, a } = SLEIGH;
    let speed = (2.0 * energy(&INITIAL) / m).sqrt();
    let rate = m * a * speed / (inertia + m * a * a);
    let mode = parasitic_mode(paper);
    let (from, to) = (3.0, 4.5);
    let at = |t| mode[steps(STEP, t) - 1];
    let measured = (at(to) / at(from)).ln() / (to - from);
    let onset = |run: &[Record]| {
        let mode = parasitic_mode(run);
        let place = mode.iter().position(|&s| s > 0.1 * speed);
        place.map_or(END, |place| run[place + 1].node.t)
    };
    println!(
        "
Trust GNI here only up to about t = {TRUSTED} s. At each node it reflects what of the velocity violates
the constraint, so an error there changes sign from step to step: a parasitic mode, which the sleigh
does not have. It starts at O(h), with the smooth start at O(h^2), and while the sleigh runs forwards
at v it grows like exp(k t), k = m a v / (I + m a^2) = {rate:.2}/s (measured from {from} to {to} s: {measured:.2}/s),
until it holds all the energy and the samples stand still. It passes a tenth of v at {:.1} s with the
start of the paper and at {:.1} s with the smooth start, which is later but no cure; half the step
buys {:.1} s and {:.1} s. Neither the energy of half steps nor the constraint residual shows it, both
stay at round-off; the alternating part of `constraint_reflection` does.",
        onset(paper),
        onset(smooth),
        2.0_f64.ln() / rate,
        4.0_f64.ln() / rate,
    );
}

fn print_timing() -> Result<(), Box<dyn Error>> {
    let count = steps(STEP, END);
    let stepper = SLEIGH.gni(STEP)?;
    let first = start(&stepper, Start::Smooth)?;
    let gni = nanoseconds_per_step(count, || {
        Trajectory::new(&stepper, first, &()).take(count).last()
    });
    let runge_kutta = |method| {
        nanoseconds_per_step(count, || {
            runge_kutta::last(method, &acceleration, INITIAL, STEP, count)
        })
    };
    println!(
        "\nTime per step, median: GNI {gni:.0} ns, RK2 {:.0} ns, RK4 {:.0} ns.",
        runge_kutta(Method::Rk2),
        runge_kutta(Method::Rk4)
    );
    Ok(())
}

/// The alternating part of the constraint reflection at all nodes but the first and the last.
fn parasitic_mode(run: &[Record]) -> Vec<f64> {
    let reflections: Vec<f64> = run.iter().map(|r| r.reflection).collect();
    alternating_part(&reflections)
}

fn figure(
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
