//! Unknowns in closed form: an equation that is linear in an unknown, with a coefficient that cannot vanish, gives it as a
//! function of the others. It is evaluated in every iteration, and iterated no more.
//!
//! Wheels and rotors leave the iteration so, whose velocities stand in few equations: of five unknowns of a snakeboard
//! three are left.
//!
//! Source: H. Elmqvist, M. Otter, *Methods for tearing systems of equations in object-oriented modeling*, European
//! Simulation Multiconference, 1994; here only with coefficients that are beyond doubt.

use crate::expr::{Expr, Graph, Matrix, Node, Role, RoleSet};

use super::scheme::Solve;

/// Equations with as few unknowns as have to be iterated.
#[derive(Clone, Debug)]
pub(crate) struct Reduced {
    pub(crate) solve: Solve,
    /// The derivatives of the residuals by the unknowns.
    pub(crate) jacobian: Matrix,
    /// Symbols that have values before the iteration.
    pub(crate) known: Definitions,
    eliminated: Vec<Eliminated>,
}

/// Symbols with their values, in order.
type Definitions = Vec<(Expr, Expr)>;

/// An unknown in closed form.
#[derive(Clone, Copy, Debug)]
struct Eliminated {
    /// Its value in terms of other unknowns and of definitions.
    value: Expr,
    /// Its symbol in what follows the solution.
    solution: Expr,
}

/// An equation and the unknown that it gives, by their places.
#[derive(Clone, Copy, Debug)]
struct Pivot {
    row: usize,
    column: usize,
}

impl Solve {
    /// The equations with all unknowns. Definitions that do not depend on them are known.
    pub(crate) fn with_all_unknowns(&self, graph: &Graph) -> Reduced {
        let mut all = Reduced {
            jacobian: Matrix::zero(0, 0),
            solve: self.clone(),
            known: Vec::new(),
            eliminated: Vec::new(),
        };
        all.solve.drop_idle_definitions(graph);
        all.replace(graph, Vec::new());
        let jacobian = all.solve.total_derivative(graph);
        (all.solve, all.jacobian) = all.solve.or_with_turns(graph, jacobian);
        all
    }

    fn drop_idle_definitions(&mut self, graph: &Graph) {
        let arguments = self.calls.iter().flat_map(|call| &call.arguments);
        let mut read: Vec<_> = self.residuals.iter().chain(arguments).copied().collect();
        for (symbol, value) in core::mem::take(&mut self.definitions).into_iter().rev() {
            if read.iter().any(|&x| graph.depends_on(x, symbol)) {
                read.push(value);
                self.definitions.push((symbol, value));
            }
        }
        self.definitions.reverse();
    }

    /// The equations without the unknowns that one of them gives, as far as that takes fewer operations; with all of
    /// them where functions are called, whose coefficients nobody knows. The values `positive` are so wherever a
    /// stepper exists.
    pub(crate) fn reduced(&self, graph: &Graph, positive: &[Expr]) -> Reduced {
        let mut best = self.with_all_unknowns(graph);
        if !self.calls.is_empty() {
            return best;
        }
        while let Some(pivot) = best.pivot(graph, positive) {
            let next = best.without(graph, pivot);
            if graph.is_exhausted() || next.weight(graph) >= best.weight(graph) {
                break;
            }
            best = next;
        }
        best
    }
}

impl Reduced {
    /// The symbols of the solution that are not iterated, with their values in terms of those that are.
    pub(crate) fn given(&self, graph: &Graph) -> Definitions {
        let solve = &self.solve;
        let iterated = solve.unknowns.iter().copied();
        let mut at_solution: Vec<_> = iterated.zip(solve.solution.iter().copied()).collect();
        for &(symbol, value) in &solve.definitions {
            let value = graph.substitute(&[value], &at_solution)[0];
            at_solution.push((symbol, value));
        }
        let values: Vec<_> = self.eliminated.iter().map(|x| x.value).collect();
        let values = graph.substitute(&values, &at_solution);
        let symbols = self.eliminated.iter().map(|x| x.solution);
        symbols.zip(values).collect()
    }

    /// What a step with two iterations takes. Of the linear solve only what goes with the number of entries is counted:
    /// operations that are compiled one by one cost more than those in its loops.
    fn weight(&self, graph: &Graph) -> u64 {
        let n = self.solve.unknowns.len() as u64;
        let given: Vec<_> = self
            .given(graph)
            .into_iter()
            .map(|(_, value)| value)
            .collect();
        let behind = graph.cost(&given, RoleSet::PREPARED).weight();
        self.solve.weight(graph, &self.jacobian) + 4 * n * n + behind
    }

    /// A certain coefficient in an equation with few unknowns, of an unknown in few equations. One unknown stays: steps
    /// that solve equations report on an iteration.
    fn pivot(&self, graph: &Graph, positive: &[Expr]) -> Option<Pivot> {
        let n = self.solve.unknowns.len();
        if n < 2 {
            return None;
        }
        let is_entry = |i: usize, j: usize| self.jacobian[(i, j)] != Graph::ZERO;
        let fill = |pivot: &Pivot| {
            let row = (0..n).filter(|&j| is_entry(pivot.row, j)).count();
            let column = (0..n).filter(|&i| is_entry(i, pivot.column)).count();
            (row - 1) * (column - 1)
        };
        let places = (0..n).flat_map(|row| (0..n).map(move |column| Pivot { row, column }));
        let is_certain = |pivot: &Pivot| cannot_vanish(graph, self.coefficient(*pivot), positive);
        places.filter(is_certain).min_by_key(fill)
    }

    fn coefficient(&self, pivot: Pivot) -> Expr {
        self.jacobian[(pivot.row, pivot.column)]
    }

    /// The equations without the unknown of a pivot.
    fn without(&self, graph: &Graph, pivot: Pivot) -> Self {
        let mut next = self.clone();
        let solve = &mut next.solve;
        let residual = solve.residuals.remove(pivot.row);
        let unknown = solve.unknowns.remove(pivot.column);
        let solution = solve.solution.remove(pivot.column);
        let guess = solve.guess.remove(pivot.column);
        let size = solve.size_of.remove(pivot.column);
        let compared = &mut solve.sizes[size].compared;

        // What the unknown is a function of comes before what depends on it.
        let (moving, others) = moving_with(graph, &solve.definitions, unknown);
        solve.definitions = [others, moving.clone()].concat();
        let rest = at_zero(graph, residual, unknown, &moving);
        let value = graph.neg(graph.div(rest, self.coefficient(pivot)));
        let value = graph.simplify(value, RoleSet::ALL_BUT_UNKNOWNS);
        let replacements = if is_known(graph, value) {
            compared.push(solution);
            next.known.push((solution, value));
            next.replace(graph, vec![(unknown, solution)])
        } else {
            compared.push(guess);
            next.eliminated.push(Eliminated { value, solution });
            next.replace(graph, vec![(unknown, value)])
        };
        next.jacobian = if next.solve.is_large(graph) {
            let jacobian = self.jacobian_without(graph, pivot);
            jacobian.with_entries(graph.substitute(jacobian.entries(), &replacements))
        } else {
            next.solve.total_derivative(graph)
        };
        next
    }

    /// Puts values in the places of unknowns, and takes the definitions out of the iteration that are known with them.
    /// Gives what stands for unknowns and definitions.
    fn replace(&mut self, graph: &Graph, mut replacements: Vec<(Expr, Expr)>) -> Vec<(Expr, Expr)> {
        let mut definitions = Vec::new();
        for &(symbol, value) in &self.solve.definitions {
            let value = graph.substitute(&[value], &replacements)[0];
            if is_known(graph, value) {
                let name = graph.symbol(&graph.display(symbol), Role::Variable);
                self.known.push((name, value));
                replacements.push((symbol, name));
            } else {
                definitions.push((symbol, value));
            }
        }
        self.solve.definitions = definitions;
        for call in &mut self.solve.calls {
            call.arguments = graph.substitute(&call.arguments, &replacements);
        }
        self.solve.residuals = graph.substitute(&self.solve.residuals, &replacements);
        for eliminated in &mut self.eliminated {
            eliminated.value = graph.substitute(&[eliminated.value], &replacements)[0];
        }
        replacements
    }

    /// The Schur complement of a pivot.
    fn jacobian_without(&self, graph: &Graph, pivot: Pivot) -> Matrix {
        let all_but = |place: usize| {
            let places = 0..self.solve.unknowns.len();
            places.filter(move |&i| i != place).collect::<Vec<_>>()
        };
        let (rows, columns) = (all_but(pivot.row), all_but(pivot.column));
        let coefficient = self.coefficient(pivot);
        Matrix::from_fn(rows.len(), columns.len(), |i, j| {
            let (i, j) = (rows[i], columns[j]);
            let factor = graph.div(self.jacobian[(i, pivot.column)], coefficient);
            let through = graph.mul(factor, self.jacobian[(pivot.row, j)]);
            graph.sub(self.jacobian[(i, j)], through)
        })
    }
}

/// Whether a value does not change in the iteration.
fn is_known(graph: &Graph, value: Expr) -> bool {
    graph.roles(value).is_within(RoleSet::ALL_BUT_UNKNOWNS)
}

/// A residual where an unknown is zero, with the definitions that depend on it.
fn at_zero(graph: &Graph, residual: Expr, unknown: Expr, moving: &[(Expr, Expr)]) -> Expr {
    let mut replacements = vec![(unknown, Graph::ZERO)];
    for &(symbol, value) in moving {
        let value = graph.substitute(&[value], &replacements)[0];
        replacements.push((symbol, value));
    }
    graph.substitute(&[residual], &replacements)[0]
}

/// The definitions that depend on an unknown, and those that do not, both in order.
fn moving_with(
    graph: &Graph,
    definitions: &[(Expr, Expr)],
    unknown: Expr,
) -> (Definitions, Definitions) {
    let mut movers = vec![unknown];
    definitions.iter().partition(|&&(symbol, value)| {
        let moves = movers.iter().any(|&x| graph.depends_on(value, x));
        if moves {
            movers.push(symbol);
        }
        moves
    })
}

/// Whether a value is a number other than zero, or such a number times one of the positive values and a power of the step size.
fn cannot_vanish(graph: &Graph, value: Expr, positive: &[Expr]) -> bool {
    if value == Graph::ZERO || !graph.roles(value).is_within(RoleSet::PREPARED) {
        return false;
    }
    let mut factors = positive.iter().copied().chain([Graph::ONE]);
    factors.any(|factor| is_power_of_step(graph, graph.div(value, factor)))
}

fn is_power_of_step(graph: &Graph, value: Expr) -> bool {
    let is_step = |x: Expr| graph.as_symbol(x).is_some_and(|x| x.role == Role::StepSize);
    match &*graph.node(value) {
        Node::Number(number) => !number.is_zero(),
        Node::Symbol(_) => is_step(value),
        Node::Product { factors, .. } => factors.iter().all(|&(factor, _)| is_step(factor)),
        Node::Undefined | Node::Pi | Node::Sum { .. } | Node::Call(..) => false,
    }
}

#[cfg(test)]
mod tests;
