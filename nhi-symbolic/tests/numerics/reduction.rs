//! The reduced system: symmetry directions, connection and momentum against closed forms and against
//! what defines them.

use nhi_symbolic::diag::Code;
use nhi_symbolic::mechanics::Mechanics;
use nhi_symbolic::program::Program;

use crate::support::assert_close;
use crate::support::compiled::{Compiled, derive, model_text, run_expressions, run_function};
use crate::support::dynamics::State;
use crate::support::sampling::{Random, on_constraints};
use crate::support::systems::{self, Case, case};

/// A model with parameters at a state.
struct Probe {
    case: Case,
    mechanics: Mechanics,
    state: State,
}

impl Probe {
    fn new(case: Case, seed: u64) -> Self {
        let mechanics = derive(&model_text(case.model)).expect("a valid model");
        Self::of(case, mechanics, seed)
    }

    /// A random state on the constraints.
    fn of(case: Case, mechanics: Mechanics, seed: u64) -> Self {
        let state = Random::new(seed).state(case.coordinates, case.controls);
        let state = on_constraints(&case.system, &case.parameters, &state);
        Self {
            case,
            mechanics,
            state,
        }
    }

    /// The value of a generated method, matrices row by row.
    fn method(&mut self, name: &str) -> Vec<f64> {
        let program = Program::of_quantities(&self.mechanics).expect("the program is verified");
        let parameters = &self.case.parameters;
        run_function(&program, name, &self.mechanics, parameters, &self.state)
    }

    fn expect(&mut self, name: &str, expected: &[f64]) {
        let what = format!("{} {name}", self.case.model);
        assert_close(&what, &self.method(name), expected, 1e-13);
    }

    /// Heading, and the velocity of a point ahead and to the left.
    fn body_velocity(&self, [theta, x, y]: [usize; 3]) -> [f64; 3] {
        let (s, c) = self.state.q[theta].sin_cos();
        let v = &self.state.v;
        [v[theta], c * v[x] + s * v[y], c * v[y] - s * v[x]]
    }
}

fn sizes(mechanics: &Mechanics) -> Option<(usize, usize, usize)> {
    let reduction = mechanics.reduction.as_ref().ok()?;
    let (n, c) = (reduction.group().dimension(), reduction.direction_count());
    Some((n, c, reduction.r.len()))
}

#[test]
fn the_sleigh_has_two_directions_and_the_momentum_equations_of_caratheodory() {
    let mut probe = Probe::new(case("chaplygin_sleigh"), 1);
    let [inertia, m, a] = [0, 1, 2].map(|i| probe.case.parameters[i]);
    let [w, v, side] = probe.body_velocity([0, 1, 2]);
    assert!((side - a * w).abs() < 1e-14);
    probe.expect("body_velocity", &[w, v, side]);
    probe.expect("locked_velocity", &[w, v, side]);
    probe.expect("symmetry_directions", &[1.0, 0.0, 0.0, 1.0, a, 0.0]);
    let turning = inertia + m * a * a;
    probe.expect("locked_inertia", &[turning, 0.0, 0.0, m]);
    probe.expect("nonholonomic_momentum", &[turning * w, m * v]);
    let rates = [-m * a * v * w, m * a * w * w];
    probe.expect("nonholonomic_momentum_rate", &rates);
}

#[test]
fn the_snakeboard_has_the_connection_of_the_paper() {
    let mut probe = Probe::new(case("snakeboard"), 2);
    let [m, l, rotor, _] = [0, 1, 2, 3].map(|i| probe.case.parameters[i]);
    let (s, c) = probe.state.q[1].sin_cos();
    let [w, v, side] = probe.body_velocity([2, 3, 4]);
    let [psi_dot, phi_dot] = [probe.state.v[0], probe.state.v[1]];
    probe.expect("body_velocity", &[w, v, side]);
    probe.expect("symmetry_directions", &[s, -l * c, 0.0]);
    let (turning, ahead) = (rotor * s * s / (m * l * l), -rotor * s * c / (m * l));
    let connection = [turning, 0.0, ahead, 0.0, 0.0, 0.0];
    probe.expect("nonholonomic_connection", &connection);
    probe.expect("locked_inertia", &[m * l * l]);
    let spin = m * l * l * w + rotor * psi_dot;
    probe.expect("nonholonomic_momentum", &[s * spin - m * l * c * v]);
    let rate = phi_dot * (c * spin + m * l * s * v);
    probe.expect("nonholonomic_momentum_rate", &[rate]);
    let locked = [w + turning * psi_dot, v + ahead * psi_dot, 0.0];
    probe.expect("locked_velocity", &locked);
}

#[test]
fn the_rolling_disk_has_momenta_that_only_torques_change() {
    let mut probe = Probe::new(case("rolling_disk"), 3);
    let [m, radius, roll, turn] = [0, 1, 2, 3].map(|i| probe.case.parameters[i]);
    let [w, v, side] = probe.body_velocity([2, 0, 1]);
    let rolling = probe.state.v[3];
    probe.expect("body_velocity", &[w, v, side, rolling]);
    assert_eq!(sizes(&probe.mechanics), Some((4, 2, 0)));
    let directions = [1.0, 0.0, 0.0, radius, 0.0, 0.0, 0.0, 1.0];
    probe.expect("symmetry_directions", &directions);
    let inertia = roll + m * radius * radius;
    probe.expect("locked_inertia", &[turn, 0.0, 0.0, inertia]);
    probe.expect("nonholonomic_momentum", &[turn * w, inertia * rolling]);
    let torques = probe.state.u.clone();
    probe.expect("nonholonomic_momentum_rate", &torques);
}

#[test]
fn the_roller_racer_has_a_connection_without_singularities() {
    for angle in [0.9, 0.0, -2.0] {
        let mut probe = Probe::new(case("roller_racer"), 4);
        probe.state.q[3] = angle;
        let parameters = probe.case.parameters.clone();
        probe.state = on_constraints(&probe.case.system, &parameters, &probe.state);
        let [m, body, bar, d_body, d_bar] = [0, 1, 2, 3, 4].map(|i| parameters[i]);
        let (s, cosine) = probe.state.q[3].sin_cos();
        let arm = d_body * cosine + d_bar;
        let [w, v, side] = probe.body_velocity([0, 1, 2]);
        let phi_dot = probe.state.v[3];
        probe.expect("body_velocity", &[w, v, side]);
        probe.expect("symmetry_directions", &[s, arm, 0.0]);
        let locked = (body + bar) * s * s + m * arm * arm;
        probe.expect("locked_inertia", &[locked]);
        let turning = (bar * s * s + m * arm * d_bar) / locked;
        let ahead = s * (arm * bar - d_bar * (body + bar)) / locked;
        probe.expect("nonholonomic_connection", &[turning, ahead, 0.0]);
        let spin = (body + bar) * w + bar * phi_dot;
        probe.expect("nonholonomic_momentum", &[s * spin + m * arm * v]);
        let rate = phi_dot * (cosine * spin - m * d_body * s * v);
        probe.expect("nonholonomic_momentum_rate", &[rate]);
    }
}

#[test]
fn directions_connection_and_locked_velocity_are_what_defines_them_on_all_models() {
    let mut reduced = 0;
    for (seed, case) in systems::all().into_iter().enumerate() {
        let mut probe = Probe::new(case, seed as u64);
        let Some((n, c, shapes)) = sizes(&probe.mechanics) else {
            continue;
        };
        reduced += 1;
        let xi = probe.method("body_velocity");
        let u: Vec<_> = {
            let splitting = &probe
                .mechanics
                .reduction
                .as_ref()
                .expect("reduced")
                .splitting;
            splitting.shape.iter().map(|&i| probe.state.v[i]).collect()
        };
        let connection = match shapes {
            0 => Vec::new(),
            _ => probe.method("nonholonomic_connection"),
        };
        let carried: Vec<f64> = (0..n)
            .map(|i| (0..shapes).map(|j| connection[i * shapes + j] * u[j]).sum())
            .collect();
        let locked = match c {
            0 => vec![0.0; n],
            _ => probe.method("locked_velocity"),
        };
        let total: Vec<_> = locked.iter().zip(&carried).map(|(a, b)| a - b).collect();
        assert_close(probe.case.model, &total, &xi, 1e-12);
        if c > 0 {
            check_directions(&mut probe, n, c);
            check_momentum_rate(&mut probe);
        }
    }
    assert!(reduced >= 10, "{reduced}");
}

/// `A_xi E = 0`, and `p = I w` of the locked velocity alone: with the connection the kinetic energies
/// of locked motion and shape do not mix.
fn check_directions(probe: &mut Probe, n: usize, c: usize) {
    let model = probe.case.model;
    let directions = probe.method("symmetry_directions");
    let mechanics = &mut probe.mechanics;
    let reduction = mechanics.reduction.clone().expect("reduced");
    let m = reduction.constraint_count();
    let product = reduction
        .body_constraints
        .mul(&mechanics.model.graph, &reduction.directions);
    let zeros = run_expressions(
        mechanics,
        &probe.case.parameters,
        &probe.state,
        product.entries(),
    );
    assert_close(model, &zeros, &vec![0.0; m * c], 1e-13);
    let velocity = probe.method("locked_velocity");
    let inertia = probe.method("locked_inertia");
    let momentum = probe.method("nonholonomic_momentum");
    if reduction
        .drift
        .iter()
        .any(|&d| d != nhi_symbolic::expr::Graph::ZERO)
    {
        return;
    }
    // `E^T l_xi = E^T E w I` needs `w`, which the locked velocity determines: `E w = Omega`.
    let w = nalgebra::DMatrix::from_row_slice(n, c, &directions)
        .svd(true, true)
        .solve(&nalgebra::DVector::from_vec(velocity), 1e-12)
        .expect("independent directions");
    let expected = nalgebra::DMatrix::from_row_slice(c, c, &inertia) * w;
    assert_close(model, &momentum, expected.as_slice(), 1e-12);
}

/// The momentum equation: its right-hand side is the rate of the momentum along the motion.
fn check_momentum_rate(probe: &mut Probe) {
    let rate = probe.method("nonholonomic_momentum_rate");
    let acceleration = probe.mechanics.acceleration.clone();
    let acceleration = run_expressions(
        &mut probe.mechanics,
        &probe.case.parameters,
        &probe.state,
        &acceleration,
    );
    let start = probe.state.clone();
    let mut at = |s: f64| {
        let moved = |x: &[f64], v: &[f64]| x.iter().zip(v).map(|(x, v)| x + s * v).collect();
        probe.state = State {
            q: moved(&start.q, &start.v),
            v: moved(&start.v, &acceleration),
            t: start.t + s,
            ..start.clone()
        };
        probe.method("nonholonomic_momentum")
    };
    let step = 1e-5;
    let pairs = at(step).into_iter().zip(at(-step));
    let expected: Vec<_> = pairs.map(|(a, b)| (a - b) / (2.0 * step)).collect();
    assert_close(probe.case.model, &rate, &expected, 1e-8);
    probe.state = start;
}

/// Constraints whose rows are not solved one by one: all three coefficients of the body velocity move.
#[test]
fn a_constraint_with_three_moving_coefficients_has_polynomial_directions() {
    let text = "#[nonholonomic(
        coordinates(s, theta, x, y),
        lagrangian = 0.5 * (s_dot.powi(2) + theta_dot.powi(2) + x_dot.powi(2) + y_dot.powi(2)),
        constraints(c = sin(s) * theta_dot + (2 + cos(s)) * (cos(theta) * x_dot + sin(theta) * y_dot)
            + s * (cos(theta) * y_dot - sin(theta) * x_dot) + s_dot),
        symmetry(SE2(theta, x, y)),
        integrators(Rdp),
    )] struct Skew {}";
    let mut mechanics = derive(text).expect("a valid model");
    let reduction = mechanics.reduction.clone().expect("reduced");
    assert_eq!(reduction.direction_count(), 2);
    let graph = &mut mechanics.model.graph;
    let product = reduction.body_constraints.mul(graph, &reduction.directions);
    assert!(
        graph
            .are_zero(product.entries())
            .into_iter()
            .all(|zero| zero)
    );
    let lifted = reduction.body_constraints.mul(graph, &reduction.lift);
    for (&a, &b) in lifted
        .entries()
        .iter()
        .zip(reduction.shape_constraints.entries())
    {
        let difference = graph.sub(a, b);
        assert!(graph.is_zero(difference));
    }
    for &entry in reduction.directions.entries() {
        assert!(
            !graph.display(entry).contains('/'),
            "{}",
            graph.display(entry)
        );
    }
}

const BLOCKED: &str = "#[nonholonomic(
    coordinates(x, y, z, free),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2) + free_dot.powi(2)),
    constraints(ramp = z_dot - y * y_dot),
    symmetry(R(x)),
    integrators(Gni),
)] struct Blocked {}";

#[test]
fn a_group_too_small_for_the_constraints_is_told_with_the_missing_directions() {
    let mechanics = derive(BLOCKED).expect("a valid model");
    assert!(mechanics.connection.is_none());
    let reduction = mechanics.reduction.expect("a group is declared");
    assert_eq!(reduction.missing_directions, ["y", "z"]);
    let notes: Vec<_> = mechanics.notes.iter().map(|note| note.code).collect();
    assert!(notes.contains(&Code::DimensionAssumption), "{notes:?}");
    let note = mechanics
        .notes
        .iter()
        .find(|n| n.code == Code::DimensionAssumption);
    assert!(note.is_some_and(|note| note.found.ends_with("for a velocity of `y`, `z`")));
}

#[test]
fn integrators_of_the_reduced_system_say_what_a_model_lacks() {
    let refused = |text: &str, integrator: &str| {
        let Err(diagnostics) = Compiled::try_new(text, integrator) else {
            panic!("{integrator} cannot take the model");
        };
        diagnostics
            .errors()
            .map(|error| error.code)
            .collect::<Vec<_>>()
    };
    let heisenberg = model_text("heisenberg");
    assert_eq!(refused(&heisenberg, "Rdp"), [Code::NoSymmetry]);
    let general = "#[nonholonomic(
        coordinates(x, y),
        lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) + x_dot.powi(4),
        symmetry(R(x)),
        integrators(Gni),
    )] struct General {}";
    assert_eq!(refused(general, "Rdp"), [Code::UnsupportedLagrangian]);
    let sleigh = model_text("chaplygin_sleigh");
    let cut = "Rdp(retraction = Cayley, dtau = First)";
    assert_eq!(refused(&sleigh, cut), [Code::OptionValue]);
}
