//! `nhi derive`: the derivation as text, LaTeX or a web page.

use nhi_build::visible_path;
use nhi_study::files;
use nhi_study::result_file::is_standard_output;
use nhi_study::sources::Sources;
use nhi_symbolic::derivations;
use serde_json::json;

use crate::cli::{DeriveArguments, Format};
use crate::console::Console;
use crate::outcome::{Failure, Outcome};

/// Prints or writes the reports on all models of a file, one after the other.
pub(crate) fn derive(arguments: &DeriveArguments, console: &Console) -> Result<Outcome, Failure> {
    let output = arguments.output.as_deref();
    let output = output.filter(|path| !is_standard_output(path));
    if let Some(path) = output {
        files::keep_apart(path, &[&arguments.model])?;
    }
    let sources = Sources::read(&arguments.model, console.colour)?;
    let simplification = arguments.simplification;
    let models = simplification.compile(&sources, output, console)?;
    let format = match arguments.format {
        Format::Text => nhi_symbolic::Format::Text,
        Format::Latex => nhi_symbolic::Format::Latex,
        Format::Html => nhi_symbolic::Format::Html,
    };
    let text = derivations(&models, format);
    match output {
        None => {
            let data = json!({ "report": text });
            Ok(Outcome::new(text, data))
        }
        Some(path) => {
            files::write(path, text.as_bytes())?;
            let message = format!("wrote `{}`\n", visible_path(path));
            Ok(Outcome::new(message, json!({ "output": path })))
        }
    }
}
