//! Constants along all motions of a model: energy, momenta, moving energies.
//!
//! Along the equations of motion `dE/dt = (f + A^T lambda) . v - L_t`, and the momentum `J_xi` of a
//! symmetry changes at the rate `(f + A^T lambda) . xi_Q`. Both are functions of the motion,
//! whether or not the generator is an allowed motion (Fassò, Ramos, Sansonetto: even otherwise the
//! reactions may do no work along it).
//!
//! The search covers combinations whose coefficients are constant numbers, in a moving energy also
//! multiples of a parameter. They are found and proved at random points over the prime field: a
//! value that vanishes there vanishes everywhere on the constraints.

mod moving;

use crate::expr::{Combination, Expr, Graph, PrimeMatrix, Role};

use super::Mechanics;
use super::check::combination_text;

pub use moving::MovingEnergy;

/// The work budget of the search.
const BUDGET: u64 = 1_000_000;
/// The maximum number of rates to compare.
const MOST_RATES: usize = 64;

/// The quantities found to be constant along every motion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConstantsOfMotion {
    /// The energy, or the moving energy as a formula: `E - spin*J[0]`.
    pub energy: Option<String>,
    /// Momenta of the declared group: `J[1]`, or a combination such as `J[0] + 2*J[1]`.
    pub momenta: Vec<String>,
    /// Momenta `p[0]` along symmetry directions inside the constraints, which move with the shape.
    pub reduced_momenta: Vec<String>,
    /// True if the work budget ran out for the energy. An energy that was not found may then be
    /// constant.
    pub is_energy_open: bool,
    /// True if the budget ran out for the momenta of either kind.
    pub are_momenta_open: bool,
}

impl ConstantsOfMotion {
    /// Returns true if nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.formulas().is_empty()
    }

    /// Returns all of them, as formulas.
    #[must_use]
    pub fn formulas(&self) -> Vec<String> {
        let momenta = self.momenta.iter().chain(&self.reduced_momenta);
        self.energy.iter().chain(momenta).cloned().collect()
    }
}

impl Mechanics {
    /// Searches for constants of motion among energy and momenta.
    ///
    /// `J[i]` is the momentum of generator `i` of the declared symmetry, `p[i]` that along the
    /// symmetry direction `i` of the reduction. Nothing is found if the constraints or the
    /// Lagrangian are not those of nonholonomic dynamics, or beyond the work budget. Quantities
    /// that are not found may still be constant.
    #[must_use]
    pub fn constants_of_motion(&self) -> ConstantsOfMotion {
        if self.is_only_variational() {
            return ConstantsOfMotion::default();
        }
        let graph = self.model.graph.aside(BUDGET);
        let rates = Rates::of(self, &graph);
        let energy = self.constant_energy(&graph, &rates);
        let momenta = rates.momenta_that_are_constant(&graph);
        let reduced = self.reduced_momenta(&graph);
        ConstantsOfMotion {
            is_energy_open: energy.is_none(),
            are_momenta_open: momenta.is_none() || reduced.is_none(),
            energy: energy.flatten(),
            momenta: momenta.unwrap_or_default(),
            reduced_momenta: reduced.unwrap_or_default(),
        }
    }

    /// Returns in a graph `-g_v v` on the constraints, so that their forces have the power `-lambda
    /// . r` with these `r`. For affine constraints this is the offset `b`. It vanishes for a
    /// constraint that is homogeneous in the velocities, `g_v v = k g` with any degree `k`.
    #[must_use]
    pub(crate) fn resisted_by_constraints(&self, graph: &Graph) -> Vec<Expr> {
        if self.constraints.are_affine(graph) {
            return self.constraints.offset.clone();
        }
        let slopes = self.constraints.matrix.apply(graph, &self.v);
        let rows = slopes.into_iter().zip(self.homogeneous_constraints());
        rows.map(|(slope, is_homogeneous)| match is_homogeneous {
            true => Graph::ZERO,
            false => graph.neg(slope),
        })
        .collect()
    }

    /// Returns for each constraint whether it is homogeneous in the velocities.
    fn homogeneous_constraints(&self) -> Vec<bool> {
        let graph = self.model.graph.aside(BUDGET);
        let slopes = self.constraints.matrix.apply(&graph, &self.v);
        let rows = slopes.into_iter().zip(&self.constraints.residual);
        rows.map(|(slope, &residual)| {
            relations(&graph, &[residual, slope]).is_some_and(|found| !found.is_empty())
        })
        .collect()
    }

    /// Returns true if a function of configuration and velocity is proved to be constant along all
    /// motions.
    #[must_use]
    pub fn is_constant_of_motion(&self, function: Expr) -> bool {
        if self.is_only_variational() {
            return false;
        }
        let graph = self.model.graph.aside(BUDGET);
        let rate = graph.rates(&[function], &self.moving_state(&graph));
        let is_constant = graph.are_zero(&on_constraints(self, &graph, &rate))[0];
        is_constant && !graph.is_exhausted()
    }

    /// Marks the generators along which the reactions do no work although they are not allowed
    /// motions.
    pub(super) fn mark_constant_momenta(&mut self) {
        let generators = &self.symmetry.generators;
        if self.is_only_variational() || generators.iter().all(|known| known.is_conserved) {
            return;
        }
        let graph = self.model.graph.aside(BUDGET);
        let constant = graph.are_zero(&Rates::of(self, &graph).momenta);
        if graph.is_exhausted() {
            return;
        }
        for (generator, is_constant) in self.symmetry.generators.iter_mut().zip(constant) {
            generator.is_conserved |= is_constant;
        }
    }

    /// Returns the constant momenta along symmetry directions; `None` if the budget ran out.
    fn reduced_momenta(&self, graph: &Graph) -> Option<Vec<String>> {
        let Some((reduction, connection)) = self.reduced_system() else {
            return Some(Vec::new());
        };
        let coefficients = 0..reduction.direction_count();
        let w: Vec<_> = coefficients
            .map(|_| graph.symbol("w", Role::Variable))
            .collect();
        let xi = reduction.body_velocity(graph, &reduction.u, &w);
        let allowed: Vec<_> = reduction.xi.iter().copied().zip(xi).collect();
        let rates = graph.substitute(&connection.momentum_rate, &allowed);
        let found = relations(graph, &rates)?;
        Some(texts(&found, |i| format!("p[{i}]")))
    }
}

/// Returns expressions with velocities that satisfy the constraints. There is no formula for these
/// if a constraint is not affine, so then the expressions stay as they are: what vanishes for every
/// velocity vanishes for those.
fn on_constraints(mechanics: &Mechanics, graph: &Graph, exprs: &[Expr]) -> Vec<Expr> {
    if !mechanics.constraints.are_affine(graph) {
        return exprs.to_vec();
    }
    let allowed = mechanics.projection.project_velocity(graph, &mechanics.v);
    let allowed: Vec<_> = mechanics.v.iter().copied().zip(allowed).collect();
    graph.substitute(exprs, &allowed)
}

/// The rates of energy and momenta along motions that obey the constraints.
struct Rates {
    energy: Expr,
    momenta: Vec<Expr>,
}

impl Rates {
    fn of(mechanics: &Mechanics, graph: &Graph) -> Self {
        let model = &mechanics.model;
        let acting = super::add(graph, &model.forces, &mechanics.constraint_force);
        let work = match mechanics.constraints.are_affine(graph) {
            true => graph.dot(&acting, &mechanics.v),
            false => {
                let forces = graph.dot(&model.forces, &mechanics.v);
                let resisted = mechanics.resisted_by_constraints(graph);
                graph.sub(forces, graph.dot(&resisted, &mechanics.multipliers))
            }
        };
        let explicit = graph.derivative(model.lagrangian, model.time);
        let mut rates = vec![graph.sub(work, explicit)];
        let generators = mechanics.symmetry.generators.iter();
        rates.extend(generators.map(|generator| graph.dot(&acting, &generator.field)));
        let mut rates = on_constraints(mechanics, graph, &rates);
        Self {
            momenta: rates.split_off(1),
            energy: rates[0],
        }
    }

    /// Returns the constant combinations of momenta; `None` if the budget ran out.
    fn momenta_that_are_constant(&self, graph: &Graph) -> Option<Vec<String>> {
        let found = relations(graph, &self.momenta)?;
        Some(texts(&found, |i| format!("J[{i}]")))
    }
}

/// Returns the linear relations between expressions whose constant coefficients are small
/// fractions. They are a basis in echelon form, proved at one more point than there are
/// expressions. Returns `None` if there are too many expressions, or if the budget ran out.
fn relations(graph: &Graph, rates: &[Expr]) -> Option<Vec<Combination>> {
    let count = rates.len();
    if count == 0 {
        return Some(Vec::new());
    }
    if count > MOST_RATES {
        return None;
    }
    let points = graph.values_at(rates, count + 1);
    if points.len() <= count || graph.is_exhausted() {
        return None;
    }
    let relations = PrimeMatrix::new(count, points.concat()).kernel_combinations();
    let is_small = |relation: &Combination| relation.iter().all(|(_, k)| k.is_some());
    // The few points can agree in the sign of a root.
    let vanishes = |relation: &Combination| {
        let terms = relation.iter();
        let terms = terms.filter_map(|(rate, k)| Some((rates[*rate], k.clone()?)));
        graph.is_zero(graph.linear(&terms.collect::<Vec<_>>()))
    };
    let relations = relations.into_iter().filter(is_small);
    Some(relations.filter(vanishes).collect())
}

fn texts(relations: &[Combination], name: impl Fn(usize) -> String) -> Vec<String> {
    let relations = relations.iter();
    relations
        .map(|relation| combination_text(relation, &name))
        .collect()
}
