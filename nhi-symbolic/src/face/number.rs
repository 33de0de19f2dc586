//! Numbers of a scenario as formulas, evaluated for one set of parameters after the other.

use std::collections::BTreeSet;

use super::scenario::ScenarioExpression;
use crate::diag::Diagnostics;
use crate::expr::{Evaluator, Expr, Role};
use crate::model::{Context, Model, Outside, Prescribed};

/// A number that a scenario writes as an expression in parameters of its model, and possibly in
/// other numbers with names.
#[derive(Clone, Debug)]
pub struct NumberFormula {
    evaluator: Evaluator,
    /// The symbols of the other numbers.
    others: Vec<Expr>,
    /// The time, if the number depends on it.
    time: Option<f64>,
}

impl ScenarioExpression {
    /// Resolves an expression in parameters of a model and in other numbers with names. Such a name
    /// may be one of the model.
    ///
    /// # Errors
    /// All errors in single names or operations, and anything that is neither a parameter nor one
    /// of the others.
    pub fn formula(&self, model: &Model, others: &[String]) -> Result<NumberFormula, Diagnostics> {
        let mut outside = Outside::of(model);
        let mut symbols = Vec::new();
        for name in others {
            // Not the symbol of the model, if it has one of this name.
            let symbol = model
                .graph
                .symbol(&format!("number {name}"), Role::Parameter);
            outside.define_instead(name, symbol);
            symbols.push(symbol);
        }
        let value = self.resolve(&mut outside, Context::Number)?;
        Ok(NumberFormula {
            evaluator: Evaluator::new(&model.graph, vec![value]),
            others: symbols,
            time: None,
        })
    }

    /// Returns the value for parameters in the order of the model.
    ///
    /// # Errors
    /// All errors in single names or operations, and anything that is not a parameter.
    pub fn number(&self, model: &Model, parameters: &[f64]) -> Result<f64, Diagnostics> {
        Ok(self.formula(model, &[])?.value(model, parameters, &[]))
    }
}

impl NumberFormula {
    /// Returns the values of a prescribed coordinate and of its velocity at a time.
    #[must_use]
    pub fn of_prescribed(model: &Model, prescribed: &Prescribed, time: f64) -> [Self; 2] {
        let graph = &model.graph;
        let rate = graph.derivative(prescribed.law, model.time);
        [prescribed.law, rate].map(|value| Self {
            evaluator: Evaluator::new(graph, vec![value]),
            others: Vec::new(),
            time: Some(time),
        })
    }

    /// Returns the names of the parameters that the value depends on.
    #[must_use]
    pub fn names<'m>(&self, model: &'m Model) -> BTreeSet<&'m str> {
        let read = model.graph.symbols_of(self.evaluator.roots());
        let parameters = model.parameters.iter();
        let parameters = parameters.filter(|parameter| read.contains(&parameter.symbol));
        parameters
            .map(|parameter| parameter.name.as_str())
            .collect()
    }

    /// Returns the value for parameters in the order of the model, and for the other numbers in the
    /// order of their names.
    #[must_use]
    pub fn value(&self, model: &Model, parameters: &[f64], others: &[f64]) -> f64 {
        let symbols = model.parameters.iter().map(|x| x.symbol);
        let known = symbols.zip(parameters.iter().copied());
        let others = self.others.iter().copied().zip(others.iter().copied());
        let time = self.time.map(|time| (model.time, time));
        let known: Vec<_> = known.chain(others).chain(time).collect();
        self.evaluator.values(&model.graph, &known)[0]
    }
}
