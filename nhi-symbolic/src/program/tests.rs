//! Programs of single expressions, their operations, and the choice between methods by cost.

use std::rc::Rc;

use crate::discrete::{AdaptiveMethod, Block, Call, Integral, Item, Subroutine};
use crate::expr::{Expr, Function as Elementary, Graph, LookupMap, Role};

use super::build::{NamedBlock, Prepare};
use super::count::OpCount;
use super::function::{Program, Section};
use super::series::{Expansion, SeriesOp};
use super::signature::Signature;
use super::solving::Costs;
use super::subroutines::Subroutines;
use super::tape::{Op, Rate, Tape};

/// A parameter and two variables, each with a value.
struct Symbols<'g> {
    graph: &'g Graph,
    known: [(Expr, f64); 3],
}

impl<'g> Symbols<'g> {
    fn new(graph: &'g Graph) -> Self {
        let symbol = |name, role, value| (graph.symbol(name, role), value);
        let known = [
            symbol("p", Role::Parameter, 0.75),
            symbol("x", Role::Variable, 1.25),
            symbol("y", Role::Variable, -2.5),
        ];
        Self { graph, known }
    }

    /// Returns the program of expressions as one function.
    fn program(&self, exprs: &[Expr]) -> Program {
        let signature = Signature {
            inputs: self.known.iter().map(|(symbol, _)| *symbol).collect(),
            outputs: exprs.len(),
        };
        let block = NamedBlock::of_outputs("values", signature, exprs.to_vec());
        let program = Program::build(self.graph, &[block], Prepare::default());
        program.expect("the budget is enough")
    }

    /// Computes the values of expressions by their program.
    fn run(&self, exprs: &[Expr]) -> Vec<f64> {
        let program = self.program(exprs);
        let tape = &program.tape;
        let mut values = vec![f64::NAN; tape.len()];
        let inputs: LookupMap<Expr, f64> = self.known.into_iter().collect();
        // Operands have smaller numbers than results.
        for value in (0..tape.len()).map(|index| tape.value(index)) {
            let of = |operand: super::Value| values[operand.index()];
            values[value.index()] = match tape.op(value) {
                Op::Input(symbol) => inputs[&symbol],
                Op::Constant(bits) => f64::from_bits(bits),
                Op::Add(a, b) => of(a) + of(b),
                Op::Sub(a, b) => of(a) - of(b),
                Op::Mul(a, b) => of(a) * of(b),
                Op::Div(a, b) => of(a) / of(b),
                Op::Neg(a) => -of(a),
                Op::Unary(function, a) => (function.row().value)(&[of(a)]),
                Op::Binary(function, a, b) => (function.row().value)(&[of(a), of(b)]),
            };
        }
        let outputs = program.functions[0].outputs.iter();
        outputs.map(|output| values[output.index()]).collect()
    }
}

/// Each expression with the number of its operations: a factor that all summands share, signs and
/// reciprocals cost one operation or none.
#[test]
fn programs_compute_their_expressions_with_few_operations() {
    let graph = &Graph::new();
    let symbols = Symbols::new(graph);
    let [p, x, y] = symbols.known.map(|(symbol, _)| symbol);
    let number = |n: i64| graph.number(n);
    let sum = |terms: &[(i64, Expr)]| {
        let scaled = terms.iter().map(|&(k, e)| graph.mul(number(k), e));
        graph.sum(&scaled.collect::<Vec<_>>())
    };
    let one = Graph::ONE;
    let product = |factors: &[Expr]| graph.product(factors);
    let cases = [
        (sum(&[(2, x), (2, y), (2, one)]), 3),
        (sum(&[(3, x), (-3, y), (-3, p)]), 3),
        (sum(&[(3, x), (3, y), (6, one)]), 4),
        (sum(&[(3, x), (3, y), (1, one)]), 4),
        (sum(&[(2, x), (3, y), (2, one)]), 4),
        (sum(&[(-1, x), (-1, y)]), 2),
        (sum(&[(-1, x), (-1, p), (1, y)]), 2),
        (sum(&[(-2, p), (-2, one)]), 3),
        (graph.div(graph.mul(number(3), x), y), 2),
        (product(&[number(-5), x, x, x, y]), 5),
        (product(&[p, p, p, p, x]), 3),
        (product(&[graph.powi(x, -3), y]), 4),
        (graph.sin(graph.sum(&[x, y, one])), 3),
    ];
    for (expr, operations) in cases {
        let expected = graph.evaluate(&[expr], &symbols.known)[0];
        let found = symbols.run(&[expr])[0];
        let text = graph.display(expr);
        assert!(
            (found - expected).abs() < 1e-14,
            "{text}: {found} {expected}"
        );
        let program = symbols.program(&[expr]);
        let (count, _) = program.function_count(&program.functions[0]);
        assert_eq!(count.total(), operations, "{text}: {count}");
    }
    // All at once share their parts, and remain the same.
    let all = cases.map(|(expr, _)| expr);
    let expected = graph.evaluate(&all, &symbols.known);
    for (found, expected) in symbols.run(&all).into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-14, "{found} {expected}");
    }
}

#[test]
fn all_kinds_of_operations_are_counted() {
    let mut count = OpCount {
        additions: 1,
        multiplications: 2,
        divisions: 4,
        negations: 8,
        roots: 16,
        functions: 32,
    };
    assert_eq!(count.total(), 63);
    count += count;
    assert_eq!(count.total(), 126);
    assert_eq!((count.roots, count.functions), (32, 64));

    let mut tape = Tape::default();
    let [x, y] = [0, 1].map(|input| tape.input(input, Rate::Step));
    let unary = [
        Elementary::Sqrt,
        Elementary::Sin,
        Elementary::Cos,
        Elementary::Exp,
    ];
    let values: Vec<_> = [x, y]
        .into_iter()
        .flat_map(|of| unary.map(|function| Op::Unary(function, of)))
        .map(|op| tape.push(op))
        .collect();
    let count = OpCount::of(&tape, &values);
    // A sine with its cosine, and an exponential, of each input.
    assert_eq!((count.roots, count.functions), (2, 4));
}

/// With six unknowns an elimination costs as much as the triangular systems of one more iteration.
#[test]
fn factors_are_kept_if_that_saves_more_than_it_adds() {
    let favours = |unknowns, residuals, slopes| {
        let costs = Costs {
            unknowns,
            residuals,
            slopes,
        };
        costs.favour_factors()
    };
    assert!(favours(6, 100, 801));
    assert!(!favours(6, 100, 800));
    assert!(!favours(6, 101, 801));
    // 243 operations of an elimination, and 162 of triangular systems.
    assert!(favours(9, 100, 720));
    assert!(!favours(9, 100, 719));
    assert!(favours(30, 0, 0));
    assert!(!favours(4, 0, 700));
}

/// Multiplication by a number scales a series, and a power with a fixed exponent is one recurrence.
#[test]
fn numbers_in_series_take_the_operations_for_numbers() {
    let mut tape = Tape::default();
    let x = tape.input(0, Rate::Step);
    let p = tape.input(1, Rate::Prepare);
    let values = [
        Op::Mul(x, p),
        Op::Mul(p, x),
        Op::Mul(x, x),
        Op::Binary(Elementary::Powf, x, p),
    ];
    let values = values.map(|op| tape.push(op));
    let function = super::Function {
        name: "rates".to_owned(),
        signature: Signature {
            inputs: vec![0],
            outputs: 4,
        },
        sections: vec![Section::Values(values.to_vec())],
        outputs: values.to_vec(),
        pivots: Vec::new(),
    };
    let expansion = Expansion::of(&tape, &function);
    let operations: Vec<_> = expansion.terms.iter().map(|term| term.op).collect();
    let scale = SeriesOp::Scale;
    assert_eq!(operations, [scale, scale, SeriesOp::Mul, SeriesOp::Pow]);
    let [first, second] = [0, 1].map(|term| expansion.terms[term].operands);
    assert_eq!(first, second);
}

/// Constants that are not rational are folded by the operations of the program.
#[test]
fn operations_on_numbers_are_done_by_the_compiler() {
    let mut tape: Tape<usize> = Tape::default();
    let [a, b] = [7.5, -2.0].map(|number| tape.constant(number));
    for (op, expected) in [
        (Op::Add(a, b), 5.5),
        (Op::Sub(a, b), 9.5),
        (Op::Mul(a, b), -15.0),
        (Op::Div(a, b), -3.75),
        (Op::Neg(b), 2.0),
        (Op::Unary(Elementary::Abs, b), 2.0),
        (Op::Binary(Elementary::Powf, a, b), 7.5_f64.powf(-2.0)),
    ] {
        let value = tape.push(op);
        assert_eq!(tape.as_constant(value), Some(expected), "{op:?}");
    }
}

/// Methods that integrate a function test their results themselves.
#[test]
fn results_of_calls_are_tested_but_those_of_integrals() {
    let integral = Integral {
        method: AdaptiveMethod::Dop853,
        tolerance: 1e-9,
        is_held: false,
        correction: None,
        switches: None,
    };
    for (integral, expected) in [(None, true), (Some(integral), false)] {
        let mut tape = Tape::default();
        let result = tape.input(1, Rate::Step);
        let function = super::Function {
            name: "step".to_owned(),
            signature: Signature {
                inputs: vec![0],
                outputs: 1,
            },
            sections: vec![Section::Call(super::function::Call {
                subroutine: 0,
                arguments: Vec::new(),
                results: vec![1],
                integral,
            })],
            outputs: vec![result],
            pivots: Vec::new(),
        };
        assert_eq!(function.results_to_test(&tape), [expected]);
    }
}

#[test]
fn functions_that_are_called_have_names_of_their_own_and_numbers_of_values() {
    let graph = &Graph::new();
    let x = graph.symbol("x", Role::Variable);
    let call = |name, values| {
        Item::Call(Call {
            subroutine: Rc::new(Subroutine {
                name,
                parameters: vec![x],
                stand_for: Vec::new(),
                outputs: vec![x; 3],
                values,
            }),
            arguments: vec![x],
            results: vec![x; 3],
            slopes: None,
            integral: None,
        })
    };
    let block = Block {
        items: vec![
            call("force", 3),
            call("mass", 2),
            call("force", 1),
            call("force", 2),
        ],
        ..Block::default()
    };
    let signature = Signature {
        inputs: vec![x],
        outputs: 0,
    };
    let called = Subroutines::of(&[NamedBlock {
        name: "step".to_owned(),
        signature,
        block,
    }]);
    let blocks = called.blocks();
    let names: Vec<_> = blocks.iter().map(|block| block.name.as_str()).collect();
    assert_eq!(names, ["force", "mass", "force_1", "force_2"]);
    assert_eq!(called.values(), [3, 2, 1, 2]);
}
