//! What an integrator is: one row of data and one function.
//!
//! Everything that is said of an integrator, in tables, help texts, completions, shells of broken
//! models, reports and comparisons, is computed from its row.

use crate::bibliography::Reference;
use crate::diag::Diagnostics;
use crate::discrete::{Monitor, StatePart};
use crate::mechanics::{Needs, System};
use crate::options::{Choices, OptionRow};

use super::draft::Draft;

/// A registered integrator.
#[derive(Clone, Copy, Debug)]
pub struct Integrator {
    /// Its name in the model language.
    pub name: &'static str,
    /// Which motion of a model it follows.
    pub kind: Kind,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Where it is described; the first is the one that its equations are from.
    pub references: &'static [&'static Reference],
    /// Its options, the default of each first.
    pub options: &'static [OptionRow],
    /// What a model must be for it.
    pub needs: Needs,
    /// What its steps and samples preserve to round-off.
    pub preserves: Preserves,
    /// What else its steps and samples preserve, in words; to round-off where nothing else is said.
    pub preserves_in_words: &'static str,
    /// When it is the right choice.
    pub use_when: &'static str,
    /// When another one is.
    pub not_when: &'static str,
    /// The order of convergence, which options may lower.
    pub order: fn(&Choices) -> u32,
    /// Whether a step with `-h` undoes a step with `h`.
    pub symmetric: fn(&Choices) -> bool,
    /// The parts that its states can have, apart from the clock.
    pub state: &'static [StatePart],
    /// What can be asked of its states beside samples.
    pub monitors: &'static [Monitor],
    /// Its equations on a model.
    pub(super) discretise: Discretise,
}

/// The equations of an integrator on a model that it takes.
pub(super) type Discretise = fn(&System<'_>, &Choices) -> Result<Draft, Diagnostics>;

/// Which motion of a model an integrator follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The motion under ideal constraints, by the principle of Lagrange and d'Alembert.
    Nonholonomic,
    /// Stationary curves of the action under the constraints; initial multipliers are free data.
    Vakonomic,
}

/// What is preserved to round-off.
#[derive(Clone, Copy, Debug)]
pub struct Preserves {
    /// Whether sampled velocities satisfy the constraints.
    pub constraints: bool,
    /// With which options the energy of samples is constant, where no force does work and the
    /// constraints are linear and do not depend on the time.
    pub energy: fn(&Choices) -> bool,
}

impl Preserves {
    /// The constraints in samples, and nothing else.
    pub(super) const CONSTRAINTS: Self = Self {
        constraints: true,
        energy: |_| false,
    };
    /// Nothing: constraints and energy hold to the order of the method.
    pub(super) const NOTHING: Self = Self {
        constraints: false,
        energy: |_| false,
    };
}

/// The order two, whatever the options.
pub(super) fn second_order(_: &Choices) -> u32 {
    2
}

/// Symmetric, whatever the options.
pub(super) fn always(_: &Choices) -> bool {
    true
}

/// Not symmetric, whatever the options.
pub(super) fn never(_: &Choices) -> bool {
    false
}

impl Integrator {
    /// Whether its trajectories are vakonomic, and its multipliers free initial data.
    #[must_use]
    pub fn is_vakonomic(&self) -> bool {
        self.kind == Kind::Vakonomic
    }

    /// Its order with the default options, and which others lower or raise it:
    /// `2; 1 for quadrature = Left`, each option quoted by the given marks.
    #[must_use]
    pub fn order_text(&self, mark: &str) -> String {
        let order = (self.order)(&Choices::defaults(self.options));
        let mut text = order.to_string();
        for (option, choices) in Choices::alternatives(self.options, true) {
            let other = (self.order)(&choices);
            if other != order {
                text.push_str(&format!("; {other} for {mark}{option}{mark}"));
            }
        }
        text
    }

    /// Its options with their values as a line of text, the default first.
    #[must_use]
    pub fn options_text(&self) -> String {
        let options: Vec<_> = self.options.iter().map(ToString::to_string).collect();
        options.join(", ")
    }
}
