//! `nhi dump`: what a stage of the compiler holds.

use nhi_symbolic::diag::Diagnostics;
use nhi_symbolic::mechanics;
use nhi_symbolic::model::{self, IntegratorRequest, ast::Ast};
use nhi_symbolic::program::Program;
use nhi_symbolic::schemes;
use serde_json::json;

use crate::cli::{DumpArguments, Stage};
use crate::console::Console;
use crate::model_source::{Sources, argument};
use crate::outcome::{Failure, Outcome};
use crate::stages;

/// Prints a stage of every model of a file.
pub(crate) fn dump(arguments: &DumpArguments, console: &Console) -> Result<Outcome, Failure> {
    let mut sources = Sources::read(&arguments.model, console.colour)?;
    let models = sources.parse()?;
    let integrator = match &arguments.integrator {
        Some(text) => {
            let file = argument("--integrator", text);
            Some(sources.integrator(text, &file, 0)?)
        }
        None => None,
    };
    let mut texts = Vec::new();
    for ast in &models {
        let text = stage(ast, arguments.stage, integrator.as_ref());
        texts.push((
            ast.item.ident.to_string(),
            text.map_err(|found| sources.failure(&found))?,
        ));
    }
    let data = texts
        .iter()
        .map(|(name, text)| json!({ "model": name, "text": text }))
        .collect();
    let text: Vec<_> = texts.into_iter().map(|(_, text)| text).collect();
    Ok(Outcome::new(text.join("\n"), data))
}

fn stage(
    ast: &Ast,
    stage: Stage,
    integrator: Option<&IntegratorRequest>,
) -> Result<String, Diagnostics> {
    let mut model = model::resolve(ast)?;
    if stage == Stage::Model {
        return Ok(stages::model(&model));
    }
    if let Some(integrator) = integrator {
        model.integrators = vec![integrator.clone()];
    }
    let mut mechanics = mechanics::derive(model)?;
    if stage == Stage::Mechanics {
        return Ok(stages::mechanics(&mechanics));
    }
    let mut text = String::new();
    for scheme in schemes::discretise(&mut mechanics)? {
        let graph = &mechanics.model.graph;
        if stage == Stage::Scheme {
            text.push_str(&stages::scheme(graph, &scheme));
        } else {
            text.push_str(&format!("{}\n", scheme.integrator));
            text.push_str(&Program::of_scheme(&mechanics, &scheme)?.dump(graph));
        }
    }
    mechanics.check_budget()?;
    Ok(text)
}
