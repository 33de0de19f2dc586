//! Text lines about a graph.

use crate::expr::{Expr, Graph};
use crate::model::Variable;

/// Text lines about a graph.
pub(super) struct Lines<'a> {
    pub(super) graph: &'a Graph,
    text: String,
}

impl<'a> Lines<'a> {
    /// Begins with a title.
    pub(super) fn new(graph: &'a Graph, title: &str) -> Self {
        Self {
            graph,
            text: format!("{title}\n"),
        }
    }

    /// Returns the text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Adds a line.
    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(&format!("  {line}\n"));
    }

    /// Adds a name with its value.
    pub(super) fn value(&mut self, name: &str, expr: Expr) {
        self.line(&format!("{name} = {}", self.graph.display(expr)));
    }

    /// Adds a list of names, if there are any.
    pub(super) fn names(&mut self, what: &str, variables: &[Variable]) {
        if !variables.is_empty() {
            let names: Vec<_> = variables.iter().map(|x| x.name.as_str()).collect();
            self.line(&format!("{what}: {}", names.join(", ")));
        }
    }
}
