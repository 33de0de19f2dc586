//! The first state.

use crate::program::Place;
use crate::program::stepper::{Routine, StartCheck};

use super::super::body::Body;
use super::{Printer, entries, has_report};

impl Printer<'_> {
    pub(super) fn start(&mut self) {
        let (text, arguments) = (
            self.start_body(&self.stepper.start, None),
            self.start_arguments(),
        );
        let controls = match (
            self.names.has_controls(),
            reads_controls(&self.stepper.start),
        ) {
            (false, _) => "",
            (true, true) => " `u` contains the controls at the time `t`.",
            (true, false) => " The controls `u` are not read and may be NULL.",
        };
        let docs = format!(
            "Writes the state at the time `t` with configuration `q` and velocity `v`.{controls}\n\n\
             Fails, and writes nothing, if a number is not finite, a group element is not a rotation, \
             or the initial values violate a constraint by more than 1e-8 of its terms."
        );
        self.public("nhi_status", "start", &arguments, &docs, &text);
    }

    /// Writes the start with its derivatives, if the integrator was asked for them.
    pub(super) fn start_jacobian(&mut self) {
        let Some(routine) = &self.stepper.start_jacobian else {
            return;
        };
        let n = self.stepper.state_len();
        let columns = routine.function.outputs.len() / n - 1;
        let text = self.start_body(routine, Some("jacobian"));
        let mut arguments = self.start_arguments();
        let jacobian = format!("{} jacobian[{columns}][{n}]", self.names.real());
        arguments.insert(arguments.len() - 1, jacobian);
        let docs = "Writes the first state like the start, and the derivatives of its entries column by \
            column: by the entries of `q`, by `v`, by the initial multipliers of vakonomic motions, by \
            the controls, by the parameters, by the step size, by the time.";
        self.public("nhi_status", "start_jacobian", &arguments, docs, &text);
    }

    fn start_arguments(&self) -> Vec<String> {
        let names = self.names;
        let lambda = self.stepper.has_initial_multipliers;
        let lambda = lambda.then(|| format!("const {} *lambda", names.of("multipliers")));
        let u = names.has_controls();
        let u = u.then(|| format!("const {} *u", names.of("controls")));
        let first = [
            format!("const {} *stepper", self.prefix),
            format!("{} t", names.real()),
            format!("const {} *q", names.of("coordinates")),
            format!("const {} *v", names.of("velocities")),
        ];
        let last = [
            format!("{} *state", self.of("state")),
            "nhi_failure *failure".to_owned(),
        ];
        first
            .into_iter()
            .chain(lambda)
            .chain(u)
            .chain(last)
            .collect()
    }

    /// Returns the body of a function that makes the first state, and writes further results to a
    /// matrix.
    fn start_body(&self, routine: &Routine, matrix: Option<&str>) -> String {
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
        for (places, place) in lists {
            for (i, entry) in places.into_iter().enumerate() {
                body.place(place(i), entry);
            }
        }
        for check in &stepper.checks {
            self.start_check(&mut body, check);
        }
        let inputs = match reads_controls(routine) {
            true => names.controls("u->"),
            false => Vec::new(),
        };
        self.evaluate(&mut body, routine, &inputs);
        let (first, slopes) = routine.function.outputs.split_at(stepper.state_len());
        if let Some(matrix) = matrix {
            body.write_columns(matrix, slopes, stepper.state_len());
        }
        body.write(&entries(names, stepper, "state->"), first);
        body.code("state->origin = t;\nstate->steps = 0u;");
        if has_report(stepper) {
            body.code("state->report = nhi_no_report();");
        }
        body.code("return NHI_OK;");
        self.with_declarations_of_start(&body.finish())
    }

    fn with_declarations_of_start(&self, text: &str) -> String {
        let real = self.names.real();
        match super::super::text::mentions(text, "prepared") {
            true => format!("    const {real} *const prepared = stepper->prepared[0];\n{text}"),
            false => text.to_owned(),
        }
    }

    fn start_check(&self, body: &mut Body<'_, Place>, check: &StartCheck) {
        let real = self.names.real();
        match check {
            StartCheck::FiniteInput(places) => {
                let sum: Vec<_> = places.iter().map(|&place| body.symbol(place)).collect();
                body.code(&format!(
                    "if (!nhi_is_finite({})) {{
                         return nhi_fail(failure, NHI_NON_FINITE_INPUT, (double)t, \"\", 0.0, 0.0);
                     }}",
                    sum.join(" + ")
                ));
            }
            StartCheck::Rotation { element, rows } => {
                let (n, entries) = (rows.len(), rows.iter().flatten());
                let entries = entries.map(|&i| body.symbol(Place::Configuration(i)));
                let entries: Vec<_> = entries.collect();
                body.open("");
                body.code(&format!(
                    "const {real} rotation[{}] = {{{}}};
                     const nhi_status checked =
                         nhi_not_a_rotation(failure, (double)t, \"{element}\", rotation, {n});
                     if (checked != NHI_OK) {{
                         return checked;
                     }}",
                    n * n,
                    entries.join(", ")
                ));
                body.close("");
            }
            StartCheck::Constraints => {
                let function = &self.stepper.admission.function;
                body.open("");
                body.function(function);
                let n = function.outputs.len() / 2;
                let (residuals, scales) = function.outputs.split_at(n);
                let [residuals, scales] = [residuals, scales].map(|values| body.list(values));
                let names = self.stepper.names.admission.iter();
                let names: Vec<_> = names.map(|name| format!("\"{name}\"")).collect();
                body.code(&format!(
                    "static const char *const names[{n}] = {{{}}};
                     const {real} residuals[{n}] = {{{residuals}}};
                     const {real} scales[{n}] = {{{scales}}};
                     const nhi_status checked =
                         nhi_off_constraint(failure, (double)t, names, residuals, scales, {n});
                     if (checked != NHI_OK) {{
                         return checked;
                     }}",
                    names.join(", ")
                ));
                body.close("");
            }
        }
    }
}

fn reads_controls(start: &Routine) -> bool {
    start.reads(|place| matches!(place, Place::Control(_)))
}
