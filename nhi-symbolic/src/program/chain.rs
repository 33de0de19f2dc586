//! Functions of several programs in sequence, over one tape. A function may read values that
//! earlier ones computed, and a value that several of them compute is computed once.
//!
//! Operations are moved but never changed: the results have the bits of the single functions.

use core::hash::Hash;

use crate::discrete::Integral;
use crate::expr::LookupMap;

use super::function::{Call, Function, Linear, Newton, Section};
use super::observables::Seen;
use super::signature::Signature;
use super::tape::{Op, Rate, Tape, Value};

/// The functions appended so far.
#[derive(Default)]
pub(super) struct Chain {
    tape: Tape<Seen>,
    /// The values that a function of the chain has computed.
    computed: LookupMap<Value, ()>,
    subroutines: Vec<Function<Seen>>,
    /// The number of symbols that functions solve for, or are called with.
    locals: usize,
}

/// The program that a function is taken from.
#[derive(Clone, Copy)]
pub(super) struct Source<'a, S> {
    pub(super) tape: &'a Tape<S>,
    pub(super) subroutines: &'a [Function<S>],
}

/// A complete chain.
pub(super) struct Chained {
    pub(super) tape: Tape<Seen>,
    /// The values that depend on parameters and the step size alone, operands first.
    pub(super) prepare: Vec<Value>,
    pub(super) subroutines: Vec<Function<Seen>>,
}

impl Chain {
    /// Returns the value of an input that changes at the given rate.
    pub(super) fn input(&mut self, seen: Seen, rate: Rate) -> Value {
        self.tape.input(seen, rate)
    }

    /// Appends a function whose inputs have the given values.
    pub(super) fn append<S: Copy + Eq + Hash>(
        &mut self,
        source: Source<'_, S>,
        function: &Function<S>,
        inputs: &LookupMap<S, Value>,
    ) -> Function<Seen> {
        Link::new(self, source, inputs.clone()).function(function)
    }

    pub(super) fn finish(self) -> Chained {
        let values = (0..self.tape.len()).map(|index| self.tape.value(index));
        let is_prepared = |value: &Value| self.tape.rate(*value) == Rate::Prepare;
        Chained {
            prepare: values.filter(is_prepared).collect(),
            tape: self.tape,
            subroutines: self.subroutines,
        }
    }
}

/// A function that is being appended to a chain.
struct Link<'c, 's, S> {
    chain: &'c mut Chain,
    source: Source<'s, S>,
    /// The values of the source's symbols.
    inputs: LookupMap<S, Value>,
    /// The images of values of the source.
    images: Vec<Option<Value>>,
    /// The indices in the chain of the called subroutines.
    called: Vec<Option<usize>>,
}

impl<'c, 's, S: Copy + Eq + Hash> Link<'c, 's, S> {
    fn new(chain: &'c mut Chain, source: Source<'s, S>, inputs: LookupMap<S, Value>) -> Self {
        Self {
            chain,
            images: vec![None; source.tape.len()],
            called: vec![None; source.subroutines.len()],
            source,
            inputs,
        }
    }

    fn function(&mut self, function: &Function<S>) -> Function<Seen> {
        let sections: Vec<_> = function
            .sections
            .iter()
            .filter_map(|section| self.section(section))
            .collect();
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

    /// Returns the image of a section, if anything is left to do in it.
    fn section(&mut self, section: &Section<S>) -> Option<Section<Seen>> {
        Some(match section {
            Section::Values(values) => {
                let values = self.new_values(values);
                if values.is_empty() {
                    return None;
                }
                Section::Values(values)
            }
            Section::Newton(newton) => Section::Newton(self.newton(newton)),
            Section::Linear(linear) => Section::Linear(Linear {
                matrix: self.images(&linear.matrix),
                columns: linear.columns.iter().map(|x| self.images(x)).collect(),
                solutions: linear.solutions.iter().map(|x| self.locals(x)).collect(),
            }),
            Section::Call(call) => Section::Call(Call {
                subroutine: self.subroutine(call.subroutine),
                arguments: self.images(&call.arguments),
                results: self.locals(&call.results),
                integral: call.integral.map(|integral| Integral {
                    correction: integral.correction.map(|called| self.subroutine(called)),
                    ..integral
                }),
            }),
        })
    }

    fn newton(&mut self, newton: &Newton<S>) -> Newton<Seen> {
        let guess = self.images(&newton.guess);
        let sizes = newton.sizes.iter();
        let sizes = sizes.map(|size| size.map(|values| self.images(values)));
        let sizes = sizes.collect();
        let unknowns = self.locals(&newton.unknowns);
        let mut parts = |sections: &[Section<S>]| -> Vec<_> {
            let sections = sections.iter();
            sections
                .filter_map(|section| self.section(section))
                .collect()
        };
        let (body, slopes) = (parts(&newton.body), parts(&newton.slopes));
        Newton {
            solving: newton.solving,
            guess,
            sizes,
            size_of: newton.size_of.clone(),
            unknowns,
            body,
            slopes,
            residuals: self.images(&newton.residuals),
            jacobian: self.images(&newton.jacobian),
            solution: self.locals(&newton.solution),
        }
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
            let op = self.source.tape.op(value);
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
        let least = self.source.tape.rate(value).min(Rate::Prepare);
        tape.push_unfolded(op, least)
    }

    /// Creates new symbols for those that get their values in the function.
    fn locals(&mut self, symbols: &[S]) -> Vec<Seen> {
        let mut locals = Vec::new();
        for &symbol in symbols {
            let local = Seen::Local(self.chain.locals);
            self.chain.locals += 1;
            if let Some(value) = self.source.tape.find(Op::Input(symbol)) {
                let rate = self.source.tape.rate(value);
                self.inputs.insert(symbol, self.chain.input(local, rate));
            }
            locals.push(local);
        }
        locals
    }

    /// Returns the number of a called function in the chain.
    fn subroutine(&mut self, number: usize) -> usize {
        if let Some(place) = self.called[number] {
            return place;
        }
        let called = &self.source.subroutines[number];
        let mut link = Link::new(&mut *self.chain, self.source, self.inputs.clone());
        let parameters = link.locals(&called.signature.inputs);
        let mut image = link.function(called);
        image.signature.inputs = parameters;
        self.chain.subroutines.push(image);
        let place = self.chain.subroutines.len() - 1;
        self.called[number] = Some(place);
        place
    }
}
