//! The compiler of nhi: from a Lagrangian and constraint one-forms to integrator code.
//!
//! `tokens -> Ast -> Model -> Mechanics -> Scheme -> Program -> tokens`: each arrow is a pure
//! function, and only the face knows them all. Nothing here reads files, looks at the environment or
//! prints.
//!
//! What doors need stands here at the root: [`parse_file`] gives the models of a file as written,
//! [`compile`] derives and discretises one, [`Compiled::steppers_as_data`] and [`compile_stepper`] give
//! its integrators to whoever runs them, [`generate`] and [`expand`] print them as Rust, [`examine`],
//! [`derivations`] and [`dump`] tell people what was found. The stages behind are public for the tests
//! of each one alone; doors do not import them.

#[doc(hidden)]
pub mod bibliography;
#[doc(hidden)]
pub mod diag;
#[doc(hidden)]
pub mod discrete;
#[doc(hidden)]
pub mod emit;
#[doc(hidden)]
pub mod expr;
mod face;
#[doc(hidden)]
pub mod mechanics;
#[doc(hidden)]
pub mod model;
#[doc(hidden)]
pub mod options;
#[doc(hidden)]
pub mod program;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod schemes;

// The way from a source to steppers and code.
pub use emit::rust::{Bodies, Items, Written};
pub use face::{
    CompiledStepper, Generated, PlainFunctions, ScenarioExpression, ScenarioSignals, TangentMotion,
    compile, compile_closed_loop, compile_file, compile_file_with, compile_integrators,
    compile_stepper, derive_mechanics, dump, examine_mechanics, expand, generate, model_of,
    reflection_growth, tangent_motion,
};
pub use model::ast::Ast;
pub use model::item::Root;
pub use model::{parse_file, parse_integrator};
pub use program::Compiled;

// What is wrong with a model.
pub use diag::{Article, Code, Diagnostic, Diagnostics, Severity, one_of, suggestion};
pub use diag::{is_hidden, visible, visible_line};

// What a model consists of and what it can be asked for.
#[cfg(feature = "symbolica")]
pub use expr::Symbolica;
pub use expr::{Function as Elementary, Simplifier};
pub use mechanics::quantities::{Conserved, Quantity};
pub use model::{GroupFactor, IntegratorRequest, Model, Variable};

// The integrators.
pub use bibliography::{Locator, Reference};
pub use discrete::{GroupKind, PivotedMatrix, Requirement, Signs, Traits};
pub use mechanics::Needs;
pub use mechanics::needs::Positions;
pub use options::{Choices, OptionRow, Values};
pub use schemes::{INTEGRATORS, Integrator, Kind, integrator};

// A stepper as data, for whoever runs it.
pub use program::stepper::{
    GroupElement, Moment, Names, Prepare, Routine, StartCheck, StateDiagnostic, StatePart, Stepper,
};
pub use program::{
    Function, Linear, Newton, Observables, Op, OpCount, Place, Program, Section, Seen, Solving,
    Statement, Tape, Value,
};

// Reports for people.
pub use mechanics::{Accessibility, ConstantsOfMotion, Integrability, Mechanics};
pub use report::{Examination, Format, Stage, Verdict, aligned, derivations, examine};
