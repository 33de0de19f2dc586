//! From models as written to programs.

use std::rc::Rc;

use proc_macro2::TokenStream;

use crate::diag::Diagnostics;
use crate::expr::{Graph, Simplifier};
use crate::mechanics::Mechanics;
use crate::model::ast::Ast;
use crate::model::{self, Model};
use crate::program::{Compiled, Program};
use crate::report::{Examination, examine};
use crate::schemes;

/// The meaning of a model as written: its names and expressions, with nothing derived from them.
///
/// # Errors
/// All mistakes of names and operations, or else those of the model as a whole.
pub fn model_of(ast: &Ast) -> Result<Model, Diagnostics> {
    model::resolve(ast)
}

/// A model as written to programs.
///
/// # Errors
/// All mistakes of the first stage that finds one.
pub fn compile(ast: &Ast) -> Result<Compiled, Diagnostics> {
    compile_integrators(derive_mechanics(ast)?)
}

/// Derives the mechanics of a model as written, without its integrators.
///
/// # Errors
/// All mistakes of the first stage that finds one.
pub fn derive_mechanics(ast: &Ast) -> Result<Mechanics, Diagnostics> {
    mechanics_in(ast, ast.graph())
}

fn mechanics_in(ast: &Ast, graph: Graph) -> Result<Mechanics, Diagnostics> {
    schemes::mechanics_of(model::resolve_in(ast, graph)?)
}

/// Compiles the integrators that a model lists.
///
/// # Errors
/// All mistakes of the first stage that finds one.
pub fn compile_integrators(mechanics: Mechanics) -> Result<Compiled, Diagnostics> {
    let steppers = schemes::for_each_scheme(&mechanics, |scheme| {
        let program = Program::of_scheme(&mechanics, &scheme)?;
        Ok((scheme, program))
    })?;
    Ok(Compiled {
        mechanics,
        steppers,
    })
}

/// The share of the work budget, one part of so many, within which a model is examined after a
/// compilation that exhausted all of it, so that both together stay bounded. Mechanics that leave
/// room for an integrator need less.
const SHARE_OF_VERDICTS: u64 = 4;

/// Examines a model without its integrators, if one of them exceeds the work budget. The mechanics
/// are derived anew, since expressions built after the end of a budget are meaningless.
///
/// # Errors
/// All mistakes of the first stage that finds one, and an exhausted share of the budget.
pub fn examine_mechanics(ast: &Ast) -> Result<(Compiled, Examination), Diagnostics> {
    let graph = ast.graph().with_work_divided_by(SHARE_OF_VERDICTS);
    let compiled = Compiled {
        mechanics: mechanics_in(ast, graph)?,
        steppers: Vec::new(),
    };
    let examination = examine(&compiled);
    compiled.mechanics.check_budget()?;
    Ok((compiled, examination))
}

/// Every model of a file to programs.
///
/// # Errors
/// All mistakes of the file's form, or else those of all its models.
pub fn compile_file(tokens: TokenStream) -> Result<Vec<Compiled>, Diagnostics> {
    compile_file_with(tokens, None)
}

/// [`compile_file`] with a simplifier beside the built-in one.
///
/// Forms that are cheaper one by one can share less with each other; so of each model the steppers
/// are taken that need fewer operations in all, those of the built-in simplifier where both need
/// as many.
///
/// # Errors
/// As [`compile_file`].
pub fn compile_file_with(
    tokens: TokenStream,
    simplifier: Option<&Rc<dyn Simplifier>>,
) -> Result<Vec<Compiled>, Diagnostics> {
    let asts = model::parse_file(tokens)?;
    let mut diagnostics = Diagnostics::new();
    let mut models = Vec::new();
    for ast in asts {
        match compile_with(&ast, simplifier) {
            Ok(compiled) => models.push(compiled),
            Err(found) => diagnostics.absorb(found),
        }
    }
    diagnostics.into_result()?;
    Ok(models)
}

fn compile_with(
    ast: &Ast,
    simplifier: Option<&Rc<dyn Simplifier>>,
) -> Result<Compiled, Diagnostics> {
    let plain = compile(ast)?;
    let Some(simplifier) = simplifier else {
        return Ok(plain);
    };
    let graph = ast.graph().with_simplifier(Rc::clone(simplifier));
    match mechanics_in(ast, graph).and_then(compile_integrators) {
        Ok(simple) if simple.step_operations() < plain.step_operations() => Ok(simple),
        // The model is sound: at most the simplifier has used up the budget of work.
        Ok(_) | Err(_) => Ok(plain),
    }
}
