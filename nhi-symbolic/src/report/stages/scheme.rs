//! A scheme as text.

use crate::discrete::{Block, Call, Item, LinearSystem, Requirement, Scheme};
use crate::expr::{Expr, Graph};

use super::lines::Lines;

/// Lists the discrete equations of an integrator.
pub(crate) fn scheme(graph: &Graph, scheme: &Scheme) -> String {
    let mut lines = Lines::new(graph, &format!("scheme {}", scheme.integrator));
    lines.line(&scheme.summary);
    for group in &scheme.state {
        let names: Vec<_> = group.symbols.iter().map(|&s| graph.display(s)).collect();
        lines.line(&format!("state {}: {}", group.name, names.join(", ")));
    }
    for node in &scheme.control_nodes {
        let names: Vec<_> = node.symbols.iter().map(|&s| graph.display(s)).collect();
        if !names.is_empty() {
            let fraction = graph.display(node.fraction);
            lines.line(&format!(
                "controls at t + {fraction} h: {}",
                names.join(", ")
            ));
        }
    }
    if !scheme.substeps.is_empty() {
        let sizes: Vec<_> = scheme.substeps.iter().map(|g| format!("{g} h")).collect();
        lines.line(&format!("substeps of the sizes {}", sizes.join(", ")));
    }
    for condition in &scheme.conditions {
        let value = graph.display(condition.value);
        lines.line(&match condition.requirement {
            Requirement::Positive(what) => format!("condition on the {what}: 0 < {value}"),
            Requirement::Stable(what) => format!("condition on the {what}: {value} < 1"),
        });
    }
    lines.block("start", &scheme.start);
    lines.block("step", &scheme.step);
    lines.block("sample", &scheme.sample);
    for diagnostic in &scheme.diagnostics {
        lines.block(diagnostic.name, &diagnostic.block);
    }
    lines.finish()
}

impl Lines<'_> {
    fn block(&mut self, name: &str, block: &Block) {
        self.line(&format!("{name}:"));
        for item in &block.items {
            match item {
                Item::Assign(pairs) => self.assignments(pairs),
                Item::Solve(solve) => {
                    let unknowns = solve.unknowns.iter().zip(&solve.guess);
                    let unknowns: Vec<_> = unknowns
                        .map(|(&x, &guess)| {
                            let (x, guess) = (self.graph.display(x), self.graph.display(guess));
                            format!("{x} from {guess}")
                        })
                        .collect();
                    self.line(&format!("  solve for {}:", unknowns.join(", ")));
                    self.assignments(&solve.definitions);
                    solve.calls.iter().for_each(|call| self.call(call));
                    for &residual in &solve.residuals {
                        self.line(&format!("    0 = {}", self.graph.display(residual)));
                    }
                    let solution = solve.solution.iter().map(|&s| self.graph.display(s));
                    let solution: Vec<_> = solution.collect();
                    self.line(&format!("  solution {}", solution.join(", ")));
                }
                Item::Linear(system) => self.linear(system),
                Item::Call(call) => self.call(call),
            }
        }
        self.outputs(&block.outputs);
    }

    fn call(&mut self, call: &Call) {
        let list = |exprs: &[Expr]| {
            let texts: Vec<_> = exprs.iter().map(|&e| self.graph.display(e)).collect();
            texts.join(", ")
        };
        let (results, arguments) = (list(&call.results), list(&call.arguments));
        let name = call.subroutine.name;
        let how = call
            .integral
            .as_ref()
            .map_or(String::new(), ToString::to_string);
        self.line(&format!("  ({results}) = {how}{name}({arguments})"));
    }

    fn linear(&mut self, system: &LinearSystem) {
        let list = |graph: &Graph, exprs: &[Expr]| {
            let texts: Vec<_> = exprs.iter().map(|&e| graph.display(e)).collect();
            texts.join(", ")
        };
        self.line("  solve the matrix with rows:");
        for row in 0..system.matrix.rows() {
            let row = list(self.graph, system.matrix.row(row));
            self.line(&format!("    {row}"));
        }
        for (column, solution) in system.columns.iter().zip(&system.solutions) {
            let (column, solution) = (list(self.graph, column), list(self.graph, solution));
            self.line(&format!("    for {solution} = {column}"));
        }
    }

    fn assignments(&mut self, pairs: &[(Expr, Expr)]) {
        for &(symbol, value) in pairs {
            let (symbol, value) = (self.graph.display(symbol), self.graph.display(value));
            self.line(&format!("  {symbol} = {value}"));
        }
    }

    fn outputs(&mut self, values: &[Expr]) {
        for &value in values {
            self.line(&format!("  -> {}", self.graph.display(value)));
        }
    }
}
