//! A sound program for each test to break.

use std::rc::Rc;

use super::super::super::build::{NamedBlock, Prepare};
use super::super::super::function::{Linear, Newton, Program, Section};
use super::super::super::signature::Signature;
use super::super::super::tape::{Op, Value};
use crate::discrete::{Block, Call, Item, LinearSystem, Requirement, Size, Solve, Subroutine};
use crate::expr::{Expr, Graph, Matrix, Role};
use crate::program;

/// A sound program with the symbols that it is made of.
pub(super) struct Fixture {
    pub(super) graph: Graph,
    pub(super) program: Program,
    /// A symbol of the state.
    pub(super) state: Expr,
    /// A symbol without any value.
    pub(super) stranger: Expr,
}

/// Builds a sound program. `step` solves `y^3 + a y = x`, where it calls a function for the cube,
/// and then `(a + x) z = y`; `sample` returns `a x`.
pub(super) fn sound() -> Fixture {
    let graph = Graph::new();
    let symbol = |name: &str, role| graph.symbol(name, role);
    let (a, h) = (symbol("a", Role::Parameter), symbol("h", Role::StepSize));
    let (x, y) = (symbol("x", Role::Variable), symbol("y", Role::Unknown));
    let (root, z) = (symbol("root", Role::Variable), symbol("z", Role::Variable));
    let cubed = call_of_cube(&graph, y);
    let residual = graph.sum(&[cubed.results[0], graph.mul(a, y), graph.neg(x)]);
    let solve = Solve {
        unknowns: vec![y],
        solution: vec![root],
        guess: vec![x],
        sizes: vec![Size::default()],
        size_of: vec![0],
        calls: vec![cubed],
        residuals: vec![residual],
        ..Solve::default()
    };
    let system = LinearSystem {
        matrix: Matrix::from_fn(1, 1, |_, _| graph.add(a, x)),
        columns: vec![vec![root]],
        solutions: vec![vec![z]],
    };
    let signature = Signature {
        inputs: vec![x],
        outputs: 1,
    };
    let step = NamedBlock {
        name: "step".to_owned(),
        signature: signature.clone(),
        block: Block {
            items: vec![Item::Solve(solve), Item::Linear(system)],
            outputs: vec![z],
            ..Block::default()
        },
    };
    let sample = NamedBlock::of_outputs("sample", signature, vec![graph.mul(a, x)]);
    let prepare = Prepare {
        conditions: vec![(Requirement::Positive("mass"), graph.mul(a, h))],
        symbols: Some(vec![a, h]),
        ..Prepare::default()
    };
    let stranger = graph.symbol("stranger", Role::Variable);
    Fixture {
        program: Program::build(&graph, &[step, sample], prepare).expect("a budget that is left"),
        graph,
        state: x,
        stranger,
    }
}

/// Calls a function for `y^3` that also returns `3 y^2`.
fn call_of_cube(graph: &Graph, y: Expr) -> Call {
    let base = graph.symbol("base", Role::Variable);
    let slope = graph.mul(graph.number(3), graph.powi(base, 2));
    let cube = Subroutine {
        name: "cube",
        parameters: vec![base],
        stand_for: Vec::new(),
        outputs: vec![graph.powi(base, 3), slope],
        values: 1,
    };
    let results = ["cubed", "slope"].map(|name| graph.symbol(name, Role::Unknown));
    Call {
        subroutine: Rc::new(cube),
        arguments: vec![y],
        results: results.to_vec(),
        slopes: Some(Matrix::from_fn(1, 1, |_, _| results[1])),
        integral: None,
    }
}

impl Fixture {
    /// Returns the call in the body of the iteration.
    pub(super) fn call(&mut self) -> &mut program::Call {
        let mut sections = self.newton().body.iter_mut();
        let call = sections.find_map(|section| match section {
            Section::Call(call) => Some(call),
            _ => None,
        });
        call.expect("the iteration calls a function")
    }

    pub(super) fn newton(&mut self) -> &mut Newton {
        let mut sections = self.program.functions[0].sections.iter_mut();
        let newton = sections.find_map(|section| match section {
            Section::Newton(newton) => Some(newton),
            _ => None,
        });
        newton.expect("the step solves an equation")
    }

    pub(super) fn linear(&mut self) -> &mut Linear {
        let mut sections = self.program.functions[0].sections.iter_mut();
        let linear = sections.find_map(|section| match section {
            Section::Linear(linear) => Some(linear),
            _ => None,
        });
        linear.expect("the step solves linear equations")
    }

    pub(super) fn input(&self, symbol: Expr) -> Value {
        let value = self.program.tape.find(Op::Input(symbol));
        value.expect("the symbol is read")
    }

    /// Returns the values that `sample` computes.
    pub(super) fn sample_values(&mut self) -> &mut Vec<Value> {
        match &mut self.program.functions[1].sections[0] {
            Section::Values(values) => values,
            _ => panic!("the sample is straight-line code"),
        }
    }
}

/// Asserts that the broken program is rejected with these words.
#[track_caller]
pub(super) fn is_refused(break_it: impl FnOnce(&mut Fixture), words: &[&str]) {
    let mut fixture = sound();
    break_it(&mut fixture);
    let violation = fixture.program.verify(&fixture.graph);
    let violation = violation.expect_err("the program is broken");
    let text = format!("{violation}: {}", violation.invariant);
    for word in words {
        assert!(text.contains(word), "`{word}` in: {text}");
    }
}
