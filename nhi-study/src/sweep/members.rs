//! The members of a sweep: what their runs begin with.

use std::collections::BTreeSet;

use nhi_symbolic::{NumberFormula, order_of_use};

use super::draws::Draws;
use crate::problem::{Failure, Problem};
use crate::scenario::{Draw, FormulaValue, Scenario, SweepRule, Target};

/// The numbers that a run begins with.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) number: u64,
    /// The values that differ between members, in the order of the scenario.
    pub(super) drawn: Vec<f64>,
    pub(super) parameters: Vec<f64>,
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    pub(super) multipliers: Vec<f64>,
}

/// The members of a sweep.
#[derive(Debug)]
pub(super) struct Members<'s> {
    scenario: &'s Scenario,
    rule: &'s SweepRule,
    draws: Draws<'s>,
    /// The formulas in the order of their use.
    formulas: Vec<(Goal, NumberFormula)>,
}

/// The number that a formula gives.
#[derive(Clone, Copy, Debug)]
enum Goal {
    /// A number of the scenario.
    Number(Target),
    /// A value that differs, by index.
    Varied(usize),
}

impl<'s> Members<'s> {
    /// # Errors
    /// Formulas that use something else than parameters and values that differ, or each other.
    pub(super) fn new(scenario: &'s Scenario, rule: &'s SweepRule) -> Result<Self, Failure> {
        let members = Self {
            draws: Draws::new(rule),
            formulas: Vec::new(),
            scenario,
            rule,
        };
        let formulas = members.ordered()?;
        Ok(Self {
            formulas,
            ..members
        })
    }

    /// Returns the formulas in the order of their use.
    fn ordered(&self) -> Result<Vec<(Goal, NumberFormula)>, Failure> {
        let model = &self.scenario.model;
        let others: Vec<_> = self.others().map(|(name, _)| name.clone()).collect();
        let varied = self.rule.vary.iter().enumerate();
        let varied = varied.filter_map(|(place, vary)| match &vary.draw {
            Draw::Formula(expression) => {
                let value = FormulaValue::Written(expression.clone());
                Some((Goal::Varied(place), vary.name.as_str(), value))
            }
            _ => None,
        });
        let is_varied = |target| self.rule.vary.iter().any(|vary| vary.target == target);
        let scenario = self.scenario.formulas.iter();
        let scenario = scenario.filter(|formula| !is_varied(formula.target));
        let scenario = scenario.map(|formula| {
            let name = match formula.target {
                Target::Parameter(place) => model.parameters[place].name.as_str(),
                // Nothing depends on initial values that do not differ.
                _ => "",
            };
            (Goal::Number(formula.target), name, formula.value.clone())
        });
        let all: Vec<_> = scenario.chain(varied).collect();
        let uses: Vec<(&str, BTreeSet<&str>)> = all
            .iter()
            .map(|(_, name, value)| (*name, value.names(model)))
            .collect();
        let found = order_of_use(&uses);
        if let Some(cycle) = found.cycles.first() {
            let names = cycle.iter().map(|&place| format!("`{}`", all[place].1));
            let names = names.collect::<Vec<_>>().join(", ");
            let found = format!("values are computed from each other: {names}");
            let problem = Problem::new(found, "values that do not depend on themselves")
                .at_key("[sweep.vary]");
            return Err(problem.into());
        }
        let mut formulas = Vec::new();
        for place in found.order {
            let (goal, _, ref value) = all[place];
            let others = match goal {
                Goal::Varied(_) => &others[..],
                // Formulas of the scenario know parameters only.
                Goal::Number(_) => &[],
            };
            let formula = match value {
                FormulaValue::Written(expression) => expression.formula(model, others),
                FormulaValue::Law(formula) => Ok(formula.clone()),
            };
            let formula = formula.map_err(|found| self.scenario.sources.failure(&found))?;
            formulas.push((goal, formula));
        }
        Ok(formulas)
    }

    /// Returns the values that differ and are not parameters, with their places.
    fn others(&self) -> impl Iterator<Item = (&'s String, usize)> {
        let rule = self.rule;
        let vary = rule.vary.iter().enumerate();
        vary.filter(|(_, vary)| !matches!(vary.target, Target::Parameter(_)))
            .map(|(place, vary)| (&vary.name, place))
    }

    /// Returns a member.
    ///
    /// # Errors
    /// A value that is not finite.
    pub(super) fn member(&self, number: u64) -> (Member, Result<(), String>) {
        let scenario = self.scenario;
        let mut member = Member {
            number,
            ..self.unvaried()
        };
        self.draws.values(number, &mut member.drawn);
        for place in 0..self.rule.vary.len() {
            member.set(self.rule.vary[place].target, member.drawn[place]);
        }
        for (goal, formula) in &self.formulas {
            let others: Vec<_> = match goal {
                Goal::Varied(_) => self
                    .others()
                    .map(|(_, place)| member.drawn[place])
                    .collect(),
                Goal::Number(_) => Vec::new(),
            };
            let value = formula.value(&scenario.model, &member.parameters, &others);
            let target = match *goal {
                Goal::Number(target) => target,
                Goal::Varied(place) => {
                    member.drawn[place] = value;
                    self.rule.vary[place].target
                }
            };
            if !value.is_finite() {
                let key = self.key_of(*goal);
                let reason = format!("{key}: the value of the expression is {value:?}");
                return (member, Err(reason));
            }
            member.set(target, value);
        }
        (member, Ok(()))
    }

    /// Returns the numbers of the scenario alone.
    pub(super) fn unvaried(&self) -> Member {
        let scenario = self.scenario;
        Member {
            number: 0,
            drawn: Vec::with_capacity(self.rule.vary.len()),
            parameters: scenario.parameters.clone(),
            q: scenario.q.clone(),
            v: scenario.v.clone(),
            multipliers: scenario.multipliers.clone(),
        }
    }

    /// Returns the table and the key of a formula, such as `[parameters] mass`.
    fn key_of(&self, goal: Goal) -> String {
        let model = &self.scenario.model;
        let name = match goal {
            Goal::Number(Target::Parameter(place)) => Some(&model.parameters[place].name),
            Goal::Number(Target::Position(place)) => {
                model.configuration().nth(place).map(|x| &x.name)
            }
            Goal::Number(Target::Velocity(place)) => Some(&model.velocities[place].name),
            Goal::Number(Target::Multiplier(place)) => Some(&model.constraints[place].name),
            Goal::Varied(place) => Some(&self.rule.vary[place].name),
        };
        let table = match goal {
            Goal::Number(Target::Parameter(_)) => "[parameters]",
            Goal::Number(Target::Position(_) | Target::Velocity(_)) => "[initial]",
            Goal::Number(Target::Multiplier(_)) => "[multipliers]",
            Goal::Varied(_) => "[sweep.vary]",
        };
        format!("{table} {}", name.map_or("", String::as_str))
    }
}

impl Member {
    fn set(&mut self, target: Target, value: f64) {
        let (list, place) = match target {
            Target::Parameter(place) => (&mut self.parameters, place),
            Target::Position(place) => (&mut self.q, place),
            Target::Velocity(place) => (&mut self.v, place),
            Target::Multiplier(place) => (&mut self.multipliers, place),
        };
        list[place] = value;
    }
}
