//! The test for nonholonomic constraints: the flag of their distribution.
//!
//! The distribution `D` of the allowed motions grows by brackets, `D_(i+1) = D_i + [D, D_i]`, until
//! it is involutive. This is the weak flag; its ranks are the growth vector, and it ends where the
//! derived flag does. By the theorems of Frobenius and Chow the last distribution is tangent to the
//! leaves that motions from a point fill. The forms that vanish on it are the combinations of the
//! constraints that integrate to conditions on positions: the largest integrable codistribution.
//! None of this depends on how the constraints are written.
//!
//! Affine constraints, and those that depend on time, are one-forms `A dq + b dt` on positions and
//! time.

mod accessibility;
mod brackets;
mod combinations;
mod rows;
mod sections;

use crate::expr::{Combination, Expr, Graph, Matrix};
use crate::model::Model;

use super::check::combination_text;
use super::constraints::OneForms;
use super::frame::Frame;
pub use accessibility::Accessibility;
use brackets::{Flag, Space};

/// The work budget of the flag; beyond it there is no result on the part that was not reached.
const BUDGET: u64 = 1_000_000;

/// The constraints that integrate to conditions on positions, and the dimensions that motions
/// reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Integrability {
    /// The ranks of the flag, `dim D` first: the growth vector, as far as the budget lasted. If
    /// constraints are affine or depend on time, the time counts as a direction, in which every
    /// motion goes.
    pub growth: Vec<usize>,
    /// The number of independent combinations of the constraints that integrate; `None` if the flag
    /// did not end within the work budget.
    pub integrable: Option<usize>,
    /// A basis of the combinations whose coefficients are constant numbers.
    pub combinations: Vec<Combination>,
    /// True if constraints are affine or depend on time.
    pub timed: bool,
    /// The name of a function in the constraints that counts as independent of everything else,
    /// because the prime field has no identities of it.
    pub independent: Option<&'static str>,
    names: Vec<String>,
    dimension: usize,
}

impl Integrability {
    /// Computes the flag at random points over the prime field.
    ///
    /// Returns `None` if there is no constraint, or one that is not affine in the velocities.
    pub(super) fn decide(
        model: &Model,
        frame: &Frame,
        forms: &OneForms,
        q: &[Expr],
    ) -> Option<Self> {
        if forms.residual.is_empty() || !forms.are_affine(&model.graph) {
            return None;
        }
        let graph = model.graph.aside(BUDGET);
        let timed = forms.offset.iter().any(|&b| b != Graph::ZERO)
            || graph
                .symbols_of(forms.matrix.entries())
                .contains(&model.time);
        let forms = extended(forms, timed);
        let space = Space {
            graph: &graph,
            frame,
            q,
            time: timed.then_some(model.time),
        };
        let flag = sections::basis(&graph, &forms).map(|basis| Flag::of(&space, &basis));
        let complete = flag.as_ref().filter(|flag| flag.is_complete);
        let found =
            complete.and_then(|flag| combinations::annihilating(&graph, &forms, &flag.fields));
        let names = model.constraints.iter().map(|c| c.name.clone());
        Some(Self {
            growth: flag.map_or_else(Vec::new, |flag| flag.growth),
            integrable: found.as_ref().map(|found| found.count),
            combinations: found.map_or_else(Vec::new, |found| found.constant),
            timed,
            independent: graph.function_without_identities(forms.entries()),
            names: names.collect(),
            dimension: model.velocities.len(),
        })
    }

    /// Returns true if all constraints integrate, so that the system is holonomic in disguise;
    /// `None` if the work budget ran out.
    #[must_use]
    pub fn is_holonomic(&self) -> Option<bool> {
        if self.growth.len() > 1 {
            return Some(false);
        }
        self.integrable.map(|count| count == self.names.len())
    }

    /// Returns the dimension of the positions that motions from a point reach at a time.
    #[must_use]
    pub fn reachable_dimension(&self) -> Option<usize> {
        self.integrable.map(|count| self.dimension - count)
    }

    /// Returns the first constraint in the first combination that integrates.
    pub(super) fn first_row(&self) -> usize {
        let first = self.combinations.first();
        first.and_then(|rows| rows.first()).map_or(0, |row| row.0)
    }

    /// Describes the combinations that integrate.
    #[must_use]
    pub fn text(&self) -> String {
        let (m, positions) = (self.names.len(), self.on_what());
        match self.integrable {
            None => {
                "not decided how many combinations of the constraints integrate: their brackets \
                     exceed the work budget"
                    .to_owned()
            }
            Some(0) => format!(
                "no combination of the constraints integrates to a condition on {positions}{}",
                self.reserve()
            ),
            Some(count) if count == m => format!(
                "the constraints are integrable: by the theorem of Frobenius they confine the system \
                 to leaves, so it is holonomic{}",
                if self.timed {
                    " on leaves that move"
                } else {
                    ""
                }
            ),
            Some(1) => format!(
                "of {m} independent combinations of the constraints 1 integrates to a condition on {positions}: {}{}",
                self.which(1),
                self.reserve()
            ),
            Some(count) => format!(
                "of {m} independent combinations of the constraints {count} integrate to conditions on \
                 {positions}, in the span of {}{}",
                self.which(count),
                self.reserve()
            ),
        }
    }

    /// Returns the condition of a verdict that identities of a function could change.
    fn reserve(&self) -> String {
        self.independent.map_or_else(String::new, |name| {
            format!(", provided that `{name}` is independent of the other functions")
        })
    }

    fn on_what(&self) -> &'static str {
        if self.timed {
            "positions and time"
        } else {
            "positions"
        }
    }

    /// Describes the combinations: `right - left`, or the number of those without constant
    /// coefficients.
    fn which(&self, count: usize) -> String {
        let constant = self.combination_texts().into_iter();
        let mut parts: Vec<_> = constant.map(|text| format!("`{text}`")).collect();
        let varying = count - self.combinations.len();
        if varying > 0 {
            parts.push(format!(
                "{varying} with coefficients that depend on the configuration or on parameters"
            ));
        }
        parts.join(", ")
    }

    /// Returns those combinations with constant coefficients that integrate, such as
    /// `right - left`.
    #[must_use]
    pub fn combination_texts(&self) -> Vec<String> {
        let name = |row: usize| self.names[row].clone();
        let combinations = self.combinations.iter();
        combinations
            .map(|combination| combination_text(combination, name))
            .collect()
    }

    /// Describes the growth vector and the dimensions that motions reach.
    #[must_use]
    pub fn growth_text(&self) -> String {
        let mut ranks: Vec<_> = self.growth.iter().map(ToString::to_string).collect();
        ranks.extend(self.integrable.is_none().then(|| "...".to_owned()));
        let ranks = ranks.join(", ");
        let counted = if self.timed { " with the time" } else { "" };
        match self.reachable_dimension() {
            None => format!("growth vector{counted} ({ranks})"),
            Some(reach) if reach == self.dimension => {
                format!("growth vector{counted} ({ranks}), motions reach all {reach} dimensions")
            }
            Some(reach) => format!(
                "growth vector{counted} ({ranks}), motions reach {reach} of {} dimensions",
                self.dimension
            ),
        }
    }
}

/// Returns the one-forms `A dq`, with a column `b dt` if constraints are affine or depend on time.
fn extended(forms: &OneForms, timed: bool) -> Matrix {
    let n = forms.matrix.columns();
    Matrix::from_fn(forms.matrix.rows(), n + usize::from(timed), |i, j| {
        if j < n {
            forms.matrix[(i, j)]
        } else {
            forms.offset[i]
        }
    })
}
