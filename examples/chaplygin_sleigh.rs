//! The Chaplygin sleigh: a rigid body on a plane that slides on two points and on a blade, which
//! cannot move sideways (Kobilarov, Martín de Diego, Ferraro, *Simulating nonholonomic dynamics*,
//! section 6.1). The coordinates are those of the centre of mass, the path is that of the blade.
//!
//! `cargo run --release --example chaplygin_sleigh` prints how the generated integrator does against
//! Runge-Kutta methods, where it must not be trusted, and draws `plots/chaplygin_sleigh.svg`.

#[path = "chaplygin_sleigh/picture.rs"]
mod picture;
mod support;

use nhi::{Clock, StepError, Trajectory, nonholonomic};
use std::error::Error;
use std::path::Path;
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
    /// Mass in kg
    pub m: f64,
    /// Moment of inertia about the centre of mass in kg m^2
    pub inertia: f64,
    /// Distance from the blade to the centre of mass in m
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

/// The step of the picture, in seconds.
const STEP: f64 = 0.05;

/// How long the integrator is to be trusted, in seconds.
const TRUSTED: f64 = 3.0;

/// The end of the picture, in seconds.
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
    let path = "examples/plots/chaplygin_sleigh.svg";
    picture::picture(&paper, &smooth, &rk4, &reference.nodes)
        .save(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path))?;
    println!("\nThe picture is {path}.");
    Ok(())
}

/// What is kept of each state of the run.
struct Record {
    node: Node<3>,
    /// Multiplier of the blade in N.
    lambda: f64,
    /// Energy of the sample in J.
    energy: f64,
    /// Energy of the half step in J.
    half_step_energy: f64,
    /// `A v` of the sample in m/s.
    residual: f64,
    /// `A v` before the reflection at the node in m/s.
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

/// `A v`, the speed of the blade sideways in m/s.
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
