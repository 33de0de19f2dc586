//! The compiler of nhi: from a Lagrangian and constraint one-forms to integrator code.
//!
//! `tokens -> Ast -> Model -> Mechanics -> Scheme -> Program -> tokens`: each arrow is a pure
//! function, and only the module `face` knows them all. Nothing here reads files, looks at the
//! environment or prints.
//!
//! Everything that front ends need is at the root of the crate. [`parse_file`] returns the models
//! of a file as written. [`compile`] derives and discretises one model.
//! [`Compiled::steppers_as_data`] and [`compile_stepper`] return its integrators as data to run.
//! [`generate`] and [`expand`] print the integrators as Rust. [`examine`], [`derivations`] and
//! [`dump`] report the results to people. The stages in between are public so that tests can cover
//! each one alone; front ends do not import them.

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

// From a source to steppers and code.
pub use emit::c::{
    CAccess, CFile, CFlat, CMotion, ControlPeriod, FlatFunction, LeftOut, MotionValues, PointTable,
};
pub use emit::rust::{Bodies, Items, Written};
pub use face::{
    ColumnFunctions, CompiledStepper, ControlLaw, DelayTime, Generated, GeneratedC, NumberFormula,
    OpeningContactNames, OpeningContacts, OrderOfUse, ScenarioExpression, ScenarioSignals,
    TangentMotion, c_flat, c_motion, compile, compile_closed_loop, compile_file, compile_file_with,
    compile_integrators, compile_stepper, derive_mechanics, dump, examine_mechanics, expand,
    generate, generate_c, laws_read_inputs, model_of, order_of_use, reflection_growth,
    tangent_motion,
};
pub use model::ast::Ast;
pub use model::item::{Root, Scalar};
pub use model::{is_keyword, parse_file, parse_integrator, parse_interpreted};
pub use program::Compiled;

// Diagnostics of a model.
pub use diag::{Article, Code, Diagnostic, Diagnostics, Severity, counted, one_of, suggestion};
pub use diag::{is_hidden, visible, visible_line};

// The contents of a model and its options.
#[cfg(feature = "symbolica")]
pub use expr::Symbolica;
pub use expr::{Function as Elementary, Simplifier};
pub use mechanics::quantities::{Conserved, Quantity};
pub use mechanics::{ContactReadings, name_of_rate};
pub use model::{
    GroupFactor, IntegratorRequest, Model, Prescribed, SplinePiece, Variable, unit_factor,
};

// The integrators.
pub use bibliography::{Locator, Reference, Venue};
pub use discrete::{
    AdaptiveMethod, GroupKind, Integral, PivotedMatrix, Requirement, Signs, Traits,
};
pub use mechanics::Needs;
pub use mechanics::needs::Positions;
pub use options::{Choices, OptionRow, Values};
pub use schemes::{INTEGRATORS, Integrator, Kind, integrator};

// A stepper as data, for code that runs it.
pub use program::stepper::{
    GroupElement, Moment, Names, Prepare, Routine, StartCheck, StateDiagnostic, StatePart, Stepper,
    Substep,
};
pub use program::{
    Call as FunctionCall, Expansion, Function, Linear, Newton, Number, Observables, Op, OpCount,
    Place, PlainFunctions, Program, Section, Seen, SeriesOp, Solving, Statement, Tape,
    Term as SeriesTerm, Value,
};

// Reports for people.
pub use mechanics::{Accessibility, ConstantsOfMotion, Integrability, Mechanics};
pub use report::{Examination, Format, Stage, Verdict, aligned, derivations, examine};
