//! The snakeboard of Kobilarov, Martín de Diego, Ferraro, *Simulating nonholonomic dynamics*,
//! section 6.2: a board on two steered wheel sets with a rotor. Torques on the rotor and on the wheels
//! make it park sideways, with a cusp at each turn (figure 4: 128 steps in 10 s).
//!
//! `cargo run --release --example snakeboard` prints how the generated integrator does against
//! Runge-Kutta methods, and draws `plots/snakeboard.svg`.

mod support;

use nhi::{StepError, Stepper, Trajectory, nonholonomic};
use std::error::Error;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, PI};
use support::figure::{BLACK, BLUE, Figure, GREEN, ORANGE, PURPLE, Place};
use support::panel::{Axis, Curve, Line, Panel};
use support::runge_kutta::{self, Method, Node, Reference};
use support::table::{Convergence, Errors, print_quantities};
use support::timing::nanoseconds_per_step;
use support::{alternating_part, distance, largest};

/// Snakeboard with torques on its rotor and on its wheels.
#[nonholonomic(
    coordinates(psi, phi, theta, x, y),
    lagrangian = 0.5 * i_rotor * (psi_dot + theta_dot).powi(2) + j_wheel * phi_dot.powi(2)
        + 0.5 * (m * l * l - i_rotor) * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(
        skid  = sin(theta) * x_dot - cos(theta) * y_dot,
        steer = l * cos(phi) * theta_dot + sin(phi) * (cos(theta) * x_dot + sin(theta) * y_dot),
    ),
    controls(u_psi, u_phi),
    forces(psi = u_psi, phi = u_phi),
    symmetry(SE2(theta, x, y)),
    integrators(Gni(start = Smooth)),
)]
#[derive(Clone, Debug)]
pub struct Snakeboard {
    /// Total mass [kg]
    pub m: f64,
    /// Half the wheel base [m]
    pub l: f64,
    /// Moment of inertia of the rotor [kg m^2]
    pub i_rotor: f64,
    /// Moment of inertia of each wheel set about its steering axis [kg m^2]
    pub j_wheel: f64,
}

/// The paper names no masses: these are ours, such that the wheels do not pass a right angle.
const BOARD: Snakeboard = Snakeboard {
    m: 1.0,
    l: 1.0,
    i_rotor: 0.5,
    j_wheel: 1.5,
};

/// The end of the run [s].
const END: f64 = 10.0;

/// The number of steps in figure 4 of the paper.
const STEPS: usize = 128;

/// The torques of the paper [N m].
fn torques(t: f64) -> SnakeboardControls {
    SnakeboardControls {
        u_psi: (20.0 * PI * t).cos(),
        u_phi: (2.0 * PI * t).sin(),
    }
}

/// The initial state of the paper, which gives the momentum `p = -1` and not the velocity.
///
/// The wheels leave the board the directions `w (sin 2 phi, -2 l cos^2 phi, 0)` of turning, driving
/// and skidding; `p` is the momentum in that direction, `<(m l^2 theta' + I psi', m v), (sin 2 phi,
/// -2 l cos^2 phi)>`, which is solved for `w`.
fn initial() -> Node<5> {
    let Snakeboard { m, l, i_rotor, .. } = BOARD;
    let (psi, phi) = (FRAC_PI_2, FRAC_PI_3);
    let (psi_dot, phi_dot) = (2.5, -0.02);
    let p = -1.0;
    let (turn, drive) = ((2.0 * phi).sin(), -2.0 * l * phi.cos().powi(2));
    let w = (p - i_rotor * psi_dot * turn) / (m * (l * turn).powi(2) + m * drive.powi(2));
    Node {
        t: 0.0,
        q: [psi, phi, 0.0, 0.0, 0.0],
        v: [psi_dot, phi_dot, w * turn, w * drive, 0.0],
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let run = simulate(Start::Smooth, STEPS, END)?;
    let runs = Runs {
        paper: simulate(Start::Paper, STEPS, END)?,
        rk2: runge_kutta(Method::Rk2, STEPS, END),
        rk4: runge_kutta(Method::Rk4, STEPS, END),
        reference: reference(STEPS, END).nodes,
        smooth: run,
    };
    println!(
        "Snakeboard, parallel parking: m = 1 kg, l = 1 m, I = 0.5 kg m^2, J = 1.5 kg m^2 (the paper names none)."
    );
    for end in [2.5, END] {
        let Reference {
            substep,
            difference,
            ..
        } = reference(STEPS, end);
        println!(
            "\nLargest component of the error at t = {end} s [m, rad, s], and order p observed
(reference: RK4 with step {substep:.1e} s; with twice that step q and v differ by at most {difference:.0e}):",
        );
        convergence(end)?.print();
    }
    print_properties(&runs);
    print_verdict(&runs);
    print_timing()?;
    figure(&runs).save("snakeboard")
}

/// The runs of the picture.
struct Runs {
    paper: Vec<Record>,
    smooth: Vec<Record>,
    rk2: Vec<Node<5>>,
    rk4: Vec<Node<5>>,
    reference: Vec<Node<5>>,
}

/// What is kept of each state of a run.
struct Record {
    node: Node<5>,
    /// Multipliers [N, N m].
    lambda: SnakeboardMultipliers,
    /// `A v` before the reflection at the node [m/s].
    reflection: [f64; 2],
}

/// How the integrator starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// As in the paper: with half a step of the torques, projected on the constraints.
    Paper,
    /// As the model says: with half a step of all forces, those of the constraints included.
    Smooth,
}

/// The first state. A state is plain data, so the start of the paper can be made by hand:
/// `p^- = M v - (h/2) Q^T f`.
fn start(stepper: &SnakeboardGni, start: Start) -> Result<SnakeboardGniState, StepError<f64>> {
    let Node { t, q, v } = initial();
    let state = stepper.start(t, q.into(), v.into(), &torques)?;
    match start {
        Start::Smooth => Ok(state),
        Start::Paper => {
            let force = BOARD.forces(&q.into(), &v.into(), &torques(t));
            let mass = BOARD.mass_matrix(&q.into());
            let kick = mass.lu().solve(&force).unwrap_or_default();
            let removed = BOARD.complement_projector(&q.into()) * kick;
            let reflected = nhi::nalgebra::SVector::from(v) - removed * (0.5 * stepper.step_size());
            Ok(SnakeboardGniState {
                reflected: reflected.into(),
                ..state
            })
        }
    }
}

/// The integrator from start to end, with `steps` steps in the whole time of the picture.
fn simulate(first: Start, steps: usize, end: f64) -> Result<Vec<Record>, Box<dyn Error>> {
    let stepper = BOARD.gni(END / steps as f64)?;
    let start = start(&stepper, first)?;
    let mut records = vec![record(&stepper, &start)?];
    for state in Trajectory::new(&stepper, start, &torques).take(count(steps, end)) {
        records.push(record(&stepper, &state?)?);
    }
    Ok(records)
}

fn record(stepper: &SnakeboardGni, state: &SnakeboardGniState) -> Result<Record, StepError<f64>> {
    let sample = stepper.sample(state)?;
    Ok(Record {
        node: Node {
            t: sample.t,
            q: sample.q.into(),
            v: sample.v.into(),
        },
        lambda: sample.lambda,
        reflection: stepper.constraint_reflection(state),
    })
}

fn acceleration(t: f64, q: [f64; 5], v: [f64; 5]) -> [f64; 5] {
    BOARD.acceleration(&q.into(), &v.into(), &torques(t)).into()
}

fn energy(node: &Node<5>) -> f64 {
    BOARD.energy(&node.q.into(), &node.v.into())
}

fn multipliers(node: &Node<5>) -> SnakeboardMultipliers {
    BOARD.multipliers(&node.q.into(), &node.v.into(), &torques(node.t))
}

/// The larger component of `A v` [m/s].
fn residual(node: &Node<5>) -> f64 {
    BOARD
        .constraint_residual(&node.q.into(), &node.v.into())
        .amax()
}

fn reference(steps: usize, end: f64) -> Reference<5> {
    let h = END / steps as f64;
    Reference::new(
        &acceleration,
        initial(),
        h,
        count(steps, end),
        65536 / steps,
    )
}

fn runge_kutta(method: Method, steps: usize, end: f64) -> Vec<Node<5>> {
    let h = END / steps as f64;
    runge_kutta::run(method, &acceleration, initial(), h, count(steps, end))
}

/// The number of steps up to `end`.
fn count(steps: usize, end: f64) -> usize {
    (steps as f64 * end / END).round() as usize
}

/// The errors at `end` for several step sizes.
fn convergence(end: f64) -> Result<Convergence<4>, Box<dyn Error>> {
    let mut rows = Vec::new();
    for steps in [STEPS, 2 * STEPS, 4 * STEPS, 8 * STEPS] {
        let last = count(steps, end);
        let exact = reference(steps, end).nodes[last];
        let error = |node: Node<5>| Errors {
            q: distance(node.q, exact.q),
            v: distance(node.v, exact.v),
        };
        let errors = [
            error(simulate(Start::Paper, steps, end)?[last].node),
            error(simulate(Start::Smooth, steps, end)?[last].node),
            error(runge_kutta(Method::Rk2, steps, end)[last]),
            error(runge_kutta(Method::Rk4, steps, end)[last]),
        ];
        rows.push((END / steps as f64, errors));
    }
    let methods = [
        "GNI, start of the paper",
        "GNI, smooth start",
        "RK2 (midpoint)",
        "RK4",
    ];
    Ok(Convergence { methods, rows })
}

fn print_properties(runs: &Runs) {
    let of_nodes = |nodes: &mut dyn Iterator<Item = Node<5>>| {
        let pairs: Vec<_> = nodes.zip(&runs.reference).collect();
        [
            largest(
                pairs
                    .iter()
                    .map(|(node, exact)| energy(node) - energy(exact)),
            ),
            largest(pairs.iter().map(|(node, _)| residual(node))),
        ]
    };
    let of_gni = |run: &[Record]| {
        let [energy, residual] = of_nodes(&mut run.iter().map(|r| r.node));
        let multipliers = run.iter().zip(&runs.reference).map(|(r, exact)| {
            let exact = multipliers(exact);
            (r.lambda.skid - exact.skid)
                .abs()
                .max((r.lambda.steer - exact.steer).abs())
        });
        let reflections = run.iter().flat_map(|r| r.reflection);
        [
            energy,
            residual,
            largest(reflections),
            largest(parasitic_mode(run)),
            largest(multipliers),
        ]
    };
    let of_rk = |nodes: &[Node<5>]| {
        let [energy, residual] = of_nodes(&mut nodes.iter().copied());
        [energy, residual, f64::NAN, f64::NAN, f64::NAN]
    };
    let columns = [
        of_gni(&runs.paper),
        of_gni(&runs.smooth),
        of_rk(&runs.rk2),
        of_rk(&runs.rk4),
    ];
    let names = [
        "error of the energy [J]",
        "constraint residual of samples [m/s]",
        "constraint reflection [m/s]",
        "  its alternating part, the parasitic mode",
        "error of the multipliers [N, N m]",
    ];
    println!(
        "\nLargest absolute value up to {END} s with h = {} s:",
        END / STEPS as f64
    );
    print_quantities(
        ["GNI paper", "smooth", "RK2", "RK4"],
        &std::array::from_fn::<_, 5, _>(|i| (names[i], columns.map(|column| column[i]))),
    );
}

/// Tells what can be relied on.
fn print_verdict(runs: &Runs) {
    let quarters = |run: &[Record]| {
        let mode = parasitic_mode(run);
        let quarter = mode.len() / 4;
        let first = largest(mode[..quarter].iter().copied());
        let last = largest(mode[3 * quarter..].iter().copied());
        format!("{first:.1e} m/s in the first quarter and {last:.1e} m/s in the last")
    };
    println!(
        "
The rotor's torque turns 10 times a second: {:.2} steps to a period at N = {STEPS}, so every method sees it
coarsely there, and orders show only with smaller steps. Per step RK4 is the most accurate; GNI is
explicit, takes one evaluation where RK4 takes four, and its samples satisfy the constraints.
At each node GNI reflects what of the velocity violates the constraints, so an error there changes
sign from step to step: a parasitic mode. With the start of the paper it has
{} and it enters
the multipliers at full size, whatever the step size; with the smooth start it has
{}. It does not grow in
this motion, but that is no property of the method (see the example chaplygin_sleigh, where it does):
trust it for 2 or 3 s, and beyond only while the alternating part of `constraint_reflection` is small.",
        STEPS as f64 / (10.0 * END),
        quarters(&runs.paper),
        quarters(&runs.smooth),
    );
}

fn print_timing() -> Result<(), Box<dyn Error>> {
    let h = END / STEPS as f64;
    let stepper = BOARD.gni(h)?;
    let first = start(&stepper, Start::Smooth)?;
    let gni = nanoseconds_per_step(STEPS, || {
        Trajectory::new(&stepper, first, &torques)
            .take(STEPS)
            .last()
    });
    let held = torques(0.0);
    let gni_held = nanoseconds_per_step(STEPS, || {
        Trajectory::new(&stepper, first, &held).take(STEPS).last()
    });
    let runge_kutta = |method| {
        nanoseconds_per_step(STEPS, || {
            runge_kutta::last(method, &acceleration, initial(), h, STEPS)
        })
    };
    println!(
        "\nTime per step, median: GNI {gni:.0} ns ({gni_held:.0} ns with constant torques), RK2 {:.0} ns, RK4 {:.0} ns.",
        runge_kutta(Method::Rk2),
        runge_kutta(Method::Rk4)
    );
    Ok(())
}

/// The alternating part of the constraint reflection, the larger of the two, at all nodes but the
/// first and the last.
fn parasitic_mode(run: &[Record]) -> Vec<f64> {
    let part = |row: usize| {
        let reflections: Vec<f64> = run.iter().map(|r| r.reflection[row]).collect();
        alternating_part(&reflections)
    };
    part(0)
        .into_iter()
        .zip(part(1))
        .map(|(skid, steer)| skid.max(steer))
        .collect()
}

fn figure(runs: &Runs) -> Figure<'static> {
    let place = |left, top, height| Place {
        left,
        top,
        width: 500,
        height,
    };
    Figure {
        title: "Snakeboard: parallel parking",
        subtitle: "Geometric nonholonomic integrator (GNI), 128 steps in 10 s, against a Runge-Kutta reference.",
        width: 1060,
        height: 970,
        panels: vec![
            (place(16, 90, 576), path_panel(runs)),
            (place(16, 678, 284), multiplier_panel(runs)),
            (place(540, 90, 284), energy_panel(runs)),
            (place(540, 384, 284), error_panel(runs)),
            (place(540, 678, 284), constraint_panel(runs)),
        ],
    }
}

fn path_panel(runs: &Runs) -> Panel<'static> {
    let place = |node: &Node<5>| (node.q[3], node.q[4]);
    let path = |nodes: &[Node<5>]| -> Vec<_> { nodes.iter().map(place).collect() };
    let gni: Vec<_> = runs.smooth.iter().map(|r| place(&r.node)).collect();
    Panel {
        title: "Path of the board",
        x: Axis::linear("x [m]", -0.6..0.7),
        y: Axis::linear("y [m]", -1.2..0.1),
        equal_aspect: true,
        shaded: None,
        curves: vec![
            Curve::new("RK2, same h", PURPLE, Line::Solid, path(&runs.rk2)).width(12),
            Curve::new("reference", BLACK, Line::Dashed, path(&runs.reference)),
            Curve::new("GNI", BLUE, Line::Solid, gni),
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

fn multiplier_panel(runs: &Runs) -> Panel<'static> {
    let exact = |value: fn(&SnakeboardMultipliers) -> f64| {
        runs.reference
            .iter()
            .map(|node| (node.t, value(&multipliers(node))))
            .collect()
    };
    let gni = |value: fn(&SnakeboardMultipliers) -> f64| {
        runs.smooth
            .iter()
            .map(|r| (r.node.t, value(&r.lambda)))
            .collect()
    };
    over_time(
        "Multipliers: forces of the constraints",
        Axis::linear("λ skid [N], λ steer [N m]", -3.0..3.0),
        vec![
            Curve::new("skid", BLUE, Line::Solid, gni(|lambda| lambda.skid)),
            Curve::new("steer", GREEN, Line::Solid, gni(|lambda| lambda.steer)),
            Curve::new(
                "reference",
                BLACK,
                Line::Dashed,
                exact(|lambda| lambda.skid),
            ),
            Curve::new("", BLACK, Line::Dashed, exact(|lambda| lambda.steer)),
        ],
    )
}

fn energy_panel(runs: &Runs) -> Panel<'static> {
    let of = |nodes: &[Node<5>]| nodes.iter().map(|node| (node.t, energy(node))).collect();
    let gni = |run: &[Record]| run.iter().map(|r| (r.node.t, energy(&r.node))).collect();
    over_time(
        "Energy, with the work of the torques",
        Axis::linear("energy [J]", 1.0..2.2),
        vec![
            Curve::new("GNI", BLUE, Line::Solid, gni(&runs.smooth)),
            Curve::new("RK2, same h", PURPLE, Line::Solid, of(&runs.rk2)).width(12),
            Curve::new("reference", BLACK, Line::Dashed, of(&runs.reference)),
        ],
    )
}

fn error_panel(runs: &Runs) -> Panel<'static> {
    let error = |(node, exact): (Node<5>, &Node<5>)| (exact.t, distance(node.q, exact.q));
    let of = |nodes: &mut dyn Iterator<Item = Node<5>>| -> Vec<_> {
        nodes.zip(&runs.reference).skip(1).map(error).collect()
    };
    over_time(
        "Error of the configuration",
        Axis::logarithmic("largest error [m, rad]", -5..1),
        vec![
            Curve::new(
                "GNI",
                BLUE,
                Line::Solid,
                of(&mut runs.smooth.iter().map(|r| r.node)),
            ),
            Curve::new(
                "its start of the paper",
                ORANGE,
                Line::Solid,
                of(&mut runs.paper.iter().map(|r| r.node)),
            )
            .width(12),
            Curve::new(
                "RK2",
                PURPLE,
                Line::Solid,
                of(&mut runs.rk2.iter().copied()),
            ),
            Curve::new("RK4", GREEN, Line::Solid, of(&mut runs.rk4.iter().copied())),
        ],
    )
}

fn constraint_panel(runs: &Runs) -> Panel<'static> {
    let mode = |run: &[Record]| -> Vec<_> {
        let times = run.iter().skip(1).map(|r| r.node.t);
        times.zip(parasitic_mode(run)).collect()
    };
    let of_samples = runs
        .smooth
        .iter()
        .map(|r| (r.node.t, residual(&r.node)))
        .collect();
    let of_rk4 = runs
        .rk4
        .iter()
        .map(|node| (node.t, residual(node)))
        .collect();
    over_time(
        "Constraints: parasitic mode, and residual of the samples",
        Axis::logarithmic("|A v| [m/s]", -18..2),
        vec![
            Curve::new("mode, paper", ORANGE, Line::Solid, mode(&runs.paper)),
            Curve::new("mode", BLUE, Line::Solid, mode(&runs.smooth)),
            Curve::new("samples", BLUE, Line::Dots, of_samples),
            Curve::new("RK4", GREEN, Line::Solid, of_rk4),
        ],
    )
}
