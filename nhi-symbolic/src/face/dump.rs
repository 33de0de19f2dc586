//! The output of a compiler stage, as text.

use crate::diag::Diagnostics;
use crate::model::ast::Ast;
use crate::model::{self, IntegratorRequest};
use crate::program::Program;
use crate::report::{Stage, stages};
use crate::schemes;

use super::contacts::in_possible_phase;

/// Returns a stage of a model as text. With an integrator, the model is treated as if it requested
/// only that one. If its contacts open and cannot be closed at once, the stage is that of the
/// motion with all of them open.
///
/// # Errors
/// All errors of the first stage that finds one, up to the requested stage.
pub fn dump(
    ast: &Ast,
    stage: Stage,
    integrator: Option<&IntegratorRequest>,
) -> Result<String, Diagnostics> {
    let (text, _) = in_possible_phase(ast, |ast| dump_phase(ast, stage, integrator))?;
    Ok(text)
}

fn dump_phase(
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
    let mechanics = schemes::mechanics_of(model)?;
    if stage == Stage::Mechanics {
        let text = stages::mechanics(&mechanics);
        mechanics.check_budget()?;
        return Ok(text);
    }
    let graph = &mechanics.model.graph;
    let texts = schemes::for_each_scheme(&mechanics, |scheme| {
        if stage == Stage::Scheme {
            return Ok(stages::scheme(graph, &scheme));
        }
        let program = Program::of_scheme(&mechanics, &scheme)?;
        Ok(format!("{}\n{}", scheme.integrator, program.dump(graph)))
    })?;
    mechanics.check_budget()?;
    Ok(texts.concat())
}
