use super::*;

/// One equation for `w`, built from the headings `a` and `b = a + h w`.
struct Fixture {
    graph: Graph,
    a: Expr,
    solve: Solve,
}

fn equation(residual: impl Fn(&Graph, [Expr; 3]) -> Expr) -> Fixture {
    let graph = Graph::new();
    let h = graph.symbol("h", Role::StepSize);
    let [a, w1, w0] = ["a", "w1", "w0"].map(|name| graph.symbol(name, Role::Variable));
    let [w, b] = ["w", "b"].map(|name| graph.symbol(name, Role::Unknown));
    let solve = Solve {
        unknowns: vec![w],
        solution: vec![w1],
        guess: vec![w0],
        definitions: vec![(b, graph.add(a, graph.mul(h, w)))],
        residuals: vec![residual(&graph, [a, b, w])],
        ..Solve::default()
    };
    Fixture { graph, a, solve }
}

/// Returns `w cos(b - a) + sin(b - a) = 1`, as it results from projecting a vector at one heading
/// on one at the other.
fn projected(graph: &Graph, [a, b, w]: [Expr; 3]) -> Expr {
    let [(sin_a, cos_a), (sin_b, cos_b)] = [a, b].map(|x| (graph.sin(x), graph.cos(x)));
    let cosine = graph.dot(&[cos_a, sin_a], &[cos_b, sin_b]);
    let sine = graph.sub(graph.mul(cos_a, sin_b), graph.mul(sin_a, cos_b));
    graph.sum(&[graph.mul(w, cosine), sine, graph.number(-1)])
}

/// Returns residual and Jacobian in terms of the unknowns and the given values.
fn expanded(graph: &Graph, solve: &Solve, jacobian: &Matrix) -> Vec<Expr> {
    let all = [&solve.residuals, jacobian.entries()].concat();
    graph.substitute(&all, &solve.definitions)
}

#[test]
fn equations_that_look_the_same_from_every_heading_read_none() {
    let Fixture { graph, a, solve } = equation(projected);
    let jacobian = solve.total_derivative(&graph);
    let before = expanded(&graph, &solve, &jacobian);
    let (turned, jacobian) = solve.or_with_turns(&graph, jacobian);
    let after = expanded(&graph, &turned, &jacobian);
    assert!(before.iter().all(|&x| graph.depends_on(x, a)));
    assert!(after.iter().all(|&x| !graph.depends_on(x, a)));
    let pairs = before.into_iter().zip(after);
    let differences: Vec<_> = pairs.map(|(x, y)| graph.sub(x, y)).collect();
    assert_eq!(graph.are_zero(&differences), [true, true]);
}

#[test]
fn a_heading_that_does_not_cancel_stays() {
    let Fixture { graph, solve, .. } = equation(|graph, [_, b, w]| graph.sub(w, graph.sin(b)));
    let jacobian = solve.total_derivative(&graph);
    let (turned, _) = solve.clone().or_with_turns(&graph, jacobian);
    assert_eq!(turned.definitions, solve.definitions);
    assert_eq!(turned.residuals, solve.residuals);
}

#[test]
fn a_definition_that_is_no_angle_stays() {
    let Fixture { graph, solve, .. } = equation(|graph, [_, b, w]| graph.add(graph.powi(b, 2), w));
    assert!(solve.turned(&graph, 0).is_none());
}
