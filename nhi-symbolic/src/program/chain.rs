//! Functions of several programs in sequence, over one tape. A function may read values that
//! earlier ones computed, and a value that several of them compute is computed once.
//!
//! The functions are those of states: a state contains everything that a step solves for, so they
//! neither solve equations nor call other functions. Operations are moved but never changed: the
//! results have the bits of the single functions.

use core::hash::Hash;

use crate::expr::LookupMap;

use super::function::{Function, Section};
use super::observables::Seen;
use super::signature::Signature;
use super::tape::{Op, Rate, Tape, Value};

/// The functions appended so far.
#[derive(Default)]
pub(super) struct Chain {
    tape: Tape<Seen>,
    /// The values that a function of the chain has computed.
    computed: LookupMap<Value, ()>,
}

/// A complete chain.
pub(super) struct Chained {
    pub(super) tape: Tape<Seen>,
    /// The values that depend on parameters and the step size alone, operands first.
    pub(super) prepare: Vec<Value>,
}

impl Chain {
    /// Returns the value of an input that changes at the given rate.
    pub(super) fn input(&mut self, seen: Seen, rate: Rate) -> Value {
        self.tape.input(seen, rate)
    }

    /// Appends a function on a tape whose inputs have the given values.
    ///
    /// # Panics
    /// Panics if the function solves equations or calls others.
    pub(super) fn append<S: Copy + Eq + Hash>(
        &mut self,
        tape: &Tape<S>,
        function: &Function<S>,
        inputs: &LookupMap<S, Value>,
    ) -> Function<Seen> {
        let mut link = Link {
            chain: self,
            images: vec![None; tape.len()],
            source: tape,
            inputs,
        };
        link.function(function)
    }

    pub(super) fn finish(self) -> Chained {
        let values = (0..self.tape.len()).map(|index| self.tape.value(index));
        let is_prepared = |value: &Value| self.tape.rate(*value) == Rate::Prepare;
        Chained {
            prepare: values.filter(is_prepared).collect(),
            tape: self.tape,
        }
    }
}

/// A function that is being appended to a chain.
struct Link<'c, 's, S> {
    chain: &'c mut Chain,
    source: &'s Tape<S>,
    /// The values of the source's symbols.
    inputs: &'s LookupMap<S, Value>,
    /// The images of values of the source.
    images: Vec<Option<Value>>,
}

impl<S: Copy + Eq + Hash> Link<'_, '_, S> {
    fn function(&mut self, function: &Function<S>) -> Function<Seen> {
        let sections = function.sections.iter().map(|section| match section {
            Section::Values(values) => self.new_values(values),
            _ => unreachable!("functions of a state compute values alone"),
        });
        let sections = sections.filter(|values| !values.is_empty());
        let sections: Vec<_> = sections.map(Section::Values).collect();
        let outputs = self.images(&function.outputs);
        let pivots = function.pivots.iter();
        let pivots = pivots.map(|pivot| pivot.map(|value| self.image(value)));
        let mut image = Function {
            name: function.name.clone(),
            pivots: pivots.collect(),
            signature: Signature {
                inputs: Vec::new(),
                outputs: outputs.len(),
            },
            sections,
            outputs,
        };
        image.signature.inputs = image.given_inputs(&self.chain.tape);
        image
    }

    /// Returns the images that the chain does not have yet and that are not prepared.
    fn new_values(&mut self, values: &[Value]) -> Vec<Value> {
        let mut new = Vec::new();
        for image in self.images(values) {
            let is_prepared = self.chain.tape.rate(image) < Rate::Step;
            if !is_prepared && self.chain.computed.insert(image, ()).is_none() {
                new.push(image);
            }
        }
        new
    }

    fn images(&mut self, values: &[Value]) -> Vec<Value> {
        values.iter().map(|&value| self.image(value)).collect()
    }

    /// Returns the value of the chain that is computed like a value of the source.
    fn image(&mut self, root: Value) -> Value {
        let mut stack = vec![root];
        while let Some(&value) = stack.last() {
            if self.images[value.index()].is_some() {
                stack.pop();
                continue;
            }
            let op = self.source.op(value);
            let below = stack.len();
            op.for_each_operand(|x| {
                if self.images[x.index()].is_none() {
                    stack.push(x);
                }
            });
            if stack.len() == below {
                self.images[value.index()] = Some(self.placed(value, op));
                stack.pop();
            }
        }
        self.images[root.index()].expect("it was placed")
    }

    /// Adds a value whose operands have images.
    fn placed(&mut self, value: Value, op: Op<S>) -> Value {
        let (tape, images) = (&mut self.chain.tape, &self.images);
        if let Op::Input(symbol) = op {
            let known = self.inputs.get(&symbol).copied();
            return known.expect("all inputs of a function of the chain are given");
        }
        let op = op.map(|x| images[x.index()].expect("operands come first"));
        let op = op.with_input(&|_| unreachable!("inputs have values"));
        // Operations of the source are computed here too, even those on numbers, by the same
        // functions.
        let least = self.source.rate(value).min(Rate::Prepare);
        tape.push_unfolded(op, least)
    }
}
