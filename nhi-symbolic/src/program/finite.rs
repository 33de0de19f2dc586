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
