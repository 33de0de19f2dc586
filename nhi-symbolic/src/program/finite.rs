//! Which results tell whether all results are finite.

use core::hash::Hash;

use super::function::{Function, Section};
use super::tape::{Op, Tape, Value};

impl<S: Copy + Eq + Hash> Function<S> {
    /// For each result, whether it has to be tested to know that all are finite.
    ///
    /// Sine and cosine of an infinity are NaN, and arithmetic keeps a NaN, as do most functions; the
    /// op table says which. So an angle that is a result, and whose sine or cosine enters another
    /// one, is finite where that one is.
    #[must_use]
    pub fn results_to_test(&self, tape: &Tape<S>) -> Vec<bool> {
        let values: Vec<_> = self
            .sections
            .iter()
            .filter_map(|section| match section {
                Section::Values(values) => Some(values),
                Section::Newton(_) | Section::Linear(_) => None,
            })
            .flatten()
            .copied()
            .collect();
        let outputs = &self.outputs;
        let is_implied = |result: &Value| {
            let spoiled = spoiled_by(tape, &values, *result);
            outputs.iter().any(|output| spoiled[output.index()])
        };
        outputs.iter().map(|result| !is_implied(result)).collect()
    }
}

/// The values that are NaN where `angle` is not finite.
fn spoiled_by<S: Copy + Eq + Hash>(tape: &Tape<S>, values: &[Value], angle: Value) -> Vec<bool> {
    let mut spoiled = vec![false; tape.len()];
    for &value in values {
        let is_spoiled = |x: Value| spoiled[x.index()];
        spoiled[value.index()] = match tape.op(value) {
            Op::Input(_) | Op::Constant(_) => false,
            Op::Add(a, b) | Op::Sub(a, b) | Op::Mul(a, b) | Op::Div(a, b) => {
                is_spoiled(a) || is_spoiled(b)
            }
            Op::Neg(x) => is_spoiled(x),
            Op::Unary(function, x) => {
                let row = function.row();
                (row.is_nan_at_infinities && row.keeps_nan && x == angle)
                    || (row.keeps_nan && is_spoiled(x))
            }
            Op::Binary(function, x, y) => {
                function.row().keeps_nan && (is_spoiled(x) || is_spoiled(y))
            }
        };
    }
    spoiled
}

#[cfg(test)]
mod tests {
    use super::super::signature::Signature;
    use super::super::tape::Rate;
    use super::*;
    use crate::expr::Function as Elementary;

    /// Which results are to be tested of `x` and what an operation makes of `sin(x)` and `y`.
    fn tested(op: fn(Value, Value) -> Op<u32>, is_swapped: bool) -> Vec<bool> {
        let mut tape = Tape::default();
        let [x, y] = [0, 1].map(|input| tape.input(input, Rate::Step));
        let sine = tape.push(Op::Unary(Elementary::Sin, x));
        let value = tape.push(if is_swapped { op(y, sine) } else { op(sine, y) });
        let function = Function {
            name: "step".to_owned(),
            signature: Signature {
                inputs: vec![0, 1],
                outputs: 2,
            },
            sections: vec![Section::Values(vec![x, y, sine, value])],
            outputs: vec![x, value],
            pivots: Vec::new(),
        };
        function.results_to_test(&tape)
    }

    #[test]
    fn an_angle_is_implied_by_arithmetic_with_its_sine() {
        let operations: [fn(Value, Value) -> Op<u32>; 5] =
            [Op::Add, Op::Sub, Op::Mul, Op::Div, |a, b| {
                Op::Binary(Elementary::Atan2, a, b)
            }];
        for op in operations {
            assert_eq!(tested(op, false), [false, true]);
            assert_eq!(tested(op, true), [false, true]);
        }
    }

    /// `hypot(NaN, inf)` is infinite, and `powf(1, NaN)` and `powf(NaN, 0)` are one.
    #[test]
    fn an_angle_behind_a_function_that_loses_a_nan_is_tested_itself() {
        let operations: [fn(Value, Value) -> Op<u32>; 2] = [
            |a, b| Op::Binary(Elementary::Hypot, a, b),
            |a, b| Op::Binary(Elementary::Powf, a, b),
        ];
        for op in operations {
            assert_eq!(tested(op, false), [true, true]);
            assert_eq!(tested(op, true), [true, true]);
        }
    }
}
