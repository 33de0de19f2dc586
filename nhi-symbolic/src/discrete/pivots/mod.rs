//! The pivots of the model's matrices that a block depends on.
//!
//! Near a configuration in which constraints depend on each other, or in which the mass matrix is
//! singular, a division by round-off yields finite but meaningless numbers. So a block lists the
//! pivots for its divisions. The code that runs the block compares them with the diagonal entries
//! that they are computed from. Their ratio is the squared sine of the angle between a row and
//! those before it.

mod calls;

use crate::expr::{BlockPivots, Expr, Graph, LookupMap, Node, Role, RoleSet, SpdFactor};
use crate::mechanics::{MassKind, Mechanics, Moment};

use super::scheme::{Block, Item, Pivot, PivotedMatrix};

/// The size of the largest matrix block whose pivots a start checks, although it does not divide by
/// them. Samples of the first state check all pivots.
const LARGEST_AT_START: usize = 8;

/// The pivots that move with the configuration or the velocity, in terms of the model's own
/// symbols.
pub(crate) struct Watch<'m> {
    mechanics: &'m Mechanics,
    groups: Vec<(PivotedMatrix, BlockPivots)>,
}

impl<'m> Watch<'m> {
    /// Collects the pivots of a model, for an integrator that needs the mass matrix itself or only
    /// on the constraints. A general Lagrangian has none: its `L_vv` may be regular without being
    /// definite.
    pub(crate) fn new(mechanics: &'m Mechanics, needs_mass: bool) -> Self {
        let graph = &mechanics.model.graph;
        let of = |matrix: PivotedMatrix, factor: &SpdFactor| {
            let groups = factor.block_pivots(graph).into_iter();
            groups.map(|group| (matrix, group)).collect::<Vec<_>>()
        };
        let reactive = mechanics.reactive_pivots.iter();
        let reactive = reactive.map(|block| (PivotedMatrix::Reactions, block.clone()));
        let mut groups: Vec<_> = match mechanics.lagrangian.mass_kind {
            MassKind::Velocity => Vec::new(),
            MassKind::Constant | MassKind::Configuration => {
                let mass = mass_pivots(mechanics, needs_mass);
                let factors = gram_factors(mechanics, needs_mass).into_iter();
                let gram = factors.flat_map(|factor| of(PivotedMatrix::Constraints, factor));
                let solved = mechanics.null_space.iter();
                let solved =
                    solved.map(|solved| (PivotedMatrix::Constraints, solved.pivots(graph)));
                mass.into_iter().chain(gram).chain(solved).collect()
            }
        };
        groups.extend(reactive);
        for (matrix, group) in &mut groups {
            // No condition on parameters takes the place of pivots of friction.
            let is_friction = *matrix == PivotedMatrix::Reactions;
            let moves = |expr: Expr| !graph.roles(expr).is_within(RoleSet::PREPARED);
            group
                .pivots
                .retain(|pivot| is_friction || moves(pivot.value) || moves(pivot.scale));
        }
        groups.retain(|(_, group)| !group.pivots.is_empty() && !group.divisors.is_empty());
        Self { mechanics, groups }
    }

    /// Adds the pivots at the model's own symbols to a block that starts there.
    pub(crate) fn start(&self, mut block: Block) -> Block {
        for (matrix, group) in &self.groups {
            if group.pivots.len() <= LARGEST_AT_START {
                block.pivots.extend(pivots(*matrix, group));
            }
        }
        block
    }

    /// Adds pivots to a block on the symbols of a state, at the moments at which the block or a
    /// function that it calls divides by them.
    pub(crate) fn complete(&self, block: Block, state: &[Expr]) -> Block {
        if self.groups.is_empty() {
            return block;
        }
        let block = self.complete_itself(block, state);
        self.complete_calls(block)
    }

    fn complete_itself(&self, mut block: Block, state: &[Expr]) -> Block {
        let graph = &self.mechanics.model.graph;
        let roots = roots_of(&block);
        let divisors = divisors_of(graph, &roots);
        if divisors.is_empty() {
            return block;
        }
        // A moment of another block may have a divisor of this one, if that depends on a part of
        // the configuration only.
        let variables = |exprs: &[Expr]| {
            let symbols = graph.symbols_of(exprs).into_iter();
            symbols.filter(|&symbol| graph.roles(symbol).contains(Role::Variable))
        };
        let readable: LookupMap<_, _> = variables(&[&roots[..], state].concat())
            .map(|symbol| (symbol, ()))
            .collect();
        let is_solved = |&expr: &Expr| !graph.roles(expr).contains(Role::Unknown);
        let is_known = |expr: &Expr| {
            let is_readable = |symbol| readable.contains_key(&symbol);
            is_solved(expr) && variables(&[*expr]).all(is_readable)
        };
        let visited = self.mechanics.visited.borrow();
        // Formulas at the model's own symbols become functions, with moments of their own.
        let is_of_block =
            |moment: &&Moment| moment.q != self.mechanics.q && moment.q.iter().all(is_solved);
        for moment in visited.iter().filter(is_of_block) {
            for pivot in self.pivots_behind(&divisors, moment) {
                // The velocity of the moment may be unknown although the configuration is not.
                if pivot.values().iter().all(is_known) && !block.pivots.contains(&pivot) {
                    block.pivots.push(pivot);
                }
            }
        }
        block
    }

    /// Returns the pivots, at a moment, of the matrices that divisors belong to.
    fn pivots_behind(&self, divisors: &LookupMap<Expr, ()>, moment: &Moment) -> Vec<Pivot<Expr>> {
        let graph = &self.mechanics.model.graph;
        let is_behind = |group: &BlockPivots| {
            let probes = self.at(&group.divisors, moment).into_iter();
            let mut bases = probes.flat_map(|probe| bases(graph, probe));
            bases.any(|base| divisors.contains_key(&base))
        };
        let groups = self.groups.iter().filter(|(_, group)| is_behind(group));
        let pivots = groups.map(|(matrix, group)| self.pivots_at(*matrix, group, moment));
        pivots.flatten().collect()
    }

    /// Returns pivots at a moment.
    fn pivots_at(
        &self,
        matrix: PivotedMatrix,
        group: &BlockPivots,
        moment: &Moment,
    ) -> Vec<Pivot<Expr>> {
        let exprs = group
            .pivots
            .iter()
            .flat_map(|pivot| [pivot.value, pivot.scale]);
        let there = self.at(&exprs.collect::<Vec<_>>(), moment);
        let mut pivots: Vec<_> = pivots(matrix, group).collect();
        for (pivot, values) in pivots.iter_mut().zip(there.chunks_exact(2)) {
            (pivot.value, pivot.scale) = (values[0], values[1]);
        }
        pivots
    }

    /// Evaluates expressions in the model's own symbols at a moment.
    fn at(&self, exprs: &[Expr], moment: &Moment) -> Vec<Expr> {
        let model = &self.mechanics.model;
        let pairs = [
            (&self.mechanics.q, &moment.q),
            (&self.mechanics.v, &moment.v),
        ];
        let pairs = pairs
            .into_iter()
            .flat_map(|(old, new)| old.iter().copied().zip(new.iter().copied()));
        let replacements: Vec<_> = pairs.chain([(model.time, moment.time)]).collect();
        model.graph.substitute(exprs, &replacements)
    }
}

/// Returns the pivots of mass matrices, each block with its matrix: `M` if that is regular,
/// otherwise `M` on the constraints, and in addition `M` itself if an integrator needs it.
fn mass_pivots(mechanics: &Mechanics, needs_mass: bool) -> Vec<(PivotedMatrix, BlockPivots)> {
    let graph = &mechanics.model.graph;
    let of_mass = |matrix: PivotedMatrix| {
        let blocks = mechanics.lagrangian.mass_factor.block_pivots(graph);
        blocks.into_iter().map(move |block| (matrix, block))
    };
    if !mechanics.may_have_singular_mass() {
        return of_mass(PivotedMatrix::Mass).collect();
    }
    let on_constraints = mechanics.mass_pivots_on_constraints().into_iter();
    let mut pivots: Vec<_> = on_constraints
        .map(|block| (PivotedMatrix::MassOnConstraints, block))
        .collect();
    if needs_mass {
        pivots.extend(of_mass(PivotedMatrix::MassWithoutConstraints));
    }
    pivots
}

/// Returns the factorised `A M^-1 A^T` in the metrics that integrators use, as far as they are
/// derived.
fn gram_factors(mechanics: &Mechanics, needs_mass: bool) -> Vec<&SpdFactor> {
    if !mechanics.constraints.are_affine(&mechanics.model.graph) {
        // There the pivots vanish with the velocities.
        return Vec::new();
    }
    let of_mass = mechanics.constraints.known_gram_factor();
    if !mechanics.may_have_singular_mass() {
        return of_mass.into_iter().collect();
    }
    let projected = mechanics.projection.constraints().known_gram_factor();
    of_mass
        .filter(|_| needs_mass)
        .into_iter()
        .chain(projected)
        .collect()
}

/// Returns the moving pivots of mass matrices and of `A M^-1 A^T`, of blocks up to
/// [`LARGEST_AT_START`], in terms of the model's own symbols. A general Lagrangian has none.
pub(super) fn moving_pivots(mechanics: &Mechanics, needs_mass: bool) -> Vec<Expr> {
    let graph = &mechanics.model.graph;
    if mechanics.lagrangian.mass_kind == MassKind::Velocity {
        return Vec::new();
    }
    let masses = mass_pivots(mechanics, needs_mass).into_iter();
    let mut matrices = vec![masses.map(|(_, block)| block).collect()];
    let factors = gram_factors(mechanics, needs_mass).into_iter();
    matrices.extend(factors.map(|factor| factor.block_pivots(graph)));
    let mut moving = Vec::new();
    for blocks in matrices {
        let small = blocks
            .into_iter()
            .filter(|block| block.pivots.len() <= LARGEST_AT_START);
        for value in small
            .flat_map(|block| block.pivots)
            .map(|pivot| pivot.value)
        {
            let roles = graph.roles(value);
            let moves = !roles.is_within(RoleSet::PREPARED) && !roles.contains(Role::Control);
            if moves && !moving.contains(&value) {
                moving.push(value);
            }
        }
    }
    moving
}

fn pivots(matrix: PivotedMatrix, group: &BlockPivots) -> impl Iterator<Item = Pivot<Expr>> {
    group.pivots.iter().map(move |pivot| Pivot {
        matrix,
        row: pivot.index,
        value: pivot.value,
        scale: pivot.scale,
    })
}

/// Returns all expressions that a block computes itself.
fn roots_of(block: &Block) -> Vec<Expr> {
    let mut roots = block.outputs.clone();
    roots.extend(block.items.iter().flat_map(Item::exprs));
    roots
}

/// Returns all moving divisors that occur anywhere in expressions.
fn divisors_of(graph: &Graph, roots: &[Expr]) -> LookupMap<Expr, ()> {
    let mut divisors = LookupMap::default();
    for expr in graph.reachable(roots) {
        if let Node::Product { factors, .. } = &*graph.node(expr) {
            let below = factors.iter().filter(|(_, exponent)| *exponent < 0);
            let moving =
                below.filter(|&&(base, _)| !graph.roles(base).is_within(RoleSet::PREPARED));
            divisors.extend(moving.map(|&(base, _)| (base, ())));
        }
    }
    divisors
}

/// Returns the factors of a divisor that move.
fn bases(graph: &Graph, divisor: Expr) -> Vec<Expr> {
    let inverse = graph.powi(divisor, -1);
    let Node::Product { factors, .. } = &*graph.node(inverse) else {
        return Vec::new();
    };
    let below = factors.iter().filter(|(_, exponent)| *exponent < 0);
    let moving = below.filter(|&&(base, _)| !graph.roles(base).is_within(RoleSet::PREPARED));
    moving.map(|&(base, _)| base).collect()
}
