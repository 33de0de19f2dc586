//! The types and functions of an integrator.

mod prepare;
mod start;
mod step;
mod types;

use crate::discrete::{GroupKind, PivotedMatrix};
use crate::program::Place;
use crate::program::stepper::{Moment, Routine, StatePart, Stepper};

use super::super::case::snake_case;
use super::body::Body;
use super::data::Names;
use super::text::{comment, definition, signature};

/// Returns the declarations and the definitions of an integrator.
pub(super) fn print(names: &Names, stepper: &Stepper) -> [String; 2] {
    let prefix = names.of(&snake_case(stepper.integrator));
    let mut printer = Printer::new(names, stepper, prefix);
    printer.motion();
    printer.diagnostics();
    printer.step_jacobian();
    printer.start_jacobian();
    printer.sample_jacobian();
    [printer.declared, printer.defined]
}

/// Returns the declarations of the types, and the definitions, of an integrator in a phase of a
/// motion: the number of the set of open contacts. Its functions are those of the source alone.
pub(super) fn print_phase(names: &Names, stepper: &Stepper, phase: usize) -> [String; 2] {
    let prefix = names.of(&snake_case(stepper.integrator));
    let mut printer = Printer::new(names, stepper, format!("{prefix}_phase_{phase}"));
    printer.phase = Some(phase);
    printer.motion();
    [printer.declared, printer.defined]
}

struct Printer<'a> {
    names: &'a Names,
    stepper: &'a Stepper,
    /// The moments at which a step reads controls, each once.
    moments: Vec<Moment>,
    prefix: String,
    /// The names of the functions that others call.
    called: Vec<String>,
    /// The phase of a motion, whose functions are called by those of the source alone.
    phase: Option<usize>,
    declared: String,
    defined: String,
}

/// Returns the moments at which a step reads controls, each once.
pub(super) fn moments(stepper: &Stepper) -> Vec<Moment> {
    let read = &stepper.step.control_nodes;
    let of_step = core::iter::once(&stepper.control_nodes);
    let of_substeps = stepper.substeps.iter().map(|substep| &substep.nodes);
    let all = of_step
        .filter(|_| stepper.substeps.is_empty())
        .chain(of_substeps);
    let mut moments = Vec::new();
    for moment in all.flat_map(|nodes| read.iter().map(|&node| nodes[node])) {
        if !moments.contains(&moment) {
            moments.push(moment);
        }
    }
    moments
}

/// Returns the accesses to all entries of a state after `owner`.
pub(super) fn entries(names: &Names, stepper: &Stepper, owner: &str) -> Vec<String> {
    let of_part = |part: &StatePart| {
        let inside = format!("{owner}{}.", part.name);
        match part.kind {
            GroupKind::Coordinates => names.configuration(&inside),
            GroupKind::Velocities => names.velocities(&inside),
            GroupKind::Controls => names.controls(&inside),
            GroupKind::Multipliers => names.multipliers(&inside),
            GroupKind::Momenta | GroupKind::Scalars => {
                let places = 0..part.entries.len();
                let entry = |i| format!("{owner}{}[{i}]", part.name);
                places.map(entry).collect()
            }
        }
    };
    stepper.state.iter().flat_map(of_part).collect()
}

/// Returns true if states report how the equations of their steps were solved.
pub(super) fn has_report(stepper: &Stepper) -> bool {
    stepper.step.function.solves()
}

impl<'a> Printer<'a> {
    fn new(names: &'a Names, stepper: &'a Stepper, prefix: String) -> Self {
        let called = stepper.subroutines.iter();
        let called = called.map(|function| format!("{prefix}_call_{}", function.name));
        Self {
            names,
            stepper,
            moments: moments(stepper),
            called: called.collect(),
            prefix,
            phase: None,
            declared: String::new(),
            defined: String::new(),
        }
    }

    /// Prints what moves a state: the types, and prepare, start, step and sample.
    fn motion(&mut self) {
        self.types();
        self.subroutines();
        self.prepare();
        self.times();
        self.start();
        self.step();
        self.sample();
    }
}

impl Printer<'_> {
    fn of(&self, suffix: &str) -> String {
        format!("{}_{suffix}", self.prefix)
    }

    fn is_composed(&self) -> bool {
        !self.stepper.substeps.is_empty()
    }

    /// Returns the number of prepared values; C has no empty arrays.
    fn slots(&self) -> usize {
        self.stepper.prepare.prepared.len().max(1)
    }

    /// Adds a function of the interface.
    fn public(&mut self, result: &str, name: &str, arguments: &[String], docs: &str, body: &str) {
        if self.phase.is_some() {
            return self.private(result, &self.of(name), arguments, body);
        }
        let head = signature(result, &self.of(name), arguments);
        self.declared += &format!("{}{head};\n\n", comment(docs, 0));
        self.defined += &definition(&head, arguments, body);
    }

    /// Adds a function that only these functions call.
    fn private(&mut self, result: &str, name: &str, arguments: &[String], body: &str) {
        let head = signature(&format!("static {result}"), name, arguments);
        self.defined += &definition(&head, arguments, body);
    }

    /// Returns the arguments of a function of a state: the stepper, the state, and others.
    fn arguments<const N: usize>(&self, others: [String; N]) -> Vec<String> {
        let stepper = format!("const {} *stepper", self.prefix);
        let state = format!("const {} *state", self.of("state"));
        [stepper, state].into_iter().chain(others).collect()
    }

    /// Returns the body of a function; prepared values are read from an array.
    fn body(&self) -> Body<'_, Place> {
        let stepper = self.stepper;
        let body = Body::new(self.names.precision, &stepper.tape);
        let mut body = body.calling(&stepper.subroutines, &self.called);
        body.define(&stepper.prepare.prepared, "prepared");
        body.place(Place::Time, "t");
        body
    }

    /// Returns the body of a function of a state.
    fn body_of_state(&self) -> Body<'_, Place> {
        let mut body = self.body();
        let entries = entries(self.names, self.stepper, "state->");
        for (place, entry) in self.stepper.entries().zip(entries) {
            body.place(place, entry);
        }
        body
    }

    /// Returns the declarations of prepared values and of the time, as far as a text needs them.
    fn with_declarations(&self, text: &str) -> String {
        let (real, time) = (self.names.real(), self.of("time"));
        let declarations = [
            (
                "prepared",
                format!("    const {real} *const prepared = stepper->prepared[0];\n"),
            ),
            (
                "t",
                format!("    const {real} t = {time}(stepper, state);\n"),
            ),
        ];
        let needed = declarations
            .into_iter()
            .filter(|(name, _)| super::text::mentions(text, name))
            .map(|(_, declaration)| declaration);
        needed.collect::<String>() + text
    }

    fn subroutines(&mut self) {
        let real = self.names.real();
        for (number, function) in self.stepper.subroutines.iter().enumerate() {
            let mut body = self.body();
            for (i, &input) in function.signature.inputs.iter().enumerate() {
                body.place(input, format!("given[{i}]"));
            }
            body.function(function);
            body.assign("results", &function.outputs);
            let arguments = [
                format!("const {real} *prepared"),
                format!("const {real} *given"),
                format!("{real} *results"),
            ];
            let (name, text) = (self.called[number].clone(), body.finish());
            self.private("void", &name, &arguments, &text);
        }
    }

    /// Writes the statements of a function, and the tests of its results and its pivots. A number
    /// of `inputs` that is not finite is blamed first.
    fn evaluate(&self, body: &mut Body<'_, Place>, routine: &Routine, inputs: &[String]) {
        let function = &routine.function;
        if function.solves() {
            body.code("nhi_report report = {0u, 0.0, 0.0};");
        }
        body.function(function);
        let tested = function.outputs.iter().zip(&routine.tested);
        let tested = tested.filter(|(_, tested)| **tested);
        let tested: Vec<_> = tested.map(|(&value, _)| body.operand(value)).collect();
        let pivots = self.pivots(body, routine);
        let mut sound = Vec::new();
        if !tested.is_empty() {
            sound.push(format!("nhi_is_finite({})", tested.join(" + ")));
        }
        let regular = pivots
            .iter()
            .map(|(_, pivot)| format!("nhi_is_regular({pivot})"));
        sound.extend(regular);
        if sound.is_empty() {
            return;
        }
        body.open(&format!("if (!({})) ", sound.join(" && ")));
        if !inputs.is_empty() {
            let (real, n, list) = (self.names.real(), inputs.len(), inputs.join(", "));
            body.code(&format!(
                "const {real} inputs[{n}] = {{{list}}};
                 if (!nhi_all_finite(inputs, {n})) {{
                     return nhi_fail(failure, NHI_NON_FINITE_INPUT, (double)t, \"\", 0.0, 0.0);
                 }}"
            ));
        }
        for (name, pivot) in &pivots {
            body.code(&format!(
                "if (nhi_is_singular({pivot}) != 0) {{
                     return nhi_fail_pivot(failure, (double)t, \"{name}\", {pivot});
                 }}"
            ));
        }
        body.code("return nhi_fail(failure, NHI_NON_FINITE, (double)t, \"\", 0.0, 0.0);");
        body.close("");
    }

    /// Returns the name of each pivot of a function, and its value and scale as arguments.
    fn pivots(&self, body: &Body<'_, Place>, routine: &Routine) -> Vec<(String, String)> {
        let names = &self.stepper.names;
        let pivots = routine.function.pivots.iter().map(|pivot| {
            let (matrix, rows) = match pivot.matrix {
                PivotedMatrix::Mass | PivotedMatrix::MassWithoutConstraints => {
                    ("mass matrix", &names.velocities)
                }
                PivotedMatrix::MassOnConstraints => (
                    "mass matrix on the velocities that the constraints allow",
                    &names.velocities,
                ),
                PivotedMatrix::Constraints => {
                    ("matrix A M^-1 A^T of the constraints", &names.constraints)
                }
                PivotedMatrix::Reactions => (
                    "matrix of the multipliers on which forces depend",
                    &names.constraints,
                ),
            };
            let name = format!("{matrix}, row of {}", rows[pivot.row]);
            (name, body.list(&[pivot.value, pivot.scale]))
        });
        pivots.collect()
    }

    /// Assigns the controls of each node that a function reads, `node` as an index of `u`. Returns
    /// the accesses.
    fn place_controls(
        &self,
        body: &mut Body<'_, Place>,
        routine: &Routine,
        node: impl Fn(usize) -> String,
    ) -> Vec<String> {
        let mut read = Vec::new();
        for &number in &routine.control_nodes {
            let entries = self.names.controls(&format!("u[{}].", node(number)));
            for (control, entry) in entries.iter().enumerate() {
                let place = Place::NodeControl {
                    node: number,
                    control,
                };
                body.place(place, entry.clone());
            }
            read.extend(entries);
        }
        read
    }

    /// Returns the place of a moment in the array of controls.
    fn place_of(&self, moment: Moment) -> usize {
        let place = self.moments.iter().position(|&known| known == moment);
        place.expect("every moment that is read is listed")
    }

    /// Returns the time of a moment of the step from `state`.
    fn time_of(&self, moment: Moment) -> String {
        let (time, real) = (self.of("time"), self.names.real());
        match moment {
            Moment::Beginning => format!("{time}(stepper, state)"),
            Moment::End => format!("state->origin + (({real})nhi_next(state->steps) * stepper->h)"),
            Moment::Between(fraction) => {
                let fraction = self.names.precision.literal(fraction);
                format!("{time}(stepper, state) + ({fraction} * stepper->h)")
            }
        }
    }
}
