//! The definition of an integrator: one row of data and one function.
//!
//! All statements about an integrator, in tables, help texts, completions, shells of broken models,
//! reports and comparisons, are computed from its row.

use crate::bibliography::Reference;
use crate::diag::Diagnostics;
use crate::discrete::{Monitor, StatePart};
use crate::mechanics::{Needs, System};
use crate::options::{Choices, OptionRow, Values};

use super::draft::Draft;

/// A registered integrator.
#[derive(Clone, Copy, Debug)]
pub struct Integrator {
    /// Its name in the model language.
    pub name: &'static str,
    /// The motion of a model that it follows.
    pub kind: Kind,
    /// A description in one line.
    pub summary: &'static str,
    /// The publications that describe it; its equations are from the first.
    pub references: &'static [&'static Reference],
    /// Its options, the default of each first.
    pub options: &'static [OptionRow],
    /// The requirements on a model.
    pub needs: Needs,
    /// The quantities that its steps and samples preserve to machine precision.
    pub preserves: Preserves,
    /// Other quantities that its steps and samples preserve, in words; to machine precision unless
    /// stated otherwise.
    pub preserves_in_words: &'static str,
    /// The cases in which it is the right choice.
    pub use_when: &'static str,
    /// The cases in which another one is.
    pub not_when: &'static str,
    /// The order of convergence, which options may lower.
    pub order: fn(&Choices) -> u32,
    /// True if a step with `-h` undoes a step with `h`.
    pub symmetric: fn(&Choices) -> bool,
    /// The parts that its states can have, apart from the time.
    pub state: &'static [StatePart],
    /// The functions of its states in addition to samples.
    pub monitors: &'static [Monitor],
    /// Its equations on a model.
    pub(super) discretise: Discretise,
}

/// The equations of an integrator on a model that it accepts.
pub(super) type Discretise = fn(&System<'_>, &Choices) -> Result<Draft, Diagnostics>;

/// The motion of a model that an integrator follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The motion under ideal constraints, by the Lagrange-d'Alembert principle.
    Nonholonomic,
    /// Stationary curves of the action under the constraints; initial multipliers are free data.
    Vakonomic,
}

/// The quantities that are preserved to machine precision.
#[derive(Clone, Copy, Debug)]
pub struct Preserves {
    /// True if sampled velocities satisfy the constraints.
    pub constraints: bool,
    /// True for options with which the energy of samples is constant, provided that no force does
    /// work and the constraints are linear and do not depend on time.
    pub energy: fn(&Choices) -> bool,
}

impl Preserves {
    /// Only the constraints in samples.
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

/// Returns the order two, whatever the options.
pub(super) fn second_order(_: &Choices) -> u32 {
    2
}

/// Returns true: symmetric, whatever the options.
pub(super) fn always(_: &Choices) -> bool {
    true
}

/// Returns false: not symmetric, whatever the options.
pub(super) fn never(_: &Choices) -> bool {
    false
}

impl Integrator {
    /// Returns true if its trajectories are vakonomic, so that its multipliers are free initial
    /// data.
    #[must_use]
    pub fn is_vakonomic(&self) -> bool {
        self.kind == Kind::Vakonomic
    }

    /// Returns true if it controls steps of its own, to a tolerance.
    #[must_use]
    pub fn is_adaptive(&self) -> bool {
        let mut values = self.options.iter().map(|option| option.values);
        values.any(|values| matches!(values, Values::Tolerance(_)))
    }

    /// Returns its order with the default options, and the options that lower or raise it:
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

    /// Returns its options with their values as a line of text, the default first.
    #[must_use]
    pub fn options_text(&self) -> String {
        let options: Vec<_> = self.options.iter().map(ToString::to_string).collect();
        options.join(", ")
    }
}
