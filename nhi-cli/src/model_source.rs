//! Model files, and which of their models is meant.

use std::path::Path;

use nhi_build::{Colour, ModelFile, ReadError, render, visible_line, visible_path};
use nhi_symbolic::{
    Ast, Diagnostic, Diagnostics, IntegratorRequest, Severity, parse_file, parse_integrator,
    suggestion,
};
use proc_macro2::TokenStream;
use toml::de::DeTable;

use crate::outcome::{Failure, Problem};

/// Most diagnostics that are shown with their source lines; nobody reads more at once.
const MOST_SHOWN: usize = 100;

/// Texts that diagnostics can point into: a model file, and what a scenario adds to it.
#[derive(Clone, Debug)]
pub(crate) struct Sources {
    model: ModelFile,
    /// Further texts with the name under which their spans are known.
    more: Vec<(String, ModelFile)>,
    colour: Colour,
}

impl Sources {
    /// Reads a model file.
    pub(crate) fn read(path: &Path, colour: Colour) -> Result<Self, Failure> {
        Ok(Self {
            model: ModelFile::read(path).map_err(|error| unreadable(&error))?,
            more: Vec::new(),
            colour,
        })
    }

    /// The model file.
    pub(crate) fn model(&self) -> &ModelFile {
        &self.model
    }

    /// The models of the file.
    pub(crate) fn parse(&self) -> Result<Vec<Ast>, Failure> {
        let models = self.model.tokens().and_then(parse_file);
        models.map_err(|found| self.failure(&found))
    }

    /// The tokens of a piece of text that stands at `start` in `file`, so that diagnostics point
    /// there.
    pub(crate) fn tokens_of(
        &mut self,
        piece: &str,
        file: &ModelFile,
        start: usize,
    ) -> Result<TokenStream, Failure> {
        let padded = ModelFile {
            path: file.path.clone(),
            text: format!("{}{piece}", blank(&file.text, start)),
        };
        let tokens = padded.tokens().map_err(|found| {
            let problems = found.iter().map(|d| problem(d, file, self.colour));
            Failure::Input(problems.collect())
        })?;
        if let Some(first) = tokens.clone().into_iter().next() {
            self.more.push((first.span().file(), file.clone()));
        }
        Ok(tokens)
    }

    /// An integrator that stands at `start` in `file`.
    pub(crate) fn integrator(
        &mut self,
        text: &str,
        file: &ModelFile,
        start: usize,
    ) -> Result<IntegratorRequest, Failure> {
        let tokens = self.tokens_of(text, file, start)?;
        parse_integrator(tokens).map_err(|found| self.failure(&found))
    }

    /// Every diagnostic with the source lines that it points at; of a scenario in the place of a model only
    /// that.
    pub(crate) fn failure(&self, diagnostics: &Diagnostics) -> Failure {
        if is_scenario(&self.model.text) {
            return a_scenario(&self.model).into();
        }
        Failure::Input(self.problems(diagnostics))
    }

    /// Every diagnostic with the source lines that it points at.
    pub(crate) fn problems<'a>(
        &self,
        diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    ) -> Vec<Problem> {
        let mut diagnostics = diagnostics.into_iter();
        let shown = diagnostics.by_ref().take(MOST_SHOWN).map(|diagnostic| {
            let origin = diagnostic.span.file();
            let file = self.more.iter().find(|(name, _)| *name == origin);
            let file = file.map_or(&self.model, |(_, file)| file);
            problem(diagnostic, file, self.colour)
        });
        let mut problems: Vec<_> = shown.collect();
        let others = diagnostics.count();
        if others > 0 {
            problems.push(Problem::note(format!("and {others} more like these")));
        }
        problems
    }

    /// The model of the given name, or the only one.
    pub(crate) fn select(&self, models: Vec<Ast>, name: Option<&str>) -> Result<Ast, Box<Problem>> {
        let names: Vec<_> = models.iter().map(Ast::name).collect();
        let index = match name {
            Some(name) => names
                .iter()
                .position(|known| known == name)
                .ok_or_else(|| {
                    let list = names.iter().map(String::as_str);
                    Problem::new(
                        format!(
                            "`{}` holds no model `{}`",
                            visible_path(&self.model.path),
                            visible_line(name)
                        ),
                        format!("one of {}", names.join(", ")),
                    )
                    .help(suggestion(name, list))
                })?,
            None if names.len() == 1 => 0,
            None => {
                return Err(Problem::new(
                    format!("`{}` holds several models", visible_path(&self.model.path)),
                    format!("the name of one of them: {}", names.join(", ")),
                )
                .into());
            }
        };
        let mut models = models;
        Ok(models.swap_remove(index))
    }
}

/// Whether a text that is no model is a scenario.
fn is_scenario(text: &str) -> bool {
    let root = DeTable::parse(text);
    root.is_ok_and(|root| root.get_ref().contains_key("model"))
}

fn a_scenario(file: &ModelFile) -> Problem {
    let required = "a model: structs with `#[nonholonomic(...)]`";
    let problem = Problem::new("this is a scenario, not a model", required);
    Problem {
        file: Some(visible_path(&file.path)),
        place: Some((1, 1)),
        ..problem
            .help("give the file that its key `model` names; `nhi run` takes the scenario itself")
    }
}

/// As many bytes as `text` has up to `end`, all blank but for the ends of lines.
fn blank(text: &str, end: usize) -> String {
    let bytes = text.bytes().take(end);
    bytes
        .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
        .collect()
}

fn problem(diagnostic: &Diagnostic, file: &ModelFile, colour: Colour) -> Problem {
    let start = diagnostic.span.start();
    Problem {
        is_note: diagnostic.severity == Severity::Note,
        code: Some(diagnostic.code.to_string()),
        file: Some(visible_path(&file.path)),
        place: Some((start.line, start.column + 1)),
        key: None,
        found: diagnostic.found.clone(),
        required: diagnostic.required.clone(),
        help: diagnostic.help.clone(),
        rendered: Some(format!("{}\n", render(file, diagnostic, colour))),
    }
}

/// A text that stands in no file, under the name of what gave it.
pub(crate) fn argument(name: &str, text: &str) -> ModelFile {
    ModelFile {
        path: name.into(),
        text: text.to_owned(),
    }
}

/// Why a file could not be read.
pub(crate) fn unreadable(error: &ReadError) -> Failure {
    Problem::new(error.to_string(), "a text file in UTF-8 that can be read").into()
}
