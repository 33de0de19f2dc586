//! Model files, and the selection of one of their models.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use nhi_build::{
    Colour, Mistake, ModelFile, ReadError, render_mistake, visible_line, visible_path,
};
use nhi_symbolic::{
    Ast, Diagnostic, Diagnostics, IntegratorRequest, Severity, one_of, parse_file,
    parse_integrator, parse_interpreted, suggestion,
};
use proc_macro2::{Span, TokenStream};
use toml::de::DeTable;

use crate::places::line_column;
use crate::problem::{Failure, Problem};

/// The maximum number of diagnostics shown with their source lines; nobody reads more at once.
const MOST_SHOWN: usize = 100;

/// The texts that diagnostics can point into: a model file, and pieces of a scenario.
#[derive(Clone, Debug)]
pub struct Sources {
    model: Arc<ModelFile>,
    /// Further texts.
    pieces: Vec<Piece>,
    /// True if its models need not list integrators.
    is_interpreted: bool,
    colour: Colour,
}

/// A text inside a file. Pieces share the text of the file: a scenario can have thousands of them.
#[derive(Clone, Debug)]
struct Piece {
    /// The file name in the spans of its tokens.
    name: String,
    file: Arc<ModelFile>,
    /// The byte of the file at which it begins.
    start: usize,
}

impl Sources {
    /// Reads a model file that was named on the command line.
    pub fn read(path: &Path, colour: Colour) -> Result<Self, Failure> {
        let model = ModelFile::read(path).map_err(|error| unreadable(&error))?;
        Ok(Self::of_file(model, colour))
    }

    /// Reads a model file referenced by another file; it must be a regular file.
    pub fn read_regular(path: &Path, colour: Colour) -> Result<Self, Failure> {
        let model = ModelFile::read_regular(path).map_err(|error| unreadable(&error))?;
        Ok(Self::of_file(model, colour))
    }

    fn of_file(model: ModelFile, colour: Colour) -> Self {
        Self {
            is_interpreted: false,
            ..Self::of_text(model, colour)
        }
    }

    /// Takes a text from a program; its path is its name in messages. The program names
    /// integrators, so its models need not list any.
    #[must_use]
    pub fn of_text(model: ModelFile, colour: Colour) -> Self {
        Self {
            model: Arc::new(model),
            pieces: Vec::new(),
            is_interpreted: true,
            colour,
        }
    }

    /// Returns the model file.
    pub fn model(&self) -> &ModelFile {
        &self.model
    }

    /// Parses the models of the file.
    pub fn parse(&self) -> Result<Vec<Ast>, Failure> {
        let parse = match self.is_interpreted {
            true => parse_interpreted,
            false => parse_file,
        };
        let models = self.model.tokens().and_then(parse);
        models.map_err(|found| self.failure(&found))
    }

    /// Returns the tokens of a text that begins at the byte `start` of `file`; diagnostics point
    /// there.
    pub fn tokens_of(
        &mut self,
        text: &str,
        file: &Arc<ModelFile>,
        start: usize,
    ) -> Result<TokenStream, Diagnostics> {
        let tokens = argument("", text).tokens();
        let span = match &tokens {
            Ok(tokens) => tokens.clone().into_iter().next().map(|first| first.span()),
            Err(found) => found.iter().next().map(|first| first.span),
        };
        self.pieces.extend(span.map(|span| Piece {
            name: span.file(),
            file: file.clone(),
            start,
        }));
        tokens
    }

    /// Reads an integrator that is the value of an option.
    ///
    /// # Errors
    /// The text is not an integrator with its options.
    pub fn integrator(&mut self, text: &str, option: &str) -> Result<IntegratorRequest, Failure> {
        let tokens = self.tokens_of(text, &argument(option, text), 0);
        let is_blank = is_blank(&tokens);
        let parsed = tokens.and_then(parse_integrator);
        parsed.map_err(|found| match is_blank {
            true => Failure::Input(of_key(option, &found)),
            false => self.failure(&found),
        })
    }

    /// Returns the failure with every diagnostic and its source lines. If the file is a scenario
    /// instead of a model, only that is reported.
    pub fn failure(&self, diagnostics: &Diagnostics) -> Failure {
        if is_scenario(&self.model.text) {
            return a_scenario(&self.model).into();
        }
        Failure::Input(self.problems(diagnostics))
    }

    /// Returns every diagnostic with its source lines.
    pub fn problems<'a>(
        &self,
        diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    ) -> Vec<Problem> {
        let mut diagnostics = diagnostics.into_iter();
        let shown = diagnostics.by_ref().take(MOST_SHOWN);
        let shown = shown.map(|diagnostic| self.problem(diagnostic));
        let mut problems: Vec<_> = shown.collect();
        let others = diagnostics.count();
        if others > 0 {
            problems.push(Problem::note(format!("and {others} more like these")));
        }
        problems
    }

    /// Returns the file and the bytes of a span.
    pub fn place(&self, span: Span) -> (&Arc<ModelFile>, Range<usize>) {
        let (origin, range) = (span.file(), span.byte_range());
        // Most diagnostics are about the piece that was read last.
        let mut pieces = self.pieces.iter().rev();
        let piece = pieces.find(|piece| piece.name == origin);
        match piece {
            Some(Piece { file, start, .. }) => (file, start + range.start..start + range.end),
            None => (&self.model, range),
        }
    }

    /// Returns a diagnostic with its source lines.
    pub fn problem(&self, diagnostic: &Diagnostic) -> Problem {
        self.problem_at(diagnostic.span, Problem::of(diagnostic))
    }

    /// Returns a problem at a span with its source lines.
    pub fn problem_at(&self, span: Span, problem: Problem) -> Problem {
        let (file, range) = self.place(span);
        let problem = Problem {
            file: Some(visible_path(&file.path)),
            place: Some(line_column(&file.text, &range)),
            ..problem
        };
        with_lines(problem, file, range, self.colour)
    }

    /// Returns the model of the given name, or the only one.
    pub fn select(&self, models: Vec<Ast>, name: Option<&str>) -> Result<Ast, Box<Problem>> {
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
                        one_of(&names),
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

/// Returns diagnostics as problems with the value of a key.
fn of_key(key: &str, found: &Diagnostics) -> Vec<Problem> {
    let problems = found
        .iter()
        .map(|diagnostic| Problem::of(diagnostic).at_key(key));
    problems.collect()
}

/// Returns true if a text has no tokens, so that no diagnostic can point into it.
pub fn is_blank(tokens: &Result<TokenStream, Diagnostics>) -> bool {
    tokens.as_ref().is_ok_and(TokenStream::is_empty)
}

/// Returns true if a text that is not a model is a scenario.
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

/// Adds the source lines to a problem.
pub fn with_lines(
    problem: Problem,
    file: &ModelFile,
    range: Range<usize>,
    colour: Colour,
) -> Problem {
    let found = match &problem.key {
        Some(key) => format!("{key}: {}", problem.found),
        None => problem.found.clone(),
    };
    let mistake = Mistake {
        code: problem.code.as_deref(),
        severity: match problem.is_note {
            true => Severity::Note,
            false => Severity::Error,
        },
        range,
        found: &found,
        required: &problem.required,
        help: &problem.help,
    };
    Problem {
        rendered: Some(format!("{}\n", render_mistake(file, &mistake, colour))),
        ..problem
    }
}

/// Returns a text that does not come from a file, under the name of its origin.
pub fn argument(name: &str, text: &str) -> Arc<ModelFile> {
    Arc::new(ModelFile {
        path: name.into(),
        text: text.to_owned(),
    })
}

/// Returns the failure to read a file.
pub fn unreadable(error: &ReadError) -> Failure {
    Problem::new(error.to_string(), "a text file in UTF-8 that can be read").into()
}
