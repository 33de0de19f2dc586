//! The controls and outputs of a scenario.

use std::sync::Arc;

use nhi_symbolic::ScenarioSignals;

use super::control_program::ControlProgram;
use super::event_rule::EventRule;
use super::noise::Noise;
use super::signal_table::SignalTable;

/// The signals of a scenario.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// Controls and outputs as expressions.
    pub expressions: ScenarioSignals,
    /// The controls given as tables instead of expressions.
    pub tables: Vec<Option<SignalTable>>,
    /// The program that computes the controls, if they are neither expressions nor tables.
    pub program: Option<Arc<dyn ControlProgram>>,
    /// The tables among the definitions.
    pub input_tables: Vec<SignalTable>,
    /// The names of the outputs.
    pub output_names: Vec<String>,
    /// The time between updates of the controls, if they are held in between.
    pub period: Option<f64>,
    /// The time of the first state.
    pub start: f64,
    /// The rules of the events, in the order of their expressions.
    pub events: Vec<EventRule>,
    /// The noise on controls and outputs.
    pub noise: Option<Noise>,
}

impl Signals {
    /// Returns the tables in place of laws, for each control of a stepper but those for delays: the
    /// open controls, by their indices in the model, and the definitions that are tables.
    pub fn tables_of<'a>(
        &'a self,
        open: &'a [usize],
    ) -> impl Iterator<Item = Option<&'a SignalTable>> {
        let open = open
            .iter()
            .map(|&control| self.tables.get(control)?.as_ref());
        open.chain(self.input_tables.iter().map(Some))
    }
}
