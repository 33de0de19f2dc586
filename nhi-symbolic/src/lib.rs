//! The compiler of nhi: from a Lagrangian and constraint one-forms to integrator code.
//!
//! `tokens -> Ast -> Model -> Mechanics -> Scheme -> Program -> tokens`: each arrow is a pure
//! function, and this file is the only one that knows them all. Nothing here reads files, looks at
//! the environment or prints.

pub mod diag;
pub mod emit;
pub mod expr;
pub mod mechanics;
pub mod model;
pub mod program;
pub mod report;
pub mod schemes;

use std::rc::Rc;

use proc_macro2::TokenStream;

use diag::{Diagnostic, Diagnostics};
use expr::{Graph, Simplifier};
use mechanics::Mechanics;
use model::ast::Ast;
use program::Program;
use schemes::Scheme;

/// A compiled model, ready to be printed or run.
#[derive(Debug)]
pub struct Compiled {
    /// The mechanics of the model.
    pub mechanics: Mechanics,
    /// Each integrator with its program.
    pub steppers: Vec<(Scheme, Program)>,
}

/// What a door hands on to the Rust compiler.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The user's struct without the attribute.
    pub item: TokenStream,
    /// The generated items.
    pub items: TokenStream,
    /// Remarks on the model; nothing is wrong.
    pub notes: Vec<Diagnostic>,
}

/// The attribute's arguments and the struct under it, all the way to Rust.
///
/// # Errors
/// All mistakes of the first stage that finds one.
pub fn expand(arguments: TokenStream, item: TokenStream) -> Result<Generated, Diagnostics> {
    let ast = model::parse_attribute(arguments, item)?;
    compile(&ast)?.generate()
}

/// A parsed model to programs.
///
/// # Errors
/// All mistakes of the first stage that finds one.
pub fn compile(ast: &Ast) -> Result<Compiled, Diagnostics> {
    compile_in(ast, Graph::new())
}

fn compile_in(ast: &Ast, graph: Graph) -> Result<Compiled, Diagnostics> {
    let model = model::resolve_in(ast, graph)?;
    let mut mechanics = mechanics::derive(model)?;
    let schemes = schemes::discretise(&mut mechanics)?;
    let steppers = schemes
        .into_iter()
        .map(|scheme| {
            let program = Program::of_scheme(&mechanics.model.graph, &scheme);
            (scheme, program)
        })
        .collect();
    mechanics.check_budget()?;
    Ok(Compiled {
        mechanics,
        steppers,
    })
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
    let graph = Graph::new().with_simplifier(Rc::clone(simplifier));
    match compile_in(ast, graph) {
        Ok(simple) if simple.step_operations() < plain.step_operations() => Ok(simple),
        // The model is sound: at most the simplifier has used up the budget of work.
        Ok(_) | Err(_) => Ok(plain),
    }
}

impl Compiled {
    /// The operations of one step and one iteration of each stepper, in all.
    #[must_use]
    pub fn step_operations(&self) -> usize {
        let step = |program: &Program| {
            let (once, iterated) = program.function_count(program.function("step")?);
            Some(once.total() + iterated.total())
        };
        let programs = self.steppers.iter();
        programs.filter_map(|(_, program)| step(program)).sum()
    }

    /// The Rust code of a compiled model.
    ///
    /// # Errors
    /// Names of the model that the generated code needs for itself.
    pub fn generate(mut self) -> Result<Generated, Diagnostics> {
        let items = emit::rust::generate(&mut self.mechanics, &self.steppers)?;
        self.mechanics.check_budget()?;
        Ok(Generated {
            item: self.mechanics.model.item.tokens.clone(),
            items,
            notes: self.mechanics.notes,
        })
    }
}
