//! Programs of plain functions.

use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use nhi_runtime::StepErrorKind;
use nhi_symbolic::Program;

use crate::code::Slot;
use crate::flatten::Flattener;
use crate::function::{Code, Settings};
use crate::workspace::{Spare, Template, Workspace, scatter};

/// The functions of a program without a prepare stage, such as the mechanics of a model.
#[derive(Clone, Debug)]
pub struct Functions {
    pub(crate) plan: Arc<Plan>,
    /// The slots of the inputs that are passed in each call.
    inputs: Vec<Slot>,
    pub(crate) template: Template,
    spare: Spare,
}

/// The parts that do not change with the fixed inputs.
#[derive(Debug)]
pub(crate) struct Plan {
    names: Vec<String>,
    pub(crate) codes: Vec<Code>,
    /// The slots of all inputs.
    pub(crate) inputs: Vec<Slot>,
}

/// An input that a program reads but does not receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotGiven<S>(
    /// The input.
    pub S,
);

impl Functions {
    /// Returns the functions of a program that receive their inputs in the order of `inputs`.
    ///
    /// # Errors
    /// The first input that a function reads and that is not among `inputs`.
    ///
    /// # Panics
    /// Panics if the program has a prepare stage: then it is a stepper, for a
    /// [`Machine`](crate::Machine).
    pub fn new<S: Copy + Eq + Hash>(
        program: &Program<S>,
        inputs: &[S],
    ) -> Result<Self, NotGiven<S>> {
        assert!(
            program.prepare.is_empty(),
            "plain functions have no prepare stage"
        );
        let mut flattener = Flattener::new(&program.tape);
        let inputs = flattener.all_inputs(inputs.iter().copied());
        let called = program.subroutines.iter();
        called.for_each(|function| flattener.share(function));
        let mut codes = Vec::new();
        for function in &program.functions {
            let mut read = function.given_inputs(&program.tape).into_iter();
            if let Some(input) = read.find(|&input| !flattener.has_input(input)) {
                return Err(NotGiven(input));
            }
            codes.push(flattener.function(function));
        }
        let names = program.functions.iter().map(|f| f.name.clone());
        let plan = Plan {
            names: names.collect(),
            codes,
            inputs: inputs.clone(),
        };
        Ok(Self {
            plan: Arc::new(plan),
            inputs,
            template: flattener.template,
            spare: Spare::default(),
        })
    }

    /// Returns the same functions with the values of their first inputs fixed; calls pass the
    /// others.
    ///
    /// # Panics
    /// Panics if there are more values than inputs.
    #[must_use]
    pub fn with_fixed(&self, values: &[f64]) -> Self {
        let (fixed, inputs) = self.inputs.split_at(values.len());
        let mut template = self.template.clone();
        scatter(&mut template.slots, fixed, values);
        Self {
            plan: Arc::clone(&self.plan),
            inputs: inputs.to_vec(),
            template,
            spare: Spare::default(),
        }
    }

    /// Returns the names of the functions, in the order of their numbers.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.plan.names
    }

    /// Returns the number of the function of the given name.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<usize> {
        self.plan.names.iter().position(|known| known == name)
    }

    /// Returns the number of results of a function.
    ///
    /// # Panics
    /// Panics if there is no function of this number.
    #[must_use]
    pub fn len_of(&self, function: usize) -> usize {
        self.plan.codes[function].outputs.len()
    }

    /// Gives its working memory up until the next call: for many functions that are seldom called.
    pub fn rest(&self) {
        self.spare.rest();
    }

    /// Computes the results of a function and writes them to `results`, which has their length. The
    /// inputs are those of [`new`](Self::new) that are not fixed, in pieces of any length.
    ///
    /// # Errors
    /// Equations that could not be solved.
    ///
    /// # Panics
    /// Panics if there is no function of this number, or if the number of inputs or results is
    /// wrong.
    pub fn call(
        &self,
        function: usize,
        inputs: &[&[f64]],
        results: &mut [f64],
    ) -> Result<(), StepErrorKind<f64>> {
        let code = &self.plan.codes[function];
        assert_eq!(
            results.len(),
            code.outputs.len(),
            "as many results as the function has"
        );
        self.with_results(function, inputs, |work| code.copy_outputs(work, results))
    }

    /// Computes the results of a function, and lends the workspace that contains them.
    pub(crate) fn with_results<R>(
        &self,
        function: usize,
        inputs: &[&[f64]],
        read: impl FnOnce(&mut Workspace) -> R,
    ) -> Result<R, StepErrorKind<f64>> {
        self.spare.lend(&self.template, |work| {
            let mut places = self.inputs.as_slice();
            for &piece in inputs {
                let (here, rest) = places.split_at(piece.len());
                scatter(&mut work.slots, here, piece);
                places = rest;
            }
            assert!(places.is_empty(), "as many inputs as the functions have");
            self.plan.codes[function].run(work, &Settings::default())?;
            Ok(read(work))
        })
    }
}

impl<S: fmt::Debug> fmt::Display for NotGiven<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the program reads {:?}, which is not among its inputs",
            self.0
        )
    }
}

impl<S: fmt::Debug> std::error::Error for NotGiven<S> {}
