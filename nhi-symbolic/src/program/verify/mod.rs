//! The verifier: the invariants of every program before it is printed, counted or run.
//!
//! Invariants of the tape:
//! - operands come before the results that are computed from them;
//! - an elementary function has as many operands as its row of the op table requires, and the index
//!   of a Stumpff function is a whole number;
//! - a value changes as often as its operands, an input as often as its symbol's role determines,
//!   and a value that never changes is a number.
//!
//! Invariants of the prepare stage:
//! - it reads only parameters and the step size, and computes nothing of a higher rate;
//! - the values that it passes on, and those that it tests, are computed in it.
//!
//! Invariants of each function:
//! - its name is unique;
//! - it reads its declared inputs, solutions of earlier equations and, in the body of an iteration,
//!   the unknowns of that iteration: no other symbol;
//! - every operand, and every value that equations and results need, is computed before its use,
//!   once;
//! - values of the iteration are computed in the body of an iteration, and nothing else is computed
//!   there; they are not available after it;
//! - equations have as many residuals, guesses, solutions and sizes as unknowns, and a square
//!   Jacobian; if one iteration is exact there is no body, and if no factors are kept the Jacobian
//!   needs nothing beyond the body;
//! - linear equations have a square matrix, and columns and solutions of its size;
//! - a call is of a function that is only called, with as many arguments as that function has
//!   inputs and as many results; an integral has the memory of its method and a time instead of the
//!   value and the time that the function is evaluated at;
//! - unknowns, solutions and results of calls are symbols that mean nothing else in the function;
//! - it has as many results as its signature requires;
//! - if other functions call it, it solves no equations and calls no function.
//!
//! No model can break any of these invariants. A violation is a defect of the compiler.

mod function;
mod scope;
mod tape;
#[cfg(test)]
mod tests;

use core::fmt;

use proc_macro2::Span;

use super::function::Program;
use crate::diag::{Code, Diagnostic};
use crate::expr::Graph;

use scope::Scope;

/// An invariant that a program breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The place of the violation: the tape, the prepare stage or a function.
    pub place: String,
    /// The violation itself.
    pub found: String,
    /// The invariant.
    pub invariant: &'static str,
}

impl Violation {
    fn new(place: &str, found: impl Into<String>, invariant: &'static str) -> Self {
        Self {
            place: place.to_owned(),
            found: found.into(),
            invariant,
        }
    }

    /// Returns the diagnostic of a defect of the compiler; `span` is the name of the model.
    #[must_use]
    pub fn diagnostic(&self, span: Span) -> Diagnostic {
        let found = format!("a defect of nhi, not of the model: {self}");
        Diagnostic::error(Code::CompilerDefect, span, found, self.invariant).help(
            "nothing was generated or run; please report this message together with the model. \
             Another integrator may not be affected",
        )
    }
}

/// Formats the violation with its place: `in <place>, <found>`.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in {}, {}", self.place, self.found)
    }
}

impl core::error::Error for Violation {}

impl Program {
    /// Checks every invariant of programs over the graph that it was made of.
    ///
    /// # Errors
    /// Returns the first violated invariant.
    pub fn verify(&self, graph: &Graph) -> Result<(), Violation> {
        tape::verify(&self.tape, graph)?;
        self.verify_prepare_stage(graph)?;
        self.verify_names()?;
        let (mut functions, mut called) = (self.functions.iter(), self.subroutines.iter());
        functions.try_for_each(|function| function::verify(self, function, graph))?;
        called.try_for_each(|function| function::verify_called(self, function, graph))
    }

    fn verify_prepare_stage(&self, graph: &Graph) -> Result<(), Violation> {
        let mut scope = Scope::new("the prepare stage", &self.tape, graph, &self.parameters);
        scope.compute_prepared(&self.prepare)?;
        scope.need(&self.prepared, "handed on")?;
        let conditions: Vec<_> = self.conditions.iter().map(|&(_, value)| value).collect();
        scope.need(&conditions, "tested")
    }

    fn verify_names(&self) -> Result<(), Violation> {
        let functions = self.functions.iter().chain(&self.subroutines);
        let mut names: Vec<_> = functions.map(|f| f.name.as_str()).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            None => Ok(()),
            Some(pair) => Err(Violation::new(
                &format!("`{}`", pair[0]),
                "two functions have this name",
                "every function of a program has a unique name",
            )),
        }
    }
}
