//! What the stages of the compiler hold, as text.

mod lines;
mod mechanics;
mod model;
mod scheme;

use crate::diag::Diagnostics;
use crate::model::IntegratorRequest;
use crate::model::ast::Ast;
use crate::program::Program;
use crate::{mechanics as derivation, model as source, schemes};

/// The stages of the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Names and expressions.
    Model,
    /// Mass matrix, constraints, projectors, multipliers, acceleration.
    Mechanics,
    /// The discrete equations of each integrator.
    Scheme,
    /// The operations of each integrator.
    Program,
}

/// A stage of a model as text; with an integrator, as if the model asked for that one alone.
///
/// # Errors
/// All mistakes of the first stage that finds one, up to the one that is asked for.
pub fn dump(
    ast: &Ast,
    stage: Stage,
    integrator: Option<&IntegratorRequest>,
) -> Result<String, Diagnostics> {
    let mut model = source::resolve(ast)?;
    if stage == Stage::Model {
        return Ok(model::model(&model));
    }
    if let Some(integrator) = integrator {
        model.integrators = vec![integrator.clone()];
    }
    let mechanics = derivation::derive(model)?;
    if stage == Stage::Mechanics {
        return Ok(mechanics::mechanics(&mechanics));
    }
    let mut text = String::new();
    for scheme in schemes::discretise(&mechanics)? {
        let graph = &mechanics.model.graph;
        if stage == Stage::Scheme {
            text.push_str(&scheme::scheme(graph, &scheme));
        } else {
            text.push_str(&format!("{}\n", scheme.integrator));
            text.push_str(&Program::of_scheme(graph, &scheme).dump(graph));
        }
    }
    mechanics.check_budget()?;
    Ok(text)
}
