//! Output of results and messages.

use std::borrow::Cow;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::Path;
use std::process::ExitCode;

use nhi_build::{Colour, visible};
use nhi_study::problem::Failure as Study;
use serde_json::{Value, json};

use crate::outcome::{Failure, Outcome, Problem};

/// Standard output and standard error, and their settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Console {
    /// True if results are printed as JSON.
    pub(crate) json: bool,
    /// The styling of messages.
    pub(crate) colour: Colour,
}

impl Console {
    pub(crate) fn new(json: bool) -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let styled = stderr().is_terminal() && !refused;
        Self {
            json,
            colour: if styled {
                Colour::Styled
            } else {
                Colour::Plain
            },
        }
    }

    /// Returns true if a person is reading the messages.
    pub(crate) fn has_reader(&self) -> bool {
        !self.json && stderr().is_terminal()
    }

    /// Prints the result of a command, and returns its exit code.
    pub(crate) fn finish(&self, result: Result<Outcome, Failure>) -> ExitCode {
        match result {
            Ok(outcome) => self.succeed(&outcome),
            Err(failure) => self.fail(&failure),
        }
    }

    /// Writes messages to standard error; write errors are ignored.
    pub(crate) fn tell<'a>(&self, problems: impl IntoIterator<Item = &'a Problem>) {
        let mut stderr = stderr().lock();
        for problem in problems {
            let _ = writeln!(stderr, "{problem}");
        }
    }

    fn succeed(&self, outcome: &Outcome) -> ExitCode {
        self.tell(&outcome.notes);
        let written = if self.json {
            print(&pretty(&outcome.data))
        } else {
            print(&visible(&outcome.text))
        };
        written.map_or_else(|failure| self.fail(&failure), |()| ExitCode::SUCCESS)
    }

    fn fail(&self, failure: &Failure) -> ExitCode {
        let (code, status, problems, more) = match failure {
            Failure::Study(Study::BrokenPipe) => return ExitCode::SUCCESS,
            Failure::Study(Study::Input(problems)) => (1, "input", problems.clone(), Value::Null),
            Failure::Partial { outcome, problems } => {
                self.tell(&outcome.notes);
                if !self.json {
                    let _ = print(&visible(&outcome.text));
                }
                (1, "input", problems.clone(), outcome.data.clone())
            }
            Failure::Study(Study::Usage(message)) => {
                (2, "usage", vec![Problem::new(message, "")], Value::Null)
            }
            Failure::Study(Study::Integration(message)) => (
                3,
                "integration",
                vec![Problem::new(message, "")],
                Value::Null,
            ),
            Failure::Integration { message, data } => (
                3,
                "integration",
                vec![Problem::new(message, "")],
                data.clone(),
            ),
            Failure::Study(Study::Stopped { signal, message }) => {
                // The exit code that shells use for a command that was ended by a signal.
                let code = 128_u8.saturating_add(*signal);
                (code, "stopped", vec![Problem::note(message)], Value::Null)
            }
            Failure::Study(other) => {
                let problem = Problem::new(other.to_string(), "");
                (1, "study", vec![problem], Value::Null)
            }
        };
        self.tell(&problems);
        if self.json {
            let problems: Vec<_> = problems.iter().map(Problem::to_data).collect();
            let data = json!({ "failure": status, "problems": problems, "result": more });
            // The exit code carries the most important information, even if nobody reads the
            // output.
            let _ = print(&pretty(&data));
        }
        ExitCode::from(code)
    }
}

/// Writes a text to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = stdout().lock();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .map_err(|error| Study::writing(Path::new("-"), &error).into())
}

/// Formats JSON, and escapes characters that would control a terminal.
fn pretty(data: &Value) -> String {
    let text = serde_json::to_string_pretty(data).unwrap_or_default();
    let mut shown = String::with_capacity(text.len() + 1);
    for letter in text.chars() {
        let mut bytes = [0; 4];
        if matches!(visible(letter.encode_utf8(&mut bytes)), Cow::Borrowed(_)) {
            shown.push(letter);
        } else {
            let mut units = [0; 2];
            for unit in letter.encode_utf16(&mut units) {
                shown.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    shown.push('\n');
    shown
}
