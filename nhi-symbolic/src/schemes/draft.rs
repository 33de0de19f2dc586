//! The equations that an integrator's function returns; its row completes them to a scheme.

use crate::discrete::{
    Block, Condition, Item, KEPT_CONTROLS, Requirement, Scheme, StateFunction, StateGroup, Traits,
    Watch, block_of,
};
use crate::expr::{Expr, Graph};
use crate::mechanics::needs::Masses;
use crate::mechanics::{ControlNode, System, admission};
use crate::options::Choices;

use super::composition;
use super::integrator::Integrator;

/// The equations of an integrator on a model.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// One paragraph on the configured method.
    pub(super) summary: String,
    /// The parts of a state, apart from the time; parts without entries are left out.
    pub(super) state: Vec<StateGroup>,
    /// The points of a step at which the controls are read.
    pub(super) control_nodes: Vec<ControlNode>,
    /// True if the last of these nodes is only for samples.
    pub(super) keeps_last_node: bool,
    /// The map from initial values to the first state.
    pub(super) start: Block,
    /// The map from a state to the next one.
    pub(super) step: Block,
    /// The map from a state to the nodal velocity and the multipliers.
    pub(super) sample: Block,
    /// The functions of states in addition to samples; those without values are left out.
    pub(super) monitors: Vec<StateFunction>,
    /// The residuals that initial values are checked against, if they are more than the velocity
    /// constraints.
    pub(super) consistency: Option<Block>,
    /// Order and symmetry, if the model makes them better than the options alone show.
    pub(super) convergence: Option<(u32, bool)>,
    /// True if a step reflects the part of the velocity that is off the constraints, so that two
    /// steps together approach the identity as `h` does zero. Then substeps are made in pairs.
    pub(super) reflects: bool,
    /// True if a step with a reflection keeps the alternating part from growing.
    pub(super) compensates: bool,
    /// True if sampled velocities satisfy the constraints of this model, though those of others
    /// need not.
    pub(super) keeps_constraints: bool,
    /// Conditions of the method itself, apart from those of the model.
    pub(super) conditions: Vec<Condition>,
    /// True if a step moves a group by a retraction that turns less than the exact motion, like
    /// the Cayley map.
    pub(super) lags: bool,
}

impl Draft {
    /// Returns a draft that contains only its summary.
    pub(super) fn of(summary: impl Into<String>) -> Self {
        Self {
            summary: summary.into(),
            state: Vec::new(),
            control_nodes: Vec::new(),
            keeps_last_node: false,
            start: Block::default(),
            step: Block::default(),
            sample: Block::default(),
            monitors: Vec::new(),
            consistency: None,
            convergence: None,
            reflects: false,
            compensates: false,
            keeps_constraints: false,
            conditions: Vec::new(),
            lags: false,
        }
    }

    /// Returns the draft, which keeps the controls of the node under the given symbols if the
    /// multipliers of a sample depend on them.
    pub(super) fn keeping_controls(mut self, system: System<'_>, symbols: &[Expr]) -> Self {
        if system.multipliers_need_controls() {
            self.keep_controls(system, symbols);
        }
        self
    }

    /// Keeps the controls of the node in the state, under the given symbols, for samples that
    /// depend on them.
    pub(super) fn keep_controls(&mut self, system: System<'_>, symbols: &[Expr]) {
        self.state.push(KEPT_CONTROLS.of_symbols(symbols.to_vec()));
        self.start.outputs.extend(system.start().controls);
        let mut nodes = self.control_nodes.iter();
        let last = match nodes.position(|node| node.fraction == Graph::ONE) {
            Some(read_already) => read_already,
            None => {
                self.control_nodes.push(system.controls_at(Graph::ONE));
                self.keeps_last_node = true;
                self.control_nodes.len() - 1
            }
        };
        self.step.outputs.extend(&self.control_nodes[last].symbols);
    }

    /// Returns true if a function of the stepper solves equations.
    fn solves_equations(&self) -> bool {
        let blocks = [&self.start, &self.step, &self.sample];
        let mut items = blocks.into_iter().flat_map(|block| &block.items);
        items.any(|item| matches!(item, Item::Solve(_)))
    }

    /// Returns the whole scheme.
    pub(super) fn complete(
        self,
        integrator: &'static Integrator,
        choices: &Choices,
        system: System<'_>,
    ) -> Scheme {
        let (substeps, authors) = composition::substeps(choices, self.reflects);
        let (order, symmetric) = self
            .convergence
            .unwrap_or_else(|| ((integrator.order)(choices), (integrator.symmetric)(choices)));
        let implicit = self.solves_equations();
        let admission = self.consistency.unwrap_or_else(|| admitted(system));
        let needs_mass = integrator.needs.masses == Masses::Everywhere;
        let watch = Watch::new(system.mechanics, needs_mass);
        let parts = self.state.iter().flat_map(|part| &part.symbols);
        let state: Vec<_> = parts.copied().collect();
        let (start, step) = (watch.start(self.start), watch.complete(self.step, &state));
        let sample = watch.complete(self.sample, &state);
        system.forget_visits();
        Scheme {
            integrator: integrator.name,
            summary: match substeps.len() {
                0 => self.summary,
                count => format!(
                    "{} A step is composed of {count} substeps ({authors}).",
                    self.summary
                ),
            },
            traits: Traits {
                order,
                symmetric,
                implicit,
                exact_constraints: integrator.preserves.constraints || self.keeps_constraints,
                exact_energy: (integrator.preserves.energy)(choices),
                compensates: self.compensates,
                needs_mass,
                lags: self.lags,
            },
            state: self
                .state
                .into_iter()
                .filter(|part| !part.symbols.is_empty())
                .collect(),
            nodes_in_equations: self.control_nodes.len() - usize::from(self.keeps_last_node),
            control_nodes: self.control_nodes,
            admission,
            start,
            step,
            substeps,
            sample,
            step_jacobian: None,
            start_jacobian: None,
            sample_jacobian: None,
            diagnostics: self.monitors,
            conditions: [conditions(system), self.conditions].concat(),
        }
    }
}

/// Returns the residuals that initial values are checked for.
fn admitted(system: System<'_>) -> Block {
    let mechanics = system.mechanics;
    block_of(admission(&mechanics.model, &mechanics.constraints))
}

/// Returns the conditions that the pivots that no configuration changes are positive.
fn conditions(system: System<'_>) -> Vec<Condition> {
    let pivots = system.mechanics.constant_pivots().into_iter();
    let condition = |(_, value)| Condition {
        requirement: Requirement::Positive("mass matrix"),
        value,
    };
    pivots.map(condition).collect()
}
