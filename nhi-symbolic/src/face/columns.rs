//! Expressions of a scenario as functions of the columns of a table.

use super::order::order_of_use;
use super::scenario::{ScenarioExpression, ScenarioSignals, uses};
use crate::diag::Diagnostics;
use crate::expr::{Expr, Graph, Role};
use crate::model::{Context, Model, Outside};

/// Functions of the columns of a table.
#[derive(Clone, Debug)]
pub struct ColumnFunctions {
    graph: Graph,
    functions: Vec<Expr>,
    /// The parameters with their values.
    parameters: Vec<(Expr, f64)>,
}

impl ScenarioSignals {
    /// Returns expressions as functions of the columns of a run, for a model to which the constants
    /// and states were [added](Self::declare), and its parameters.
    ///
    /// # Errors
    /// All errors in single names or operations.
    pub fn of_columns(
        &self,
        declared: &Model,
        parameters: &[f64],
        expressions: &[ScenarioExpression],
    ) -> Result<ColumnFunctions, Diagnostics> {
        let graph = &declared.graph;
        let constraints = declared.constraints.iter().chain(&declared.holonomic);
        let of_constraints = constraints
            .flat_map(|x| ["lambda", "residual"].map(|kind| format!("{kind}.{}", x.name)));
        let outputs = self.outputs.iter().map(|(name, _)| name);
        let others = outputs.chain(&self.inputs).cloned().chain(of_constraints);
        let mut scope = Outside::of(declared);
        for name in others.chain(["energy".to_owned()]) {
            scope.define(&name, graph.symbol(&name, Role::Variable));
        }
        let mut found = Diagnostics::new();
        for place in order_of_use(&uses(&self.definitions)).order {
            let (name, definition) = &self.definitions[place];
            // Errors in definitions are those of the scenario.
            let value = definition.resolve(&mut scope, Context::Definition);
            scope.define(name, value.unwrap_or(Graph::ZERO));
        }
        let functions = expressions.iter().map(|expression| {
            let value = expression.resolve(&mut scope, Context::Sketch);
            value.unwrap_or_else(|errors| {
                found.absorb(errors);
                Graph::ZERO
            })
        });
        let functions = functions.collect();
        found.into_result()?;
        let symbols = declared.parameters.iter().map(|x| x.symbol);
        Ok(ColumnFunctions {
            graph: graph.clone(),
            functions,
            parameters: symbols.zip(parameters.iter().copied()).collect(),
        })
    }
}

impl ColumnFunctions {
    /// Returns the names of the columns of a function.
    #[must_use]
    pub fn columns(&self, function: usize) -> Vec<String> {
        let symbols = self.symbols(function).into_iter();
        let symbols = symbols.filter_map(|symbol| self.graph.as_symbol(symbol));
        symbols.map(|symbol| symbol.name.clone()).collect()
    }

    /// Returns the values of a function for its [columns](Self::columns): one if it has none, else
    /// one for each moment.
    #[must_use]
    pub fn values(&self, function: usize, columns: &[Vec<f64>]) -> Vec<f64> {
        let symbols = self.symbols(function);
        let mut known = self.parameters.clone();
        known.extend(symbols.into_iter().map(|symbol| (symbol, f64::NAN)));
        let moments = columns.first().map_or(1, Vec::len);
        let values = (0..moments).map(|moment| {
            let entries = known[self.parameters.len()..].iter_mut();
            for ((_, value), column) in entries.zip(columns) {
                *value = column[moment];
            }
            self.graph.evaluate(&[self.functions[function]], &known)[0]
        });
        values.collect()
    }

    /// Returns the symbols of a function that are not parameters.
    fn symbols(&self, function: usize) -> Vec<Expr> {
        let symbols = self.graph.symbols_of(&[self.functions[function]]);
        let is_column = |symbol: &Expr| !self.parameters.iter().any(|(known, _)| known == symbol);
        symbols.into_iter().filter(is_column).collect()
    }
}
