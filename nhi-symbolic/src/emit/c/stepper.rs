//! The types and functions of an integrator.

use crate::discrete::{GroupKind, PivotedMatrix, Requirement};
use crate::program::Place;
use crate::program::stepper::{
    Moment, Routine, StartCheck, StateDiagnostic, StatePart, Stepper, Substep,
};

use super::super::case::snake_case;
use super::body::Body;
use super::data::Names;
use super::text::{Member, comment, definition, signature, structure};

/// Returns the declarations and the definitions of an integrator.
pub(super) fn print(names: &Names, stepper: &Stepper) -> [String; 2] {
    let prefix = names.of(&snake_case(stepper.integrator));
    let called = stepper.subroutines.iter();
    let called = called.map(|function| format!("{prefix}_call_{}", function.name));
    let mut printer = Printer {
        names,
        stepper,
        moments: moments(stepper),
        called: called.collect(),
        prefix,
        declared: String::new(),
        defined: String::new(),
    };
    printer.types();
    printer.subroutines();
    printer.prepare();
    printer.times();
    printer.start();
    printer.step();
    printer.sample();
    printer.diagnostics();
    printer.jacobian();
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
                let entries = 0..part.entries.len();
                entries
                    .map(|i| format!("{owner}{}[{i}]", part.name))
                    .collect()
            }
        }
    };
    stepper.state.iter().flat_map(of_part).collect()
}

impl Printer<'_> {
    fn of(&self, suffix: &str) -> String {
        format!("{}_{suffix}", self.prefix)
    }

    fn is_composed(&self) -> bool {
        !self.stepper.substeps.is_empty()
    }

    fn slots(&self) -> usize {
        self.stepper.prepare.prepared.len().max(1)
    }

    /// Adds a function of the interface.
    fn public(&mut self, docs: &str, head: &str, arguments: &[String], body: &str) {
        self.declared += &format!("{}{head};\n\n", comment(docs, 0));
        self.defined += &definition(head, arguments, body);
    }

    fn types(&mut self) {
        let (names, stepper) = (self.names, self.stepper);
        let real = names.real();
        let prefix = self.prefix.to_uppercase();
        let rows = Substep::sizes(&stepper.substeps).len() + 1;
        let docs = format!(
            "The integrator `{}` with parameters and a step size.\n\n{}\n\nOperations of a step outside iterations: {}.",
            stepper.written,
            stepper.summary,
            stepper.step_count()
        );
        let members = [
            Member::number(
                names.precision,
                "h",
                "The step size; negative if it runs backwards.",
            ),
            Member {
                declaration: "nhi_settings newton".to_owned(),
                docs: "Settings of Newton's method.".to_owned(),
            },
            Member {
                declaration: format!("{real} prepared[{rows}][{}]", self.slots()),
                docs: "Values that depend only on parameters and step size.".to_owned(),
            },
        ];
        let of_stepper = structure(&self.prefix, &docs, &members);
        let mut members = vec![
            Member::number(
                names.precision,
                "origin",
                "The time at which the run started.",
            ),
            Member {
                declaration: "uint64_t steps".to_owned(),
                docs: "The number of steps since then.".to_owned(),
            },
            Member {
                declaration: "nhi_report report".to_owned(),
                docs: "How the equations of the last step were solved.".to_owned(),
            },
        ];
        members.extend(stepper.state.iter().map(|part| self.state_member(part)));
        let docs = format!(
            "A state of `{}`: everything that the next step needs.",
            self.prefix
        );
        let of_state = structure(&self.of("state"), &docs, &members);
        self.declared += &format!(
            "/* {} */\n\n/** The number of moments of a step at which it reads the controls. */\n\
             #define {prefix}_NODES {}\n/** The number of entries of a state, without its time. */\n\
             #define {prefix}_ENTRIES {}\n\n{of_stepper}{of_state}",
            stepper.written,
            self.moments.len(),
            stepper.state_len(),
        );
    }

    fn state_member(&self, part: &StatePart) -> Member {
        let kind = match part.kind {
            GroupKind::Coordinates => "coordinates",
            GroupKind::Velocities => "velocities",
            GroupKind::Controls => "controls",
            GroupKind::Multipliers => "multipliers",
            GroupKind::Momenta | GroupKind::Scalars => {
                return Member {
                    declaration: format!(
                        "{} {}[{}]",
                        self.names.real(),
                        part.name,
                        part.entries.len()
                    ),
                    docs: part.docs.to_owned(),
                };
            }
        };
        self.names.part(&format!("{kind} {}", part.name), part.docs)
    }

    fn entries(&self, owner: &str) -> Vec<String> {
        entries(self.names, self.stepper, owner)
    }

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
        for (place, entry) in self.stepper.entries().zip(self.entries("state->")) {
            body.place(place, entry);
        }
        body
    }

    fn subroutines(&mut self) {
        let real = self.names.real();
        for (number, function) in self.stepper.subroutines.iter().enumerate() {
            let mut body = self.body();
            for (i, &input) in function.signature.inputs.iter().enumerate() {
                body.place(input, format!("given[{i}]"));
            }
            body.function(function);
            for (i, &value) in function.outputs.iter().enumerate() {
                let value = body.operand(value);
                body.line(&format!("results[{i}] = {value};"));
            }
            let arguments = [
                format!("const {real} *prepared"),
                format!("const {real} *given"),
                format!("{real} *results"),
            ];
            let head = signature("static void", &self.called[number], &arguments);
            let body = body.finish();
            self.defined += &definition(&head, &arguments, &body);
        }
    }

    fn prepare(&mut self) {
        let (names, stepper) = (self.names, self.stepper);
        let real = names.real();
        let mut body = Body::new(names.precision, &stepper.tape);
        for (i, parameter) in names.parameters("parameters->").into_iter().enumerate() {
            body.place(Place::Parameter(i), parameter);
        }
        body.place(Place::StepSize, "h");
        let prepare = &stepper.prepare;
        let conditions = prepare.conditions.iter().map(|&(_, value)| value);
        let results: Vec<_> = prepare.prepared.iter().copied().chain(conditions).collect();
        body.all_values(&prepare.values, &results);
        for &(requirement, value) in &prepare.conditions {
            let value = body.operand(value);
            let (holds, status, what) = match requirement {
                Requirement::Positive(what) => (
                    format!("({value} > 0) && nhi_is_finite({value})"),
                    "NHI_NOT_POSITIVE",
                    what,
                ),
                Requirement::Stable(what) => (format!("{value} < 1"), "NHI_UNSTABLE", what),
            };
            body.open(&format!("if (!({holds})) "));
            body.line(&format!(
                "return nhi_fail(failure, {status}, 0.0, \"{what}\", (double)({value}), 0.0);"
            ));
            body.close("");
        }
        for (i, &value) in prepare.prepared.iter().enumerate() {
            let value = body.operand(value);
            body.line(&format!("prepared[{i}] = {value};"));
        }
        if prepare.prepared.is_empty() {
            body.line("prepared[0] = 0;");
        }
        body.open(&format!(
            "if (!nhi_all_finite(prepared, {})) ",
            self.slots()
        ));
        body.line("return nhi_fail(failure, NHI_SINGULAR_PARAMETERS, 0.0, \"\", 0.0, 0.0);");
        body.close("");
        body.line("return NHI_OK;");
        let parameters = format!("const {} *parameters", names.of("parameters"));
        let arguments = [
            parameters.clone(),
            format!("{real} h"),
            format!("{real} *prepared"),
            "nhi_failure *failure".to_owned(),
        ];
        let inner = self.of("prepare_size");
        let head = signature("static nhi_status", &inner, &arguments);
        let text = body.finish();
        self.defined += &definition(&head, &arguments, &text);

        let mut body = self.body();
        body.open("if (!nhi_is_finite(h) || (h == 0)) ");
        body.line("return nhi_fail(failure, NHI_STEP_SIZE, 0.0, \"\", (double)h, 0.0);");
        body.close("");
        let given = names.parameters("parameters->");
        for (parameter, name) in given.iter().zip(&stepper.names.parameters) {
            body.open(&format!("if (!nhi_is_finite({parameter})) "));
            body.line(&format!("return nhi_fail(failure, NHI_PARAMETER, 0.0, \"{name}\", (double){parameter}, 0.0);"));
            body.close("");
        }
        body.line(&format!("{} made;", self.prefix));
        body.line("made.h = h;");
        body.line("made.newton.max_iterations = 30u;");
        body.line("made.newton.relative_tolerance = (double)(4 * NHI_EPSILON);");
        let sizes = Substep::sizes(&stepper.substeps).into_iter();
        let sizes = sizes.map(|size| format!("{} * h", names.precision.literal(size)));
        let sizes: Vec<_> = core::iter::once("h".to_owned()).chain(sizes).collect();
        body.line("nhi_status status = NHI_OK;");
        for (row, size) in sizes.iter().enumerate() {
            body.open("if (status == NHI_OK) ");
            body.line(&format!(
                "status = {inner}(parameters, {size}, made.prepared[{row}], failure);"
            ));
            body.close("");
        }
        body.open("if (status == NHI_OK) ");
        body.line("*stepper = made;");
        body.close("");
        body.line("return status;");
        let arguments = [
            format!("{} *stepper", self.prefix),
            parameters,
            format!("{real} h"),
            "nhi_failure *failure".to_owned(),
        ];
        let head = signature("nhi_status", &self.of("prepare"), &arguments);
        let docs = "Prepares the integrator for parameters and a step size, in the model's unit of time.\n\n\
            Fails, and writes nothing, if a number is not finite, the step size is zero, or the model is singular for \
            these parameters. `failure` may be NULL.";
        let text = body.finish();
        self.public(docs, &head, &arguments, &text);
    }

    /// Writes the functions for the time of a state and of the nodes of a step.
    fn times(&mut self) {
        let real = self.names.real();
        let time = self.of("time");
        let state = [
            format!("const {} *stepper", self.prefix),
            format!("const {} *state", self.of("state")),
        ];
        let head = signature(real, &time, &state);
        let body = format!("    return state->origin + (({real})state->steps * stepper->h);\n");
        self.public(
            "Returns the time of a state: its origin plus the number of steps times the step size.",
            &head,
            &state,
            &body,
        );
        if self.moments.is_empty() {
            return;
        }
        let node_time = self.of("node_time");
        let mut body = self.body();
        body.open("switch (node) ");
        for (number, &moment) in self.moments.iter().enumerate() {
            body.line(&format!("case {number}:"));
            body.line(&format!("    return {};", self.time_of(moment)));
        }
        body.line("default:");
        body.line(&format!("    return {time}(stepper, state);"));
        body.close("");
        let text = body.finish();
        let arguments = [&state[..], &["int node".to_owned()]].concat();
        let head = signature(real, &node_time, &arguments);
        let prefix = self.prefix.to_uppercase();
        let docs = format!(
            "Returns the time at which a step from a state reads the controls `u[node]`; `node` is below `{prefix}_NODES`."
        );
        self.public(&docs, &head, &arguments, &text);
    }

    /// Returns the time of a moment of the step from `state`.
    fn time_of(&self, moment: Moment) -> String {
        let (time, real) = (self.of("time"), self.names.real());
        match moment {
            Moment::Beginning => format!("{time}(stepper, state)"),
            Moment::End => format!("state->origin + (({real})(state->steps + 1u) * stepper->h)"),
            Moment::Between(fraction) => {
                format!(
                    "{time}(stepper, state) + ({} * stepper->h)",
                    self.names.precision.literal(fraction)
                )
            }
        }
    }

    fn start(&mut self) {
        let (names, stepper) = (self.names, self.stepper);
        let mut body = self.body();
        let lists = [
            (
                names.configuration("q->"),
                Place::Configuration as fn(usize) -> Place,
            ),
            (names.velocities("v->"), Place::Velocity),
            (names.multipliers("lambda->"), Place::InitialMultiplier),
            (names.controls("u->"), Place::Control),
        ];
        for (entries, place) in lists {
            for (i, entry) in entries.into_iter().enumerate() {
                body.place(place(i), entry);
            }
        }
        body.line(&format!(
            "const {} *const prepared = stepper->prepared[0];",
            names.real()
        ));
        for check in &stepper.checks {
            self.start_check(&mut body, check);
        }
        self.evaluate(&mut body, &stepper.start, &names.controls("u->"));
        body.line(&format!("{} made;", self.of("state")));
        body.line("made.origin = t;");
        body.line("made.steps = 0u;");
        body.line("made.report.iterations = 0u;");
        body.line("made.report.increment = 0.0;");
        body.line("made.report.residual = 0.0;");
        self.write_state(&mut body, &stepper.start);
        body.line("*state = made;");
        body.line("return NHI_OK;");
        let mut arguments = vec![
            format!("const {} *stepper", self.prefix),
            format!("{} t", names.real()),
            format!("const {} *q", names.of("coordinates")),
            format!("const {} *v", names.of("velocities")),
        ];
        if stepper.has_initial_multipliers {
            arguments.push(format!("const {} *lambda", names.of("multipliers")));
        }
        if names.has_controls() {
            arguments.push(format!("const {} *u", names.of("controls")));
        }
        arguments.push(format!("{} *state", self.of("state")));
        arguments.push("nhi_failure *failure".to_owned());
        let head = signature("nhi_status", &self.of("start"), &arguments);
        let reads = stepper
            .start
            .reads(|place| matches!(place, Place::Control(_)));
        let controls = match (names.has_controls(), reads) {
            (false, _) => "",
            (true, true) => " `u` holds the controls at the time `t`.",
            (true, false) => " The controls `u` are not read and may be NULL.",
        };
        let docs = format!(
            "Writes the state at the time `t` with configuration `q` and velocity `v`.{controls}\n\n\
             Fails, and writes nothing, if a number is not finite, a group element is not a rotation, or the initial \
             values violate a constraint by more than 1e-8 of its terms."
        );
        let text = without_unread(&body.finish(), &["prepared"]);
        self.public(&docs, &head, &arguments, &text);
    }

    fn start_check(&self, body: &mut Body<'_, Place>, check: &StartCheck) {
        let real = self.names.real();
        match check {
            StartCheck::FiniteInput(places) => {
                let sum: Vec<_> = places.iter().map(|&place| body.symbol(place)).collect();
                body.open(&format!("if (!nhi_is_finite({})) ", sum.join(" + ")));
                body.line(
                    "return nhi_fail(failure, NHI_NON_FINITE_INPUT, (double)t, \"\", 0.0, 0.0);",
                );
                body.close("");
            }
            StartCheck::Rotation { element, rows } => {
                let n = rows.len();
                let entries = rows
                    .iter()
                    .flatten()
                    .map(|&i| body.symbol(Place::Configuration(i)));
                let entries: Vec<_> = entries.collect();
                body.open("");
                body.line(&format!(
                    "const {real} rotation[{}] = {{{}}};",
                    n * n,
                    entries.join(", ")
                ));
                body.line(&format!("const nhi_status checked = nhi_not_a_rotation(failure, (double)t, \"{element}\", rotation, {n});"));
                return_failure(body, "checked");
                body.close("");
            }
            StartCheck::Constraints => {
                let function = &self.stepper.admission.function;
                body.open("");
                body.function(function);
                let n = function.outputs.len() / 2;
                let (residuals, scales) = function.outputs.split_at(n);
                let [residuals, scales] = [residuals, scales].map(|values| body.list(values));
                let names: Vec<_> = self
                    .stepper
                    .names
                    .admission
                    .iter()
                    .map(|name| format!("\"{name}\""))
                    .collect();
                body.line(&format!(
                    "static const char *const names[{n}] = {{{}}};",
                    names.join(", ")
                ));
                body.line(&format!("const {real} residuals[{n}] = {{{residuals}}};"));
                body.line(&format!("const {real} scales[{n}] = {{{scales}}};"));
                body.line(&format!("const nhi_status checked = nhi_off_constraint(failure, (double)t, names, residuals, scales, {n});"));
                return_failure(body, "checked");
                body.close("");
            }
        }
    }

    /// Writes the statements of a function, and the tests of its results and its pivots. A number
    /// of `inputs` that is not finite is blamed first.
    fn evaluate(&self, body: &mut Body<'_, Place>, routine: &Routine, inputs: &[String]) {
        let real = self.names.real();
        let function = &routine.function;
        if function.solves() {
            body.line("nhi_report report = {0u, 0.0, 0.0};");
        }
        body.function(function);
        let tested = function.outputs.iter().zip(&routine.tested);
        let tested: Vec<_> = tested
            .filter(|(_, tested)| **tested)
            .map(|(&value, _)| body.operand(value))
            .collect();
        let pivots: Vec<_> = function
            .pivots
            .iter()
            .map(|pivot| {
                let [value, scale] = [pivot.value, pivot.scale].map(|value| body.operand(value));
                let (what, rows) = match pivot.matrix {
                    PivotedMatrix::Mass | PivotedMatrix::MassWithoutConstraints => {
                        ("mass matrix", &self.stepper.names.velocities)
                    }
                    PivotedMatrix::MassOnConstraints => (
                        "mass matrix on the velocities that the constraints allow",
                        &self.stepper.names.velocities,
                    ),
                    PivotedMatrix::Constraints => (
                        "matrix A M^-1 A^T of the constraints",
                        &self.stepper.names.constraints,
                    ),
                };
                (format!("{what}, row of {}", rows[pivot.row]), value, scale)
            })
            .collect();
        let mut sound = Vec::new();
        if !tested.is_empty() {
            sound.push(format!("nhi_is_finite({})", tested.join(" + ")));
        }
        sound.extend(
            pivots
                .iter()
                .map(|(_, value, scale)| format!("nhi_is_regular({value}, {scale})")),
        );
        if sound.is_empty() {
            return;
        }
        body.open(&format!("if (!({})) ", sound.join(" && ")));
        if !inputs.is_empty() {
            body.line(&format!(
                "const {real} inputs[{}] = {{{}}};",
                inputs.len(),
                inputs.join(", ")
            ));
            body.open(&format!("if (!nhi_all_finite(inputs, {})) ", inputs.len()));
            body.line("return nhi_fail(failure, NHI_NON_FINITE_INPUT, (double)t, \"\", 0.0, 0.0);");
            body.close("");
        }
        for (name, value, scale) in &pivots {
            body.open(&format!("if (nhi_is_finite({value}) && nhi_is_finite({scale}) && !nhi_is_regular({value}, {scale})) "));
            body.line(&format!("return nhi_fail(failure, NHI_SINGULAR, (double)t, \"{name}\", (double)({value}), (double)({scale}));"));
            body.close("");
        }
        body.line("return nhi_fail(failure, NHI_NON_FINITE, (double)t, \"\", 0.0, 0.0);");
        body.close("");
    }

    /// Writes the results of a function to the state `made`.
    fn write_state(&self, body: &mut Body<'_, Place>, routine: &Routine) {
        for (entry, &value) in self.entries("made.").iter().zip(&routine.function.outputs) {
            let value = body.operand(value);
            body.line(&format!("{entry} = {value};"));
        }
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
                body.place(
                    Place::NodeControl {
                        node: number,
                        control,
                    },
                    entry.clone(),
                );
            }
            read.extend(entries);
        }
        read
    }

    fn step(&mut self) {
        let (names, stepper) = (self.names, self.stepper);
        let real = names.real();
        let routine = &stepper.step;
        let mut body = self.body_of_state();
        let composed = self.is_composed();
        let index_of = |moment: Moment| {
            self.moments
                .iter()
                .position(|&x| x == moment)
                .expect("every moment that is read is listed")
        };
        let inputs = match composed {
            true => {
                let place = |node: usize| {
                    routine
                        .control_nodes
                        .iter()
                        .position(|&x| x == node)
                        .unwrap_or(0)
                };
                self.place_controls(&mut body, routine, |node| format!("nodes[{}]", place(node)))
            }
            false => {
                body.line(&format!(
                    "const {real} *const prepared = stepper->prepared[0];"
                ));
                body.line(&format!(
                    "const {real} t = {}(stepper, state);",
                    self.of("time")
                ));
                self.place_controls(&mut body, routine, |node| {
                    index_of(stepper.control_nodes[node]).to_string()
                })
            }
        };
        self.evaluate(&mut body, routine, &inputs);
        body.line(&format!("{} made;", self.of("state")));
        body.line("made.origin = state->origin;");
        match composed {
            true => body.line("made.steps = state->steps;"),
            false => body.line(
                "made.steps = (state->steps < UINT64_MAX) ? (state->steps + 1u) : state->steps;",
            ),
        }
        match (routine.function.solves(), composed) {
            (true, true) => body.line("made.report = nhi_report_and(state->report, report);"),
            (true, false) => body.line("made.report = report;"),
            (false, _) => body.line("made.report = state->report;"),
        }
        self.write_state(&mut body, routine);
        body.line("*next = made;");
        body.line("return NHI_OK;");
        let text = body.finish();
        let mut arguments = vec![format!("const {} *stepper", self.prefix)];
        if composed {
            arguments.push(format!("const {real} *prepared"));
            arguments.push(format!("{real} t"));
        }
        arguments.push(format!("const {} *state", self.of("state")));
        if names.has_controls() {
            arguments.push(format!("const {} *u", names.of("controls")));
        }
        if composed {
            arguments.push("const int *nodes".to_owned());
        }
        arguments.push(format!("{} *next", self.of("state")));
        arguments.push("nhi_failure *failure".to_owned());
        let controls = match (names.has_controls(), self.moments.len()) {
            (false, _) => String::new(),
            (true, 0) => " The controls `u` are not read and may be NULL.".to_owned(),
            (true, n) => format!(
                " `u` holds {n} sets of controls, at the times of `{}`.",
                self.of("node_time")
            ),
        };
        let docs = format!(
            "Writes the state one step after `state` to `next`, which may be the same.{controls}\n\n\
             Fails, and writes nothing, if a control or a result is not finite, or the equations cannot be solved."
        );
        if !composed {
            let head = signature("nhi_status", &self.of("step"), &arguments);
            let text = without_unread(&text, &["prepared", "t"]);
            return self.public(&docs, &head, &arguments, &text);
        }
        let head = signature("static nhi_status", &self.of("substep"), &arguments);
        self.defined += &definition(&head, &arguments, &text);
        let rows = |rows: Vec<String>| rows.join(", ");
        let count = stepper.substeps.len();
        let mut body = self.body();
        let sizes = stepper.substeps.iter().map(|x| (1 + x.place).to_string());
        body.line(&format!(
            "static const int sizes[{count}] = {{{}}};",
            rows(sizes.collect())
        ));
        let width = routine.control_nodes.len().max(1);
        let nodes = stepper.substeps.iter().map(|x| {
            let nodes = routine
                .control_nodes
                .iter()
                .map(|&node| index_of(x.nodes[node]).to_string());
            let nodes: Vec<_> = nodes.collect();
            if nodes.is_empty() {
                "{0}".to_owned()
            } else {
                format!("{{{}}}", nodes.join(", "))
            }
        });
        body.line(&format!(
            "static const int nodes[{count}][{width}] = {{{}}};",
            rows(nodes.collect())
        ));
        let times = stepper
            .substeps
            .iter()
            .map(|x| self.time_of(Moment::of(x.begin)));
        body.line(&format!(
            "const {real} times[{count}] = {{{}}};",
            rows(times.collect())
        ));
        body.line(&format!("{} made = *state;", self.of("state")));
        if routine.function.solves() {
            body.line("made.report.iterations = 0u;");
            body.line("made.report.increment = 0.0;");
            body.line("made.report.residual = 0.0;");
        }
        body.open(&format!("for (int i = 0; i < {count}; i++) "));
        let u = if names.has_controls() { "u, " } else { "" };
        body.line(&format!(
            "const nhi_status status = {}(stepper, stepper->prepared[sizes[i]], times[i], &made, {u}nodes[i], &made, failure);",
            self.of("substep")
        ));
        return_failure(&mut body, "status");
        body.close("");
        body.line("made.steps = (state->steps < UINT64_MAX) ? (state->steps + 1u) : state->steps;");
        body.line("*next = made;");
        body.line("return NHI_OK;");
        let text = body.finish();
        let arguments: Vec<_> = arguments
            .into_iter()
            .filter(|x| !x.ends_with("*prepared") && !x.ends_with(" t") && !x.ends_with("nodes"))
            .collect();
        let head = signature("nhi_status", &self.of("step"), &arguments);
        self.public(&docs, &head, &arguments, &text);
    }

    fn sample(&mut self) {
        let (names, stepper) = (self.names, self.stepper);
        let mut body = self.body_of_state();
        body.line(&format!(
            "const {} *const prepared = stepper->prepared[0];",
            names.real()
        ));
        body.line(&format!(
            "const {} t = {}(stepper, state);",
            names.real(),
            self.of("time")
        ));
        self.evaluate(&mut body, &stepper.sample, &[]);
        body.line(&format!("{} made;", names.of("sample")));
        body.line("made.t = t;");
        let entries = self.entries("state->");
        let q = stepper.configuration();
        let results = stepper
            .sample
            .function
            .outputs
            .iter()
            .map(|&value| body.operand(value));
        let values: Vec<_> = entries[q].iter().cloned().chain(results).collect();
        let places = [
            names.configuration("made.q."),
            names.velocities("made.v."),
            names.multipliers("made.lambda."),
        ];
        for (place, value) in places.iter().flatten().zip(values) {
            body.line(&format!("{place} = {value};"));
        }
        body.line("*sample = made;");
        body.line("return NHI_OK;");
        let arguments = [
            format!("const {} *stepper", self.prefix),
            format!("const {} *state", self.of("state")),
            format!("{} *sample", names.of("sample")),
            "nhi_failure *failure".to_owned(),
        ];
        let head = signature("nhi_status", &self.of("sample"), &arguments);
        let text = without_unread(&body.finish(), &["prepared"]);
        let docs = "Writes time, configuration, velocities and multipliers of a state.\n\n\
            Fails, and writes nothing, if a result is not finite.";
        self.public(docs, &head, &arguments, &text);
    }

    fn diagnostics(&mut self) {
        let diagnostics = self.stepper.diagnostics.iter();
        let with_values = |x: &&StateDiagnostic| !x.routine.function.outputs.is_empty();
        for diagnostic in diagnostics.filter(with_values) {
            let mut body = self.body_of_state();
            body.line(&format!(
                "const {} *const prepared = stepper->prepared[0];",
                self.names.real()
            ));
            body.line(&format!(
                "const {} t = {}(stepper, state);",
                self.names.real(),
                self.of("time")
            ));
            let function = &diagnostic.routine.function;
            body.function(function);
            for (i, &value) in function.outputs.iter().enumerate() {
                let value = body.operand(value);
                body.line(&format!("values[{i}] = {value};"));
            }
            let arguments = [
                format!("const {} *stepper", self.prefix),
                format!("const {} *state", self.of("state")),
                format!("{} values[{}]", self.names.real(), function.outputs.len()),
            ];
            let head = signature("void", &self.of(diagnostic.name), &arguments);
            let text = without_unread(&body.finish(), &["prepared", "t"]);
            self.public(diagnostic.docs, &head, &arguments, &text);
        }
    }

    /// Writes the step with its derivatives, if the integrator was asked for them.
    fn jacobian(&mut self) {
        let (names, stepper) = (self.names, self.stepper);
        let Some(routine) = stepper
            .step_jacobian
            .as_ref()
            .filter(|_| !self.is_composed())
        else {
            return;
        };
        let real = names.real();
        let mut body = self.body_of_state();
        body.line(&format!(
            "const {real} *const prepared = stepper->prepared[0];"
        ));
        body.line(&format!(
            "const {real} t = {}(stepper, state);",
            self.of("time")
        ));
        let index_of = |moment: Moment| self.moments.iter().position(|&x| x == moment).unwrap_or(0);
        let inputs = self.place_controls(&mut body, routine, |node| {
            index_of(stepper.control_nodes[node]).to_string()
        });
        self.evaluate(&mut body, routine, &inputs);
        body.line(&format!("{} made;", self.of("state")));
        body.line("made.origin = state->origin;");
        body.line("made.steps = (state->steps < UINT64_MAX) ? (state->steps + 1u) : state->steps;");
        body.line(if routine.function.solves() {
            "made.report = report;"
        } else {
            "made.report = state->report;"
        });
        self.write_state(&mut body, routine);
        let n = stepper.state_len();
        let slopes = &routine.function.outputs[n..];
        for (i, &value) in slopes.iter().enumerate() {
            let value = body.operand(value);
            body.line(&format!("jacobian[{}][{}] = {value};", i / n, i % n));
        }
        body.line("*next = made;");
        body.line("return NHI_OK;");
        let mut arguments = vec![
            format!("const {} *stepper", self.prefix),
            format!("const {} *state", self.of("state")),
        ];
        if names.has_controls() {
            arguments.push(format!("const {} *u", names.of("controls")));
        }
        arguments.push(format!("{} *next", self.of("state")));
        arguments.push(format!("{real} jacobian[{}][{n}]", slopes.len() / n));
        arguments.push("nhi_failure *failure".to_owned());
        let head = signature("nhi_status", &self.of("step_jacobian"), &arguments);
        let text = without_unread(&body.finish(), &["prepared", "t"]);
        let docs = "Writes the next state like the step, and its derivatives, column by column: by the entries of the \
            state in their order, by each control (by a constant added to it at all nodes), by the parameters, by the step size.";
        self.public(docs, &head, &arguments, &text);
    }
}

fn return_failure(body: &mut Body<'_, Place>, status: &str) {
    body.open(&format!("if ({status} != NHI_OK) "));
    body.line(&format!("return {status};"));
    body.close("");
}

/// Removes the declarations of names that nothing else mentions.
fn without_unread(text: &str, names: &[&str]) -> String {
    let mut text = text.to_owned();
    for name in names {
        let declares = |line: &str| {
            line.contains(&format!(" {name} = ")) || line.contains(&format!("const {name} = "))
        };
        let rest: String = text
            .lines()
            .filter(|line| !declares(line))
            .collect::<Vec<_>>()
            .join("\n");
        if !super::text::mentions(&rest, name) {
            text = rest + "\n";
        }
    }
    text
}
