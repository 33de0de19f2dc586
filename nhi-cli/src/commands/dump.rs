//! `nhi dump`: the output of a compiler stage.

use nhi_study::sources::Sources;
use serde_json::json;

use crate::cli::{DumpArguments, Stage};
use crate::console::Console;
use crate::outcome::{Failure, Outcome};

/// Prints one stage for every model of a file.
pub(crate) fn dump(arguments: &DumpArguments, console: &Console) -> Result<Outcome, Failure> {
    let mut sources = Sources::read(&arguments.model, console.colour)?;
    let models = sources.parse()?;
    let integrator = match &arguments.integrator {
        Some(text) => Some(sources.integrator(text, "--integrator")?),
        None => None,
    };
    let stage = match arguments.stage {
        Stage::Model => nhi_symbolic::Stage::Model,
        Stage::Mechanics => nhi_symbolic::Stage::Mechanics,
        Stage::Scheme => nhi_symbolic::Stage::Scheme,
        Stage::Program => nhi_symbolic::Stage::Program,
    };
    let mut texts = Vec::new();
    for ast in &models {
        let text = nhi_symbolic::dump(ast, stage, integrator.as_ref());
        let text = text.map_err(|found| sources.failure(&found))?;
        texts.push((ast.name(), text));
    }
    let data = texts
        .iter()
        .map(|(name, text)| json!({ "model": name, "text": text }))
        .collect();
    let text: Vec<_> = texts.into_iter().map(|(_, text)| text).collect();
    Ok(Outcome::new(text.join("\n"), data))
}
