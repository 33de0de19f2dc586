//! Symbolica as a simplifier, in a process of its own: without a licence key there may be only one.

use std::rc::Rc;

use nhi_symbolic::Compiled;
use nhi_symbolic::compile_file_with;
use nhi_symbolic::expr::{Expr, Graph, Role, RoleSet, Simplifier, Symbolica};

/// Two masses on a rail that turns, with a common factor that the expanded form hides.
const MODEL: &str = "#[nonholonomic(
    coordinates(x, y, theta),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2))
        + 0.5 * j * (1 + 3 * x + 3 * x.powi(2) + x.powi(3)) * theta_dot.powi(2) - m * g * sin(y).powi(2) * (x + 1),
    constraints(skid = sin(theta) * x_dot - cos(theta) * y_dot),
    integrators(Gni),
)]
struct Turning { m: f64, j: f64, g: f64 }";

#[test]
fn symbolica_finds_cheaper_forms_of_the_same_value() {
    a_cube_is_found();
    a_common_factor_of_a_fraction_is_cancelled();
    functions_come_back_as_they_were();
    a_model_keeps_its_values_and_needs_fewer_operations();
}

/// A graph with Symbolica, and symbols in it.
fn graph<const N: usize>(names: [&str; N]) -> (Graph, [Expr; N]) {
    let graph = Graph::new().with_simplifier(Rc::new(Symbolica));
    let symbols = names.map(|name| graph.symbol(name, Role::Coordinate));
    (graph, symbols)
}

fn operations(graph: &Graph, expr: Expr) -> u64 {
    graph.cost(&[expr], RoleSet::EMPTY).weight()
}

/// `1 + 3 a + 3 a^2 + a^3`
fn expanded_cube(graph: &Graph, a: Expr) -> Expr {
    let (square, cube) = (graph.powi(a, 2), graph.powi(a, 3));
    let terms = [(Graph::ONE, 1), (a, 3), (square, 3), (cube, 1)];
    graph.linear(&terms.map(|(term, k)| (term, k.into())))
}

fn a_cube_is_found() {
    let (g, [a]) = graph(["a"]);
    let expanded = expanded_cube(&g, a);
    let simple = g.simplify(expanded, RoleSet::EMPTY);
    let one_more = g.add(a, Graph::ONE);
    assert_eq!(simple, g.powi(one_more, 3));
}

fn a_common_factor_of_a_fraction_is_cancelled() {
    let (g, [a, b]) = graph(["a", "b"]);
    let squares = [g.powi(a, 2), g.powi(b, 2)];
    let above = g.sub(squares[0], squares[1]);
    let below = g.sub(a, b);
    let fraction = g.div(above, below);
    assert_eq!(g.simplify(fraction, RoleSet::EMPTY), g.add(a, b));
}

fn functions_come_back_as_they_were() {
    let (g, [a, b]) = graph(["a", "b"]);
    let (sine, root) = (g.sin(a), g.sqrt(b));
    let inner = g.product(&[sine, root, Graph::PI]);
    let expanded = expanded_cube(&g, inner);
    let simple = g.simplify(expanded, RoleSet::EMPTY);
    let one_more = g.add(inner, Graph::ONE);
    assert_eq!(simple, g.powi(one_more, 3));
}

fn compiled(simplifier: Option<&Rc<dyn Simplifier>>) -> Compiled {
    let mut models = compile_file_with(MODEL.parse().unwrap(), simplifier).unwrap();
    models.remove(0)
}

/// Mass matrix, energy and acceleration.
fn results(compiled: &Compiled) -> Vec<Expr> {
    let mechanics = &compiled.mechanics;
    let mut results = mechanics.lagrangian.mass.entries().to_vec();
    results.push(mechanics.lagrangian.energy);
    results.extend(&mechanics.acceleration);
    results
}

fn values(compiled: &Compiled) -> Vec<f64> {
    let graph = &compiled.mechanics.model.graph;
    let results = results(compiled);
    // Symbols are made in the same order with and without the simplifier.
    let symbols = graph.symbols_of(&results);
    let point = symbols.iter().map(|&symbol| {
        let name = &graph.as_symbol(symbol).unwrap().name;
        let sum: u32 = name.bytes().map(u32::from).sum();
        (symbol, 0.3 + f64::from(sum % 101) / 101.0)
    });
    graph.evaluate(&results, &point.collect::<Vec<_>>())
}

fn a_model_keeps_its_values_and_needs_fewer_operations() {
    let simplifier: Rc<dyn Simplifier> = Rc::new(Symbolica);
    let (plain, simple) = (compiled(None), compiled(Some(&simplifier)));
    for (a, b) in values(&plain).iter().zip(values(&simple)) {
        assert!((a - b).abs() <= 1e-12 * a.abs().max(1.0), "{a} {b}");
    }
    let weight = |compiled: &Compiled| {
        let graph = &compiled.mechanics.model.graph;
        let results = results(compiled);
        results.iter().map(|&e| operations(graph, e)).sum::<u64>()
    };
    let (before, after) = (weight(&plain), weight(&simple));
    assert!(after < before, "{after} operations in place of {before}");
}
