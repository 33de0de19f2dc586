//! From models as written to programs.

use std::rc::Rc;

use proc_macro2::TokenStream;

use crate::diag::Diagnostics;
use crate::expr::{Graph, Simplifier};
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
    compile_in(ast, ast.graph())
}

fn compile_in(ast: &Ast, graph: Graph) -> Result<Compiled, Diagnostics> {
    let mechanics = schemes::mechanics_of(model::resolve_in(ast, graph)?)?;
    let steppers = schemes::for_each_scheme(&mechanics, |scheme| {
        let program = Program::of_scheme(&mechanics, &scheme)?;
        Ok((scheme, program))
    })?;
    Ok(Compiled {
        mechanics,
        steppers,
    })
}

/// Verdicts on a model alone may take the budget of work divided by this, behind a compilation that used up all of
/// it: both together stay bounded. Mechanics that leave room for an integrator take less.
const SHARE_OF_VERDICTS: u64 = 4;

/// A model without its integrators, examined: for verdicts on the model itself where it asks for an
/// integrator beyond the budget of work. It is derived anew, since what comes behind the end of a budget
/// means nothing.
///
/// # Errors
/// All mistakes of the first stage that finds one, and an exhausted share of the budget.
pub fn examine_mechanics(ast: &Ast) -> Result<(Compiled, Examination), Diagnostics> {
    let graph = ast.graph().with_work_divided_by(SHARE_OF_VERDICTS);
    let compiled = Compiled {
        mechanics: schemes::mechanics_of(model::resolve_in(ast, graph)?)?,
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
    match compile_in(ast, graph) {
        Ok(simple) if simple.step_operations() < plain.step_operations() => Ok(simple),
        // The model is sound: at most the simplifier has used up the budget of work.
        Ok(_) | Err(_) => Ok(plain),
    }
}
