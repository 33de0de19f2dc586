//! Feedback integrators by rates: every deviation decays at its rate, in all units, and nothing else changes.

use nalgebra::{DVector, Matrix3};

use crate::support::compiled::{Compiled, Node, Run, model_text};
use crate::support::dynamics::State;
use crate::support::short_run::{ShortRun, initial};
use crate::support::systems::{Case, case};

/// Deviations of a state `(q, p)`: position constraint, constraint momenta and the energy on the constraints.
struct Deviations {
    position: f64,
    momenta: DVector<f64>,
    energy: f64,
    /// Twice the kinetic energy on the constraints.
    living_force: f64,
}

impl Deviations {
    fn of(case: &Case, q: &[f64], p: &[f64]) -> Self {
        let at = |v: &[f64]| {
            let state = State {
                q: q.to_vec(),
                v: v.to_vec(),
                u: vec![0.0; case.controls],
                t: 0.0,
            };
            case.system.at(&case.parameters, &state)
        };
        let here = at(&vec![0.0; p.len()]);
        let v = here.inverse_mass(&DVector::from_column_slice(p));
        let w = here.nearest_velocity(&v);
        let rod = [q[3] - q[0], q[4] - q[1], q[5]];
        Self {
            position: rod.iter().map(|x| x * x).sum::<f64>() - case.parameters[4].powi(2),
            momenta: at(v.as_slice()).residual(),
            energy: at(w.as_slice()).energy,
            living_force: (&here.mass * &w).dot(&w),
        }
    }
}

/// A long step, whose change of a state has nearly all digits of the field.
const STEP: f64 = 0.25;

/// A state off all constraints, and the field there, by a step of Euler's method.
fn field_off_constraints(rates: &str, scale: Option<f64>) -> (Case, Node, Vec<f64>) {
    let case = case("skating_bob");
    let compiled = Compiled::of_file(case.model, &format!("Feedback(base = Euler, {rates})"));
    let run = Run::new(&compiled, &case.parameters, STEP);
    let state = initial(&case, 4);
    let mut node = run.start(&state.q, &state.v, 0.0);
    let n = node.q.len();
    node.q[5] += 0.03;
    node.q[0] -= 0.02;
    for (i, p) in node.reflected[..n].iter_mut().enumerate() {
        *p += 0.05 * (i as f64 + 0.3).cos();
    }
    node.reflected[n] += 0.2;
    if let Some(scale) = scale {
        node.reflected[n + 1] = scale;
    }
    let next = run.step(&node);
    let before = [&node.q[..], &node.reflected[..n]].concat();
    let after = [&next.q[..], &next.reflected[..n]].concat();
    let field = after
        .iter()
        .zip(&before)
        .map(|(a, b)| (a - b) / STEP)
        .collect();
    (case, node, field)
}

/// The deviations and how they change along the field, by central differences.
fn changes(case: &Case, node: &Node, field: &[f64]) -> (Deviations, Deviations) {
    let n = node.q.len();
    let at = |by: f64| {
        let start = node.q.iter().chain(&node.reflected[..n]);
        let moved: Vec<_> = start.zip(field).map(|(y, f)| y + by * f).collect();
        Deviations::of(case, &moved[..n], &moved[n..])
    };
    let d = 1e-5;
    let (after, before) = (at(d), at(-d));
    let change = Deviations {
        position: (after.position - before.position) / (2.0 * d),
        momenta: (after.momenta - before.momenta) / (2.0 * d),
        energy: (after.energy - before.energy) / (2.0 * d),
        living_force: 0.0,
    };
    (at(0.0), change)
}

#[test]
fn positions_momenta_and_energy_decay_together_each_at_its_rate() {
    let rates = "energy_rate = 1.5, constraint_rate = 3, position_rate = 2";
    let (case, node, field) = field_off_constraints(rates, Some(0.0));
    let (off, change) = changes(&case, &node, &field);
    let level = node.reflected[node.q.len()];
    assert!(off.position.abs() > 1e-3 && off.momenta.norm() > 1e-2);
    assert!((change.position + 2.0 * off.position).abs() < 1e-8);
    assert!((&change.momenta + 3.0 * &off.momenta).norm() < 1e-8);
    let energy = change.energy + 1.5 * (off.energy - level);
    assert!(energy.abs() < 1e-8, "{energy:e}");
}

/// What keeps the pull bounded at rest lowers the rate of the energy by a known factor.
#[test]
fn the_energy_alone_decays_at_its_rate_times_a_known_factor() {
    let (case, node, field) = field_off_constraints("energy_rate = 1.5, position_rate = 0", None);
    let (off, change) = changes(&case, &node, &field);
    let [level, scale] = [0, 1].map(|i| node.reflected[node.q.len() + i]);
    let factor = off.living_force / (off.living_force + scale / 64.0);
    println!("the rate is {factor:.3} of what is asked for");
    assert!(factor > 0.9);
    let energy = change.energy + 1.5 * factor * (off.energy - level);
    assert!(energy.abs() < 1e-8, "{energy:e}");
}

#[test]
fn without_rates_every_first_integral_of_the_extended_field_stays() {
    let none = "energy_rate = 0, constraint_rate = 0, position_rate = 0";
    let case = case("skating_bob");
    let compiled = Compiled::of_file(case.model, &format!("Feedback(base = Rk4, {none})"));
    let run = Run::new(&compiled, &case.parameters, 1e-3);
    let state = initial(&case, 4);
    let mut node = run.start(&state.q, &state.v, 0.0);
    let n = node.q.len();
    node.q[5] += 0.03;
    node.reflected[1] += 0.05;
    let before = Deviations::of(&case, &node.q, &node.reflected[..n]);
    for _ in 0..500 {
        node = run.step(&node);
    }
    let after = Deviations::of(&case, &node.q, &node.reflected[..n]);
    assert!((after.position - before.position).abs() < 1e-11);
    assert!((after.momenta - before.momenta).norm() < 1e-11);
    assert!((after.energy - before.energy).abs() < 1e-11);
}

/// `D = R^T R - Id` of a body at rest decays as `exp(-rate t)`, from far off too.
#[test]
fn rotations_come_back_to_their_group_at_their_rate() {
    let compiled = Compiled::of_file("suslov", "Feedback(base = Rk4, rotation_rate = 2)");
    let (h, steps) = (0.005, 200);
    let run = Run::new(&compiled, &[1.0, 1.0, 2.0, 1.0], h);
    let identity = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let mut node = run.start(&identity, &[0.0; 3], 0.0);
    let moved = [0.1, 0.02, 0.0, -0.05, -0.1, 0.03, 0.0, 0.04, 0.2];
    node.q.iter_mut().zip(moved).for_each(|(r, by)| *r += by);
    let defect = |node: &Node| {
        let r = Matrix3::from_row_slice(&node.q);
        r.transpose() * r - Matrix3::identity()
    };
    let first = defect(&node);
    for _ in 0..steps {
        node = run.step(&node);
    }
    let expected = first * (-2.0 * h * f64::from(steps)).exp();
    let error = (defect(&node) - expected).norm();
    assert!(error < 1e-10, "{error:e}");
}

/// Units of mass, length and time by powers of two change no bit of what is the same in all units.
#[test]
fn a_change_of_units_changes_no_bit() {
    let case = case("skating_bob");
    let state = initial(&case, 4);
    let compiled = Compiled::of_file(case.model, "Feedback(base = Rk4)");
    let end = |mass: f64, length: f64, time: f64| {
        let [m, i, bob, g, l] = [0, 1, 2, 3, 4].map(|k| case.parameters[k]);
        let acceleration = length / (time * time);
        let moment = i * mass * length * length;
        let parameters = [m * mass, moment, bob * mass, g * acceleration, l * length];
        let units = [length, length, 1.0, length, length, length];
        let of = |x: &[f64], unit: f64| -> Vec<f64> {
            x.iter().zip(units).map(|(x, u)| x * u * unit).collect()
        };
        let run = Run::new(&compiled, &parameters, 0.05 * time);
        let (q, v) = (of(&state.q, 1.0), of(&state.v, 1.0 / time));
        let last = run.trajectory(&q, &v, 0.0, 200).pop().expect("nodes");
        let q: Vec<_> = last.q.iter().zip(units).map(|(x, u)| x / u).collect();
        q.into_iter().map(f64::to_bits).collect::<Vec<_>>()
    };
    let same = end(1.0, 1.0, 1.0);
    for exponents in [
        [20, 0, 0],
        [-10, 0, 0],
        [0, 10, 0],
        [0, 0, -10],
        [7, -9, 11],
    ] {
        let [mass, length, time] = exponents.map(|n| 2.0_f64.powi(n));
        assert_eq!(end(mass, length, time), same, "{exponents:?}");
    }
}

/// A pendulum by a position constraint, released at rest: its energy has no slope where it turns round.
const PENDULUM: &str = "#[nonholonomic(
    coordinates(x, y),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) - y,
    holonomic(rod = x.powi(2) + y.powi(2) - 1),
    integrators(Rk),
)] struct Pendulum {}";

/// The same by its angle.
const BY_ANGLE: &str = "#[nonholonomic(
    coordinates(phi),
    lagrangian = 0.5 * phi_dot.powi(2) + cos(phi),
    integrators(Gauss),
)] struct ByAngle {}";

#[test]
fn a_swing_through_rest_stays_accurate() {
    let compiled = Compiled::new(BY_ANGLE, "Gauss(stages = 3)");
    let run = Run::new(&compiled, &[], 0.02);
    let angle = run
        .trajectory(&[2.0], &[0.0], 0.0, 1000)
        .pop()
        .expect("nodes")
        .q[0];
    let exact = [angle.sin(), -angle.cos()];
    let start = [2.0_f64.sin(), -2.0_f64.cos()];
    let error = |integrator: &str| {
        let compiled = Compiled::new(PENDULUM, integrator);
        let run = Run::new(&compiled, &[], 0.02);
        let nodes = run.trajectory(&start, &[0.0, 0.0], 0.0, 1000);
        let q = &nodes[1000].q;
        (q[0] - exact[0]).hypot(q[1] - exact[1])
    };
    let plain = error("Rk(order = 4)");
    for rates in [
        "",
        ", energy_rate = 1",
        ", energy_rate = 1, constraint_rate = 1, position_rate = 1",
    ] {
        let fed_back = error(&format!("Feedback(base = Rk4{rates})"));
        println!("{rates}: {fed_back:.2e}, without feedback {plain:.2e}");
        // At least as accurate as steps twice as long.
        assert!(fed_back < 16.0 * plain, "{rates}: {fed_back:e}");
    }
}

/// All rates are given: the default follows the step size.
#[test]
fn the_order_of_the_classical_method_is_four_with_given_rates() {
    for (model, of_integrals) in [
        ("inclined_sleigh", ""),
        ("contact_point_sleigh", ""),
        ("roller_racer", ""),
        ("knife_edge", ", spin_rate = 0.3"),
        ("magnetic_ball", ", rotation_rate = 1.5"),
    ] {
        let rates = format!("energy_rate = 0.5, constraint_rate = 1{of_integrals}");
        let integrator = format!("Feedback(base = Rk4, {rates})");
        let orders = ShortRun::new(model).sample_orders(&integrator, 24);
        println!("{model}: {orders:.3?}");
        for order in orders[..2].iter().flat_map(|orders| &orders[..2]) {
            assert!((order - 4.0).abs() < 0.1, "{model}: {orders:?}");
        }
    }
}

/// Positions, a blade and the energy at once; samples are on the velocity constraints.
#[test]
fn the_order_under_position_constraints_is_that_of_the_base() {
    let run = ShortRun::new("skating_bob");
    let rates = "energy_rate = 0.7, constraint_rate = 1, position_rate = 1.5";
    for (base, order, steps) in [("Euler", 1.0, 512), ("Rk2", 2.0, 128), ("Rk4", 4.0, 48)] {
        let orders = run.sample_orders(&format!("Feedback(base = {base}, {rates})"), steps);
        println!("{base}: {orders:.3?}");
        for measured in orders.iter().flat_map(|orders| &orders[..2]) {
            assert!(
                (measured - order).abs() < 0.03 * order.max(2.0),
                "{base}: {orders:?}"
            );
        }
    }
}

/// A body at rest where nothing acts has levels without any slope.
#[test]
fn rest_stays_rest() {
    let compiled = Compiled::new(PENDULUM, "Feedback(base = Rk4)");
    let run = Run::new(&compiled, &[], 0.02);
    for node in run.trajectory(&[0.0, -1.0], &[0.0, 0.0], 0.0, 100) {
        assert_eq!(node.q, [0.0, -1.0]);
    }
}

/// Levels are the energy and those integrals that are proved constant, or named.
#[test]
fn integrals_that_are_proved_constant_are_levels() {
    let text = "#[nonholonomic(
        coordinates(x, y),
        lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) - 0.5 * (x.powi(2) + y.powi(2)),
        integrals(spin = x * y_dot - y * x_dot, wrong = x_dot),
        integrators(Rk),
    )] struct Planar {}";
    for (rates, levels) in [
        ("", 2),
        ("energy_rate = 0", 1),
        ("wrong_rate = 1", 3),
        ("spin_rate = 0", 1),
    ] {
        let compiled = Compiled::new(text, &format!("Feedback({rates})"));
        let part = |name: &str| {
            let mut parts = compiled.scheme.state.iter();
            parts
                .find(|part| part.name == name)
                .map(|part| part.symbols.len())
        };
        let found = [part("targets"), part("scales")];
        assert_eq!(found, [Some(levels); 2], "{rates}");
    }
}

#[test]
fn what_does_not_go_together_is_refused_with_the_reason() {
    let [bob, dragged, free] = ["skating_bob", "dragged_sleigh", "knife_edge"].map(model_text);
    for (text, options, said) in [
        (
            &free,
            "energy = 10, constraint_rate = 1",
            "`Feedback` has the gain `energy` and the rate `constraint_rate`",
        ),
        (
            &dragged,
            "energy_rate = 1",
            "`Feedback` cannot hold the energy at its first value, because forces do work here",
        ),
        (
            &bob,
            "constraint = 100",
            "the gains of `Feedback` do not attract to position constraints",
        ),
        (
            &free,
            "position_rate = 1",
            "the option `position_rate` of `Feedback` is for position constraints, and the model has none",
        ),
    ] {
        let refused = Compiled::try_new(text, &format!("Feedback({options})"));
        let found = refused.err().expect("an error");
        let found: Vec<_> = found.errors().map(|error| error.found.as_str()).collect();
        assert_eq!(found, [said]);
    }
}
