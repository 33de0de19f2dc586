//! Forces that depend on several multipliers, each of which depends on the others.

use crate::expr::Graph;

use super::super::add;
use super::{assert_equal, mechanics};

/// `M a + c = f(lambda) + A^T lambda` and `A a + (dA/dt) v + db/dt = 0`, with the forces as they
/// were written.
#[test]
fn multipliers_that_push_each_other_satisfy_the_equations_of_motion() {
    let mechanics = mechanics(
        "coordinates(x, y, z, a), \
         lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + z_dot.powi(2) \
            + 0.5 * j * (2 + x.powi(2)) * a_dot.powi(2) + x_dot * a_dot - x * y, \
         constraints(first = y_dot - x * x_dot, second = z_dot - y * x_dot + u, \
                     third = z_dot - 2 * y_dot + a_dot), \
         forces(x = u * lambda.first * x_dot + 0.5 * lambda.second, y = lambda.third, \
                a = lambda.second * x - a_dot)",
    )
    .expect("the multipliers are determined");
    let graph = &mechanics.model.graph;
    let (lagrangian, constraints) = (&mechanics.lagrangian, &mechanics.constraints);
    let lambda = &mechanics.multipliers;
    let mut parameters = mechanics.model.parameters.iter();
    let u = parameters
        .find(|x| x.name == "u")
        .expect("a parameter")
        .symbol;
    let (x, v) = (mechanics.q[0], &mechanics.v);

    let half = graph.fraction(1, 2);
    let by_first = graph.product(&[u, lambda[0], v[0]]);
    let forces = [
        graph.add(by_first, graph.mul(half, lambda[1])),
        lambda[2],
        Graph::ZERO,
        graph.sub(graph.mul(lambda[1], x), v[3]),
    ];
    let reaction = constraints.matrix.apply_transposed(graph, lambda);
    let pushed = add(graph, &forces, &reaction);
    let inertial = lagrangian.mass.apply(graph, &mechanics.acceleration);
    let moved = add(graph, &inertial, &lagrangian.bias);
    for (left, right) in moved.into_iter().zip(pushed) {
        assert_equal(graph, left, right);
    }
    let along = constraints.matrix.apply(graph, &mechanics.acceleration);
    for rate in add(graph, &along, &constraints.rate) {
        assert_equal(graph, rate, Graph::ZERO);
    }
    for (&left, right) in mechanics.constraint_force.iter().zip(reaction) {
        assert_equal(graph, left, right);
    }
}
