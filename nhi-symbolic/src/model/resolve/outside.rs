//! Expressions outside a model, such as the controls of a scenario.

use super::Context;
use super::builder::{Builder, Delay, Source, beyond_budget};
use super::scope::{Declared, Scope};
use crate::diag::Diagnostics;
use crate::expr::{Expr, Graph};
use crate::model::ast::{Arena, Expression};
use crate::model::{Model, Scalar};

/// The names that expressions outside a model can use: those of the model with its definitions, and
/// others that are declared here.
#[derive(Debug)]
pub struct Outside<'a> {
    scope: Scope,
    scalar: &'a Scalar,
    graph: &'a Graph,
    delays: Vec<Delay>,
}

impl<'a> Outside<'a> {
    /// Creates the scope with the names of a model.
    #[must_use]
    pub fn of(model: &'a Model) -> Self {
        let mut outside = Self {
            scope: Scope::of_model(model),
            scalar: &model.item.scalar,
            graph: &model.graph,
            delays: Vec::new(),
        };
        for definition in &model.definitions {
            outside.define(&definition.name, definition.expr);
        }
        outside
    }

    /// Gives an expression a name. A name of the model has precedence.
    pub fn define(&mut self, name: &str, expr: Expr) {
        self.scope.define(name, Declared::Outside(expr));
    }

    /// Gives an expression a name, which hides a name of the model.
    pub fn define_instead(&mut self, name: &str, expr: Expr) {
        self.scope.define_instead(name, Declared::Outside(expr));
    }

    /// Gives a function of time a name. Unlike controls of the model, it may occur in the laws of
    /// controls.
    pub fn define_input(&mut self, name: &str, symbol: Expr) {
        self.scope.inputs.push(symbol);
        self.define(name, symbol);
    }

    /// Builds an expression in the graph of the model.
    ///
    /// # Errors
    /// Every error of a single name or operation.
    pub fn resolve(
        &mut self,
        arena: &Arena,
        expression: &Expression,
        context: Context,
    ) -> Result<Expr, Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        let source = Source {
            arena,
            definitions: &[],
            scalar: self.scalar,
        };
        let mut builder = Builder::new(source, self.graph, &self.scope, &mut diagnostics);
        let expr = builder.build(expression, context);
        let delays = builder.into_delays();
        if self.graph.is_exhausted() && !diagnostics.has_errors() {
            diagnostics.push(beyond_budget(expression.span));
        }
        diagnostics.into_result()?;
        let symbols = delays.iter().map(|delay| delay.symbol);
        self.scope.inputs.extend(symbols);
        self.delays.extend(delays);
        Ok(expr)
    }

    /// Returns the delays in the expressions so far.
    #[must_use]
    pub fn delays(&self) -> &[Delay] {
        &self.delays
    }
}
