//! The mass matrix, and the augmented matrix in its place if it is singular.

use crate::expr::{Expr, Graph, Matrix};

use super::super::Mechanics;
use super::{assert_equal, mechanics};

fn of(keys: &str) -> Mechanics {
    mechanics(keys).expect("a mechanics")
}

fn symbol(mechanics: &Mechanics, name: &str) -> Expr {
    let mut parameters = mechanics.model.parameters.iter();
    let found = parameters.find(|parameter| parameter.name == name);
    found.expect("a parameter").symbol
}

/// `w_i = 1 / sum_j |A_ij|^2 / M_jj`: the impulse of a constraint on `2 x'` moves the mass `m / 4`.
/// The next constraint takes that for the mass of `y`, which has none.
#[test]
fn constraints_weigh_as_much_as_the_mass_that_their_impulse_moves() {
    let mechanics = of("coordinates(x, y, z, a, b), \
         lagrangian = 0.5 * m * x_dot.powi(2) + 0.5 * j * a_dot.powi(2), \
         constraints(first = 2 * x_dot - y_dot, second = 3 * y_dot - z_dot, \
                     alone = 7 * b_dot, heavy = 5 * sin(x) * a_dot - y_dot)");
    let graph = &mechanics.model.graph;
    let [m, j] = ["m", "j"].map(|name| symbol(&mechanics, name));
    assert!(mechanics.may_have_singular_mass());
    let weights = mechanics.inertia.weighed(graph, &[Graph::ONE; 4]);
    let part = |n, d, x| graph.mul(graph.fraction(n, d), x);
    // Known at first are the masses of `x` and of `a`, then that of `y`, which both of them move.
    let [of_first, of_heavy] = [part(1, 4, m), part(1, 25, j)];
    let of_second = part(1, 9, graph.add(of_first, of_heavy));
    let expected = [of_first, of_second, Graph::ONE, of_heavy];
    for (found, expected) in weights.into_iter().zip(expected) {
        // Sizes are absolute values, which those of masses are.
        let positive = [("m", 0.7), ("j", 1.9)].map(|(name, x)| (symbol(&mechanics, name), x));
        let [found, expected] = [found, expected].map(|x| graph.evaluate(&[x], &positive)[0]);
        assert!((found - expected).abs() < 1e-15, "{found} {expected}");
    }
}

#[test]
fn only_a_mass_matrix_that_may_be_singular_is_augmented() {
    for (lagrangian, constraint, expected) in [
        (
            "0.5 * m * (x_dot.powi(2) + y_dot.powi(2))",
            "y_dot - x * x_dot",
            false,
        ),
        (
            "0.5 * (x_dot.powi(2) + 3 * y_dot.powi(2))",
            "y_dot - x * x_dot",
            false,
        ),
        (
            "0.5 * m * (x_dot.powi(2) + (1 + x.powi(2)) * y_dot.powi(2))",
            "y_dot - x_dot",
            false,
        ),
        ("0.5 * m * x_dot.powi(2)", "y_dot - x * x_dot", true),
        (
            "0.5 * m * (x_dot.powi(2) + x.powi(2) * y_dot.powi(2))",
            "y_dot - x_dot",
            true,
        ),
        (
            "0.5 * m * (x_dot.powi(2) - y_dot.powi(2))",
            "2 * y_dot - x_dot",
            false,
        ),
        (
            "0.5 * (x_dot.powi(2) - y_dot.powi(2))",
            "2 * y_dot - x_dot",
            true,
        ),
        (
            "0.5 * m * (x_dot + y_dot).powi(2)",
            "y_dot - x * x_dot",
            true,
        ),
    ] {
        let keys =
            format!("coordinates(x, y), lagrangian = {lagrangian}, constraints(c = {constraint})");
        let found = of(&keys).may_have_singular_mass();
        assert_eq!(found, expected, "{lagrangian}");
    }
    assert!(!of("coordinates(x), lagrangian = x.powi(2) * x_dot.powi(2)").may_have_singular_mass());
}

/// The largest block whose entries depend neither on the configuration nor on time, row by row.
#[test]
fn pivots_are_constant_where_the_mass_matrix_is() {
    let mechanics = of("coordinates(x, y, z, w), \
         lagrangian = 0.5 * m * x_dot.powi(2) + (1 + x.powi(2)) * y_dot.powi(2) \
            + (1 + t.powi(2)) * z_dot.powi(2) + 0.5 * j * w_dot.powi(2) + m * w_dot * x_dot");
    let graph = &mechanics.model.graph;
    let [m, j] = ["m", "j"].map(|name| symbol(&mechanics, name));
    let mut pivots = mechanics.constant_pivots();
    pivots.sort_by_key(|&(row, _)| row);
    let rows: Vec<_> = pivots.iter().map(|&(row, _)| row).collect();
    assert_eq!(rows, [0, 3]);
    let determinant = graph.sub(graph.mul(m, j), graph.powi(m, 2));
    assert_equal(graph, graph.mul(pivots[0].1, pivots[1].1), determinant);
}

#[test]
fn momenta_of_columns_are_the_mass_matrix_times_them() {
    for lagrangian in [
        "0.5 * m * x_dot.powi(2) + m * x_dot * y_dot + j * y_dot.powi(2) + u * y * x_dot",
        "m * x_dot.powi(2) + x * x_dot * y_dot + j * (1 + x.powi(2)) * y_dot.powi(2) + x * y_dot",
        "m * (x_dot.powi(4) + y_dot.powi(4)) + j * x_dot.powi(2) * y_dot + x * y_dot",
    ] {
        let mechanics = of(&format!("coordinates(x, y), lagrangian = {lagrangian}"));
        let (graph, lagrangian) = (&mechanics.model.graph, &mechanics.lagrangian);
        let columns = Matrix::from_fn(2, 3, |i, k| {
            graph.add(mechanics.q[i], graph.number(k as i64))
        });
        let found = lagrangian.momenta(graph, &columns);
        let expected = lagrangian.mass.mul(graph, &columns);
        for (&found, &expected) in found.entries().iter().zip(expected.entries()) {
            assert_equal(graph, found, expected);
        }
    }
}

#[test]
fn time_is_found_in_the_lagrangian_and_in_masses() {
    for (lagrangian, in_lagrangian, in_masses) in [
        ("x_dot.powi(2) - x.powi(2)", false, false),
        ("x_dot.powi(2) - t * x", true, false),
        ("x_dot.powi(2) + t * x_dot", true, false),
        ("(1 + t.powi(2)) * x_dot.powi(2)", true, true),
    ] {
        let mechanics = of(&format!("coordinates(x), lagrangian = {lagrangian}"));
        assert_eq!(
            mechanics.has_lagrangian_of_time(),
            in_lagrangian,
            "{lagrangian}"
        );
        assert_eq!(mechanics.has_mass_of_time(), in_masses, "{lagrangian}");
    }
}
