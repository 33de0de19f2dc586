//! One C source with the functions of a stepper over arrays.

use std::path::{Path, PathBuf};

use nhi_symbolic::{CFlat, c_flat, compile_stepper, model_of};

use super::{absent, refuse_method, refuse_single_precision};
use crate::files;
use crate::problem::Failure;
use crate::scenario::Scenario;

/// The step of a scenario's model for optimisers: controls are variables instead of laws.
#[derive(Debug)]
pub struct Flat {
    pub(super) flat: CFlat,
    /// The name of the model in C.
    pub(super) identifier: String,
    /// The files that were read.
    read: Vec<PathBuf>,
}

impl Flat {
    /// Compiles the model of a scenario with all derivatives.
    ///
    /// # Errors
    /// The integrator has no derivatives or does not accept the model, or the scenario has
    /// something that C code does not do.
    pub fn new(scenario: &Scenario) -> Result<Self, Failure> {
        let (written, integrator) = &scenario.integrator;
        let expressions = scenario.signals.expressions.without_open_laws();
        let compile = |integrator| {
            let compiled = compile_stepper(&scenario.ast, integrator, &expressions);
            compiled.map_err(|found| scenario.sources.failure(&found))
        };
        refuse_single_precision(scenario)?;
        let compiled = compile(&integrator.clone().with_derivatives()).or_else(|failure| {
            // The error may name the option for derivatives, which nobody wrote.
            refuse_method(scenario, &compile(integrator)?)?;
            let Failure::Input(problems) = failure else {
                return Err(failure);
            };
            let help = format!(
                "`{written}` itself can be derived; an optimiser also needs its exact derivatives"
            );
            let problems = problems.into_iter().map(|problem| problem.help(&help));
            Err(Failure::Input(problems.collect()))
        })?;
        if !compiled.stepper.substeps.is_empty() {
            let found = format!("`{written}`, a step of several parts");
            return Err(absent(scenario, &found, "a method of one part"));
        }
        let flat = model_of(&scenario.ast).and_then(|mut model| {
            expressions.declare(&mut model);
            c_flat(&model, &compiled)
        });
        let flat = flat.map_err(|found| scenario.sources.failure(&found))?;
        let flat = flat.ok_or_else(|| {
            let found = "a step that depends on the time other than by its controls";
            absent(
                scenario,
                found,
                "a model without `t`: make what depends on it a control",
            )
        })?;
        let mut files = flat.files.iter();
        let source = files.find_map(|file| file.name.strip_suffix(".c"));
        let identifier = source.expect("a model has a source").to_owned();
        let read = scenario.files().into_iter().map(Path::to_owned).collect();
        Ok(Self {
            flat,
            identifier,
            read,
        })
    }

    /// Refuses to overwrite a file that was read.
    pub(super) fn keep_apart(&self, output: &Path) -> Result<(), Failure> {
        let read: Vec<_> = self.read.iter().map(PathBuf::as_path).collect();
        files::keep_apart(output, &read)
    }

    /// Returns everything as one source, with further code at its end.
    pub(super) fn source(&self, further: &str) -> String {
        let texts = self.flat.files.iter().map(|file| file.text.as_str());
        let all: String = texts.chain([self.flat.code.as_str(), further]).collect();
        let own: Vec<_> = self
            .flat
            .files
            .iter()
            .map(|file| format!("#include \"{}\"", file.name))
            .collect();
        // The headers are part of the text. The runtime follows the choice of the scalar type.
        let lines = all
            .lines()
            .filter(|line| !own.iter().any(|own| own == line));
        let text: Vec<_> = lines.collect();
        let head = "#include <float.h>\n\n#define NHI_REAL double\n#define NHI_EPSILON DBL_EPSILON\n\
            #define NHI_SMALLEST DBL_MIN\n#define NHI_NAME(name) name\n";
        let chosen = |line: &&&str| {
            [
                "#define NHI_REAL",
                "#define NHI_EPSILON",
                "#define NHI_SMALLEST",
                "#define NHI_NAME",
            ]
            .iter()
            .any(|start| line.starts_with(start))
        };
        let rest: Vec<_> = text.iter().filter(|line| !chosen(line)).copied().collect();
        format!("{head}{}\n", rest.join("\n"))
    }
}
