//! Blocks as values of a tape, not yet ordered.

use crate::discrete::{Call as CallItem, Integral, Item, LinearSystem, Pivot, Size, Solve};
use crate::expr::Expr;

use super::build::NamedBlock;
use super::function::{Call, Linear, Newton, Section};
use super::lower::Lowering;
use super::signature::Signature;
use super::solving::Solving;
use super::subroutines::Subroutines;
use super::tape::Value;

/// A block as values of the tape, not yet ordered.
#[derive(Clone, Debug)]
pub(super) struct LoweredBlock {
    pub(super) name: String,
    pub(super) signature: Signature,
    /// The equations to solve and the functions to call. The bodies of Newton's method contain only
    /// their calls.
    pub(super) interruptions: Vec<Interruption>,
    pub(super) outputs: Vec<Value>,
    pub(super) pivots: Vec<Pivot<Value>>,
}

/// A part of a block that interrupts straight-line code.
#[derive(Clone, Debug)]
pub(super) enum Interruption {
    Newton(Newton),
    Linear(Linear),
    Call(Call),
}

impl Interruption {
    /// Returns the values that it needs, except those of an iteration's body.
    pub(super) fn inputs(&self) -> Vec<Value> {
        match self {
            Self::Newton(newton) => {
                let calls = newton.body.iter().flat_map(Section::values);
                calls.chain(newton.inputs()).collect()
            }
            Self::Linear(linear) => linear.inputs().collect(),
            Self::Call(call) => call.arguments.clone(),
        }
    }
}

impl LoweredBlock {
    pub(super) fn new(
        lowering: &mut Lowering<'_>,
        named: &NamedBlock,
        jacobians: &mut impl Iterator<Item = Vec<Expr>>,
        subroutines: &Subroutines,
    ) -> Self {
        let mut interruptions = Vec::new();
        for item in &named.block.items {
            match item {
                Item::Assign(pairs) => {
                    for &(symbol, expr) in pairs {
                        let value = lowering.lower(&[expr])[0];
                        lowering.bind(symbol, value);
                    }
                }
                Item::Solve(solve) => {
                    let jacobian = jacobians.next().expect("every solve has a Jacobian");
                    let newton = lower_solve(lowering, solve, &jacobian, subroutines);
                    interruptions.push(Interruption::Newton(newton));
                }
                Item::Linear(system) => {
                    interruptions.push(Interruption::Linear(lower_linear(lowering, system)));
                }
                Item::Call(call) => {
                    interruptions.push(Interruption::Call(lower_call(lowering, call, subroutines)));
                }
            }
        }
        let outputs = lowering.lower(&named.block.outputs);
        let pivots = named.block.pivots.iter();
        let pivots = pivots.map(|pivot| pivot.map(|expr| lowering.lower(&[expr])[0]));
        Self {
            name: named.name.clone(),
            signature: named.signature.clone(),
            interruptions,
            outputs,
            pivots: pivots.collect(),
        }
    }
}

fn lower_solve(
    lowering: &mut Lowering<'_>,
    solve: &Solve,
    jacobian: &[Expr],
    subroutines: &Subroutines,
) -> Newton {
    let guess = lowering.lower(&solve.guess);
    // The results of functions are known only in an iteration, whatever the derivatives are, and
    // functions that switch have constant derivatives although they are not linear.
    let is_linear = solve.calls.is_empty()
        && lowering.are_free_of_unknowns(jacobian)
        && !lowering.switch_with_unknowns(solve);
    if is_linear {
        for (&unknown, &value) in solve.unknowns.iter().zip(&guess) {
            lowering.bind(unknown, value);
        }
    }
    for &(symbol, expr) in &solve.definitions {
        let value = lowering.lower(&[expr])[0];
        lowering.bind(symbol, value);
    }
    let calls = solve.calls.iter();
    let calls = calls.map(|call| Section::Call(lower_call(lowering, call, subroutines)));
    let body = calls.collect();
    let sizes = solve.sizes.iter();
    let sizes = sizes.map(|size| match is_linear {
        true => Size::default(),
        false => size.map(|values| lowering.lower(values)),
    });
    Newton {
        body,
        slopes: Vec::new(),
        solving: if is_linear {
            Solving::Once
        } else {
            Solving::Newton
        },
        unknowns: solve.unknowns.clone(),
        solution: solve.solution.clone(),
        guess,
        sizes: sizes.collect(),
        size_of: solve.size_of.clone(),
        residuals: lowering.lower(&solve.residuals),
        jacobian: lowering.lower(jacobian),
    }
}

fn lower_linear(lowering: &mut Lowering<'_>, system: &LinearSystem) -> Linear {
    let columns = system.columns.iter();
    Linear {
        matrix: lowering.lower(system.matrix.entries()),
        columns: columns.map(|column| lowering.lower(column)).collect(),
        solutions: system.solutions.clone(),
    }
}

fn lower_call(lowering: &mut Lowering<'_>, call: &CallItem, subroutines: &Subroutines) -> Call {
    Call {
        subroutine: subroutines.number(&call.subroutine),
        arguments: lowering.lower(&call.arguments),
        results: call.results.clone(),
        integral: call.integral.as_ref().map(|integral| Integral {
            correction: integral
                .correction
                .as_ref()
                .map(|called| subroutines.number(called)),
            switches: integral
                .switches
                .as_ref()
                .map(|called| subroutines.number(called)),
            method: integral.method,
            tolerance: integral.tolerance,
            is_held: integral.is_held,
        }),
    }
}
