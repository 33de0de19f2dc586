//! Quantities in both of their forms: with a null space or with multipliers, and with the mass
//! matrix or with one that the constraints complete.

use super::super::{Mechanics, add, subtract};
use super::{assert_equal, mechanics, symbols};
use crate::expr::{Expr, Graph};

/// The mass along `y` vanishes where `x` is a multiple of half a turn. The constraint has no basis
/// of its null space that is regular everywhere and at all times.
const SINGULAR_AT_POINTS: &str = "coordinates(x, y, z), \
    lagrangian = x_dot.powi(2) + x.sin().powi(2) * y_dot.powi(2) + z_dot.powi(2), \
    constraints(c = (2 + x.powi(2)) * y_dot - x * x_dot - t * z_dot)";
const REGULAR: &str = "coordinates(x, y, z), \
    lagrangian = x_dot.powi(2) + (2 + x.powi(2)) * y_dot.powi(2) + z_dot.powi(2), \
    constraints(c = x * y_dot - z_dot - 1)";
const CONE: &str = "coordinates(x, y, z), \
    lagrangian = x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2), \
    constraints(c = y_dot.powi(2) + z_dot.powi(2) - x_dot.powi(2)), rule = Chetaev";
const FREE: &str = "coordinates(x, y), lagrangian = x_dot.powi(2) + y_dot.powi(2)";

/// `M^-1 p`, for a diagonal mass matrix.
fn velocity(mechanics: &Mechanics, p: &[Expr]) -> Vec<Expr> {
    let (graph, mass) = (&mechanics.model.graph, &mechanics.lagrangian.mass);
    let entries = p.iter().enumerate();
    entries.map(|(i, &p)| graph.div(p, mass[(i, i)])).collect()
}

fn assert_zero(graph: &Graph, values: &[Expr]) {
    for &value in values {
        assert_equal(graph, value, Graph::ZERO);
    }
}

#[test]
fn projections_satisfy_their_definitions_in_every_form() {
    for (keys, is_completed) in [(SINGULAR_AT_POINTS, true), (REGULAR, false)] {
        let mechanics = mechanics(keys).expect("a mechanics");
        assert_eq!(mechanics.inertia.is_augmented(), is_completed);
        let graph = &mechanics.model.graph;
        // Computed for the mass matrix itself, and not to be used for the completed one.
        let gram = mechanics.constraints.gram(graph).clone();
        let (constraints, projection) = (&mechanics.constraints, &mechanics.projection);
        let w: [Expr; 3] = symbols(graph, "w");
        let p: [Expr; 3] = symbols(graph, "p");
        let lambda: [Expr; 1] = symbols(graph, "lambda");
        let impulse = |mu: &[Expr]| constraints.matrix.apply_transposed(graph, mu);

        let mu = projection.correction(graph, &w);
        let nearest = subtract(graph, &w, &velocity(&mechanics, &impulse(&mu)));
        assert_zero(graph, &constraints.residual_of(graph, &nearest));

        let mu = projection.correction_of_momentum(graph, &p);
        let nearest = velocity(&mechanics, &subtract(graph, &p, &impulse(&mu)));
        assert_zero(graph, &constraints.residual_of(graph, &nearest));

        let found = projection.residual_of_impulse(graph, &lambda);
        assert_equal(graph, found[0], gram.apply(graph, &lambda)[0]);

        let mirrored = projection.reflect_momentum(graph, &p);
        let sum = velocity(&mechanics, &add(graph, &p, &mirrored));
        let linear = constraints.matrix.apply(graph, &sum);
        let twice = [Graph::ZERO, constraints.offset[0], constraints.offset[0]];
        assert_equal(graph, linear[0], graph.neg(graph.sum(&twice)));
    }
}

#[test]
fn only_affine_constraints_have_a_null_space_and_reflections() {
    for (keys, has_null_space, reflects) in [
        (REGULAR, true, true),
        (SINGULAR_AT_POINTS, false, true),
        (CONE, false, false),
        (FREE, false, false),
    ] {
        let mechanics = mechanics(keys).expect("a mechanics");
        assert_eq!(mechanics.null_space.is_some(), has_null_space, "{keys}");
        assert_eq!(mechanics.reflection_growth().is_some(), reflects, "{keys}");
    }
}

/// A pole of the mass matrix is none of a motion that the constraint makes regular there.
#[test]
fn poles_are_those_of_what_an_integrator_inverts() {
    let count = |keys: &str, needs_mass| {
        let mechanics = mechanics(keys).expect("a mechanics");
        mechanics.distances_from_poles(needs_mass).len()
    };
    assert_eq!(
        [true, false].map(|mass| count(SINGULAR_AT_POINTS, mass)),
        [1, 0]
    );
    let sphere = "coordinates(a, b), lagrangian = a_dot.powi(2) + a.sin().powi(2) * b_dot.powi(2)";
    assert_eq!([true, false].map(|mass| count(sphere, mass)), [1, 1]);
}

#[test]
fn position_constraints_that_a_symmetry_changes_are_found() {
    let is_refused = |position: &str| {
        let keys = format!(
            "coordinates(x, y, z), lagrangian = x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2), \
             holonomic(c = {position}), symmetry(R(x))"
        );
        mechanics(&keys).is_err()
    };
    assert!(!is_refused("z - y.powi(2)"));
    assert!(is_refused("z - x.powi(2)"));
}
