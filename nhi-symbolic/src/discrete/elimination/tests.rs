use std::rc::Rc;

use super::super::scheme::Size;
use super::super::subroutine::{Call, Subroutine};
use super::*;
use crate::expr::Function;

/// Equations for three unknowns, two of them with a coefficient that cannot vanish.
struct Fixture {
    graph: Graph,
    inertia: Expr,
    solve: Solve,
}

/// Builds `inertia x = p`, `2 y + x w = 1`, `w^3 + x w + 3 y = m`, where `m` is defined as `h x`.
fn fixture() -> Fixture {
    let graph = Graph::new();
    let unknown = |name: &str| graph.symbol(name, Role::Unknown);
    let state = |name: &str| graph.symbol(name, Role::Variable);
    let inertia = graph.symbol("inertia", Role::Parameter);
    let h = graph.symbol("h", Role::StepSize);
    let [x, y, w, m] = ["x", "y", "w", "m"].map(unknown);
    let p = state("p");
    let two = graph.number(2);
    let times = |a, b| graph.mul(a, b);
    let wheel = graph.sub(times(inertia, x), p);
    let rotor = graph.sum(&[times(two, y), times(x, w), graph.number(-1)]);
    let pendulum = graph.sum(&[
        graph.powi(w, 3),
        times(x, w),
        times(graph.number(3), y),
        graph.neg(m),
    ]);
    let solve = Solve {
        unknowns: vec![x, y, w],
        solution: ["x1", "y1", "w1"].map(state).to_vec(),
        guess: ["x0", "y0", "w0"].map(state).to_vec(),
        sizes: vec![Size::default()],
        size_of: vec![0; 3],
        definitions: vec![(m, times(h, x))],
        residuals: vec![wheel, rotor, pendulum],
        ..Solve::default()
    };
    Fixture {
        graph,
        inertia,
        solve,
    }
}

fn shown(graph: &Graph, pairs: &[(Expr, Expr)]) -> Vec<String> {
    let show = |&(symbol, value): &(Expr, Expr)| {
        format!("{} = {}", graph.display(symbol), graph.display(value))
    };
    pairs.iter().map(show).collect()
}

fn names(graph: &Graph, exprs: &[Expr]) -> Vec<String> {
    exprs.iter().map(|&x| graph.display(x)).collect()
}

#[test]
fn what_an_equation_gives_is_not_iterated() {
    let Fixture {
        graph,
        inertia,
        solve,
    } = fixture();
    let reduced = solve.reduced(&graph, &[inertia]);
    assert_eq!(names(&graph, &reduced.solve.unknowns), ["w"]);
    assert_eq!(names(&graph, &reduced.solve.solution), ["w1"]);
    assert_eq!(names(&graph, &reduced.solve.guess), ["w0"]);
}

#[test]
fn what_is_known_before_the_iteration_is_no_part_of_it() {
    let Fixture {
        graph,
        inertia,
        solve,
    } = fixture();
    let reduced = solve.reduced(&graph, &[inertia]);
    let known = shown(&graph, &reduced.known);
    assert_eq!(known, ["x1 = p/inertia", "m = h*x1"]);
    assert!(reduced.solve.definitions.is_empty());
    // The size of an unknown is compared with exactly known unknowns, and with the guesses of the
    // other ones.
    assert_eq!(
        names(&graph, &reduced.solve.sizes[0].compared),
        ["x1", "y0"]
    );
    assert_eq!(
        shown(&graph, &reduced.given(&graph)),
        ["y1 = -1/2*x1*w1 + 1/2"]
    );
}

#[test]
fn definitions_that_no_unknown_moves_are_known() {
    let Fixture {
        graph, mut solve, ..
    } = fixture();
    let [at, y] = [graph.symbol("at", Role::Unknown), solve.unknowns[1]];
    let p = graph.symbol("p", Role::Variable);
    solve.definitions.insert(0, (at, graph.powi(p, 2)));
    solve.residuals[1] = graph.sub(graph.mul(graph.number(2), y), at);
    let reduced = solve.reduced(&graph, &[]);
    let known = shown(&graph, &reduced.known);
    assert_eq!(known[..2], ["at = p^2", "y1 = 1/2*at"]);
    let read = graph.symbols_of(&reduced.solve.residuals);
    assert!(!read.contains(&at) && !read.contains(&y));
}

#[test]
fn definitions_that_nothing_reads_are_dropped() {
    let Fixture {
        graph, mut solve, ..
    } = fixture();
    let idle = ["first", "second"].map(|name| graph.symbol(name, Role::Unknown));
    solve.definitions.push((idle[0], solve.unknowns[2]));
    solve.definitions.push((idle[1], graph.powi(idle[0], 2)));
    let all = solve.with_all_unknowns(&graph);
    assert_eq!(shown(&graph, &all.solve.definitions), ["m = h*x"]);
}

/// The derivatives of `sign(x)` are zero, and those of a function that is called are not known.
#[test]
fn equations_that_switch_or_call_functions_keep_all_unknowns() {
    let Fixture {
        graph,
        inertia,
        solve,
    } = fixture();
    let sign = graph.call(Function::Sign, &[solve.unknowns[0]]);
    let mut in_residual = solve.clone();
    in_residual.residuals[0] = graph.add(solve.residuals[0], sign);
    let mut in_definition = solve.clone();
    in_definition.definitions[0].1 = sign;
    let mut calling = solve.clone();
    let function = Subroutine {
        name: "same",
        parameters: vec![graph.symbol("argument", Role::Variable)],
        stand_for: Vec::new(),
        outputs: vec![graph.symbol("argument", Role::Variable)],
        values: 1,
    };
    calling.calls.push(Call {
        subroutine: Rc::new(function),
        arguments: vec![solve.unknowns[0]],
        results: vec![graph.symbol("result", Role::Unknown)],
        slopes: Some(Matrix::identity(1)),
        integral: None,
    });
    for solve in [in_residual, in_definition, calling] {
        let reduced = solve.reduced(&graph, &[inertia]);
        assert_eq!(names(&graph, &reduced.solve.unknowns), ["x", "y", "w"]);
    }
}

#[test]
fn the_jacobian_is_that_of_what_is_left() {
    let Fixture {
        graph,
        inertia,
        solve,
    } = fixture();
    let reduced = solve.reduced(&graph, &[inertia]);
    // From `w^3 + x w + 3 y - m` with `y = (1 - x w) / 2`.
    let w = reduced.solve.unknowns[0];
    let x = reduced.solve.sizes[0].compared[0];
    let expected = graph.sub(
        graph.mul(graph.number(3), graph.powi(w, 2)),
        graph.mul(graph.fraction(1, 2), x),
    );
    let difference = graph.sub(reduced.jacobian[(0, 0)], expected);
    assert!(graph.is_zero(difference));
}

#[test]
fn the_schur_complement_is_the_jacobian_of_what_is_left() {
    let Fixture {
        graph,
        inertia,
        solve,
    } = fixture();
    let whole = solve.with_all_unknowns(&graph);
    let pivot = Pivot { row: 1, column: 1 };
    assert!(cannot_vanish(&graph, whole.coefficient(pivot), &[inertia]));
    let complement = whole.jacobian_without(&graph, pivot);
    let derived = whole.without(&graph, pivot).jacobian;
    let entries = complement.entries().iter().zip(derived.entries());
    let differences: Vec<_> = entries.map(|(&a, &b)| graph.sub(a, b)).collect();
    assert!(graph.are_zero(&differences).into_iter().all(|same| same));
}

#[test]
fn a_coefficient_that_may_be_zero_eliminates_nothing() {
    let Fixture {
        graph,
        inertia,
        solve,
        ..
    } = fixture();
    let reduced = solve.reduced(&graph, &[]);
    // The wheel stays, because its inertia is not a value that a stepper checks. The rotor has a
    // number.
    assert_eq!(names(&graph, &reduced.solve.unknowns), ["x", "w"]);
    let h = graph.symbol("h", Role::StepSize);
    let plus = |a, b| graph.add(a, b);
    let times = |a, b| graph.mul(a, b);
    for (value, certain) in [
        (graph.number(-3), true),
        (times(h, inertia), true),
        (graph.div(inertia, times(graph.number(4), h)), true),
        (plus(h, Graph::ONE), false),
        (times(inertia, inertia), false),
        (plus(inertia, graph.symbol("l", Role::Parameter)), false),
        (graph.symbol("q", Role::Variable), false),
        (Graph::ZERO, false),
    ] {
        assert_eq!(
            cannot_vanish(&graph, value, &[inertia]),
            certain,
            "{}",
            graph.display(value)
        );
    }
}
