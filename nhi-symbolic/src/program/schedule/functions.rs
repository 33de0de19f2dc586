//! Functions: straight-line code in sections, between solves and calls.

use super::called::Called;
use super::order::Order;
use crate::program::OpCount;
use crate::program::function::{Call, Function, Newton, Section};
use crate::program::lowered::{Interruption, LoweredBlock};
use crate::program::solving::{Costs, Solving};
use crate::program::tape::{Rate, Tape, Value};

/// Orders the function of a block, with values of the rate `least` and higher; values of lower
/// rates are given.
pub(super) fn function(
    tape: &Tape,
    block: &LoweredBlock,
    least: Rate,
    called: &mut Called,
) -> Function {
    let mut sections = Vec::new();
    let mut order = Order::new(tape);
    let outside = |rate| rate >= least && rate < Rate::Iteration;
    for interruption in &block.interruptions {
        match interruption {
            Interruption::Newton(solve) => {
                order.visit(&solve.guess, outside);
                for size in &solve.sizes {
                    order.visit(&size.compared, outside);
                    order.visit(&size.background, outside);
                }
                order.visit_below(&solve.residuals, outside);
                order.visit_below(&solve.jacobian, outside);
                for call in &solve.body {
                    order.visit_below(&call.values(), outside);
                }
                push_values(&mut sections, order.take());
                let newton = iterated(tape, &mut order, solve, called);
                sections.push(Section::Newton(newton));
            }
            Interruption::Linear(linear) => {
                order.visit(&interruption.inputs(), outside);
                push_values(&mut sections, order.take());
                sections.push(Section::Linear(linear.clone()));
            }
            Interruption::Call(call) => {
                order.visit(&call.arguments, outside);
                push_values(&mut sections, order.take());
                sections.push(Section::Call(call.clone()));
            }
        }
    }
    order.visit(&block.outputs, outside);
    for pivot in &block.pivots {
        order.visit(&pivot.values(), outside);
    }
    push_values(&mut sections, order.take());
    Function {
        name: block.name.clone(),
        signature: block.signature.clone(),
        sections,
        outputs: block.outputs.clone(),
        pivots: block.pivots.clone(),
    }
}

/// Orders a function that calls no other function.
pub(super) fn function_without_calls(tape: &Tape, block: &LoweredBlock, least: Rate) -> Function {
    let mut none = Called::of(tape, &[], &[], least);
    function(tape, block, least, &mut none)
}

/// Returns equations with the sections of an iteration, arranged for the fewest operations. The
/// body of a linear system is empty, because it has no value of the iteration.
fn iterated(tape: &Tape, order: &mut Order<'_>, solve: &Newton, called: &mut Called) -> Newton {
    if solve.is_linear() {
        return solve.clone();
    }
    let [body, slopes] = in_two_parts(order, solve);
    if costs(tape, solve, [&body, &slopes], called).favour_factors() {
        return Newton {
            solving: Solving::KeepingFactors,
            body: with_calls(body, |call| called.values_of(call)),
            slopes,
            ..solve.clone()
        };
    }
    Newton {
        body: in_one_part(body, slopes),
        ..solve.clone()
    }
}

/// Returns the sections for the residuals, with each call after its arguments, and the further
/// sections for the Jacobian. Those repeat the calls, for derivatives.
fn in_two_parts(order: &mut Order<'_>, solve: &Newton) -> [Vec<Section>; 2] {
    let mut body = Vec::new();
    for call in &solve.body {
        order.visit(&call.values(), is_iterated);
        push_values(&mut body, order.take());
        body.push(call.clone());
    }
    order.visit(&solve.residuals, is_iterated);
    push_values(&mut body, order.take());
    let mut slopes = solve.body.clone();
    order.visit(&solve.jacobian, is_iterated);
    push_values(&mut slopes, order.take());
    [body, slopes]
}

/// Joins both parts: calls compute values and derivatives at once.
fn in_one_part(mut body: Vec<Section>, slopes: Vec<Section>) -> Vec<Section> {
    for section in slopes {
        match (body.last_mut(), section) {
            (_, Section::Call(_)) => {}
            (Some(Section::Values(last)), Section::Values(values)) => last.extend(values),
            (_, section) => body.push(section),
        }
    }
    body
}

fn costs(tape: &Tape, solve: &Newton, [body, slopes]: [&[Section]; 2], called: &Called) -> Costs {
    let calls = || {
        solve.body.iter().filter_map(|section| match section {
            Section::Call(call) => Some(call),
            Section::Values(_) | Section::Newton(_) | Section::Linear(_) => None,
        })
    };
    let of_values: usize = calls()
        .map(|call| called.operations_of_values(tape, call))
        .sum();
    let of_calls: usize = calls().map(|call| called.operations(tape, call)).sum();
    Costs {
        unknowns: solve.unknowns.len(),
        residuals: operations(tape, body) + of_values,
        slopes: operations(tape, slopes) + of_calls,
    }
}

fn is_iterated(rate: Rate) -> bool {
    rate == Rate::Iteration
}

fn with_calls(sections: Vec<Section>, mut image: impl FnMut(&Call) -> Call) -> Vec<Section> {
    let sections = sections.into_iter().map(|section| match section {
        Section::Call(call) => Section::Call(image(&call)),
        other => other,
    });
    sections.collect()
}

/// Counts the operations of straight-line code only.
fn operations(tape: &Tape, sections: &[Section]) -> usize {
    let mut count = OpCount::default();
    for section in sections {
        if let Section::Values(values) = section {
            count += OpCount::of(tape, values);
        }
    }
    count.total()
}

fn push_values(sections: &mut Vec<Section>, values: Vec<Value>) {
    if !values.is_empty() {
        sections.push(Section::Values(values));
    }
}
