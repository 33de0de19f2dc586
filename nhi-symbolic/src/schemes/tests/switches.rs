//! Functions that switch with modes in their places.

use crate::expr::{Expr, Function, Graph, Role};
use crate::schemes::switches::{MOST_MODES, Switches};

/// Expressions with all functions that switch, nested too.
fn switching(graph: &Graph, x: Expr, y: Expr) -> Vec<Expr> {
    let call = |function, arguments: &[Expr]| graph.call(function, arguments);
    let abs = call(Function::Abs, &[x]);
    let excess = graph.sub(abs, y);
    vec![
        abs,
        call(Function::Sign, &[y]),
        call(Function::Step, &[graph.sub(x, y)]),
        call(Function::Min, &[x, y]),
        call(Function::Max, &[x, y]),
        call(Function::Max, &[excess, graph.mul(x, y)]),
        graph.mul(call(Function::Sign, &[excess]), graph.powi(x, 2)),
    ]
}

/// With the modes that belong to a point, the formulas have the values of the functions there, and
/// the signs of the switches are these modes; at zeros too.
#[test]
fn formulas_of_modes_are_the_functions() {
    let graph = &Graph::new();
    let [x, y] = ["x", "y"].map(|name| graph.symbol(name, Role::Coordinate));
    let functions = switching(graph, x, y);
    let (switches, formulas) = Switches::of(graph, &functions);
    assert!(graph.are_smooth(&formulas) && graph.are_smooth(&switches.values));
    for [at_x, at_y] in [
        [0.7, 0.3],
        [-0.7, 0.9],
        [-0.2, -1.3],
        [0.4, -0.4],
        [0.0, 0.0],
        [-2.0, 2.0],
    ] {
        let point = [(x, at_x), (y, at_y)];
        let modes = graph.evaluate(&switches.initial, &point);
        let known = switches.modes.iter().copied().zip(modes.iter().copied());
        let known: Vec<_> = point.into_iter().chain(known).collect();
        let expected = graph.evaluate(&functions, &point);
        let found = graph.evaluate(&formulas, &known);
        for (found, expected) in found.iter().zip(&expected) {
            assert!(
                (found - expected).abs() < 1e-15,
                "{at_x}, {at_y}: {found} {expected}"
            );
        }
        let values = graph.evaluate(&switches.values, &known);
        for (value, mode) in values.iter().zip(modes) {
            assert!(value * mode >= 0.0, "{at_x}, {at_y}: {value} {mode}");
        }
    }
}

/// Equal decisions have one mode: those of `min` and `max` here, and of `step`.
#[test]
fn equal_values_share_a_mode() {
    let graph = &Graph::new();
    let [x, y] = ["x", "y"].map(|name| graph.symbol(name, Role::Coordinate));
    let (switches, _) = Switches::of(graph, &switching(graph, x, y)[2..5]);
    assert_eq!(switches.modes.len(), 1);
}

#[test]
fn very_many_switches_stay_as_they_are() {
    let graph = &Graph::new();
    let x = graph.symbol("x", Role::Coordinate);
    let shifted = |shift: usize| graph.sub(x, graph.number(shift as i64));
    for (count, kept) in [(MOST_MODES, MOST_MODES), (MOST_MODES + 1, 0)] {
        let functions = (0..count).map(|i| graph.call(Function::Abs, &[shifted(i)]));
        let functions: Vec<_> = functions.collect();
        let (switches, formulas) = Switches::of(graph, &functions);
        assert_eq!(switches.modes.len(), kept);
        assert_eq!(formulas == functions, kept == 0);
    }
}
