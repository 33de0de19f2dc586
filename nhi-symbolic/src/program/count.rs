//! Operation counts of each stage.

use core::fmt;
use core::hash::Hash;
use core::ops::AddAssign;

use super::function::{Function, Program, Section};
use super::tape::{Op, Tape, Value};
use crate::expr::CostClass;

/// Numbers of operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpCount {
    /// Additions and subtractions.
    pub additions: usize,
    /// Multiplications.
    pub multiplications: usize,
    /// Divisions.
    pub divisions: usize,
    /// Sign changes.
    pub negations: usize,
    /// Square roots.
    pub roots: usize,
    /// Other elementary functions; sine and cosine of one angle count as one.
    pub functions: usize,
}

impl OpCount {
    /// Counts the operations of straight-line code.
    #[must_use]
    pub fn of<S: Copy + Eq + Hash>(tape: &Tape<S>, values: &[Value]) -> Self {
        let mut count = Self::default();
        let mut angles = Vec::new();
        for &value in values {
            match tape.op(value) {
                Op::Input(_) | Op::Constant(_) => {}
                Op::Add(..) | Op::Sub(..) => count.additions += 1,
                Op::Mul(..) => count.multiplications += 1,
                Op::Div(..) => count.divisions += 1,
                Op::Neg(_) => count.negations += 1,
                Op::Unary(function, x) | Op::Binary(function, x, _) => match function.row().cost {
                    CostClass::Root => count.roots += 1,
                    CostClass::Angle => angles.push(x),
                    CostClass::Function => count.functions += 1,
                },
            }
        }
        angles.sort_unstable();
        angles.dedup();
        count.functions += angles.len();
        count
    }

    /// Returns the sum of all kinds.
    #[must_use]
    pub fn total(self) -> usize {
        self.additions
            + self.multiplications
            + self.divisions
            + self.negations
            + self.roots
            + self.functions
    }
}

impl AddAssign for OpCount {
    fn add_assign(&mut self, other: Self) {
        self.additions += other.additions;
        self.multiplications += other.multiplications;
        self.divisions += other.divisions;
        self.negations += other.negations;
        self.roots += other.roots;
        self.functions += other.functions;
    }
}

impl fmt::Display for OpCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.additions, "add"),
            (self.multiplications, "mul"),
            (self.divisions, "div"),
            (self.negations, "neg"),
            (self.roots, "sqrt"),
            (self.functions, "fn"),
        ];
        let parts: Vec<_> = kinds
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, name)| format!("{count} {name}"))
            .collect();
        if parts.is_empty() {
            f.write_str("no operations")
        } else {
            f.write_str(&parts.join(", "))
        }
    }
}

impl Program {
    /// Counts the operations of the prepare stage.
    #[must_use]
    pub fn prepare_count(&self) -> OpCount {
        OpCount::of(&self.tape, &self.prepare)
    }

    /// Counts the operations of a function outside iterations, and those of one iteration of all
    /// its solves, both with those of the functions that it calls.
    #[must_use]
    pub fn function_count(&self, function: &Function) -> (OpCount, OpCount) {
        function.count(&self.tape, &self.subroutines)
    }
}

impl<S: Copy + Eq + Hash> Function<S> {
    /// Counts the operations outside iterations, and those of one iteration of all solves that uses
    /// a new Jacobian, both with those of called functions. An evaluation of a function that is
    /// integrated counts as an iteration.
    #[must_use]
    pub fn count(&self, tape: &Tape<S>, subroutines: &[Self]) -> (OpCount, OpCount) {
        let (mut once, mut iterated) = (OpCount::default(), OpCount::default());
        for section in &self.sections {
            match section {
                Section::Newton(newton) => {
                    let parts = newton.parts();
                    parts.for_each(|section| iterated += section.count(tape, subroutines));
                }
                Section::Call(call) if call.integral.is_some() => {
                    iterated += section.count(tape, subroutines);
                }
                outside => once += outside.count(tape, subroutines),
            }
        }
        (once, iterated)
    }
}

impl<S: Copy + Eq + Hash> Section<S> {
    /// Counts the operations that are executed once; equations execute theirs in a loop of the
    /// runtime.
    fn count(&self, tape: &Tape<S>, subroutines: &[Function<S>]) -> OpCount {
        match self {
            Self::Values(values) => OpCount::of(tape, values),
            Self::Newton(_) | Self::Linear(_) => OpCount::default(),
            Self::Call(call) => subroutines[call.subroutine].count(tape, subroutines).0,
        }
    }
}
