//! C99: a header and a source for each model, and one header that all share.
//!
//! The printed functions do what [`program::stepper`](crate::program::stepper) says, in the order
//! that it says, and so have the bits of other targets. To add a language, see
//! `docs/dev/languages.md`.

mod body;
mod clashes;
mod contacts;
mod data;
mod flat;
mod motion;
mod names;
mod quantities;
mod stepper;
mod text;

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::Model;
use crate::program::Compiled;
use crate::program::stepper::Stepper;

pub(crate) use clashes::{check_file_name, check_names};
use data::Names;
pub(crate) use flat::flat;
pub use flat::{CFlat, FlatFunction};
pub use motion::{CAccess, CMotion, ControlPeriod, MotionValues, PointTable};
pub(crate) use motion::{Parts, motion};
use names::Precision;
use text::comment;

/// The header that all models share.
const RUNTIME: &str = include_str!("nhi.h");

/// A file of generated code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CFile {
    /// The name, without a folder.
    pub name: String,
    /// The contents.
    pub text: String,
    /// True if other models have the same file.
    pub is_shared: bool,
}

/// Returns the header that the files of all models include.
#[must_use]
pub fn runtime() -> CFile {
    CFile {
        name: "nhi.h".to_owned(),
        text: RUNTIME.to_owned(),
        is_shared: true,
    }
}

/// Returns the header that the files of models with contacts that open include.
#[must_use]
pub(crate) fn runtime_of_contacts() -> CFile {
    CFile {
        name: "nhi_contacts.h".to_owned(),
        text: contacts::RUNTIME.to_owned(),
        is_shared: true,
    }
}

/// Returns header and source of a model, with all its integrators. `phases` are the other phases of
/// the motion of a model with contacts that open, with their numbers.
///
/// Integrators that choose their own steps are left out, and so are derivatives of composed steps.
/// The names of the integrators are the second result.
///
/// # Errors
/// No integrator is left, or derivatives need more work than allowed.
pub fn generate(
    compiled: &Compiled,
    phases: &[(usize, Compiled)],
) -> Result<([CFile; 2], LeftOut), Diagnostics> {
    let (steppers, left_out) = steppers_of(compiled)?;
    let first = &steppers[0];
    let (names, of_quantities) = names_of(compiled, first);
    let mut texts = vec![quantities::functions(&of_quantities, &compiled.mechanics)?];
    match compiled.opens {
        None => texts.extend(
            steppers
                .iter()
                .map(|stepper| stepper::print(&names, stepper)),
        ),
        Some(_) => {
            let phases = contacts::Phase::all(compiled, phases);
            texts.push(contacts::print(&names, compiled, &phases)?);
        }
    }
    let [declared, defined] = [0, 1].map(|part| {
        let texts = texts.iter().map(|text| text[part].as_str());
        texts.collect::<String>()
    });
    let files = files(compiled.model(), &names, &declared, &defined);
    let is_composed =
        |stepper: &&Stepper| stepper.step_jacobian.is_some() && !stepper.substeps.is_empty();
    let written = |stepper: &Stepper| stepper.written.clone();
    let left_out = LeftOut {
        integrators: left_out.iter().map(written).collect(),
        step_derivatives: steppers.iter().filter(is_composed).map(written).collect(),
    };
    Ok((files, left_out))
}

/// The parts of a model that C code does not have, by the integrators as written.
#[derive(Clone, Debug, Default)]
pub struct LeftOut {
    /// The integrators that choose their own steps.
    pub integrators: Vec<String>,
    /// The integrators of which the derivatives of steps were asked for, and whose steps are
    /// composed.
    pub step_derivatives: Vec<String>,
}

/// Returns the steppers of a model, and those that C does not have.
fn steppers_of(compiled: &Compiled) -> Result<(Vec<Stepper>, Vec<Stepper>), Diagnostics> {
    let all = compiled.steppers.iter();
    let all = all.map(|(scheme, program)| match scheme.step_jacobian {
        Some(_) => Stepper::with_derivatives(&compiled.mechanics, scheme),
        None => Ok(Stepper::of(&compiled.mechanics, scheme, program)),
    });
    let all: Vec<_> = all.collect::<Result<_, _>>()?;
    let (steppers, left_out): (Vec<_>, Vec<_>) = all
        .into_iter()
        .partition(|stepper| stepper.tolerance().is_none());
    match steppers.is_empty() {
        true => Err(nothing_left(compiled).into()),
        false => Ok((steppers, left_out)),
    }
}

/// Returns the names of a model, and those in the phase of the motion that is compiled, if it has
/// several.
fn names_of(compiled: &Compiled, stepper: &Stepper) -> (Names, Names) {
    let names = Names::of_stepper(compiled.model(), stepper);
    match &compiled.opens {
        None => (names.clone(), names),
        Some(opening) => {
            let all = names.with_constraints(opening.ast.constraint_names().concat());
            let of_phase = all.of_phase(&stepper.names.constraints);
            (all, of_phase)
        }
    }
}

/// Returns header and source of a model from its declarations and definitions.
fn files(model: &Model, names: &Names, declared: &str, defined: &str) -> [CFile; 2] {
    let runtimes = match model.opening.is_empty() {
        true => vec![runtime()],
        false => vec![runtime(), runtime_of_contacts()],
    };
    let includes = runtimes
        .iter()
        .map(|file| format!("#include \"{}\"\n", file.name));
    let includes: Vec<_> = includes.collect();
    let prefix = &names.prefix;
    let guard = format!("{}_H", prefix.to_uppercase());
    let docs = model.item.docs.lines().join("\n");
    let title = format!(
        "@file {prefix}.h\nThe model `{}`.\n\n{docs}",
        model.item.ident
    );
    let header = format!(
        "{}#ifndef {guard}\n#define {guard}\n\n{}\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n\
         {}{}{declared}#ifdef __cplusplus\n}}\n#endif\n\n#endif\n",
        comment(title.trim_end(), 0),
        includes[includes.len() - 1],
        names.sizes(),
        names.structs(),
    );
    // A unit of several sources may have read the headers without their parts for sources.
    let source = format!(
        "{}{}#include \"{prefix}.h\"\n\n{defined}",
        preamble(names.precision),
        includes.concat(),
    );
    let files = [
        (format!("{prefix}.h"), header),
        (format!("{prefix}.c"), source),
    ];
    files.map(|(name, text)| CFile {
        name,
        text: format!("{}\n", text.trim_end()),
        is_shared: false,
    })
}

/// Returns what a source defines before it includes the shared header.
fn preamble(precision: Precision) -> String {
    let [prefix, name] = match precision {
        Precision::Double => ["DBL", "name"],
        Precision::Single => ["FLT", "name##f"],
    };
    format!(
        "#include <float.h>\n#include <math.h>\n\n#define NHI_REAL {}\n#define NHI_EPSILON {prefix}_EPSILON\n\
         #define NHI_SMALLEST {prefix}_MIN\n#define NHI_NAME(name) {name}\n",
        precision.real()
    )
}

/// Returns the error of a model all of whose integrators are left out.
fn nothing_left(compiled: &Compiled) -> Diagnostic {
    let requests = &compiled.model().integrators;
    let request = requests.first().expect("a model lists integrators");
    Diagnostic::error(
        Code::NotInLanguage,
        request.name.span,
        format!(
            "`{}` chooses its own steps, which C code does not do",
            request.name.text
        ),
        "a method of constant steps, such as `Rk(order = 4)`",
    )
}
