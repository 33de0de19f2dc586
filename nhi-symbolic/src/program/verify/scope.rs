//! The values and symbols that can be read at a point of a function.

use super::super::tape::{Op, Rate, Tape, Value};
use super::Violation;
use crate::expr::{Expr, Graph, LookupMap};

/// The computed values and the symbols with a meaning, while a function is read from its beginning.
pub(super) struct Scope<'a> {
    place: String,
    tape: &'a Tape,
    graph: &'a Graph,
    computed: Vec<bool>,
    readable: LookupMap<Expr, ()>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(place: &str, tape: &'a Tape, graph: &'a Graph, inputs: &[Expr]) -> Self {
        Self {
            place: place.to_owned(),
            tape,
            graph,
            computed: vec![false; tape.len()],
            readable: inputs.iter().map(|&symbol| (symbol, ())).collect(),
        }
    }

    /// Marks values from outside as computed.
    pub(super) fn receive(&mut self, values: &[Value]) {
        for value in values {
            self.computed[value.index()] = true;
        }
    }

    /// Declares symbols that have no meaning yet.
    pub(super) fn declare(&mut self, symbols: &[Expr]) -> Result<(), Violation> {
        for &symbol in symbols {
            let is_new = self.readable.insert(symbol, ()).is_none();
            self.ensure(
                is_new,
                || format!("`{}` gets a second meaning", self.graph.display(symbol)),
                "unknowns, solutions and results of calls are symbols that mean nothing else in the function",
            )?;
        }
        Ok(())
    }

    /// Checks the straight-line code of the prepare stage.
    pub(super) fn compute_prepared(&mut self, values: &[Value]) -> Result<(), Violation> {
        self.compute(
            values,
            |rate| rate == Rate::Prepare,
            "the prepare stage computes what depends on parameters and the step size, nothing else",
        )
    }

    /// Checks straight-line code of a function.
    pub(super) fn compute_once(&mut self, values: &[Value]) -> Result<(), Violation> {
        self.compute(
            values,
            |rate| rate == Rate::Prepare || rate == Rate::Step,
            "values of an iteration are computed in its body",
        )
    }

    /// Checks straight-line code in the body of an iteration.
    pub(super) fn compute_iterated(&mut self, values: &[Value]) -> Result<(), Violation> {
        self.compute(
            values,
            |rate| rate == Rate::Iteration,
            "the body of an iteration computes what depends on its unknowns, nothing else",
        )
    }

    /// Forgets symbols and values of an iteration.
    pub(super) fn forget(&mut self, symbols: &[Expr], values: &[Value]) {
        for symbol in symbols {
            self.readable.remove(symbol);
        }
        for value in values {
            self.computed[value.index()] = false;
        }
    }

    /// Checks that values can be read here.
    pub(super) fn need(&self, values: &[Value], what_for: &str) -> Result<(), Violation> {
        match values.iter().find(|&&value| !self.is_known(value)) {
            None => Ok(()),
            Some(value) => Err(self.violation(
                format!(
                    "{} is {what_for} but not computed before",
                    self.name(*value)
                ),
                "whatever is used is computed before",
            )),
        }
    }

    pub(super) fn violation(&self, found: String, invariant: &'static str) -> Violation {
        Violation::new(&self.place, found, invariant)
    }

    /// Checks an invariant; otherwise `found` describes the violation.
    pub(super) fn ensure(
        &self,
        is_sound: bool,
        found: impl FnOnce() -> String,
        invariant: &'static str,
    ) -> Result<(), Violation> {
        match is_sound {
            true => Ok(()),
            false => Err(self.violation(found(), invariant)),
        }
    }

    fn compute(
        &mut self,
        values: &[Value],
        accepts: impl Fn(Rate) -> bool,
        rates: &'static str,
    ) -> Result<(), Violation> {
        for &value in values {
            let rate = self.tape.rate(value);
            self.ensure(
                accepts(rate),
                || format!("{} of the rate {rate:?} is computed", self.name(value)),
                rates,
            )?;
            self.symbol_is_readable(value)?;
            self.operands_are_known(value)?;
            let is_computed = core::mem::replace(&mut self.computed[value.index()], true);
            self.ensure(
                !is_computed,
                || format!("{} is computed again", self.name(value)),
                "every value is computed once",
            )?;
        }
        Ok(())
    }

    fn symbol_is_readable(&self, value: Value) -> Result<(), Violation> {
        match self.tape.op(value) {
            Op::Input(symbol) if !self.readable.contains_key(&symbol) => Err(self.violation(
                format!("{} is read, which has no value there", self.name(value)),
                "a symbol that is read is an input of the function, an unknown of the iteration in \
                 whose body it stands, or a solution of earlier equations",
            )),
            _ => Ok(()),
        }
    }

    fn operands_are_known(&self, value: Value) -> Result<(), Violation> {
        let mut missing = None;
        self.tape.op(value).for_each_operand(|operand| {
            if !self.is_known(operand) {
                missing = Some(operand);
            }
        });
        match missing {
            None => Ok(()),
            Some(operand) => {
                let what_for = format!("an operand of {}", self.name(value));
                self.need(&[operand], &what_for)
            }
        }
    }

    fn is_known(&self, value: Value) -> bool {
        self.tape.rate(value) == Rate::Constant || self.computed[value.index()]
    }

    fn name(&self, value: Value) -> String {
        match self.tape.op(value) {
            Op::Input(symbol) => format!("the symbol `{}`", self.graph.display(symbol)),
            _ => format!("the value t{}", value.index()),
        }
    }
}
