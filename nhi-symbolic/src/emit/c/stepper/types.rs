//! The structs of an integrator and of its states, and the times of states.

use crate::discrete::GroupKind;
use crate::program::stepper::{StatePart, Substep};

use super::super::text::{Member, structure};
use super::{Printer, has_report};

impl Printer<'_> {
    pub(super) fn types(&mut self) {
        let stepper = self.stepper;
        let prefix = self.prefix.to_uppercase();
        let (nodes, entries) = (self.moments.len(), stepper.state_len());
        let (of_stepper, of_state) = (self.of_stepper(), self.of_state());
        self.declared += &format!(
            "/* {} */\n\n\
             /** The number of moments of a step at which it reads the controls. */\n\
             #define {prefix}_NODES {nodes}\n\
             /** The number of entries of a state, without its time. */\n\
             #define {prefix}_ENTRIES {entries}\n\n{of_stepper}{of_state}",
            self.title(),
        );
    }

    /// Returns the integrator as a model writes it, with the phase of the motion.
    fn title(&self) -> String {
        let written = &self.stepper.written;
        match self.phase {
            Some(phase) => format!("{written} with the set {phase} of open contacts"),
            None => written.clone(),
        }
    }

    fn of_stepper(&self) -> String {
        let (names, stepper) = (self.names, self.stepper);
        let rows = Substep::sizes(&stepper.substeps).len() + 1;
        let docs = format!(
            "The integrator `{}` with parameters and a step size.\n\n{}\n\n\
             Operations of a step outside iterations: {}.",
            stepper.written,
            stepper.summary,
            stepper.step_count()
        );
        let prepared = format!("{} prepared[{rows}][{}]", names.real(), self.slots());
        let members = [
            Member::number(
                names.precision,
                "h",
                "The step size; negative if it runs backwards.",
            ),
            Member::new("nhi_settings newton", "Settings of Newton's method."),
            Member::new(
                prepared,
                "Values that depend only on parameters and step size.",
            ),
        ];
        structure(&self.prefix, &docs, &members)
    }

    fn of_state(&self) -> String {
        let precision = self.names.precision;
        let mut members = vec![
            Member::number(precision, "origin", "The time at which the run started."),
            Member::new("uint64_t steps", "The number of steps since then."),
        ];
        if has_report(self.stepper) {
            let docs = "How the equations of the last step were solved.";
            members.push(Member::new("nhi_report report", docs));
        }
        let parts = self.stepper.state.iter();
        members.extend(parts.map(|part| self.part(part)));
        let docs = format!(
            "A state of `{}`: everything that the next step needs. It belongs to the step size.",
            self.prefix
        );
        structure(&self.of("state"), &docs, &members)
    }

    fn part(&self, part: &StatePart) -> Member {
        let kind = match part.kind {
            GroupKind::Coordinates => "coordinates",
            GroupKind::Velocities => "velocities",
            GroupKind::Controls => "controls",
            GroupKind::Multipliers => "multipliers",
            GroupKind::Momenta | GroupKind::Scalars => {
                let n = part.entries.len();
                return Member::new(
                    format!("{} {}[{n}]", self.names.real(), part.name),
                    part.docs,
                );
            }
        };
        self.names.part(&format!("{kind} {}", part.name), part.docs)
    }

    /// Writes the functions for the time of a state and of the nodes of a step.
    pub(super) fn times(&mut self) {
        let real = self.names.real();
        let arguments = self.arguments([]);
        let body = format!("    return state->origin + (({real})state->steps * stepper->h);\n");
        let docs =
            "Returns the time of a state: its origin plus the number of steps times the step size.";
        self.public(real, "time", &arguments, docs, &body);
        if self.moments.is_empty() {
            return;
        }
        let mut body = self.body();
        body.open("switch (node) ");
        for (number, &moment) in self.moments.iter().enumerate() {
            let time = self.time_of(moment);
            body.code(&format!("case {number}:\n    return {time};"));
        }
        body.code(&format!(
            "default:\n    return {}(stepper, state);",
            self.of("time")
        ));
        body.close("");
        let text = body.finish();
        let docs = format!(
            "Returns the time at which a step from a state reads the controls `u[node]`; `node` is \
             below `{}_NODES`.",
            self.prefix.to_uppercase()
        );
        let arguments = self.arguments(["int node".to_owned()]);
        self.public(real, "node_time", &arguments, &docs, &text);
    }
}
