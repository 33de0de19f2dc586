//! The values that depend only on parameters and step size.

use crate::discrete::Requirement;
use crate::program::Place;
use crate::program::stepper::Substep;

use super::super::body::Body;
use super::Printer;

impl Printer<'_> {
    pub(super) fn prepare(&mut self) {
        let real = self.names.real();
        let [parameters, h, failure] = [
            format!("const {} *parameters", self.names.of("parameters")),
            format!("{real} h"),
            "nhi_failure *failure".to_owned(),
        ];
        let of_size = [
            parameters.clone(),
            h.clone(),
            format!("{real} *prepared"),
            failure.clone(),
        ];
        let (name, text) = (self.of("prepare_size"), self.prepare_size());
        self.private("nhi_status", &name, &of_size, &text);
        let stepper = format!("{} *stepper", self.prefix);
        let docs = "Prepares the integrator for parameters and a step size, in the model's unit of time.\n\n\
            Fails, and writes nothing, if a number is not finite, the step size is zero, or the model is singular for \
            these parameters. `failure` may be NULL.";
        let text = self.prepare_all(&name);
        self.public(
            "nhi_status",
            "prepare",
            &[stepper, parameters, h, failure],
            docs,
            &text,
        );
    }

    /// Returns the body of the function for one size of a step or a substep.
    fn prepare_size(&self) -> String {
        let (names, prepare) = (self.names, &self.stepper.prepare);
        let mut body = Body::new(names.precision, &self.stepper.tape);
        for (i, parameter) in names.parameters("parameters->").into_iter().enumerate() {
            body.place(Place::Parameter(i), parameter);
        }
        body.place(Place::StepSize, "h");
        let conditions = prepare.conditions.iter().map(|&(_, value)| value);
        let results: Vec<_> = prepare.prepared.iter().copied().chain(conditions).collect();
        body.all_values(&prepare.values, &results);
        let [zero, one] = [0.0, 1.0].map(|x| names.precision.literal(x));
        for &(requirement, value) in &prepare.conditions {
            let value = body.operand(value);
            let (holds, status, what) = match requirement {
                Requirement::Positive(what) => (
                    format!("({value} > {zero}) && nhi_is_finite({value})"),
                    "NHI_NOT_POSITIVE",
                    what,
                ),
                Requirement::Stable(what) => (format!("{value} < {one}"), "NHI_UNSTABLE", what),
            };
            body.code(&format!(
                "if (!({holds})) {{
                     return nhi_fail(failure, {status}, 0.0, \"{what}\", (double)({value}), 0.0);
                 }}"
            ));
        }
        body.assign("prepared", &prepare.prepared);
        if prepare.prepared.is_empty() {
            body.code("prepared[0] = 0;");
        }
        body.code(&format!(
            "if (!nhi_all_finite(prepared, {})) {{
                 return nhi_fail(failure, NHI_SINGULAR_PARAMETERS, 0.0, \"\", 0.0, 0.0);
             }}
             return NHI_OK;",
            self.slots()
        ));
        body.finish()
    }

    /// Returns the body of the function of the interface.
    fn prepare_all(&self, of_size: &str) -> String {
        let mut body = self.body();
        let zero = self.names.precision.literal(0.0);
        body.code(&format!(
            "if (!nhi_is_finite(h) || (h == {zero})) {{
                 return nhi_fail(failure, NHI_STEP_SIZE, 0.0, \"\", (double)h, 0.0);
             }}"
        ));
        let given = self.names.parameters("parameters->");
        for (parameter, name) in given.iter().zip(&self.stepper.names.parameters) {
            body.code(&format!(
                "if (!nhi_is_finite({parameter})) {{
                     return nhi_fail(failure, NHI_PARAMETER, 0.0, \"{name}\", (double){parameter}, 0.0);
                 }}"
            ));
        }
        body.code(&format!(
            "{} made;
             made.h = h;
             made.newton.max_iterations = 30u;
             made.newton.relative_tolerance = (double)(4 * NHI_EPSILON);
             nhi_status status = {of_size}(parameters, h, made.prepared[0], failure);",
            self.prefix
        ));
        for (row, size) in (1..).zip(Substep::sizes(&self.stepper.substeps)) {
            let size = self.names.precision.literal(size);
            body.code(&format!(
                "if (status == NHI_OK) {{
                     status = {of_size}(parameters, {size} * h, made.prepared[{row}], failure);
                 }}"
            ));
        }
        body.code(
            "if (status == NHI_OK) {
                 *stepper = made;
             }
             return status;",
        );
        body.finish()
    }
}
