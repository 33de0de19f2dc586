//! Symbols, and the table that identifies equal expressions with one node.

use core::cell::{Ref, RefCell};
use core::hash::{BuildHasher, BuildHasherDefault};
use std::rc::Rc;

use super::budget::Budget;
use super::hash::{LookupMap, Multiplicative};
use super::node::{Node, NodeRef};
use super::rational::Rational;
use super::simplify::Simplifier;
use super::sources::Sources;
use super::traverse::Seen;

/// An expression: the number of a node in its [`Graph`].
///
/// Equal numbers in one graph are equal expressions. The order is the order of creation, which is
/// topological: operands come before the expressions that use them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expr(u32);

/// The role of a symbol. It determines how often a value that depends on the symbol changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// A parameter of the model.
    Parameter,
    /// The step size `h`.
    StepSize,
    /// The time `t`.
    Time,
    /// A configuration coordinate.
    Coordinate,
    /// The velocity of a coordinate.
    Velocity,
    /// A control input.
    Control,
    /// A variable of an integrator: a state slot or a named intermediate value.
    Variable,
    /// An unknown of a system of equations.
    Unknown,
}

/// A set of roles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoleSet(u8);

impl RoleSet {
    /// The empty set: the roles that a constant depends on.
    pub const EMPTY: Self = Self(0);
    /// Parameters and the step size: the roles that do not change during the lifetime of a stepper.
    pub const PREPARED: Self = Self(1 << Role::Parameter as u8 | 1 << Role::StepSize as u8);

    /// All roles that do not change within the iteration of a solve.
    pub const ALL_BUT_UNKNOWNS: Self = Self(!(1 << Role::Unknown as u8));

    /// Returns the set of the given roles.
    #[must_use]
    pub fn of(roles: &[Role]) -> Self {
        Self(roles.iter().fold(0, |bits, &role| bits | 1 << role as u8))
    }

    /// Returns true if the role is in the set.
    #[must_use]
    pub fn contains(self, role: Role) -> bool {
        self.0 & (1 << role as u8) != 0
    }

    /// Returns true if every role of `self` is in `other`.
    #[must_use]
    pub fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns true if the sets have a role in common.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the union of two sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A symbol's name and role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name as the user wrote it, or as the integrator's author did.
    pub name: String,
    /// The role of the symbol.
    pub role: Role,
}

/// A hash-consed expression graph with a work budget.
///
/// A graph only ever grows, and an expression never changes its meaning. The graph is therefore
/// shared by reference, and code that extends it can read everything built before.
///
/// Every construction spends from the budget. If the budget is used up, or a number or exponent
/// grows too large, constructions return [`Graph::UNDEFINED`]. The stage that asked for them then
/// sees [`Graph::is_exhausted`] and reports it. Work and memory are therefore bounded for any
/// input.
#[derive(Clone, Debug)]
pub struct Graph {
    entries: RefCell<Vec<Entry>>,
    /// The last node with each hash. A table keyed by nodes would hash all of them again as it
    /// grows.
    index: RefCell<LookupMap<u64, Expr>>,
    symbols: RefCell<Vec<Rc<Symbol>>>,
    rotations: RefCell<LookupMap<u32, RotationEntry>>,
    pub(super) derivatives: RefCell<LookupMap<(Expr, Expr), Expr>>,
    pub(super) budget: Budget,
    pub(super) seen: Seen,
    simplifier: Option<Rc<dyn Simplifier>>,
}

/// A node with the facts known about it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) node: Rc<Node>,
    /// The previous node with the same hash.
    same_hash: Option<Expr>,
    pub(super) roles: RoleSet,
    sources: Sources,
    pub(super) height: u32,
    /// The value of [`NodeRef::is_monic`].
    is_monic: bool,
}

/// The rotation and the entry of it that a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RotationEntry {
    /// The number of the symbol of the first entry.
    pub(super) block: u32,
    /// The number of rows and columns.
    pub(super) size: usize,
    /// The index of the entry, row by row.
    pub(super) place: usize,
}

/// The largest size of an exact number, in bits.
pub(super) const MOST_BITS: u64 = 1 << 14;

impl Graph {
    /// The number 0.
    pub const ZERO: Expr = Expr(0);
    /// The number 1.
    pub const ONE: Expr = Expr(1);
    /// The undefined value.
    pub const UNDEFINED: Expr = Expr(2);
    /// The constant pi.
    pub const PI: Expr = Expr(3);

    /// Creates an empty graph with the default budget.
    #[must_use]
    pub fn new() -> Self {
        Self::of_size(0, 1)
    }

    /// Creates an empty graph for a model with the given number of constraints, one of several
    /// models that share a budget.
    #[must_use]
    pub fn of_size(constraints: usize, models: usize) -> Self {
        Self::with_budget(Budget::share_of(constraints as u64, models as u64))
    }

    /// Creates an empty graph that may spend `budget` work units, with memory, nodes and statements
    /// in proportion.
    #[must_use]
    pub fn with_budget(budget: u64) -> Self {
        let mut graph = Self {
            entries: RefCell::default(),
            index: RefCell::default(),
            symbols: RefCell::default(),
            rotations: RefCell::default(),
            derivatives: RefCell::default(),
            budget: Budget::new(u64::MAX),
            seen: Seen::default(),
            simplifier: None,
        };
        for node in [
            NodeRef::Number(&Rational::ZERO),
            NodeRef::Number(&Rational::ONE),
            NodeRef::Undefined,
            NodeRef::Pi,
        ] {
            graph.intern(node);
        }
        graph.budget = Budget::new(budget);
        graph
    }

    /// Returns the graph with an additional simplifier, which [`Graph::simplify`] uses from then
    /// on.
    #[must_use]
    pub fn with_simplifier(self, simplifier: Rc<dyn Simplifier>) -> Self {
        Self {
            simplifier: Some(simplifier),
            ..self
        }
    }

    /// Returns the additional simplifier.
    pub(super) fn simplifier(&self) -> Option<Rc<dyn Simplifier>> {
        self.simplifier.clone()
    }

    /// Returns a copy for separate work that may spend at most `budget` units, without an
    /// additional simplifier. Expressions built there are thrown away. They change neither this
    /// graph nor the budget left for it.
    #[must_use]
    pub fn aside(&self, budget: u64) -> Self {
        let mut copy = self.clone();
        copy.simplifier = None;
        copy.budget = Budget::of_work(budget.min(self.remaining_work()));
        copy
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.borrow().len()
    }

    /// Returns false: a graph contains its constants from the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.borrow().is_empty()
    }

    /// Returns the node of an expression. It is shared, so that the graph can grow while it is
    /// read.
    #[must_use]
    pub fn node(&self, expr: Expr) -> Rc<Node> {
        Rc::clone(&self.entries.borrow()[expr.index()].node)
    }

    /// Returns all nodes, for code that reads many of them and meanwhile builds none.
    pub(super) fn entries(&self) -> Ref<'_, Vec<Entry>> {
        self.entries.borrow()
    }

    /// Returns a set that contains all symbols an expression depends on.
    pub(super) fn sources(&self, expr: Expr) -> Sources {
        self.entries.borrow()[expr.index()].sources
    }

    /// Returns the roles of all symbols an expression depends on.
    #[must_use]
    pub fn roles(&self, expr: Expr) -> RoleSet {
        self.entries.borrow()[expr.index()].roles
    }

    /// Returns true if no number can be taken out of an expression as a factor of a product.
    pub(super) fn is_monic(&self, expr: Expr) -> bool {
        self.entries.borrow()[expr.index()].is_monic
    }

    /// Returns the length of the longest path of operands below an expression.
    #[must_use]
    pub fn height(&self, expr: Expr) -> u32 {
        self.entries.borrow()[expr.index()].height
    }

    /// Returns the exact value if the expression is a number.
    #[must_use]
    pub fn as_number(&self, expr: Expr) -> Option<Rational> {
        match &*self.node(expr) {
            Node::Number(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// Creates a new symbol. Symbols are distinct even if their names are equal.
    pub fn symbol(&self, name: &str, role: Role) -> Expr {
        let name = name.to_owned();
        let number = self.symbols.borrow().len() as u32;
        self.symbols
            .borrow_mut()
            .push(Rc::new(Symbol { name, role }));
        self.intern(NodeRef::Symbol(number))
    }

    /// Declares that the symbols, whose number is a square, are the entries of a rotation, row by
    /// row. Tests at random points then use only rotations of the plane or of space.
    pub fn declare_rotation(&self, symbols: &[Expr]) {
        let size = symbols.len().isqrt();
        let numbers = symbols.iter().map(|&symbol| match &*self.node(symbol) {
            Node::Symbol(number) => Some(*number),
            _ => None,
        });
        let numbers: Vec<_> = numbers.collect();
        let Some(Some(block)) = numbers.first().copied() else {
            return;
        };
        let mut rotations = self.rotations.borrow_mut();
        for (place, number) in numbers.into_iter().enumerate() {
            let entry = RotationEntry { block, size, place };
            rotations.extend(number.map(|number| (number, entry)));
        }
    }

    /// Returns the rotation entry of a symbol, by the number of the symbol.
    pub(super) fn rotation_entry(&self, symbol: u32) -> Option<RotationEntry> {
        self.rotations.borrow().get(&symbol).copied()
    }

    /// Returns all rotation entries with the numbers of their symbols, in order.
    pub(super) fn rotation_entries(&self) -> Vec<(u32, RotationEntry)> {
        let rotations = self.rotations.borrow();
        let mut entries: Vec<_> = rotations
            .iter()
            .map(|(&number, &entry)| (number, entry))
            .collect();
        entries.sort_by_key(|&(number, _)| number);
        entries
    }

    /// Returns the name and role of an expression that is a symbol.
    #[must_use]
    pub fn as_symbol(&self, expr: Expr) -> Option<Rc<Symbol>> {
        match &*self.node(expr) {
            Node::Symbol(number) => Some(Rc::clone(&self.symbols.borrow()[*number as usize])),
            _ => None,
        }
    }

    /// Returns the expression of a node that already exists.
    pub(super) fn find(&self, node: NodeRef<'_>) -> Option<Expr> {
        self.find_hashed(node, hash_of(node))
    }

    fn find_hashed(&self, node: NodeRef<'_>, hash: u64) -> Option<Expr> {
        let entries = self.entries.borrow();
        let mut candidate = self.index.borrow().get(&hash).copied();
        while let Some(expr) = candidate {
            let entry = &entries[expr.index()];
            if entry.node.borrowed() == node {
                return Some(expr);
            }
            candidate = entry.same_hash;
        }
        None
    }

    /// Returns the work units spent on the nodes from a number on.
    pub(super) fn work_of_nodes_from(&self, first: usize) -> u64 {
        let entries = self.entries.borrow();
        entries[first..].iter().map(|entry| entry.node.work()).sum()
    }

    /// Returns the expression of a node, which is created if it does not exist yet.
    pub(super) fn intern(&self, node: NodeRef<'_>) -> Expr {
        let hash = hash_of(node);
        if let Some(expr) = self.find_hashed(node, hash) {
            return expr;
        }
        let is_monic = node.is_monic();
        let node = node.to_node();
        let is_paid = self.spend(node.work()) && self.hold(node.bytes()) && self.take_node();
        if !is_paid {
            return self.exhaust();
        }
        if let Node::Number(value) = &node
            && value.bits() > MOST_BITS
        {
            return self.exhaust();
        }
        let mut entries = self.entries.borrow_mut();
        let expr = Expr(entries.len() as u32);
        let (mut roles, mut sources) = match &node {
            Node::Symbol(number) => {
                let role = self.symbols.borrow()[*number as usize].role;
                (RoleSet::of(&[role]), Sources::of_symbol(*number))
            }
            _ => (RoleSet::EMPTY, Sources::default()),
        };
        let mut height = 0;
        node.for_each_operand(|operand| {
            let operand = &entries[operand.index()];
            roles = roles.union(operand.roles);
            sources = sources.union(operand.sources);
            height = height.max(1 + operand.height);
        });
        entries.push(Entry {
            node: Rc::new(node),
            same_hash: self.index.borrow_mut().insert(hash, expr),
            roles,
            sources,
            height,
            is_monic,
        });
        expr
    }
}

fn hash_of(node: NodeRef<'_>) -> u64 {
    BuildHasherDefault::<Multiplicative>::default().hash_one(node)
}

impl Default for Graph {
    fn default() -> Self {
        Self::new()
    }
}

impl Expr {
    /// Returns the number of the node, for tables outside the graph.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
