//! Comparisons of each row with the runtime, which generated code calls, and with its own entries.

use nhi_runtime::math;

use super::{FieldValue, Function, Parity, RuntimeCall, TABLE};
use crate::expr::{Expr, Graph, PrimePoint, Role};

/// Calls the runtime's function. The name here must be that of the row, or the test fails.
macro_rules! runtime {
    ($function:expr, $x:expr, $($variant:ident => $name:ident($($index:literal),*),)*) => {
        match $function {
            $(Function::$variant => (stringify!($name), math::$name($($x[$index]),*)),)*
            // The index is a literal in generated code.
            Function::Stumpff => ("stumpff", math::stumpff($x[0] as u32, $x[1])),
        }
    };
}

/// Returns the name and the value of a row's function in the runtime. A function without a
/// counterpart in the runtime does not compile.
fn runtime(function: Function, x: &[f64]) -> (&'static str, f64) {
    runtime!(function, x,
        Sin => sin(0),
        Cos => cos(0),
        Asin => asin(0),
        Acos => acos(0),
        Atan => atan(0),
        Atan2 => atan2(0, 1),
        Sinh => sinh(0),
        Cosh => cosh(0),
        Tanh => tanh(0),
        Exp => exp(0),
        Ln => ln(0),
        Sqrt => sqrt(0),
        Hypot => hypot(0, 1),
        Powf => powf(0, 1),
        Abs => abs(0),
        Sign => sign(0),
        Step => step(0),
        Min => min(0, 1),
        Max => max(0, 1),
    )
}

const SAMPLES: [f64; 9] = [-2.5, -1.0, -0.3, 0.0, 0.3, 0.7, 1.0, 2.0, 40.0];
const SPECIAL: [f64; 5] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, 1.0];

/// Makes arguments of a row from two numbers.
fn arguments(function: Function, x: f64, y: f64) -> Vec<f64> {
    let row = function.row();
    match (row.call, row.arity) {
        (RuntimeCall::IndexFirst, _) => vec![x.abs().floor(), y],
        (RuntimeCall::Plain, 1) => vec![x],
        (RuntimeCall::Plain, _) => vec![x, y],
    }
}

#[test]
fn every_row_stands_at_the_place_of_its_function() {
    for (index, row) in TABLE.iter().enumerate() {
        assert_eq!(row.function as usize, index);
        assert!((1..=2).contains(&row.arity), "{}", row.name);
        assert!(row.latex.starts_with('\\'), "{} is no command", row.latex);
        let same = TABLE.iter().filter(|other| other.name == row.name);
        assert_eq!(same.count(), 1, "one row of the name {}", row.name);
    }
}

#[test]
fn every_function_is_that_of_the_runtime_bit_by_bit() {
    for row in &TABLE {
        for x in SAMPLES {
            for y in SAMPLES {
                let arguments = arguments(row.function, x, y);
                let (name, value) = runtime(row.function, &arguments);
                assert_eq!(name, row.name);
                let own = (row.value)(&arguments);
                assert!(
                    own.to_bits() == value.to_bits() || own.is_nan() && value.is_nan(),
                    "{name} {arguments:?}: {own} {value}"
                );
            }
        }
    }
}

#[test]
fn rows_know_where_their_functions_are_nan() {
    for row in TABLE.iter().filter(|row| row.call == RuntimeCall::Plain) {
        let with_nan = SPECIAL.map(|other| {
            let sides = [[f64::NAN, other], [other, f64::NAN]];
            sides.map(|x| runtime(row.function, &x).1)
        });
        let mut values = match row.arity {
            1 => vec![runtime(row.function, &[f64::NAN]).1],
            _ => with_nan.concat(),
        };
        let finite = |value: &mut f64| !value.is_nan();
        assert_eq!(
            values.iter_mut().any(finite),
            !row.keeps_nan,
            "{}",
            row.name
        );
        if row.arity == 1 {
            let infinities = [f64::INFINITY, f64::NEG_INFINITY];
            let are_nan = infinities.map(|x| runtime(row.function, &[x]).1.is_nan());
            assert_eq!(
                are_nan == [true; 2],
                row.is_nan_at_infinities,
                "{}",
                row.name
            );
        }
    }
}

#[test]
fn parities_are_those_of_the_values() {
    for row in TABLE.iter().filter(|row| row.arity == 1) {
        let values = |x: f64| [(row.value)(&[x]), (row.value)(&[-x])];
        let [value, mirrored] = values(0.3);
        let parity = if value == mirrored {
            Parity::Even
        } else if value == -mirrored {
            Parity::Odd
        } else {
            Parity::None
        };
        assert_eq!(parity, row.parity, "{}", row.name);
    }
}

#[test]
fn squares_are_those_of_the_values() {
    for row in &TABLE {
        let Some(square) = row.square else { continue };
        let (own, partner) = ((row.value)(&[0.3]), (square.partner.row().value)(&[0.3]));
        let expected = square.offset as f64 + square.slope as f64 * partner * partner;
        assert!((own * own - expected).abs() < 1e-14, "{}", row.name);
    }
}

#[test]
fn exact_values_are_those_of_double_precision() {
    let graph = Graph::new();
    let numbers = [(0, 1), (1, 1), (4, 1), (1, 4), (2, 1)];
    let numbers = numbers.map(|(a, b)| (graph.fraction(a, b), a as f64 / b as f64));
    for row in &TABLE {
        for (x, x_value) in numbers {
            for (y, y_value) in numbers {
                let Some(exact) = (row.exact)(&graph, &[x, y][..row.arity]) else {
                    continue;
                };
                let value = (row.value)(&[x_value, y_value][..row.arity]);
                let exact = graph.evaluate(&[exact], &[])[0];
                let is_same = (exact - value).abs() <= 1e-15 * value.abs();
                assert!(
                    is_same || !value.is_finite(),
                    "{}: {exact} {value}",
                    row.name
                );
            }
        }
    }
}

/// Every function has a value in the prime field. A function with a known square is not opaque
/// there, and its value satisfies the identity of the square.
#[test]
fn every_function_has_a_value_in_the_prime_field() {
    let graph = Graph::new();
    let [x, y] = ["x", "y"].map(|name| graph.symbol(name, Role::Coordinate));
    for row in &TABLE {
        let first = match row.call {
            RuntimeCall::Plain => x,
            RuntimeCall::IndexFirst => graph.number(3),
        };
        let call = graph.call(row.function, &[first, y][..row.arity]);
        let has_value = |seed| PrimePoint::new(seed).evaluate(&graph, &[call]).is_some();
        assert!((0..20).any(has_value), "{}", row.name);
        if let Some(square) = row.square {
            assert_ne!(row.field, FieldValue::Opaque, "{}", row.name);
            assert!(
                graph.is_zero(square_defect(&graph, call, x, square)),
                "{}",
                row.name
            );
        }
    }
}

fn square_defect(graph: &Graph, call: Expr, x: Expr, square: super::Square) -> Expr {
    let partner = graph.call(square.partner, &[x]);
    let scaled = graph.scale(&square.slope.into(), graph.powi(partner, 2));
    let known = graph.add(graph.number(square.offset), scaled);
    graph.sub(graph.powi(call, 2), known)
}
