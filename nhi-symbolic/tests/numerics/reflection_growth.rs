//! The foretold growth of what reflections alternate against that of their steps.

use nalgebra::{DMatrix, DVector};
use nhi_symbolic::mechanics::Mechanics;

use crate::general_lagrangian::{SKATE, skate};
use crate::support::assert_close;
use crate::support::compiled::{Compiled, Node, Run, derive, model_text, run_expressions};
use crate::support::dynamics::{Dynamics, State};
use crate::support::short_run::{controls, initial};
use crate::support::systems::{Case, case};

/// Constant mass matrices and such of the configuration, forces of the velocity, controls, constraints that depend on the
/// time, rotations, positions as constraints.
const MODELS: [&str; 13] = [
    "chaplygin_sleigh",
    "snakeboard",
    "turntable_knife_edge",
    "skating_pendulum",
    "two_link_knife_edge",
    "contact_point_sleigh",
    "vehicle_in_bowl",
    "dragged_sleigh",
    "towed_hull",
    "suslov",
    "driven_disk",
    "held_ball",
    "skating_bob",
];

/// What two steps add, over their time, has an error of the first power of `h`, which a second step size takes away; the rates
/// are near one, so that some `h^2` are left.
#[test]
fn what_two_steps_add_to_the_alternating_part_is_foretold() {
    let of_files = MODELS.map(|model| (case(model), model_text(model)));
    let general = (skate(), SKATE.to_owned());
    for (case, text) in of_files.into_iter().chain([general]) {
        let model = case.model;
        let compiled = Compiled::new(&text, "Gni");
        let mut state = initial(&case, 2);
        state.u = controls(&case)(state.t);
        let [coarse, fine] = [2e-3, 1e-3].map(|h| measured(&case, &compiled, &state, h));
        let measured = 2.0 * &fine - coarse;
        let foretold = foretold(&case, &text, &state);
        let off = |rate: &DMatrix<f64>| (rate - &foretold).norm() / foretold.norm().max(1.0);
        let (first, second) = (off(&fine), off(&measured));
        let mass = compiled.mechanics.lagrangian.mass_kind;
        println!("{model}, {mass:?}: off by {first:.1e}, {second:.1e} of{foretold:.4}");
        assert!(
            second < 1e-5,
            "{model}: {measured:.5} instead of {foretold:.5}"
        );
    }
}

/// `ds/dt = m a v / (I + m a^2) s` at the speed `v` along the blade, whatever the rate of turning.
#[test]
fn the_alternating_part_of_a_sleigh_grows_at_the_rate_at_which_its_turning_decays() {
    let [inertia, m, a] = [0.7, 1.9, 0.4];
    let mut mechanics = derive(&model_text("chaplygin_sleigh")).expect("a mechanics");
    for (theta, turning, v) in [(0.3_f64, 0.0, 1.5), (2.1, -0.8, -0.6)] {
        let across = a * turning;
        let (sin, cos) = theta.sin_cos();
        let state = State {
            q: vec![theta, 5.0, -7.0],
            v: vec![turning, v * cos - across * sin, v * sin + across * cos],
            u: Vec::new(),
            t: 0.0,
        };
        let found = growth_at(&mut mechanics, &[inertia, m, a], &state);
        let expected = m * a * v / (inertia + m * a * a);
        assert_close("growth", found.as_slice(), &[expected], 1e-15);
    }
}

#[test]
fn no_growth_is_told_where_nothing_is_reflected() {
    let is_told = |keys: &str| {
        let lagrangian = "0.5 * (x_dot.powi(2) + y_dot.powi(2))";
        let text = format!(
            "#[nonholonomic(coordinates(x, y), lagrangian = {lagrangian}, {keys}, integrators(Gni))]
            struct Plane {{}}"
        );
        derive(&text)
            .expect("a mechanics")
            .reflection_growth()
            .is_some()
    };
    assert!(is_told("constraints(edge = y_dot - x * x_dot)"));
    assert!(!is_told("symmetry(R(x))"), "no constraint");
    assert!(!is_told("constraints(bent = x_dot * y_dot - 1)"));
    assert!(!is_told("holonomic(line = x - y)"), "nothing but positions");
}

/// `K` of `ds/dt = K s` as it is foretold.
fn foretold(case: &Case, text: &str, state: &State) -> DMatrix<f64> {
    let mut mechanics = derive(text).expect("a mechanics");
    growth_at(&mut mechanics, &case.parameters, state)
}

fn growth_at(mechanics: &mut Mechanics, parameters: &[f64], state: &State) -> DMatrix<f64> {
    let growth = mechanics.reflection_growth().expect("a constraint");
    let [rates, gram] = [growth.rates, growth.gram].map(|matrix| {
        let values = run_expressions(mechanics, parameters, state, matrix.entries());
        DMatrix::from_row_slice(matrix.rows(), matrix.columns(), &values)
    });
    rates * gram.try_inverse().expect("independent constraints")
}

/// `K` of `ds/dt = K s` from what two steps make of small `s`.
fn measured(case: &Case, compiled: &Compiled, state: &State, h: f64) -> DMatrix<f64> {
    const SMALL: f64 = 1e-4;
    let run = Run::new(compiled, &case.parameters, h).with_controls(controls(case));
    let node = run.start(&state.q, &state.v, state.t);
    let reflected = compiled.mechanics.model.velocity_constraints();
    let slopes = |i: usize| {
        let [less, more] = [-SMALL, SMALL].map(|size| {
            let first = disturbed(case, compiled, state, &node, i, size);
            let last = run.step(&run.step(&first));
            [first, last].map(|node| alternating(case, &run, &node, reflected))
        });
        let slope = |k: usize| (&more[k] - &less[k]) / (2.0 * SMALL);
        [slope(0), slope(1)]
    };
    let [before, after]: [Vec<_>; 2] = {
        let slopes: Vec<_> = (0..reflected).map(slopes).collect();
        [0, 1].map(|k| slopes.iter().map(|pair| pair[k].clone()).collect())
    };
    let [before, after] = [before, after].map(|columns| DMatrix::from_columns(&columns));
    (after - &before) / (2.0 * h) * before.try_inverse().expect("independent disturbances")
}

/// A node behind a further impulse along a one-form, within the position constraints.
fn disturbed(
    case: &Case,
    compiled: &Compiled,
    state: &State,
    node: &Node,
    form: usize,
    size: f64,
) -> Node {
    let here = case.system.at(&case.parameters, state);
    let reflected = compiled.mechanics.model.velocity_constraints();
    let mut unit = DVector::zeros(here.a.nrows());
    unit[form] = size;
    let impulse = here.a.transpose()
        * within_positions(&here, reflected).transpose()
        * unit.rows(0, reflected);
    let added = match compiled.scheme.traits.implicit {
        true => impulse,
        false => here.inverse_mass(&impulse),
    };
    let mut node = node.clone();
    for (entry, added) in node.reflected.iter_mut().zip(added.iter()) {
        *entry += added;
    }
    node
}

/// The residuals of a reflected velocity, within the position constraints.
fn alternating(case: &Case, run: &Run<'_>, node: &Node, reflected: usize) -> DVector<f64> {
    let t = run.time(node);
    let state = State {
        q: node.q.clone(),
        v: run.sample(node).v,
        u: run.controls_at(t),
        t,
    };
    let here = case.system.at(&case.parameters, &state);
    let residual = DVector::from_vec(run.diagnostic("constraint_reflection", node));
    within_positions(&here, reflected) * residual
}

/// `(Id, -G_vp G_pp^-1)`: takes away what leaves the position constraints, the last ones.
fn within_positions(here: &Dynamics, reflected: usize) -> DMatrix<f64> {
    let m = here.a.nrows();
    let inverse = here
        .mass
        .clone()
        .try_inverse()
        .expect("a regular Lagrangian");
    let gram = &here.a * inverse * here.a.transpose();
    let mut within = DMatrix::identity(reflected, m);
    if reflected < m {
        let positions = m - reflected;
        let among = gram.view((reflected, reflected), (positions, positions));
        let among = among
            .clone_owned()
            .try_inverse()
            .expect("independent positions");
        let shares = gram.view((0, reflected), (reflected, positions)) * among;
        within
            .view_mut((0, reflected), (reflected, positions))
            .copy_from(&-shares);
    }
    within
}
