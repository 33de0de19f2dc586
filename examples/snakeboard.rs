//! The snakeboard of Kobilarov, Martín de Diego, Ferraro, *Simulating nonholonomic dynamics*,
//! section 6.2: a board on two steered wheel sets with a rotor, under torques on the rotor and on the
//! wheels (figure 4: 128 steps in 10 s). The paper names no masses. Those of the first board keep its
//! wheels below a right angle, and it runs in a spiral; the lighter wheels of the second turn round, and
//! it runs in cusps as in parallel parking.
//!
//! `cargo run --release --example snakeboard` prints how the generated integrator does against
//! Runge-Kutta methods, and draws `plots/snakeboard.svg`.

#[path = "snakeboard/picture.rs"]
mod picture;
mod support;

use nhi::nalgebra::SVector;
use nhi::{StepError, Stepper, Trajectory, nonholonomic};
use std::error::Error;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, PI};
use std::path::Path;
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
    /// Total mass in kg
    pub m: f64,
    /// Half the wheel base in m
    pub l: f64,
    /// Moment of inertia of the rotor in kg m^2
    pub i_rotor: f64,
    /// Moment of inertia of each wheel set about its steering axis in kg m^2
    pub j_wheel: f64,
}

/// The paper names no masses: these are ours, such that the wheels do not pass a right angle.
const HEAVY_WHEELS: Snakeboard = Snakeboard {
    m: 1.0,
    l: 1.0,
    i_rotor: 0.5,
    j_wheel: 1.5,
};

/// The same with wheels that the torque turns round: the board moves in cusps, as it parks.
const LIGHT_WHEELS: Snakeboard = Snakeboard {
    j_wheel: 0.1,
    ..HEAVY_WHEELS
};

/// The end of the run, in seconds.
const END: f64 = 10.0;

/// The number of steps in figure 4 of the paper.
const STEPS: usize = 128;

/// The torques of the paper in N m.
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
fn initial(board: &Snakeboard) -> Node<5> {
    let &Snakeboard { m, l, i_rotor, .. } = board;
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
    println!("Snakeboard with m = 1 kg, l = 1 m, I = 0.5 kg m^2 (the paper names none)");
    for (board, end) in [
        (HEAVY_WHEELS, 2.5),
        (HEAVY_WHEELS, END),
        (LIGHT_WHEELS, END),
    ] {
        print_convergence(&board, end)?;
    }
    let (heavy, light) = (Runs::of(&HEAVY_WHEELS)?, Runs::of(&LIGHT_WHEELS)?);
    print_properties(&heavy, "J = 1.5 kg m^2");
    print_properties(&light, "J = 0.1 kg m^2");
    println!("{VERDICT}");
    print_timing(&HEAVY_WHEELS)?;
    let path = "examples/plots/snakeboard.svg";
    picture::picture(&heavy, &light).save(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path))?;
    println!("\nThe picture is {path}.");
    Ok(())
}

const VERDICT: &str = "
The torque of the rotor turns ten times a second: at N = 128 a period has 1.28 steps, and RK4
shows its order only with smaller ones. With heavy wheels GNI with the smooth start ends as close as RK4
for less than half the work, and RK2 is lost, as in the paper. With light wheels, where the board moves
in cusps, GNI is little better than RK2, and RK4 far better. The samples of GNI always satisfy the
constraints to round-off.
At each node GNI reflects what of the velocity violates the constraints, so an error there changes sign
from step to step: a parasitic mode. The start of the paper gives it O(h), the smooth start O(h^2). With
heavy wheels it stays as it is, with light wheels it grows: trust GNI for 2 or 3 s, and beyond only while the alternating part of
`constraint_reflection` is small. The example chaplygin_sleigh shows what it ends in.";

/// A node of a run.
struct Row {
    node: Node<5>,
    /// Energy in J.
    energy: f64,
    /// The larger component of `A v` in m/s.
    residual: f64,
    /// Multipliers: force against skidding in N, torque of the steering in N m.
    lambda: [f64; 2],
    /// `A v` before the reflection at the node in m/s, where there is a reflection.
    reflection: [f64; 2],
}

impl Row {
    /// A node with the multipliers of the continuous system.
    fn of_node(board: &Snakeboard, node: &Node<5>) -> Self {
        let (q, v) = (node.q.into(), node.v.into());
        Self {
            node: *node,
            energy: board.energy(&q, &v),
            residual: board.constraint_residual(&q, &v).amax(),
            lambda: board.multipliers(&q, &v, &torques(node.t)).into(),
            reflection: [0.0; 2],
        }
    }

    /// A state of the integrator, with the multipliers of its sample.
    fn of_state(
        board: &Snakeboard,
        stepper: &SnakeboardGni,
        state: &SnakeboardGniState,
    ) -> Result<Self, StepError<f64>> {
        let sample = stepper.sample(state)?;
        let node = Node {
            t: sample.t,
            q: sample.q.into(),
            v: sample.v.into(),
        };
        Ok(Self {
            lambda: sample.lambda.into(),
            reflection: stepper.constraint_reflection(state),
            ..Self::of_node(board, &node)
        })
    }
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
/// `p^- = M v - (h/2) Q^T f`, that is `v - (h/2) Q M^-1 f` as a velocity.
fn start(
    board: &Snakeboard,
    stepper: &SnakeboardGni,
    start: Start,
) -> Result<SnakeboardGniState, StepError<f64>> {
    let Node { t, q, v } = initial(board);
    let (q, v) = (q.into(), v.into());
    let state = stepper.start(t, q, v, &torques)?;
    if start == Start::Smooth {
        return Ok(state);
    }
    let force = board.forces(&q, &v, &torques(t));
    let unconstrained = board.mass_matrix(&q).lu().solve(&force).unwrap_or_default();
    let removed = board.complement_projector(&q) * unconstrained;
    let reflected = SVector::from(v) - 0.5 * stepper.step_size() * removed;
    Ok(SnakeboardGniState {
        reflected: reflected.into(),
        ..state
    })
}

/// The integrator up to `end`, with as many steps as would be `steps` in the whole time.
fn simulate(
    board: &Snakeboard,
    first: Start,
    steps: usize,
    end: f64,
) -> Result<Vec<Row>, Box<dyn Error>> {
    let stepper = board.gni(END / steps as f64)?;
    let start = start(board, &stepper, first)?;
    let mut rows = vec![Row::of_state(board, &stepper, &start)?];
    for state in Trajectory::new(&stepper, start, &torques).take(count(steps, end)) {
        rows.push(Row::of_state(board, &stepper, &state?)?);
    }
    Ok(rows)
}

/// The number of steps up to `end`.
fn count(steps: usize, end: f64) -> usize {
    (steps as f64 * end / END).round() as usize
}

/// The acceleration under the torques.
fn acceleration(board: &Snakeboard) -> impl runge_kutta::Acceleration<5> {
    |t, q, v| board.acceleration(&q.into(), &v.into(), &torques(t)).into()
}

fn runge_kutta(board: &Snakeboard, method: Method, steps: usize, end: f64) -> Vec<Row> {
    let (h, steps) = (END / steps as f64, count(steps, end));
    let nodes = runge_kutta::run(method, &acceleration(board), initial(board), h, steps);
    nodes.iter().map(|node| Row::of_node(board, node)).collect()
}

fn reference(board: &Snakeboard, steps: usize, end: f64) -> Reference<5> {
    let (h, substeps) = (END / steps as f64, 65536 / steps);
    let steps = count(steps, end);
    Reference::new(&acceleration(board), initial(board), h, steps, substeps)
}

/// The runs of the picture for one board.
struct Runs {
    paper: Vec<Row>,
    smooth: Vec<Row>,
    rk2: Vec<Row>,
    rk4: Vec<Row>,
    reference: Vec<Row>,
}

impl Runs {
    fn of(board: &Snakeboard) -> Result<Self, Box<dyn Error>> {
        let reference = reference(board, STEPS, END).nodes;
        Ok(Self {
            paper: simulate(board, Start::Paper, STEPS, END)?,
            smooth: simulate(board, Start::Smooth, STEPS, END)?,
            rk2: runge_kutta(board, Method::Rk2, STEPS, END),
            rk4: runge_kutta(board, Method::Rk4, STEPS, END),
            reference: reference
                .iter()
                .map(|node| Row::of_node(board, node))
                .collect(),
        })
    }
}

/// Prints the errors at `end` for several step sizes.
fn print_convergence(board: &Snakeboard, end: f64) -> Result<(), Box<dyn Error>> {
    let Reference {
        substep,
        difference,
        ..
    } = reference(board, STEPS, end);
    println!(
        "\nWheels with J = {} kg m^2: largest component of the error at t = {end} s [m, rad, s], and order p observed
(reference: RK4 with step {substep:.1e} s; with twice that step q and v differ by at most {difference:.0e}):",
        board.j_wheel
    );
    let mut rows = Vec::new();
    for steps in [STEPS, 2 * STEPS, 4 * STEPS, 8 * STEPS] {
        let last = count(steps, end);
        let exact = reference(board, steps, end).nodes[last];
        let runs = [
            simulate(board, Start::Paper, steps, end)?,
            simulate(board, Start::Smooth, steps, end)?,
            runge_kutta(board, Method::Rk2, steps, end),
            runge_kutta(board, Method::Rk4, steps, end),
        ];
        let errors = runs.map(|run| Errors {
            q: distance(run[last].node.q, exact.q),
            v: distance(run[last].node.v, exact.v),
        });
        rows.push((END / steps as f64, errors));
    }
    let methods = [
        "GNI, start of the paper",
        "GNI, smooth start",
        "RK2 (midpoint)",
        "RK4",
    ];
    Convergence { methods, rows }.print();
    Ok(())
}

fn print_properties(runs: &Runs, wheels: &str) {
    let of = |run: &[Row], is_gni: bool| {
        let pairs = || run.iter().zip(&runs.reference);
        let of_gni = |value: f64| if is_gni { value } else { f64::NAN };
        let mode = parasitic_mode(run);
        let quarter = mode.len() / 4;
        [
            largest(pairs().map(|(row, exact)| row.energy - exact.energy)),
            largest(run.iter().map(|row| row.residual)),
            of_gni(largest(run.iter().flat_map(|row| row.reflection))),
            of_gni(largest(mode[..quarter].iter().copied())),
            of_gni(largest(mode[3 * quarter..].iter().copied())),
            of_gni(largest(
                pairs().map(|(row, exact)| distance(row.lambda, exact.lambda)),
            )),
        ]
    };
    let columns = [
        of(&runs.paper, true),
        of(&runs.smooth, true),
        of(&runs.rk2, false),
        of(&runs.rk4, false),
    ];
    let names = [
        "error of the energy [J]",
        "constraint residual of samples [m/s]",
        "constraint reflection [m/s]",
        "  its alternating part, first quarter",
        "  its alternating part, last quarter",
        "error of the multipliers [N, N m]",
    ];
    let h = END / STEPS as f64;
    println!("\nLargest absolute value up to {END} s with h = {h} s, {wheels}:");
    print_quantities(
        ["GNI paper", "smooth", "RK2", "RK4"],
        &std::array::from_fn::<_, 6, _>(|i| (names[i], columns.map(|column| column[i]))),
    );
}

fn print_timing(board: &Snakeboard) -> Result<(), Box<dyn Error>> {
    let h = END / STEPS as f64;
    let stepper = board.gni(h)?;
    let first = start(board, &stepper, Start::Smooth)?;
    let gni = nanoseconds_per_step(STEPS, || {
        Trajectory::new(&stepper, first, &torques)
            .take(STEPS)
            .last()
    });
    let held = torques(0.0);
    let gni_held = nanoseconds_per_step(STEPS, || {
        Trajectory::new(&stepper, first, &held).take(STEPS).last()
    });
    let (acceleration, initial) = (acceleration(board), initial(board));
    let runge_kutta = |method| {
        nanoseconds_per_step(STEPS, || {
            runge_kutta::last(method, &acceleration, initial, h, STEPS)
        })
    };
    let (rk2, rk4) = (runge_kutta(Method::Rk2), runge_kutta(Method::Rk4));
    println!(
        "\nTime per step, median: GNI {gni:.0} ns ({gni_held:.0} ns with constant torques), RK2 {rk2:.0} ns, RK4 {rk4:.0} ns."
    );
    Ok(())
}

/// The alternating part of the constraint reflection, the larger of the two, at all nodes but the
/// first and the last.
fn parasitic_mode(run: &[Row]) -> Vec<f64> {
    let part = |constraint: usize| {
        let reflections: Vec<f64> = run.iter().map(|row| row.reflection[constraint]).collect();
        alternating_part(&reflections)
    };
    let pairs = part(0).into_iter().zip(part(1));
    pairs.map(|(skid, steer)| skid.max(steer)).collect()
}
