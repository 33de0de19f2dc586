//! Selection of the results that show that all results are finite.

use core::hash::Hash;

use super::function::{Function, Section};
use super::tape::{Op, Tape, Value};
use crate::expr::LookupMap;

impl<S: Copy + Eq + Hash> Function<S> {
    /// Returns, for each result, whether it must be tested to know that all are finite.
    ///
    /// A result need not be tested if another one that is computed from it is not finite whenever
    /// this one is not. Arithmetic preserves values that are not finite, except in a division by
    /// infinity. Sine and cosine of an infinity are NaN, and most functions preserve NaN; the op
    /// table lists which. So angles need no test if their sine or cosine enters another result.
    /// Controls that are kept need none if a velocity depends on them. Methods that integrate a
    /// function test their results themselves.
    #[must_use]
    pub fn results_to_test(&self, tape: &Tape<S>) -> Vec<bool> {
        let values: Vec<_> = self
            .sections
            .iter()
            .filter_map(|section| match section {
                Section::Values(values) => Some(values),
                Section::Newton(_) | Section::Linear(_) | Section::Call(_) => None,
            })
            .flatten()
            .copied()
            .collect();
        let outputs = &self.outputs;
        let integrals = self.sections.iter().filter_map(|section| match section {
            Section::Call(call) if call.integral.is_some() => Some(&call.results),
            _ => None,
        });
        let integrals: LookupMap<S, ()> = integrals.flatten().map(|&x| (x, ())).collect();
        let is_integral =
            |result: &Value| matches!(tape.op(*result), Op::Input(x) if integrals.contains_key(&x));
        let is_implied = |result: &Value| {
            let found = spoiled_by(tape, &values, *result);
            let mut others = outputs.iter().filter(|output| *output != result);
            others.any(|output| found[output.index()] > Found::Anything)
        };
        let needs_test = |result: &Value| !is_integral(result) && !is_implied(result);
        outputs.iter().map(needs_test).collect()
    }
}

/// The known facts about a value if a result is not finite; later variants are more specific.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    /// It may be finite.
    Anything,
    /// Infinite or NaN.
    NotFinite,
    Nan,
}

/// Returns what is known about the values if `result` is not finite.
fn spoiled_by<S: Copy + Eq + Hash>(tape: &Tape<S>, values: &[Value], result: Value) -> Vec<Found> {
    let mut found = vec![Found::Anything; tape.len()];
    found[result.index()] = Found::NotFinite;
    for &value in values {
        let of = |x: Value| found[x.index()];
        let becomes = match tape.op(value) {
            Op::Input(_) | Op::Constant(_) => Found::Anything,
            Op::Add(a, b) | Op::Sub(a, b) | Op::Mul(a, b) => of(a).max(of(b)),
            Op::Div(a, b) => of(a).max(nan(of(b))),
            Op::Neg(x) => of(x),
            Op::Unary(function, x) => {
                let row = function.row();
                if !row.keeps_nan {
                    Found::Anything
                } else if row.is_nan_at_infinities && of(x) == Found::NotFinite {
                    Found::Nan
                } else {
                    nan(of(x))
                }
            }
            Op::Binary(function, x, y) if function.row().keeps_nan => nan(of(x)).max(nan(of(y))),
            Op::Binary(..) => Found::Anything,
        };
        let known = &mut found[value.index()];
        *known = becomes.max(*known);
    }
    found
}

/// Returns what is known about an operand after an operation that makes a number of an infinity.
fn nan(operand: Found) -> Found {
    match operand {
        Found::Nan => Found::Nan,
        Found::Anything | Found::NotFinite => Found::Anything,
    }
}

#[cfg(test)]
mod tests {
    use super::super::signature::Signature;
    use super::super::tape::Rate;
    use super::*;
    use crate::expr::Function as Elementary;

    type Operation = fn(Value, Value) -> Op<u32>;

    /// Returns which results must be tested if they are `x` and the result of an operation on
    /// `sin(x)` and `y`.
    fn tested(op: Operation, is_swapped: bool) -> Vec<bool> {
        tested_behind(Some(Elementary::Sin), op, is_swapped)
    }

    /// Returns the same for a function of `x`, or for `x` itself.
    fn tested_behind(function: Option<Elementary>, op: Operation, is_swapped: bool) -> Vec<bool> {
        let mut tape = Tape::default();
        let [x, y] = [0, 1].map(|input| tape.input(input, Rate::Step));
        let operand = function.map_or(x, |function| tape.push(Op::Unary(function, x)));
        let value = tape.push(if is_swapped {
            op(y, operand)
        } else {
            op(operand, y)
        });
        let function = Function {
            name: "step".to_owned(),
            signature: Signature {
                inputs: vec![0, 1],
                outputs: 2,
            },
            sections: vec![Section::Values(vec![x, y, operand, value])],
            outputs: vec![x, value],
            pivots: Vec::new(),
        };
        function.results_to_test(&tape)
    }

    #[test]
    fn a_result_is_implied_by_what_keeps_its_infinity() {
        for op in [Op::Add, Op::Sub, Op::Mul] {
            assert_eq!(tested_behind(None, op, false), [false, true]);
            assert_eq!(tested_behind(None, op, true), [false, true]);
        }
        assert_eq!(tested_behind(None, Op::Div, false), [false, true]);
    }

    /// `y / inf` is zero, `exp(-inf)` also, and `atan(inf)` is a right angle.
    #[test]
    fn a_result_behind_what_loses_its_infinity_is_tested_itself() {
        assert_eq!(tested_behind(None, Op::Div, true), [true, true]);
        for function in [Elementary::Exp, Elementary::Atan] {
            assert_eq!(tested_behind(Some(function), Op::Add, false), [true, true]);
        }
    }

    #[test]
    fn an_angle_is_implied_by_arithmetic_with_its_sine() {
        let operations: [Operation; 5] = [Op::Add, Op::Sub, Op::Mul, Op::Div, |a, b| {
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
        let operations: [Operation; 2] = [
            |a, b| Op::Binary(Elementary::Hypot, a, b),
            |a, b| Op::Binary(Elementary::Powf, a, b),
        ];
        for op in operations {
            assert_eq!(tested(op, false), [true, true]);
            assert_eq!(tested(op, true), [true, true]);
        }
    }
}
