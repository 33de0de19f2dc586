//! What a scenario gives to steps, and what it wants to know of states.

use nhi_symbolic::ScenarioSignals;

use super::noise::Noise;
use super::signal_table::SignalTable;

/// The signals of a scenario.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    /// Controls and outputs as expressions.
    pub(crate) expressions: ScenarioSignals,
    /// The controls that are tables, where no expression gives them.
    pub(crate) tables: Vec<Option<SignalTable>>,
    /// The names of the outputs.
    pub(crate) output_names: Vec<String>,
    /// The time between two values of the controls, where they are held in between.
    pub(crate) period: Option<f64>,
    /// What disturbs controls and outputs.
    pub(crate) noise: Option<Noise>,
}
