//! Compilation of models to programs.

use std::rc::Rc;

use proc_macro2::TokenStream;

use crate::diag::Diagnostics;
use crate::expr::{Graph, Simplifier};
use crate::mechanics::Mechanics;
use crate::model::ast::Ast;
use crate::model::{self, Model};
use crate::program::{Compiled, MotionPhase, Program};
use crate::report::{Examination, examine};
use crate::schemes;

use super::contacts::{check_steppers, in_possible_phase};

/// Resolves a model: its names and expressions, with nothing derived from them.
///
/// # Errors
/// All errors in names and operations, or else those in the model as a whole.
pub fn model_of(ast: &Ast) -> Result<Model, Diagnostics> {
    model::resolve(ast)
}

/// Compiles a model to programs. If it has contacts that open, the result is the phase of its
/// motion in which all are closed or, if they cannot be closed at once, that in which all are open.
///
/// # Errors
/// All errors of the first stage that finds one.
pub fn compile(ast: &Ast) -> Result<Compiled, Diagnostics> {
    let whole = |ast: &Ast| derive_mechanics(ast).and_then(compile_integrators);
    let (mut compiled, phase) = in_possible_phase(ast, whole)?;
    if ast.open.is_none() && ast.opening_contacts().next().is_some() {
        compiled.opens = Some(Box::new(MotionPhase {
            ast: ast.clone(),
            phase,
        }));
    }
    Ok(compiled)
}

/// Derives the mechanics of a model as written, without its integrators.
///
/// # Errors
/// All errors of the first stage that finds one.
pub fn derive_mechanics(ast: &Ast) -> Result<Mechanics, Diagnostics> {
    mechanics_in(ast, ast.graph())
}

fn mechanics_in(ast: &Ast, graph: Graph) -> Result<Mechanics, Diagnostics> {
    schemes::mechanics_of(model::resolve_in(ast, graph)?)
}

/// Compiles the integrators that a model lists.
///
/// # Errors
/// All errors of the first stage that finds one.
pub fn compile_integrators(mechanics: Mechanics) -> Result<Compiled, Diagnostics> {
    let steppers = schemes::for_each_scheme(&mechanics, |scheme| {
        let program = Program::of_scheme(&mechanics, &scheme)?;
        Ok((scheme, program))
    })?;
    check_steppers(&mechanics.model, &steppers)?;
    Ok(Compiled {
        mechanics,
        steppers,
        opens: None,
    })
}

/// The divisor of the work budget for examining a model after a compilation that exhausted the
/// whole budget. It keeps the total work bounded. Mechanics that leave room for an integrator need
/// less.
const SHARE_OF_VERDICTS: u64 = 4;

/// Examines a model without its integrators, if one of them exceeds the work budget. The mechanics
/// are derived again, because expressions built after the budget ran out are meaningless.
///
/// # Errors
/// All errors of the first stage that finds one, and an exhausted share of the budget.
pub fn examine_mechanics(ast: &Ast) -> Result<(Compiled, Examination), Diagnostics> {
    let graph = ast.graph().with_work_divided_by(SHARE_OF_VERDICTS);
    let compiled = Compiled {
        mechanics: mechanics_in(ast, graph)?,
        steppers: Vec::new(),
        opens: None,
    };
    let examination = examine(&compiled);
    compiled.mechanics.check_budget()?;
    Ok((compiled, examination))
}

/// Compiles every model of a file to programs.
///
/// # Errors
/// All syntax errors in the file, or else the errors in all its models.
pub fn compile_file(tokens: TokenStream) -> Result<Vec<Compiled>, Diagnostics> {
    compile_file_with(tokens, None)
}

/// Does the same as [`compile_file`], with a simplifier in addition to the built-in one.
///
/// Expressions that are cheaper individually may share less with each other. For each model, the
/// steppers that need fewer operations in total are chosen. If both need the same number, those of
/// the built-in simplifier are.
///
/// # Errors
/// The errors of [`compile_file`].
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
        Ok(simple) if simple.step_operations() < plain.step_operations() => Ok(Compiled {
            opens: plain.opens,
            ..simple
        }),
        // The model is valid: at most, the simplifier exhausted the work budget.
        Ok(_) | Err(_) => Ok(plain),
    }
}
