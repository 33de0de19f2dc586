//! Simulation without a compiler.
//!
//! A [`Plant`] is a compiled model with one integrator and the signals of a scenario. A
//! [`Simulator`] is a plant with parameters and a step size, and makes a [`State`] from a state. A
//! [`Node`] is the current state of a run with everything that is computed from it. The steps are
//! those of `nhi_machine`, whose numbers are those of the generated code.

mod conserved;
mod contacts;
mod control_program;
mod controls;
mod error;
mod event_rule;
mod history;
mod initial;
mod lane_nodes;
mod node;
mod noise;
mod plant;
mod restart;
mod row;
mod signal_table;
mod signals;
mod simulator;
mod state;
mod tangent;
mod zero;

pub use contacts::{ContactState, ContactStepper, StartError};
pub(crate) use contacts::{Held, Piece};
pub use control_program::ControlProgram;
pub use error::RunError;
pub use event_rule::EventRule;
pub(crate) use history::steps_of_delay;
pub use initial::{Initial, admit};
pub(crate) use lane_nodes::{LaneNodes, LaneStates, Wanted};
pub use node::Node;
pub use noise::Noise;
pub use plant::Plant;
pub use signal_table::{Interpolation, SignalTable};
pub use signals::Signals;
pub use simulator::Simulator;
pub use state::State;
pub(crate) use zero::locate_zero;
