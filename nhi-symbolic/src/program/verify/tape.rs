//! The invariants of single operations.

use super::super::tape::{Op, Rate, Tape, Value};
use super::Violation;
use crate::expr::{Graph, Role, RoleSet, RuntimeCall};

const PLACE: &str = "the list of all values";

/// Checks every operation of a tape.
pub(super) fn verify(tape: &Tape, graph: &Graph) -> Result<(), Violation> {
    for index in 0..tape.len() {
        let value = tape.value(index);
        operands_come_first(tape, value)?;
        arity_is_that_of_the_table(tape, value)?;
        rate_is_that_of_the_operands(tape, graph, value)?;
    }
    Ok(())
}

fn operands_come_first(tape: &Tape, value: Value) -> Result<(), Violation> {
    let mut late = None;
    tape.op(value).for_each_operand(|operand| {
        if operand >= value {
            late = Some(operand);
        }
    });
    match late {
        None => Ok(()),
        Some(operand) => Err(Violation::new(
            PLACE,
            format!("t{} is an operand of t{}", operand.index(), value.index()),
            "an operand has a smaller number than what is computed from it",
        )),
    }
}

fn arity_is_that_of_the_table(tape: &Tape, value: Value) -> Result<(), Violation> {
    let (function, operands) = match tape.op(value) {
        Op::Unary(function, _) => (function, 1),
        Op::Binary(function, index, _) => {
            if function.row().call == RuntimeCall::IndexFirst {
                index_is_a_whole_number(tape, index)?;
            }
            (function, 2)
        }
        _ => return Ok(()),
    };
    let row = function.row();
    if row.arity == operands {
        return Ok(());
    }
    Err(Violation::new(
        PLACE,
        format!("`{}` has operands: {operands}", row.name),
        "an elementary function has as many operands as the op table says",
    ))
}

fn index_is_a_whole_number(tape: &Tape, index: Value) -> Result<(), Violation> {
    let is_whole = |number: &f64| f64::from(*number as u32) == *number;
    if tape.as_constant(index).filter(is_whole).is_some() {
        return Ok(());
    }
    Err(Violation::new(
        PLACE,
        format!("t{} is the index of a Stumpff function", index.index()),
        "the index of a Stumpff function is a whole number",
    ))
}

fn rate_is_that_of_the_operands(tape: &Tape, graph: &Graph, value: Value) -> Result<(), Violation> {
    let mut rate = Rate::Constant;
    let op = tape.op(value);
    op.for_each_operand(|operand| rate = rate.max(tape.rate(operand)));
    if let Op::Input(symbol) = op {
        rate = rate_of_input(graph.roles(symbol));
    }
    let is_number = tape.as_constant(value).is_some();
    if tape.rate(value) == rate && (rate == Rate::Constant) == is_number {
        return Ok(());
    }
    Err(Violation::new(
        PLACE,
        format!("t{} has the rate {:?}", value.index(), tape.rate(value)),
        "a value changes as often as its operands, an input as often as its symbol's role says, \
         and what never changes is a number",
    ))
}

fn rate_of_input(roles: RoleSet) -> Rate {
    if roles.contains(Role::Unknown) {
        Rate::Iteration
    } else if roles.is_within(RoleSet::PREPARED) {
        Rate::Prepare
    } else {
        Rate::Step
    }
}
