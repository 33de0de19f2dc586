//! The sequence of all stages; this is the only module that calls them all.

mod columns;
mod compile;
mod contacts;
mod dump;
mod expand;
mod linearise;
mod number;
mod order;
mod posed;
mod scenario;
mod simulate;
#[cfg(test)]
mod tests;

pub use columns::ColumnFunctions;
pub use compile::{
    compile, compile_file, compile_file_with, compile_integrators, derive_mechanics,
    examine_mechanics, model_of,
};
pub use contacts::{OpeningContactNames, OpeningContacts};
pub use dump::dump;
pub use expand::{Generated, GeneratedC, c_flat, c_motion, expand, generate, generate_c};
pub use linearise::{TangentMotion, laws_read_inputs, tangent_motion};
pub use number::NumberFormula;
pub use order::{OrderOfUse, order_of_use};
pub use scenario::{ControlLaw, DelayTime, ScenarioExpression, ScenarioSignals};
pub use simulate::{CompiledStepper, compile_closed_loop, compile_stepper, reflection_growth};
