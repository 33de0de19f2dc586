//! The next state, and what is read from a state.

use crate::program::stepper::{Moment, Routine};

use super::{Printer, entries, has_report};

impl Printer<'_> {
    pub(super) fn step(&mut self) {
        match self.is_composed() {
            true => self.composed_step(),
            false => {
                let text = self.step_body(&self.stepper.step, None);
                let arguments = self.step_arguments();
                let docs = self.step_docs();
                self.public("nhi_status", "step", &arguments, &docs, &text);
            }
        }
    }

    /// Writes the step with its derivatives, if the integrator was asked for them.
    pub(super) fn step_jacobian(&mut self) {
        let routine = self.stepper.step_jacobian.as_ref();
        let Some(routine) = routine.filter(|_| !self.is_composed()) else {
            return;
        };
        let n = self.stepper.state_len();
        let text = self.step_body(routine, Some("jacobian"));
        let columns = routine.function.outputs.len() / n - 1;
        let mut arguments = self.step_arguments();
        let jacobian = format!("{} jacobian[{columns}][{n}]", self.names.real());
        arguments.insert(arguments.len() - 1, jacobian);
        let docs = "Writes the next state like the step, and its derivatives with respect to the entries \
            of the state in their order, each control (a constant added to it at all nodes), the \
            parameters and the step size, column by column.";
        self.public("nhi_status", "step_jacobian", &arguments, docs, &text);
    }

    fn step_docs(&self) -> String {
        let controls = match (self.names.has_controls(), self.moments.len()) {
            (false, _) => String::new(),
            (true, 0) => " The controls `u` are not read and may be NULL.".to_owned(),
            (true, n) => format!(
                " `u` contains {n} sets of controls, at the times of `{}`.",
                self.of("node_time")
            ),
        };
        format!(
            "Writes the state one step after `state` to `next`, which may be the same.{controls}\n\n\
             Fails, and writes nothing, if a control or a result is not finite, or the equations \
             cannot be solved."
        )
    }

    fn step_arguments(&self) -> Vec<String> {
        let u = self.names.has_controls();
        let u = u.then(|| format!("const {} *u", self.names.of("controls")));
        let last = [
            format!("{} *next", self.of("state")),
            "nhi_failure *failure".to_owned(),
        ];
        self.arguments([])
            .into_iter()
            .chain(u)
            .chain(last)
            .collect()
    }

    /// Returns the body of a function that makes a whole step, and writes further results to a
    /// matrix.
    fn step_body(&self, routine: &Routine, matrix: Option<&str>) -> String {
        let stepper = self.stepper;
        let mut body = self.body_of_state();
        let place = |node: usize| self.place_of(stepper.control_nodes[node]).to_string();
        let inputs = self.place_controls(&mut body, routine, place);
        self.evaluate(&mut body, routine, &inputs);
        let n = stepper.state_len();
        let (next, slopes) = routine.function.outputs.split_at(n);
        if let Some(matrix) = matrix {
            body.write_columns(matrix, slopes, n);
        }
        body.write(&entries(self.names, stepper, "next->"), next);
        body.code("next->origin = state->origin;\nnext->steps = nhi_next(state->steps);");
        if has_report(stepper) {
            body.code("next->report = report;");
        }
        body.code("return NHI_OK;");
        self.with_declarations(&body.finish())
    }

    fn composed_step(&mut self) {
        let (names, stepper) = (self.names, self.stepper);
        let (real, routine) = (names.real(), &stepper.step);
        let nodes = &routine.control_nodes;
        let mut body = self.body_of_state();
        let place = |node| nodes.iter().position(|&known| known == node).unwrap_or(0);
        let inputs =
            self.place_controls(&mut body, routine, |node| format!("nodes[{}]", place(node)));
        self.evaluate(&mut body, routine, &inputs);
        body.write(
            &entries(names, stepper, "next->"),
            &routine.function.outputs,
        );
        if has_report(stepper) {
            body.code("next->report = nhi_report_and(state->report, report);");
        }
        body.code("return NHI_OK;");
        let text = body.finish();
        let mut arguments = self.step_arguments();
        arguments.splice(
            1..1,
            [format!("const {real} *prepared"), format!("{real} t")],
        );
        arguments.insert(arguments.len() - 2, "const int *nodes".to_owned());
        let substep = self.of("substep");
        self.private("nhi_status", &substep, &arguments, &text);

        let list = |texts: Vec<String>| texts.join(", ");
        let (count, width) = (stepper.substeps.len(), nodes.len().max(1));
        let all = || stepper.substeps.iter();
        let sizes = list(all().map(|x| (1 + x.place).to_string()).collect());
        let times = list(all().map(|x| self.time_of(Moment::of(x.begin))).collect());
        let rows = all().map(|x| {
            let places = nodes
                .iter()
                .map(|&node| self.place_of(x.nodes[node]).to_string());
            let places: Vec<_> = places
                .chain(nodes.is_empty().then(|| "0".to_owned()))
                .collect();
            format!("{{{}}}", places.join(", "))
        });
        let rows = list(rows.collect());
        let u = if names.has_controls() { "u, " } else { "" };
        let report = match has_report(stepper) {
            true => "made.report = nhi_no_report();",
            false => "",
        };
        let mut body = self.body();
        body.code(&format!(
            "static const int sizes[{count}] = {{{sizes}}};
             static const int nodes[{count}][{width}] = {{{rows}}};
             const {real} times[{count}] = {{{times}}};
             {} made = *state;
             {report}
             for (int i = 0; i < {count}; i++) {{
                 const nhi_status status = {substep}(stepper, stepper->prepared[sizes[i]], times[i],
                                                     &made, {u}nodes[i], &made, failure);
                 if (status != NHI_OK) {{
                     return status;
                 }}
             }}
             made.steps = nhi_next(state->steps);
             *next = made;
             return NHI_OK;",
            self.of("state")
        ));
        let text = body.finish();
        let (arguments, docs) = (self.step_arguments(), self.step_docs());
        self.public("nhi_status", "step", &arguments, &docs, &text);
    }

    pub(super) fn sample(&mut self) {
        let text = self.sample_body(&self.stepper.sample, None);
        let sample = format!("{} *sample", self.names.of("sample"));
        let arguments = self.arguments([sample, "nhi_failure *failure".to_owned()]);
        let docs = "Writes time, configuration, velocities and multipliers of a state.\n\n\
            Fails, and writes nothing, if a result is not finite.";
        self.public("nhi_status", "sample", &arguments, docs, &text);
    }

    /// Writes the sample with its derivatives, if the integrator was asked for them.
    pub(super) fn sample_jacobian(&mut self) {
        let Some(routine) = &self.stepper.sample_jacobian else {
            return;
        };
        let n = self.stepper.sample.function.outputs.len();
        let columns = routine.function.outputs.len() / n - 1;
        let text = self.sample_body(routine, Some("jacobian"));
        let arguments = self.arguments([
            format!("{} *sample", self.names.of("sample")),
            format!("{} jacobian[{columns}][{n}]", self.names.real()),
            "nhi_failure *failure".to_owned(),
        ]);
        let docs = "Writes a sample, and the derivatives of its velocities and multipliers column by \
            column: by the entries of the state in their order, by the parameters, by the step size, \
            by the time.";
        self.public("nhi_status", "sample_jacobian", &arguments, docs, &text);
    }

    /// Returns the body of a function that makes a sample, and writes further results to a matrix.
    fn sample_body(&self, routine: &Routine, matrix: Option<&str>) -> String {
        let (names, stepper) = (self.names, self.stepper);
        let mut body = self.body_of_state();
        self.evaluate(&mut body, routine, &[]);
        let n = stepper.sample.function.outputs.len();
        let (values, slopes) = routine.function.outputs.split_at(n);
        if let Some(matrix) = matrix {
            body.write_columns(matrix, slopes, n);
        }
        let q = entries(names, stepper, "state->")[stepper.configuration()].to_vec();
        body.code("sample->t = t;");
        for (place, entry) in names.configuration("sample->q.").iter().zip(q) {
            body.code(&format!("{place} = {entry};"));
        }
        let (v, lambda) = (
            names.velocities("sample->v."),
            names.multipliers("sample->lambda."),
        );
        body.write(&[v, lambda].concat(), values);
        let zero = names.precision.literal(0.0);
        for place in names.released_multipliers("sample->lambda.") {
            body.code(&format!("{place} = {zero};"));
        }
        body.code("return NHI_OK;");
        self.with_declarations(&body.finish())
    }

    pub(super) fn diagnostics(&mut self) {
        for diagnostic in &self.stepper.diagnostics {
            let function = &diagnostic.routine.function;
            if function.outputs.is_empty() {
                continue;
            }
            let mut body = self.body_of_state();
            body.function(function);
            body.assign("values", &function.outputs);
            let text = self.with_declarations(&body.finish());
            let values = format!("{} values[{}]", self.names.real(), function.outputs.len());
            let arguments = self.arguments([values]);
            self.public("void", diagnostic.name, &arguments, diagnostic.docs, &text);
        }
    }
}
