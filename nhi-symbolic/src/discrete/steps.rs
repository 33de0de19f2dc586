//! A block of a scheme while it is written: named values and solved equations, one after the other.

use core::iter;

use crate::expr::formula::Vector;
use crate::expr::{Expr, Graph, Role, RoleSet};
use crate::mechanics::{MomentumNode, System};

use super::scheme::{Block, Item, Size, Solve};
use super::subroutine::Call;

/// What a block does in order.
#[derive(Clone, Debug)]
pub(crate) struct Steps<'m> {
    pub(crate) system: System<'m>,
    items: Vec<Item>,
}

/// Values of an iteration that have names, so that what several residuals share is written, and
/// differentiated, only once.
#[derive(Clone, Debug)]
pub(crate) struct Definitions<'m> {
    system: System<'m>,
    pairs: Vec<(Expr, Expr)>,
    /// Functions of the values, behind all of them.
    calls: Vec<Call>,
}

/// Gives names to values: in the equations of an iteration, or behind their solution.
pub(crate) trait Naming<'m> {
    /// Names for the entries of a column, one per velocity or per entry of the configuration. An entry
    /// that is a symbol or a constant needs no other name.
    fn name(&mut self, prefix: &str, values: &Vector<'m>) -> Vector<'m>;

    /// Names for entries with the given labels.
    fn name_entries(&mut self, prefix: &str, labels: &[String], values: &Vector<'m>) -> Vector<'m>;
}

/// Gives no names: formulas that are written once need none.
pub(crate) struct Unnamed;

impl<'m> Naming<'m> for Unnamed {
    fn name(&mut self, _: &str, values: &Vector<'m>) -> Vector<'m> {
        values.clone()
    }

    fn name_entries(&mut self, _: &str, _: &[String], values: &Vector<'m>) -> Vector<'m> {
        values.clone()
    }
}

impl<'m> System<'m> {
    /// A block that does nothing yet.
    pub(crate) fn steps(self) -> Steps<'m> {
        Steps {
            system: self,
            items: Vec::new(),
        }
    }

    /// No definition yet.
    pub(crate) fn definitions(self) -> Definitions<'m> {
        Definitions {
            system: self,
            pairs: Vec::new(),
            calls: Vec::new(),
        }
    }

    fn names(self, symbols: &Vector<'m>, values: &Vector<'m>) -> (Vector<'m>, Vec<(Expr, Expr)>) {
        let graph = self.graph();
        let (mut names, mut pairs) = (Vec::new(), Vec::new());
        for (symbol, value) in symbols.entries().into_iter().zip(values.entries()) {
            if graph.as_symbol(value).is_some() || graph.roles(value) == RoleSet::EMPTY {
                names.push(value);
            } else {
                names.push(symbol);
                pairs.push((symbol, value));
            }
        }
        (graph.vector(names), pairs)
    }

    fn symbols_for(self, prefix: &str, values: &Vector<'m>, role: Role) -> Vector<'m> {
        if values.len() == self.mechanics.dimension() {
            self.velocities(prefix, role)
        } else {
            self.configuration(prefix, role)
        }
    }
}

impl<'m> Naming<'m> for Steps<'m> {
    fn name(&mut self, prefix: &str, values: &Vector<'m>) -> Vector<'m> {
        let symbols = self.system.symbols_for(prefix, values, Role::Variable);
        self.name_by(&symbols, values)
    }

    fn name_entries(&mut self, prefix: &str, labels: &[String], values: &Vector<'m>) -> Vector<'m> {
        let labels = labels.iter().map(String::as_str);
        let symbols = self.system.symbols(prefix, labels, Role::Variable);
        self.name_by(&symbols, values)
    }
}

impl<'m> Naming<'m> for Definitions<'m> {
    fn name(&mut self, prefix: &str, values: &Vector<'m>) -> Vector<'m> {
        let values = values.multiplied();
        let symbols = self.system.symbols_for(prefix, &values, Role::Unknown);
        let (names, pairs) = self.system.names(&symbols, &values);
        self.pairs.extend(pairs);
        names
    }

    fn name_entries(&mut self, prefix: &str, labels: &[String], values: &Vector<'m>) -> Vector<'m> {
        let values = values.multiplied();
        let labels = labels.iter().map(String::as_str);
        let symbols = self.system.symbols(prefix, labels, Role::Unknown);
        let (names, pairs) = self.system.names(&symbols, &values);
        self.pairs.extend(pairs);
        names
    }
}

impl Definitions<'_> {
    /// Calls a function.
    pub(super) fn call(&mut self, call: Call) {
        self.calls.push(call);
    }

    /// Whether no value reads what a call gives.
    fn are_before_calls(&self) -> bool {
        let values: Vec<_> = self.pairs.iter().map(|&(_, value)| value).collect();
        let read = self.system.graph().symbols_of(&values);
        let mut results = self.calls.iter().flat_map(|call| &call.results);
        results.all(|result| !read.contains(result))
    }
}

/// A system of equations and where its iteration starts.
pub(crate) struct Equations<'m, 's> {
    /// The symbols that are solved for, part by part.
    pub(crate) unknowns: &'s [Vector<'m>],
    /// The symbols of the solution, in the same parts.
    pub(crate) solution: &'s [Vector<'m>],
    /// Where the iteration starts, in any parts.
    pub(crate) guess: &'s [Vector<'m>],
    /// For the parts of the unknowns in turn what they are added to, in their unit, such as `q / h` for a velocity: the
    /// round-off of that is as near as they can be determined. Parts beyond the end have none.
    pub(crate) background: &'s [Vector<'m>],
    /// Values that the residuals share.
    pub(crate) definitions: Definitions<'m>,
    /// What vanishes, in any parts.
    pub(crate) residuals: &'s [Vector<'m>],
}

impl<'m> Steps<'m> {
    /// The model that the block is written for.
    pub(crate) fn system(&self) -> System<'m> {
        self.system
    }

    /// Solves equations; what follows refers to the symbols of the solution.
    pub(crate) fn solve(&mut self, equations: Equations<'m, '_>) {
        debug_assert!(
            equations.definitions.are_before_calls(),
            "a definition reads the result of a call"
        );
        let all = |parts: &[Vector<'m>]| parts.iter().flat_map(Vector::entries).collect();
        let guess: Vec<_> = all(equations.guess);
        let (sizes, size_of) = sizes(equations.unknowns, &guess, equations.background);
        self.items.push(Item::Solve(Solve {
            unknowns: all(equations.unknowns),
            solution: all(equations.solution),
            guess,
            sizes,
            size_of,
            definitions: equations.definitions.pairs,
            calls: equations.definitions.calls,
            residuals: all(equations.residuals),
        }));
    }

    /// Names for the entries of a column: of given symbols those that are needed.
    pub(super) fn name_by(&mut self, symbols: &Vector<'m>, values: &Vector<'m>) -> Vector<'m> {
        let (names, pairs) = self.system.names(symbols, &values.multiplied());
        if !pairs.is_empty() {
            self.items.push(Item::Assign(pairs));
        }
        names
    }

    /// Calls a function; what follows refers to the symbols of its results.
    pub(super) fn call(&mut self, call: Call) {
        self.items.push(Item::Call(call));
    }

    /// Gives values to symbols, also values that are symbols themselves.
    pub(crate) fn assign(&mut self, symbols: &Vector<'m>, values: &Vector<'m>) {
        let pairs = symbols.entries().into_iter().zip(values.entries());
        self.items.push(Item::Assign(pairs.collect()));
    }

    /// The block with its results.
    pub(crate) fn gives(self, outputs: impl Into<Vec<Expr>>) -> Block {
        Block {
            items: self.items,
            outputs: outputs.into(),
            pivots: Vec::new(),
        }
    }

    /// The entries of the next configuration, with rotations kept from drifting off; see
    /// [`Frame::orthonormalised`](crate::mechanics::Frame::orthonormalised).
    pub(crate) fn orthonormalised(&mut self, q: &Vector<'m>) -> Vector<'m> {
        let system = self.system;
        if system.mechanics.frame.is_coordinate() {
            return q.clone();
        }
        let q = self.name("q_moved", q);
        let frame = &system.mechanics.frame;
        system.vector(frame.orthonormalised(system.graph(), &q.entries()))
    }

    /// Names for the next configuration, with rotations kept from drifting off.
    pub(crate) fn arrived(&mut self, q: &Vector<'m>) -> Vector<'m> {
        let q = self.orthonormalised(q);
        self.name("q_next", &q)
    }

    /// Names for the velocity on the constraints that belongs to a momentum: in closed form for
    /// mechanical Lagrangians, else solved from `guess`, a velocity nearby:
    /// `L_v(q, v) = p + A^T nu`, `A v + b = 0`.
    pub(crate) fn velocity_of_momentum(
        &mut self,
        node: &MomentumNode<'m>,
        guess: &Vector<'m>,
    ) -> Vector<'m> {
        let system = self.system;
        if !system.has_general_lagrangian() {
            return self.name("v_node", &node.nodal_velocity());
        }
        let v = system.velocities("v_node", Role::Unknown);
        let nu = system.multipliers("nu", Role::Unknown);
        let solution = [
            system.velocities("v_node", Role::Variable),
            system.multipliers("nu_node", Role::Variable),
        ];
        let moving = node.with_velocity(&v);
        let excess = moving.momentum() - &node.p - moving.reaction(&nu);
        let none = system.vector(vec![Graph::ZERO; nu.len()]);
        self.solve(Equations {
            residuals: &[excess, moving.constraint_residual()],
            unknowns: &[v, nu],
            solution: &solution,
            guess: &[guess.clone(), none],
            background: &[],
            definitions: system.definitions(),
        });
        let [v, _] = solution;
        v
    }
}

/// The sizes of unknowns, and for each the place of its own. Those of a part have one, and so have parts with the same guess,
/// such as the velocities of all stages; not so velocities and multipliers, whose units differ.
fn sizes<'m>(
    unknowns: &[Vector<'m>],
    guess: &[Expr],
    background: &[Vector<'m>],
) -> (Vec<Size>, Vec<usize>) {
    let (mut sizes, mut size_of) = (Vec::<Size>::new(), Vec::new());
    let mut guesses: Vec<&[Expr]> = Vec::new();
    let mut rest = guess;
    for (i, part) in unknowns
        .iter()
        .enumerate()
        .filter(|(_, part)| !part.is_empty())
    {
        let (guess, behind) = rest.split_at(part.len());
        rest = behind;
        let size = Size {
            compared: Vec::new(),
            background: background.get(i).map_or_else(Vec::new, Vector::entries),
        };
        let is_same = |place: &usize| guesses[*place] == guess && sizes[*place] == size;
        let place = (0..sizes.len()).find(is_same).unwrap_or(sizes.len());
        if place == sizes.len() {
            guesses.push(guess);
            sizes.push(size);
        }
        size_of.extend(iter::repeat_n(place, part.len()));
    }
    (sizes, size_of)
}

/// A block of plain expressions.
pub(crate) fn block_of(outputs: impl Into<Vec<Expr>>) -> Block {
    Block {
        outputs: outputs.into(),
        ..Block::default()
    }
}
