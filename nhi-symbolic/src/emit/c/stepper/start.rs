//! The first state.

use crate::program::Place;
use crate::program::stepper::StartCheck;

use super::super::body::Body;
use super::{Printer, entries, has_report};

impl Printer<'_> {
    pub(super) fn start(&mut self) {
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
        let reads_controls = stepper
            .start
            .reads(|place| matches!(place, Place::Control(_)));
        let inputs = match reads_controls {
            true => names.controls("u->"),
            false => Vec::new(),
        };
        self.evaluate(&mut body, &stepper.start, &inputs);
        body.write(
            &entries(names, stepper, "state->"),
            &stepper.start.function.outputs,
        );
        body.code("state->origin = t;\nstate->steps = 0u;");
        if has_report(stepper) {
            body.code("state->report = nhi_no_report();");
        }
        body.code("return NHI_OK;");
        let text = self.with_declarations_of_start(&body.finish());
        let controls = match (names.has_controls(), reads_controls) {
            (false, _) => "",
            (true, true) => " `u` contains the controls at the time `t`.",
            (true, false) => " The controls `u` are not read and may be NULL.",
        };
        let docs = format!(
            "Writes the state at the time `t` with configuration `q` and velocity `v`.{controls}\n\n\
             Fails, and writes nothing, if a number is not finite, a group element is not a rotation, \
             or the initial values violate a constraint by more than 1e-8 of its terms."
        );
        let lambda = stepper.has_initial_multipliers;
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
        let arguments = first.into_iter().chain(lambda).chain(u).chain(last);
        let arguments: Vec<_> = arguments.collect();
        self.public("nhi_status", "start", &arguments, &docs, &text);
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
