//! The stages of the compiler as text.

use nhi_symbolic::expr::{Expr, Graph, Matrix};
use nhi_symbolic::mechanics::Mechanics;
use nhi_symbolic::model::{Model, Variable};
use nhi_symbolic::schemes::{Block, Item, LinearSystem, Scheme};

/// Names and expressions.
pub(crate) fn model(model: &Model) -> String {
    let mut text = Text::new(&model.graph, &format!("model {}", model.item.ident));
    text.names("parameters", &model.parameters);
    text.names("coordinates", &model.coordinates);
    for factor in &model.groups {
        let components = &model.velocities[factor.velocities()];
        let (name, group) = (&factor.name, factor.group.text());
        text.names(&format!("{name} in {group} with body velocity"), components);
    }
    text.names("controls", &model.controls);
    text.value("lagrangian", model.lagrangian);
    for constraint in &model.constraints {
        text.value(&format!("constraint {}", constraint.name), constraint.expr);
    }
    for (name, &force) in model.force_names().zip(&model.forces) {
        if force != Graph::ZERO {
            text.value(&format!("force on {name}"), force);
        }
    }
    for integral in &model.integrals {
        text.value(&format!("integral {}", integral.name), integral.expr);
    }
    for factor in 0..model.symmetry.len() {
        text.line(&format!("symmetry {}", model.group_text(factor)));
    }
    for request in &model.integrators {
        text.line(&format!("integrator {}", request.name.text));
    }
    text.finish()
}

/// Mass matrix, constraints, projectors, multipliers, acceleration; entries that vanish are left
/// out.
pub(crate) fn mechanics(mechanics: &Mechanics) -> String {
    let model = &mechanics.model;
    let title = format!("mechanics {}", model.item.ident);
    let mut text = Text::new(&model.graph, &title);
    let coordinates: Vec<_> = model.force_names().map(str::to_owned).collect();
    let constraints: Vec<_> = model.constraints.iter().map(|c| c.name.clone()).collect();
    text.value("energy", mechanics.lagrangian.energy);
    text.vector("momentum p", &coordinates, &mechanics.lagrangian.momentum);
    text.matrix(
        "mass matrix M",
        (&coordinates, &coordinates),
        &mechanics.lagrangian.mass,
    );
    text.vector("bias c", &coordinates, &mechanics.lagrangian.bias);
    text.matrix(
        "constraint matrix A",
        (&constraints, &coordinates),
        &mechanics.constraints.matrix,
    );
    text.vector(
        "constraint offset b",
        &constraints,
        &mechanics.constraints.offset,
    );
    text.vector("constraint rate", &constraints, &mechanics.constraints.rate);
    text.matrix(
        "gram matrix A M^-1 A^T",
        (&constraints, &constraints),
        &mechanics.constraints.gram,
    );
    if !mechanics.constraints.is_empty() {
        text.line(&format!(
            "projection in {:?} form",
            mechanics.projection.form()
        ));
    }
    text.matrix(
        "projector P",
        (&coordinates, &coordinates),
        &mechanics.projector,
    );
    text.vector("multipliers lambda", &constraints, &mechanics.multipliers);
    text.vector("acceleration", &coordinates, &mechanics.acceleration);
    text.finish()
}

/// The discrete equations of an integrator.
pub(crate) fn scheme(graph: &Graph, scheme: &Scheme) -> String {
    let mut text = Text::new(graph, &format!("scheme {}", scheme.integrator));
    text.line(&scheme.summary);
    for group in &scheme.state {
        let names: Vec<_> = group.symbols.iter().map(|&s| graph.display(s)).collect();
        text.line(&format!("state {}: {}", group.name, names.join(", ")));
    }
    for node in &scheme.control_nodes {
        let names: Vec<_> = node.symbols.iter().map(|&s| graph.display(s)).collect();
        if !names.is_empty() {
            let fraction = graph.display(node.fraction);
            text.line(&format!(
                "controls at t + {fraction} h: {}",
                names.join(", ")
            ));
        }
    }
    for condition in &scheme.conditions {
        let value = graph.display(condition.value);
        text.line(&format!("condition on the {}: 0 < {value}", condition.what));
    }
    text.block("start", &scheme.start);
    text.block("step", &scheme.step);
    text.block("sample", &scheme.sample);
    for diagnostic in &scheme.diagnostics {
        text.line(&format!("{}:", diagnostic.name));
        text.outputs(&diagnostic.values);
    }
    text.finish()
}

fn names(variables: &[Variable]) -> Vec<String> {
    variables
        .iter()
        .map(|variable| variable.name.clone())
        .collect()
}

/// Lines about a graph.
struct Text<'a> {
    graph: &'a Graph,
    text: String,
}

impl<'a> Text<'a> {
    fn new(graph: &'a Graph, title: &str) -> Self {
        Self {
            graph,
            text: format!("{title}\n"),
        }
    }

    fn finish(self) -> String {
        self.text
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(&format!("  {line}\n"));
    }

    fn value(&mut self, name: &str, expr: Expr) {
        self.line(&format!("{name} = {}", self.graph.display(expr)));
    }

    fn names(&mut self, what: &str, variables: &[Variable]) {
        if !variables.is_empty() {
            self.line(&format!("{what}: {}", names(variables).join(", ")));
        }
    }

    fn vector(&mut self, what: &str, names: &[String], values: &[Expr]) {
        if values.is_empty() {
            return;
        }
        self.line(&format!("{what}:"));
        for (name, &value) in names.iter().zip(values) {
            if value != Graph::ZERO {
                self.line(&format!("  [{name}] = {}", self.graph.display(value)));
            }
        }
    }

    fn matrix(&mut self, what: &str, (rows, columns): (&[String], &[String]), matrix: &Matrix) {
        if matrix.entries().is_empty() {
            return;
        }
        self.line(&format!("{what}:"));
        for (i, row) in rows.iter().enumerate() {
            for (column, &value) in columns.iter().zip(matrix.row(i)) {
                if value != Graph::ZERO {
                    let value = self.graph.display(value);
                    self.line(&format!("  [{row}, {column}] = {value}"));
                }
            }
        }
    }

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
                    for &residual in &solve.residuals {
                        self.line(&format!("    0 = {}", self.graph.display(residual)));
                    }
                    let solution = solve.solution.iter().map(|&s| self.graph.display(s));
                    let solution: Vec<_> = solution.collect();
                    self.line(&format!("  solution {}", solution.join(", ")));
                }
                Item::Linear(system) => self.linear(system),
            }
        }
        self.outputs(&block.outputs);
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
