//! Moving energies: the energy less the momentum of a motion with which constraints or a potential
//! move.
//!
//! Along the equations of motion `dE/dt = (f + A^T lambda) . v - L_t`. The momentum `p . Y` along
//! a vector field `Y` on the configurations changes at the rate `(f + A^T lambda) . Y + Y(L)`,
//! where `Y(L)` is the change of the Lagrangian under the motion. If the rates of energy and
//! momentum are equal, `E - p . Y` is constant (Fassò, Sansonetto). For `A v + b = 0` they are if
//! `A Y + b = 0` and the motion does not change the Lagrangian: on a turntable, `Y` is the velocity
//! of the table.
//!
//! Two families of fields are searched: the declared symmetry, and if constraints or the Lagrangian
//! move, also translations and rotations that nobody declared. Those are translations of single
//! coordinates, rotations of two of them, and motions of group elements in space.

use crate::expr::{Combination, Expr, Graph, Rational};
use crate::mechanics::Mechanics;
use crate::mechanics::check::combination_text;
use crate::mechanics::symmetry::{Motion, TangentLift, natural_motions};

use super::{BUDGET, MOST_RATES, Rates, on_constraints, relations};

/// The energy less the momentum of a motion, `E - p . Y`.
///
/// Not to be confused with a reduced energy: it is constant although constraints or the potential
/// do work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovingEnergy {
    /// Its formula, such as `E - spin*J[0]`, or `E - table*J(x, y)` with the momentum of the
    /// rotation of the plane.
    pub formula: String,
    /// Its value; a scalar in the symbols of the model.
    pub value: Expr,
}

/// A combination of the energy with momenta; the energy comes first, with the coefficient one.
pub(super) struct Combined(Vec<(Term, Rational)>);

/// A term of a moving energy.
#[derive(Clone, Debug)]
enum Term {
    Energy,
    /// The momentum of a motion, times a parameter if there is one, by name and symbol.
    Momentum(Along, Option<(String, Expr)>),
}

/// A motion with a momentum.
#[derive(Clone, Debug)]
enum Along {
    /// A generator of the declared symmetry, by index.
    Declared(usize),
    /// One of the natural motions, by index and name.
    Natural(usize, String),
}

impl Combined {
    fn formula(&self) -> String {
        let numbered = self.0.iter().enumerate();
        let relation: Combination = numbered.map(|(i, (_, k))| (i, Some(k.clone()))).collect();
        combination_text(&relation, |i| match &self.0[i].0 {
            Term::Energy => "E".to_owned(),
            Term::Momentum(along, factor) => {
                let factor = factor.as_ref().map(|(name, _)| format!("{name}*"));
                let momentum = match along {
                    Along::Declared(index) => format!("J[{index}]"),
                    Along::Natural(_, name) => format!("J({name})"),
                };
                format!("{}{momentum}", factor.unwrap_or_default())
            }
        })
    }

    /// Returns its value in the graph of the model.
    fn value(&self, mechanics: &Mechanics) -> Expr {
        let graph = &mechanics.model.graph;
        let terms = self.0.iter().map(|(term, k)| {
            let value = match term {
                Term::Energy => mechanics.lagrangian.energy,
                Term::Momentum(along, factor) => {
                    let momentum = match along {
                        Along::Declared(index) => mechanics.symmetry.generators[*index].momentum,
                        Along::Natural(index, _) => {
                            let motion = &natural_motions(&mechanics.model, graph)[*index];
                            graph.dot(&mechanics.lagrangian.momentum, &motion.field)
                        }
                    };
                    let factor = factor.as_ref().map_or(Graph::ONE, |(_, symbol)| *symbol);
                    graph.mul(factor, momentum)
                }
            };
            (value, k.clone())
        });
        graph.linear(&terms.collect::<Vec<_>>())
    }
}

impl Mechanics {
    /// Returns the moving energy, if the search finds one within its budget and the energy itself
    /// is not constant.
    pub(in crate::mechanics) fn find_moving_energy(&self) -> Option<MovingEnergy> {
        let declares = !self.symmetry.generators.is_empty();
        if self.is_only_variational() || !declares && !self.has_moving_parts() {
            return None;
        }
        let declared = self.with_declared().flatten();
        let combined = declared.or_else(|| self.with_natural())?;
        Some(MovingEnergy {
            formula: combined.formula(),
            value: combined.value(self),
        })
    }

    /// Returns the formula of the energy that is constant: of the moving energy, or of the energy
    /// itself. Returns `None` if the budget ran out.
    pub(super) fn constant_energy(&self, graph: &Graph, rates: &Rates) -> Option<Option<String>> {
        if let Some(moving) = &self.moving_energy {
            return Some(Some(moving.formula.clone()));
        }
        if graph.is_zero(rates.energy) {
            return (!graph.is_exhausted()).then(|| Some("E".to_owned()));
        }
        self.with_declared().map(|_| None)
    }

    /// Returns the combination with momenta of the declared symmetry. Returns `None` if the budget
    /// ran out.
    fn with_declared(&self) -> Option<Option<Combined>> {
        let graph = self.model.graph.aside(BUDGET);
        let rates = Rates::of(self, &graph);
        if graph.is_zero(rates.energy) {
            return (!graph.is_exhausted()).then_some(None);
        }
        let declared = rates.momenta.iter().enumerate();
        let declared = declared.map(|(index, &rate)| (Along::Declared(index), rate));
        let factors = self.parameters_in(|_| true);
        combined(&graph, rates.energy, declared.collect(), &factors)
    }

    /// Returns the combination with momenta of natural motions, if constraints or the Lagrangian
    /// move.
    fn with_natural(&self) -> Option<Combined> {
        if !self.has_moving_parts() {
            return None;
        }
        let graph = self.model.graph.aside(BUDGET);
        let energy = Rates::of(self, &graph).energy;
        if graph.is_zero(energy) {
            return None;
        }
        let explicit = graph.derivative(self.model.lagrangian, self.model.time);
        let moving = [&self.constraints.offset[..], &[explicit]].concat();
        let moving = graph.symbols_of(&moving);
        let factors = self.parameters_in(|symbol| moving.contains(&symbol));
        let natural = self.natural_rates(&graph)?;
        combined(&graph, energy, natural, &factors).flatten()
    }

    /// Returns the parameters that a test accepts, by name.
    fn parameters_in(&self, accepts: impl Fn(Expr) -> bool) -> Vec<(String, Expr)> {
        let parameters = self.model.parameters.iter();
        let parameters = parameters.map(|x| (x.name.clone(), x.symbol));
        parameters.filter(|(_, symbol)| accepts(*symbol)).collect()
    }

    /// Returns true if a constraint has an offset, or the Lagrangian depends on the time.
    fn has_moving_parts(&self) -> bool {
        let is_affine = self.constraints.are_affine(&self.model.graph);
        let mut offset = self.constraints.offset.iter();
        is_affine && offset.any(|&b| b != Graph::ZERO) || self.has_lagrangian_of_time()
    }

    /// Returns the rates of the momenta along the natural motions; `None` if there are too many.
    fn natural_rates(&self, graph: &Graph) -> Option<Vec<(Along, Expr)>> {
        let motions = natural_motions(&self.model, graph);
        if motions.len() > MOST_RATES {
            return None;
        }
        let model = &self.model;
        let acting = super::super::add(graph, &model.forces, &self.constraint_force);
        let rate = |motion: &Motion| {
            let lift = TangentLift::new(graph, model, &self.frame, &motion.field);
            let changed = lift.rate(graph, model.lagrangian);
            graph.add(graph.dot(&acting, &motion.field), changed)
        };
        let rates: Vec<_> = motions.iter().map(rate).collect();
        let rates = on_constraints(self, graph, &rates);
        let names = motions.into_iter().enumerate();
        let along = names.map(|(index, motion)| Along::Natural(index, motion.name));
        Some(along.zip(rates).collect())
    }
}

/// Returns the constant combination of the energy with momenta that change, and with their
/// multiples by parameters. Returns `None` if the budget ran out or there are too many of them.
fn combined(
    graph: &Graph,
    energy: Expr,
    momenta: Vec<(Along, Expr)>,
    factors: &[(String, Expr)],
) -> Option<Option<Combined>> {
    let mut terms = vec![Term::Energy];
    let mut rates = vec![energy];
    let given: Vec<_> = momenta.iter().map(|(_, rate)| *rate).collect();
    let zero = graph.are_zero(&given);
    let moving = momenta.into_iter().zip(zero).filter(|(_, zero)| !zero);
    for ((along, rate), _) in moving {
        terms.push(Term::Momentum(along.clone(), None));
        rates.push(rate);
        for (name, symbol) in factors {
            let factor = Some((name.clone(), *symbol));
            terms.push(Term::Momentum(along.clone(), factor));
            rates.push(graph.mul(*symbol, rate));
        }
    }
    let mut found = relations(graph, &rates)?.into_iter();
    let of_energy = found.find(|relation| relation[0].0 == 0);
    Some(of_energy.map(|relation| {
        let known = relation.into_iter();
        let known = known.filter_map(|(i, k)| Some((terms[i].clone(), k?)));
        Combined(known.collect())
    }))
}
