use crate::expr::{Graph, Role};

#[test]
fn formulas_build_the_nodes_of_the_graphs_own_methods() {
    let graph = Graph::new();
    let symbol = |name| graph.symbol(name, Role::Variable);
    let (x, a, h) = (
        [symbol("x1"), symbol("x2")],
        [symbol("a1"), symbol("a2")],
        symbol("h"),
    );
    let moved = graph.vector(x) + graph.scalar(h) / 2 * graph.vector(a);
    let half = graph.scale(&crate::expr::Rational::fraction(1, 2).unwrap(), h);
    for (i, entry) in moved.entries().into_iter().enumerate() {
        let way = graph.mul(half, a[i]);
        assert_eq!(entry, graph.add(x[i], way));
    }
}

#[test]
fn a_difference_with_a_factor_is_the_sum_with_its_negative() {
    let graph = Graph::new();
    let symbol = |name| graph.symbol(name, Role::Variable);
    let (x, y, k) = (symbol("x"), symbol("y"), symbol("k"));
    let difference = graph.vector([x]) - graph.scalar(k) * graph.vector([y]);
    let product = graph.mul(k, y);
    assert_eq!(difference[0], graph.sub(x, product));
    let negative = -(graph.scalar(k) * graph.vector([y]));
    assert_eq!(negative[0], graph.neg(product));
}

#[test]
fn division_by_the_number_zero_is_undefined() {
    let graph = Graph::new();
    let x = graph.scalar(graph.symbol("x", Role::Variable));
    assert_eq!((x / 0).expr(), Graph::UNDEFINED);
}
