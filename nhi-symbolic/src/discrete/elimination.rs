//! Unknowns in closed form: an equation that is linear in an unknown, with a coefficient that
//! cannot vanish, determines the unknown as a function of the others. The unknown is evaluated in
//! every iteration instead of being iterated.
//!
//! Wheels and rotors leave the iteration in this way, because their velocities appear in few
//! equations. Of the five unknowns of a snakeboard three are left.
//!
//! Source: H. Elmqvist, M. Otter, *Methods for tearing systems of equations in object-oriented
//! modeling*, European Simulation Multiconference, 1994; here only with coefficients that certainly
//! do not vanish.

use crate::expr::{Expr, Graph, Matrix, Node, Role, RoleSet};

use super::scheme::Solve;

/// Equations with only those unknowns that have to be iterated.
#[derive(Clone, Debug)]
pub(crate) struct Reduced {
    pub(crate) solve: Solve,
    /// The derivatives of the residuals with respect to the unknowns.
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
    /// Its symbol in the items after the solution.
    solution: Expr,
}

/// An equation and the unknown that it determines, by their indices.
#[derive(Clone, Copy, Debug)]
struct Pivot {
    row: usize,
    column: usize,
}

impl Solve {
    /// Returns the equations with all unknowns. Definitions that do not depend on the unknowns are
    /// known.
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

    /// Returns true if a function that switches, such as `sign`, depends on the unknowns.
    pub(crate) fn switches(&self, graph: &Graph) -> bool {
        let values = self.definitions.iter().map(|&(_, value)| value);
        let all: Vec<_> = self.residuals.iter().copied().chain(values).collect();
        graph.switch_with(&all, Role::Unknown)
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

    /// Returns the equations without the unknowns that an equation determines, as long as that
    /// takes fewer operations. If functions are called, all unknowns stay, because the coefficients
    /// in functions are not known. All stay if the equations switch, too: they are not linear in
    /// any unknown then, although their derivatives may be constant. The values `positive` are
    /// positive whenever a stepper exists.
    pub(crate) fn reduced(&self, graph: &Graph, positive: &[Expr]) -> Reduced {
        let mut best = self.with_all_unknowns(graph);
        if !self.calls.is_empty() || self.switches(graph) {
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
    /// Returns the solution symbols that are not iterated, with their values in terms of those that
    /// are.
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

    /// Counts the operations of a step with two iterations. Of the linear solve it counts only the
    /// part that grows with the number of entries: operations that are compiled one by one cost
    /// more than those in the solver's loops.
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

    /// Returns a coefficient that certainly does not vanish, in an equation with few unknowns, of
    /// an unknown in few equations. One unknown always stays, because steps that solve equations
    /// report on an iteration.
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
        let is_pivot = |pivot: &Pivot| is_certain(pivot) && self.is_leading(graph, *pivot);
        places.filter(is_pivot).min_by_key(fill)
    }

    /// Returns false if a coefficient vanishes with the step size although that of another unknown
    /// of the same unit in the same equation does not. The unknown would be a small difference
    /// divided by a power of the step size, and the equations would lose their digits.
    fn is_leading(&self, graph: &Graph, pivot: Pivot) -> bool {
        let size_of = &self.solve.size_of;
        let others = (0..size_of.len()).filter(|&j| size_of[j] == size_of[pivot.column]);
        let mut others = others.map(|j| self.jacobian[(pivot.row, j)]);
        !vanishes_with_step(graph, self.coefficient(pivot))
            || others.all(|entry| vanishes_with_step(graph, entry))
    }

    fn coefficient(&self, pivot: Pivot) -> Expr {
        self.jacobian[(pivot.row, pivot.column)]
    }

    /// Returns the equations without the unknown of a pivot.
    fn without(&self, graph: &Graph, pivot: Pivot) -> Self {
        let mut next = self.clone();
        let solve = &mut next.solve;
        let residual = solve.residuals.remove(pivot.row);
        let unknown = solve.unknowns.remove(pivot.column);
        let solution = solve.solution.remove(pivot.column);
        let guess = solve.guess.remove(pivot.column);
        let size = solve.size_of.remove(pivot.column);
        let compared = &mut solve.sizes[size].compared;

        // The definitions that the unknown is a function of come before those that depend on it.
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

    /// Substitutes values for unknowns, and moves definitions that become known out of the
    /// iteration. Returns the replacements of unknowns and definitions.
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

    /// Returns the Schur complement of a pivot.
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

/// Returns true if a value does not change in the iteration.
fn is_known(graph: &Graph, value: Expr) -> bool {
    graph.roles(value).is_within(RoleSet::ALL_BUT_UNKNOWNS)
}

/// Returns a residual with an unknown set to zero, also in the definitions that depend on the
/// unknown.
fn at_zero(graph: &Graph, residual: Expr, unknown: Expr, moving: &[(Expr, Expr)]) -> Expr {
    let mut replacements = vec![(unknown, Graph::ZERO)];
    for &(symbol, value) in moving {
        let value = graph.substitute(&[value], &replacements)[0];
        replacements.push((symbol, value));
    }
    graph.substitute(&[residual], &replacements)[0]
}

/// Returns the definitions that depend on an unknown, and those that do not, both in order.
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

/// Returns true if a value is a nonzero number, or such a number times one of the positive values
/// and a power of the step size.
fn cannot_vanish(graph: &Graph, value: Expr, positive: &[Expr]) -> bool {
    if value == Graph::ZERO || !graph.roles(value).is_within(RoleSet::PREPARED) {
        return false;
    }
    let mut factors = positive.iter().copied().chain([Graph::ONE]);
    factors.any(|factor| is_power_of_step(graph, graph.div(value, factor)))
}

/// Returns true if a value is zero for a step size of zero.
fn vanishes_with_step(graph: &Graph, value: Expr) -> bool {
    let symbols = graph.symbols_of(&[value]).into_iter();
    let is_step = |x: &Expr| {
        graph
            .as_symbol(*x)
            .is_some_and(|x| x.role == Role::StepSize)
    };
    let at_zero: Vec<_> = symbols.filter(is_step).map(|x| (x, Graph::ZERO)).collect();
    graph.substitute(&[value], &at_zero)[0] == Graph::ZERO
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
