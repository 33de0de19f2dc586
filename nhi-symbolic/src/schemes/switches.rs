//! Functions that switch, such as `sign`, for methods that end their steps at switches.
//!
//! Each is replaced by a formula of a mode, the sign of the value that decides: `sign(x)` by `m`,
//! `abs(x)` by `m x`, `step(x)` by `(1 + m)/2`, `max(x, y)` by `y + (1 + m)/2 (x - y)`. While the
//! modes are constant, the result is smooth.

use super::prelude::*;

/// The maximum number of modes: each is one more component of a motion.
pub(super) const MOST_MODES: usize = 32;

/// The switches of some expressions.
#[derive(Debug, Default)]
pub(super) struct Switches {
    /// The symbols of the modes.
    pub(super) modes: Vec<Expr>,
    /// The value of each, which may contain modes of others.
    pub(super) values: Vec<Expr>,
    /// The modes that belong to these values, without modes of others.
    pub(super) initial: Vec<Expr>,
}

impl Switches {
    /// Returns the switches of expressions, and the expressions with modes in their places; none,
    /// and the expressions as they are, if there would be too many modes.
    pub(super) fn of(graph: &Graph, expressions: &[Expr]) -> (Self, Vec<Expr>) {
        let mut switches = Self::default();
        let mut smooth = expressions.to_vec();
        while let Some((expr, function, arguments)) = graph.innermost_switch(&smooth) {
            let formula = switches.formula(graph, function, &arguments);
            let Some(formula) = formula.filter(|_| switches.modes.len() <= MOST_MODES) else {
                return (Self::default(), expressions.to_vec());
            };
            smooth = graph.substitute(&smooth, &[(expr, formula)]);
        }
        (switches, smooth)
    }

    /// Returns the formula for a function of arguments that do not switch; `None` if it has none.
    fn formula(&mut self, graph: &Graph, function: Function, arguments: &[Expr]) -> Option<Expr> {
        let x = arguments[0];
        let half = graph.number(Rational::HALF);
        let mut mode = |value: Expr, at_zero: Expr| self.mode(graph, value, at_zero);
        let part = |mode: Expr| graph.mul(half, graph.add(Graph::ONE, mode));
        Some(match (function, arguments.get(1)) {
            (Function::Sign, _) => mode(x, Graph::ZERO),
            (Function::Abs, _) => graph.mul(mode(x, Graph::ONE), x),
            (Function::Step, _) => part(mode(x, Graph::ONE)),
            (Function::Max, Some(&y)) => {
                let excess = graph.sub(x, y);
                graph.add(y, graph.mul(part(mode(excess, Graph::ONE)), excess))
            }
            (Function::Min, Some(&y)) => {
                let excess = graph.sub(x, y);
                graph.sub(x, graph.mul(part(mode(excess, Graph::ONE)), excess))
            }
            _ => return None,
        })
    }

    /// Returns the mode of a value, which at zero is `at_zero`: 0, or 1.
    fn mode(&mut self, graph: &Graph, value: Expr, at_zero: Expr) -> Expr {
        let modes: Vec<_> = self
            .modes
            .iter()
            .copied()
            .zip(self.initial.iter().copied())
            .collect();
        let known = graph.substitute(&[value], &modes)[0];
        let initial = match at_zero == Graph::ZERO {
            true => graph.call(Function::Sign, &[known]),
            false => {
                let step = graph.call(Function::Step, &[known]);
                graph.sub(graph.add(step, step), Graph::ONE)
            }
        };
        let earlier = self.initial.iter().position(|&other| other == initial);
        if let Some(place) = earlier {
            return self.modes[place];
        }
        let mode = graph.symbol(&format!("mode_{}", self.modes.len()), Role::Variable);
        self.modes.push(mode);
        self.values.push(value);
        self.initial.push(initial);
        mode
    }
}
