//! A block of a scheme under construction: named values and solved equations, one after the other.

use core::iter;

use crate::expr::formula::Vector;
use crate::expr::{Expr, Graph, Role, RoleSet};
use crate::mechanics::{MomentumNode, Node, System};

use super::scheme::{Block, Item, Size, Solve};
use super::subroutine::Call;

/// The actions of a block, in order.
#[derive(Clone, Debug)]
pub(crate) struct Steps<'m> {
    pub(crate) system: System<'m>,
    items: Vec<Item>,
}

/// Named values of an iteration. Expressions that several residuals share are written, and
/// differentiated, only once.
#[derive(Clone, Debug)]
pub(crate) struct Definitions<'m> {
    system: System<'m>,
    pairs: Vec<(Expr, Expr)>,
    /// Functions of the values, evaluated after all of them.
    calls: Vec<Call>,
}

/// A way to name values: in the equations of an iteration, or after their solution.
pub(crate) trait Naming<'m> {
    /// Names the entries of a column, one per velocity or per entry of the configuration. An entry
    /// that is a symbol or a constant needs no other name.
    fn name(&mut self, prefix: &str, values: &Vector<'m>) -> Vector<'m>;

    /// Names entries with the given labels.
    fn name_entries(&mut self, prefix: &str, labels: &[String], values: &Vector<'m>) -> Vector<'m>;
}

/// Assigns no names: formulas that are written once need none.
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
    /// Returns a block without actions.
    pub(crate) fn steps(self) -> Steps<'m> {
        Steps {
            system: self,
            items: Vec::new(),
        }
    }

    /// Returns an empty list of definitions.
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

    /// Returns true if no value reads the result of a call.
    fn are_before_calls(&self) -> bool {
        let values: Vec<_> = self.pairs.iter().map(|&(_, value)| value).collect();
        let read = self.system.graph().symbols_of(&values);
        let mut results = self.calls.iter().flat_map(|call| &call.results);
        results.all(|result| !read.contains(result))
    }
}

/// A system of equations with the initial guess of its iteration.
pub(crate) struct Equations<'m, 's> {
    /// The symbols that are solved for, part by part.
    pub(crate) unknowns: &'s [Vector<'m>],
    /// The symbols for the solution, in the same parts.
    pub(crate) solution: &'s [Vector<'m>],
    /// The initial guess of the iteration, in any parts.
    pub(crate) guess: &'s [Vector<'m>],
    /// For the parts of the unknowns in turn, the values that they are added to, in their unit,
    /// such as `q / h` for a velocity. Unknowns cannot be determined more closely than the
    /// round-off of these values. Parts beyond the end have none.
    pub(crate) background: &'s [Vector<'m>],
    /// Values that the residuals share.
    pub(crate) definitions: Definitions<'m>,
    /// The expressions that must vanish, in any parts.
    pub(crate) residuals: &'s [Vector<'m>],
}

impl<'m> Steps<'m> {
    /// Returns the model that the block is written for.
    pub(crate) fn system(&self) -> System<'m> {
        self.system
    }

    /// Solves equations; later items refer to the symbols of the solution.
    pub(crate) fn solve(&mut self, equations: Equations<'m, '_>) {
        debug_assert!(
            equations.definitions.are_before_calls(),
            "a definition reads the result of a call"
        );
        let all = |parts: &[Vector<'m>]| parts.iter().flat_map(Vector::entries).collect();
        let unknowns: Vec<_> = all(equations.unknowns);
        if unknowns.is_empty() {
            // The constraints determine all velocities.
            self.items.push(Item::Assign(equations.definitions.pairs));
            let calls = equations.definitions.calls.into_iter();
            self.items.extend(calls.map(Item::Call));
            return;
        }
        let guess: Vec<_> = all(equations.guess);
        let (sizes, size_of) = sizes(equations.unknowns, &guess, equations.background);
        self.items.push(Item::Solve(Solve {
            unknowns,
            solution: all(equations.solution),
            guess,
            sizes,
            size_of,
            definitions: equations.definitions.pairs,
            calls: equations.definitions.calls,
            residuals: all(equations.residuals),
        }));
    }

    /// Names the entries of a column by those of the given symbols that are needed.
    pub(super) fn name_by(&mut self, symbols: &Vector<'m>, values: &Vector<'m>) -> Vector<'m> {
        let (names, pairs) = self.system.names(symbols, &values.multiplied());
        if !pairs.is_empty() {
            self.items.push(Item::Assign(pairs));
        }
        names
    }

    /// Calls a function; later items refer to the symbols of its results.
    pub(crate) fn call(&mut self, call: Call) {
        self.items.push(Item::Call(call));
    }

    /// Assigns values to symbols, including values that are symbols themselves.
    pub(crate) fn assign(&mut self, symbols: &Vector<'m>, values: &Vector<'m>) {
        let pairs = symbols.entries().into_iter().zip(values.entries());
        self.items.push(Item::Assign(pairs.collect()));
    }

    /// Returns the block with its results.
    pub(crate) fn gives(self, outputs: impl Into<Vec<Expr>>) -> Block {
        Block {
            items: self.items,
            outputs: outputs.into(),
            pivots: Vec::new(),
        }
    }

    /// Returns the entries of the next configuration, with rotations kept from drifting off; see
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

    /// Names the next configuration, with rotations kept from drifting off.
    pub(crate) fn arrived(&mut self, q: &Vector<'m>) -> Vector<'m> {
        let q = self.orthonormalised(q);
        self.name("q_next", &q)
    }

    /// Names the velocity on the constraints that belongs to a momentum. For mechanical Lagrangians
    /// and affine constraints it is in closed form. Otherwise it is [solved for](Self::solve_node).
    pub(crate) fn velocity_of_momentum(
        &mut self,
        node: &MomentumNode<'m>,
        guess: &Vector<'m>,
        pushing: Option<&Node<'m>>,
    ) -> Vector<'m> {
        let system = self.system;
        if !system.solves_for_nodal_velocity() {
            return self.name("v_node", &node.nodal_velocity());
        }
        let [v, _] = self.solve_node(node, guess, pushing);
        v
    }

    /// Solves `L_v(q, v) = p + A^T nu`, `g(q, v, t) = 0` for `v` and `nu`, starting from the nearby
    /// velocity `guess`. `A = g_v` is that of the velocity itself, or that of the moment `pushing`.
    pub(crate) fn solve_node(
        &mut self,
        node: &MomentumNode<'m>,
        guess: &Vector<'m>,
        pushing: Option<&Node<'m>>,
    ) -> [Vector<'m>; 2] {
        let system = self.system;
        let v = system.velocities("v_node", Role::Unknown);
        let nu = system.multipliers("nu", Role::Unknown);
        let solution = [
            system.velocities("v_node", Role::Variable),
            system.multipliers("nu_node", Role::Variable),
        ];
        let moving = node.with_velocity(&v);
        let pushed = pushing.unwrap_or(&moving).reaction(&nu);
        let excess = moving.momentum() - &node.p - pushed;
        let none = system.vector(vec![Graph::ZERO; nu.len()]);
        // If the velocity is linear in `nu`, it is eliminated, and `nu` alone is left. It is much
        // smaller than an impulse that moves the velocity by its own size.
        let backgrounds = match pushing {
            Some(pushing) if !system.has_affine_constraints() => pushing.impulse_backgrounds(),
            _ => Vec::new(),
        };
        let parts = match backgrounds.is_empty() {
            true => vec![nu],
            false => system.apart(&nu),
        };
        self.solve(Equations {
            residuals: &[excess, moving.constraint_residual()],
            unknowns: &[vec![v], parts].concat(),
            solution: &solution,
            guess: &[guess.clone(), none],
            background: &[vec![system.zeros(0)], backgrounds].concat(),
            definitions: system.definitions(),
        });
        solution
    }
}

/// Returns the sizes of unknowns, and for each unknown the index of its size. The unknowns of a
/// part share one size. Parts with the same guess, such as the velocities of all stages, share one
/// too. Velocities and multipliers do not, because their units differ.
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

/// Returns a block of plain expressions.
pub(crate) fn block_of(outputs: impl Into<Vec<Expr>>) -> Block {
    Block {
        outputs: outputs.into(),
        ..Block::default()
    }
}
