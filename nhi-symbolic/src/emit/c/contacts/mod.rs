//! Steppers with contacts that open: those of all phases, and the functions that change between
//! them.
//!
//! The functions that are the same for all models are C with a few words to replace, in `model.c`
//! and `stepper.c`; they do what `nhi-runtime/src/contacts` does.

mod model;
mod stepper;

use crate::diag::Diagnostics;
use crate::program::Compiled;
use crate::program::stepper::Stepper;

use super::data::Names;
use super::text::{definition, signature};

/// The header for steppers over contacts.
pub(super) const RUNTIME: &str = include_str!("nhi_contacts.h");

/// A phase of a motion: the number of the set of open contacts, and its steppers.
pub(super) struct Phase {
    pub(super) number: usize,
    pub(super) steppers: Vec<Stepper>,
}

impl Phase {
    /// Returns the phases of a motion, of which one is that of a compiled model, without the
    /// steppers that choose their own steps.
    pub(super) fn all(compiled: &Compiled, others: &[(usize, Compiled)]) -> Vec<Self> {
        let opening = compiled.opens.as_ref();
        let first = opening.map(|opening| (opening.phase, compiled));
        let others = others.iter().map(|(number, phase)| (*number, phase));
        let all = first.into_iter().chain(others);
        all.map(|(number, phase)| Self {
            number,
            steppers: phase
                .steppers_as_data()
                .filter(|stepper| stepper.tolerance().is_none())
                .collect(),
        })
        .collect()
    }
}

/// Returns the declarations and the definitions of the steppers of a model.
pub(super) fn print(
    names: &Names,
    compiled: &Compiled,
    phases: &[Phase],
) -> Result<[String; 2], Diagnostics> {
    let mut printed = Printed {
        words: model::words(names, &compiled.mechanics),
        declared: String::new(),
        defined: String::new(),
    };
    model::print(&mut printed, names, &compiled.mechanics)?;
    for place in 0..phases[0].steppers.len() {
        let of_phases: Vec<_> = phases
            .iter()
            .map(|phase| (phase.number, &phase.steppers[place]))
            .collect();
        stepper::print(&mut printed, names, &of_phases);
    }
    Ok([printed.declared, printed.defined])
}

/// The text so far, and the words of templates with their replacements.
struct Printed {
    words: Vec<(&'static str, String)>,
    declared: String,
    defined: String,
}

impl Printed {
    /// Returns a text with its words replaced: whole names, and names up to an underscore.
    fn filled(&self, text: &str) -> String {
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut out = String::new();
        let mut rest = text;
        while !rest.is_empty() {
            let length = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
            let (name, after) = rest.split_at(length);
            let written = self.written(name);
            let is_left_out = written.is_empty() && !name.is_empty();
            out += &written;
            let others = after.find(is_of_name).unwrap_or(after.len());
            let (between, next) = after.split_at(others);
            let blanks = if is_left_out {
                between.trim_start()
            } else {
                between
            };
            out += blanks;
            rest = next;
        }
        out
    }

    /// Returns the replacement of a name, or the name.
    fn written(&self, name: &str) -> String {
        let mut words = self.words.iter();
        let replaced = words.find_map(|(word, by)| {
            let rest = name.strip_prefix(word)?;
            (rest.is_empty() || rest.starts_with('_')).then(|| format!("{by}{rest}"))
        });
        replaced.unwrap_or_else(|| name.to_owned())
    }

    /// Returns a list of arguments, which semicolons separate, without those that models without
    /// controls lack.
    fn arguments(&self, list: &str) -> Vec<String> {
        let arguments = list.split("; ").map(|argument| self.filled(argument));
        arguments.filter(|argument| !argument.is_empty()).collect()
    }

    /// Adds a function that only functions of the same source call. Its body is complete.
    fn private(&mut self, result: &str, name: &str, arguments: &str, body: &str) {
        let [result, name] = [result, name].map(|text| self.filled(text));
        let arguments = self.arguments(arguments);
        let head = signature(&format!("static {result}"), &name, &arguments);
        self.defined += &definition(&head, &arguments, body);
    }
}
