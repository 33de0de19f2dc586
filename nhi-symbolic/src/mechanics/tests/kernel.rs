//! Bases of constrained velocities, against the equations that they solve.

use crate::expr::{Expr, Function, Graph, Matrix, Role};

use super::super::kernel::{Filling, Kernel};
use super::assert_equal;

struct Row {
    entries: [Expr; 4],
    /// True if it is solved along a sine and a cosine among more coefficients.
    fills: bool,
}

fn rows(graph: &Graph) -> Vec<Row> {
    let [x, y] = ["x", "y"].map(|name| graph.symbol(name, Role::Coordinate));
    let p = graph.symbol("p", Role::Parameter);
    let turn = |function| graph.call(function, &[x]);
    let [sine, cosine] = [Function::Sin, Function::Cos].map(turn);
    let row = |entries, fills| Row { entries, fills };
    vec![
        row([Graph::ZERO, y, Graph::ONE, x], false),
        row([cosine, sine, Graph::ZERO, Graph::ZERO], false),
        row([Graph::ZERO, cosine, Graph::ZERO, sine], false),
        row([sine, y, cosine, Graph::ZERO], true),
        row([Graph::ZERO, Graph::ZERO, p, Graph::ZERO], false),
    ]
}

/// `A D = 0` for the basis, `A v + b = 0` for the particular solution, and a force `A^T lambda` has
/// the multipliers `lambda`.
#[test]
fn bases_solve_their_equations_and_find_the_multipliers_of_forces() {
    let graph = &Graph::new();
    let rows = rows(graph);
    for (i, j) in [
        (0, 1),
        (0, 2),
        (1, 0),
        (1, 4),
        (2, 0),
        (3, 4),
        (4, 3),
        (0, 4),
    ] {
        let matrix = Matrix::from_fn(2, 4, |row, k| rows[[i, j][row]].entries[k]);
        let Some(kernel) = Kernel::of(graph, &matrix, Filling::Taken) else {
            panic!("no basis for the rows {i} and {j}");
        };
        assert_eq!((kernel.basis.columns(), kernel.free.len()), (2, 2));
        for &entry in matrix.mul(graph, &kernel.basis).entries() {
            assert_equal(graph, entry, Graph::ZERO);
        }
        let given = ["b", "c"].map(|name| graph.symbol(name, Role::Coordinate));
        let particular = kernel.particular(graph, &matrix, &given);
        for (residual, b) in matrix.apply(graph, &particular).into_iter().zip(given) {
            assert_equal(graph, graph.add(residual, b), Graph::ZERO);
        }
        let force = matrix.transpose().apply(graph, &given);
        let multipliers = kernel.multipliers(graph, &matrix, &force);
        for (found, expected) in multipliers.into_iter().zip(given) {
            assert_equal(graph, found, expected);
        }
    }
}

#[test]
fn a_sine_and_a_cosine_fill_the_basis_only_among_more_coefficients() {
    let graph = &Graph::new();
    for row in rows(graph) {
        let matrix = Matrix::from_fn(1, 4, |_, k| row.entries[k]);
        let kernel = Kernel::of(graph, &matrix, Filling::Taken).expect("a basis");
        assert_eq!(kernel.is_filled, row.fills, "{matrix:?}");
        let refused = Kernel::of(graph, &matrix, Filling::Refused);
        assert_eq!(refused.is_none(), row.fills);
    }
}

/// Only equations whose length moves can come to depend on those before. There their coefficients
/// vanish.
#[test]
fn pivots_are_the_squared_coefficients_of_equations_that_move() {
    let graph = &Graph::new();
    let [x, y] = ["x", "y"].map(|name| graph.symbol(name, Role::Coordinate));
    let p = graph.symbol("p", Role::Parameter);
    let zero = Graph::ZERO;
    let one_row = |row: [Expr; 3]| {
        let matrix = Matrix::from_fn(1, 3, |_, k| row[k]);
        let kernel = Kernel::of(graph, &matrix, Filling::Taken).expect("a basis");
        kernel.pivots(graph)
    };
    assert!(one_row([Graph::ONE, x, y]).is_empty());
    assert!(one_row([zero, p, zero]).is_empty());
    let [of_one] = &one_row([zero, x, zero])[..] else {
        panic!("one pivot");
    };
    assert_equal(graph, of_one.value, graph.powi(x, 2));
    // Nothing cancels in `x`, so nothing is lost to rounding.
    assert_eq!((of_one.index, of_one.scale), (0, zero));
    let difference = graph.sub(x, y);
    let [of_two] = &one_row([x, difference, zero])[..] else {
        panic!("one pivot");
    };
    let value = graph.add(graph.powi(x, 2), graph.powi(difference, 2));
    assert_equal(graph, of_two.value, value);
    // `2 sqrt(value (x^2 + x^2 + y^2))`
    let squares = [graph.powi(x, 2), graph.powi(x, 2), graph.powi(y, 2)];
    let size = graph.scale(&4.into(), graph.mul(value, graph.sum(&squares)));
    assert_equal(graph, graph.powi(of_two.scale, 2), size);
}

/// Of `p x' + x y' = 0` the coefficient `x` may vanish anyway only if `p` does not, so `p` is a
/// divisor. Of `(p + q) x' + x y' = 0` no single parameter is.
#[test]
fn an_equation_is_divided_by_a_parameter_only_if_it_is_singular_without_that() {
    let graph = &Graph::new();
    let [x, y] = ["x", "y"].map(|name| graph.symbol(name, Role::Coordinate));
    let [p, q] = ["p", "q"].map(|name| graph.symbol(name, Role::Parameter));
    let [sine, cosine] = [Function::Sin, Function::Cos].map(|f| graph.call(f, &[x]));
    let (zero, sum) = (Graph::ZERO, graph.add(p, q));
    let [px, py, pq] = [x, y, q].map(|other| graph.mul(p, other));
    let squares = |a, b| graph.add(graph.powi(a, 2), graph.powi(b, 2));
    for (row, expected) in [
        ([p, x, zero], Some(p)),
        ([p, px, zero], Some(p)),
        ([pq, x, zero], Some(pq)),
        ([p, x, py], Some(p)),
        ([p, q, zero], Some(squares(p, q))),
        ([sum, x, zero], Some(squares(sum, x))),
        ([cosine, sine, zero], Some(Graph::ONE)),
        ([cosine, y, sine], Some(Graph::ONE)),
        ([p, x, y], None),
        ([p, q, px], None),
        ([x, y, cosine], None),
    ] {
        let matrix = Matrix::from_fn(1, 3, |_, k| row[k]);
        let kernel = Kernel::of(graph, &matrix, Filling::Taken);
        let found = kernel.map(|kernel| kernel.lengths().collect::<Vec<_>>());
        let row = row.map(|entry| graph.display(entry));
        match (found, expected) {
            (Some(found), Some(expected)) => {
                assert_eq!(found.len(), 1);
                assert_equal(graph, found[0], expected);
                assert_eq!(found[0] == Graph::ONE, expected == Graph::ONE, "{row:?}");
            }
            (found, expected) => assert!(found.is_none() && expected.is_none(), "{row:?}"),
        }
    }
    // Without a choice a parameter is taken, and no coefficient that moves is.
    let matrix = Matrix::from_fn(1, 3, |_, k| [x, p, y][k]);
    let kernel = Kernel::of_full_rank(graph, &matrix);
    assert_eq!(kernel.lengths().collect::<Vec<_>>(), [p]);
    assert!(kernel.scales.is_empty());
    let matrix = Matrix::from_fn(1, 3, |_, k| [x, y, cosine][k]);
    let kernel = Kernel::of_full_rank(graph, &matrix);
    assert_eq!(kernel.scales, [x]);
    for &entry in matrix.mul(graph, &kernel.basis).entries() {
        assert_equal(graph, entry, zero);
    }
}

/// Bases do not contain inverses of small numbers if other coefficients solve the equation.
#[test]
fn small_numbers_are_no_divisors() {
    let graph = &Graph::new();
    let angle = graph.symbol("phi", Role::Coordinate);
    let small = graph.div(Graph::ONE, graph.number(10_000));
    let (sine, cosine) = (
        graph.call(Function::Sin, &[angle]),
        graph.call(Function::Cos, &[angle]),
    );
    for row in [[small, sine, cosine], [small, Graph::ONE, cosine]] {
        let matrix = Matrix::from_fn(1, 3, |_, k| row[k]);
        let kernel = Kernel::of(graph, &matrix, Filling::Taken).expect("a basis");
        assert_eq!(kernel.lengths().collect::<Vec<_>>(), [Graph::ONE]);
    }
}
