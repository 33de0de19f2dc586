//! Expressions of the syntax tree as text.

use crate::model::ast::{Arena, NodeId, Op};

/// The depth below which operands are left out.
const MOST_DEPTH: usize = 12;

/// The precedence of sums, products, signs and operands.
const SUM: u8 = 0;
const PRODUCT: u8 = 1;
const SIGN: u8 = 2;
const OPERAND: u8 = 3;

/// Returns an expression as text.
pub(super) fn text(arena: &Arena, id: NodeId) -> String {
    written(arena, id, MOST_DEPTH).1
}

/// Returns the precedence of an expression and its text.
fn written(arena: &Arena, id: NodeId, depth: usize) -> (u8, String) {
    if depth == 0 {
        return (OPERAND, "...".to_owned());
    }
    let within = |id: NodeId, least: u8| {
        let (precedence, text) = written(arena, id, depth - 1);
        match precedence < least {
            true => format!("({text})"),
            false => text,
        }
    };
    let call = |name: &str, operands: &[NodeId]| {
        let operands: Vec<_> = operands
            .iter()
            .map(|&operand| within(operand, SUM))
            .collect();
        (OPERAND, format!("{name}({})", operands.join(", ")))
    };
    match &arena.node(id).op {
        Op::Number(number) => (OPERAND, number.to_f64().to_string()),
        Op::Name(name) => (OPERAND, name.clone()),
        Op::MatrixEntry { name, row, column } => (OPERAND, format!("{name}[{row}][{column}]")),
        Op::Negate(a) => (SIGN, format!("-{}", within(*a, SIGN))),
        Op::Add(a, b) => (SUM, format!("{} + {}", within(*a, SUM), within(*b, SUM))),
        Op::Subtract(a, b) => (
            SUM,
            format!("{} - {}", within(*a, SUM), within(*b, PRODUCT)),
        ),
        Op::Multiply(a, b) => (
            PRODUCT,
            format!("{}*{}", within(*a, PRODUCT), within(*b, PRODUCT)),
        ),
        Op::Divide(a, b) => (
            PRODUCT,
            format!("{}/{}", within(*a, PRODUCT), within(*b, SIGN)),
        ),
        Op::PowerInteger(a, exponent) => {
            (OPERAND, format!("{}.powi({exponent})", within(*a, OPERAND)))
        }
        Op::Tangent(a) => call("tan", &[*a]),
        Op::Rate(a) => call("rate", &[*a]),
        Op::Delay(a, b) => call("delay", &[*a, *b]),
        Op::Unary(function, a) => call(function.row().name, &[*a]),
        Op::Binary(function, a, b) => call(function.row().name, &[*a, *b]),
        Op::Mistake => (OPERAND, "...".to_owned()),
    }
}
