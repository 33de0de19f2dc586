//! Comparisons with formulas by hand, for signs and squares that no run shows.

mod budget;
mod constants;
mod forms;
mod frames;
mod kernel;
mod mass;
mod reactive;
mod roots;

use crate::diag::{Code, Diagnostics};
use crate::expr::{Expr, Graph, Matrix, Role};
use crate::model;

use super::cancellation::squares_of_parts;
use super::group::{Factor, LieGroup};
use super::rounding::squared_sizes;
use super::{Mechanics, derive};

/// The mechanics of a model with those of the parameters `m`, `j` and `u` that it contains.
fn mechanics(keys: &str) -> Result<Mechanics, Diagnostics> {
    let words: Vec<_> = keys.split(|c: char| !c.is_alphanumeric()).collect();
    let used = ["m", "j", "u"]
        .into_iter()
        .filter(|name| words.contains(name));
    let fields: String = used.map(|name| format!("{name}: f64,")).collect();
    let text = format!("#[nonholonomic({keys}, integrators(Mla))] struct S {{ {fields} }}");
    let tokens = text.parse().expect("the text consists of Rust tokens");
    let asts = model::parse_file(tokens).expect("the model is well formed");
    derive(model::resolve(&asts[0]).expect("the model is sound"))
}

fn symbols<const N: usize>(graph: &Graph, name: &str) -> [Expr; N] {
    core::array::from_fn(|k| graph.symbol(&format!("{name}{k}"), Role::Variable))
}

#[track_caller]
fn assert_equal(graph: &Graph, found: Expr, expected: Expr) {
    let difference = graph.sub(found, expected);
    assert!(graph.is_zero(difference), "{}", graph.display(difference));
}

fn cross(graph: &Graph, a: &[Expr], b: &[Expr]) -> Vec<Expr> {
    let entry = |i: usize| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        graph.sub(graph.mul(a[j], b[k]), graph.mul(a[k], b[j]))
    };
    (0..3).map(entry).collect()
}

/// `(R Pi + p x R P, R P)`: the lever arm of the moment of a body's momentum `P` about the origin
/// of space is `p`.
#[test]
fn the_momentum_of_a_rigid_body_has_its_position_as_lever_arm() {
    let body = "groups(g: SE3(w1, w2, w3, v1, v2, v3)),
        lagrangian = 0.5 * m * (v1.powi(2) + v2.powi(2) + 2 * v3.powi(2)) + 0.5 * j * (w1.powi(2) + w2 * w3 + 3 * w2.powi(2)
            + w3.powi(2)) + u * w1 * v2,
        symmetry(SE3(g))";
    let mechanics = mechanics(body).expect("left translations are symmetries");
    let graph = &mechanics.model.graph;
    let entry = |i: usize, j: usize| mechanics.q[4 * i + j];
    let rotation = Matrix::from_fn(3, 3, entry);
    let position: Vec<_> = (0..3).map(|i| entry(i, 3)).collect();
    let (turn, push) = mechanics.lagrangian.momentum.split_at(3);
    let (turn, push) = (rotation.apply(graph, turn), rotation.apply(graph, push));
    let moment = super::add(graph, &turn, &cross(graph, &position, &push));
    let generators = &mechanics.symmetry.generators;
    assert_eq!(generators.len(), 6);
    for (generator, expected) in generators.iter().zip(moment.into_iter().chain(push)) {
        assert_equal(graph, generator.momentum, expected);
    }
}

/// `R Pi`: the angular momentum in space.
#[test]
fn the_momentum_of_a_rotation_is_that_in_space() {
    let body = "groups(g: SO3(w1, w2, w3)), \
        lagrangian = 0.5 * m * (w1.powi(2) + 2 * w2.powi(2) + w2 * w3) + j * w3.powi(2), \
        symmetry(SO3(g))";
    let mechanics = mechanics(body).expect("left translations are symmetries");
    let graph = &mechanics.model.graph;
    let rotation = Matrix::from_fn(3, 3, |i, j| mechanics.q[3 * i + j]);
    let expected = rotation.apply(graph, &mechanics.lagrangian.momentum);
    let generators = &mechanics.symmetry.generators;
    assert_eq!(generators.len(), 3);
    for (generator, expected) in generators.iter().zip(expected) {
        assert_equal(graph, generator.momentum, expected);
        assert!(
            generator.motion.starts_with("rotation"),
            "{}",
            generator.motion
        );
    }
}

/// `Ad_g (w, v) = (R w, p x R w + R v)`: a turn of a body moves points far from it.
#[test]
fn a_turn_of_a_body_is_a_motion_with_the_lever_arm_in_space() {
    let graph = &Graph::new();
    let g: [Expr; 12] = symbols(graph, "g");
    let xi: [Expr; 6] = symbols(graph, "xi");
    let rotation = Matrix::from_fn(3, 3, |i, j| g[4 * i + j]);
    let (w, v) = xi.split_at(3);
    let (w, v) = (rotation.apply(graph, w), rotation.apply(graph, v));
    let arm = cross(graph, &[g[3], g[7], g[11]], &w);
    let expected = w.into_iter().chain(super::add(graph, &arm, &v));
    let found = LieGroup::new(vec![Factor::Se3])
        .adjoint(graph, &g)
        .apply(graph, &xi);
    for (found, expected) in found.into_iter().zip(expected) {
        assert_equal(graph, found, expected);
    }
}

#[test]
fn a_momentum_along_which_a_force_acts_is_not_constant() {
    for (force, is_constant) in [("y = u", true), ("x = -u * x_dot", false), ("x = u", false)] {
        let keys = format!(
            "coordinates(x, y, z), lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * j * z_dot.powi(2),
             constraints(c = y_dot), forces({force}), symmetry(R(x), R(z))"
        );
        let mechanics = mechanics(&keys).expect("translations are symmetries");
        let called: Vec<_> = mechanics
            .symmetry
            .generators
            .iter()
            .map(|xi| xi.is_conserved)
            .collect();
        assert_eq!(called, [is_constant, true], "{force}");
        let expected = if is_constant {
            &["J[0]", "J[1]"][..]
        } else {
            &["J[1]"]
        };
        assert_eq!(mechanics.constants_of_motion().momenta, expected, "{force}");
    }
}

/// A force that turns with the body is invariant under turns of the plane although its components
/// change. A force with constant components is not.
#[test]
fn forces_are_invariant_if_they_turn_with_the_plane() {
    let found = |forces: &str| {
        let keys = format!(
            "coordinates(a, x, y), lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * j * a_dot.powi(2),
             forces({forces}), symmetry(SE2(a, x, y))"
        );
        match mechanics(&keys) {
            Ok(_) => Vec::new(),
            Err(found) => found.errors().map(|error| error.code).collect(),
        }
    };
    assert_eq!(found("x = u * cos(a), y = u * sin(a)"), []);
    assert_eq!(found("x = -u * x_dot, y = -u * y_dot"), []);
    assert_eq!(found("a = u"), []);
    for turned in ["x = u", "x = u * cos(a), y = -u * sin(a)", "y = -u * y_dot"] {
        assert_eq!(found(turned), [Code::BrokenSymmetry], "{turned}");
    }
}

#[test]
fn what_cancels_in_a_denominator_is_no_part_of_a_quotient() {
    let graph = &Graph::new();
    let [x, a, b] = symbols(graph, "x");
    let difference = graph.sub(a, b);
    let square = |expr| graph.powi(expr, 2);
    let parts = |expr| squares_of_parts(graph, &[expr])[0];
    assert_equal(graph, parts(difference), graph.add(square(a), square(b)));
    let quotient = graph.div(x, difference);
    assert_equal(graph, parts(quotient), square(quotient));
}

/// Compares with sizes by hand, to first order. The size of a given value is the value itself.
#[test]
fn sizes_are_those_of_the_terms_that_cancel() {
    let graph = &Graph::new();
    let [x, c, a] = symbols(graph, "x");
    let square = |expr| graph.powi(expr, 2);
    let size = |expr| squared_sizes(graph, &[expr])[0];
    let difference = graph.sub(x, c);
    let of_difference = graph.add(square(x), square(c));
    assert_equal(
        graph,
        size(graph.scale(&3.into(), difference)),
        graph.scale(&9.into(), of_difference),
    );
    // |2 (x - c)| size(x - c), not the sum of both squares.
    let slope = square(graph.scale(&2.into(), difference));
    assert_equal(
        graph,
        size(square(difference)),
        graph.mul(slope, of_difference),
    );
    assert_equal(graph, size(graph.mul(a, x)), square(graph.mul(a, x)));
    assert_equal(
        graph,
        size(graph.mul(a, difference)),
        graph.mul(square(a), of_difference),
    );
    // A cosine near a right angle is as uncertain as its angle.
    let of_angle = graph.mul(square(graph.sin(x)), square(x));
    assert_equal(
        graph,
        size(graph.cos(x)),
        graph.add(square(graph.cos(x)), of_angle),
    );
}

/// `(2 x (a - b))^2 (a^2 + b^2)`: a factor that is a difference changes by the size of its terms,
/// and the product by its slope times as much.
#[test]
fn a_product_is_as_uncertain_as_the_differences_among_its_factors() {
    let graph = &Graph::new();
    let [x, a, b] = symbols(graph, "x");
    let square = |expr| graph.powi(expr, 2);
    let difference = graph.sub(a, b);
    let product = graph.mul(x, square(difference));
    let slope = graph.scale(&2.into(), graph.mul(x, difference));
    let parts = graph.add(square(a), square(b));
    assert_equal(
        graph,
        squares_of_parts(graph, &[product])[0],
        graph.mul(square(slope), parts),
    );
}

#[test]
fn chetaevs_rule_refuses_symmetries_and_singular_masses() {
    let found = |keys: &str| {
        let keys = format!("coordinates(x, y, z), {keys}, rule = Chetaev");
        let refused = mechanics(&keys).err();
        let errors = |found: &Diagnostics| found.errors().map(|error| error.code).collect();
        refused.as_ref().map_or(Vec::new(), errors)
    };
    let regular = "lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2))";
    let singular = "lagrangian = 0.5 * m * ((x_dot + z_dot).powi(2) + y_dot.powi(2))";
    let cone = "constraints(c = x_dot.powi(2) + y_dot.powi(2) - z_dot.powi(2))";
    let affine = "constraints(c = x_dot - y * z_dot), symmetry(R(x))";
    assert_eq!(found(&format!("{regular}, {cone}")), []);
    assert_eq!(found(&format!("{regular}, {affine}")), []);
    assert_eq!(
        found(&format!("{regular}, {cone}, symmetry(R(x))")),
        [Code::NotYetSupported]
    );
    assert_eq!(
        found(&format!("{singular}, {cone}")),
        [Code::SingularLagrangian]
    );
}
