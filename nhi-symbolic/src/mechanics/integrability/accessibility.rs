//! Accessibility: the velocities and configurations that control forces reach from rest.
//!
//! The acceleration of a mechanical system under constraints is that of a geodesic of the
//! constrained connection, plus contributions of the controls along fields `Y_a` inside the
//! distribution `D`. Brackets of its drift with two forces yield the symmetric product
//! `<X : Y> = nabla_X Y + nabla_Y X`, which is again a force. Let `Sym` be the span of the `Y_a`
//! and their products. If `Sym` is all of `D`, the velocities reached from rest fill an open part
//! of `D`. The configurations reached fill an open part of the span of the brackets of `Sym` (Lewis
//! and Murray, *Configuration controllability of simple mechanical control systems*, 1997; with
//! constraints Lewis, 2000). If potentials or other forces act, the same brackets are among those
//! of the whole system. Then the same parts are reached, and possibly more.
//!
//! In components along the frame, with the quadratic part `-G_ab^c v^a v^b` of the acceleration,
//! the product is `X(Y^c) + Y(X^c) + (G_ab^c + G_ba^c) X^a Y^b`.

use crate::expr::{Expr, Graph};
use crate::mechanics::{MassKind, Mechanics, subtract};

use super::brackets::{Flag, Space};
use super::rows::{Solved, pivot, reduced, solved, tidied};

/// The work budget for products and brackets; beyond it there is no result.
const BUDGET: u64 = 500_000;

/// The reach of control forces from rest, almost everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accessibility {
    /// The dimensions in which forces push: first for the controls, then with their symmetric
    /// products, level by level.
    pub pushed: Vec<usize>,
    /// The dimension of the velocities that the constraints allow.
    pub allowed: usize,
    /// The dimension of the configurations that are reached.
    pub reached: usize,
    /// The dimension of the configurations that motions reach under any forces.
    pub reachable: usize,
    /// True if only the controls act, both at rest and depending on velocity, so that no more is
    /// reached.
    pub is_all: bool,
}

impl Accessibility {
    /// Returns true if all velocities and configurations that the constraints allow are reached,
    /// each in an open part.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.pushed.last() == Some(&self.allowed) && self.reached == self.reachable
    }

    /// Describes the reach.
    #[must_use]
    pub fn text(&self) -> String {
        let ranks: Vec<_> = self.pushed.iter().map(ToString::to_string).collect();
        let products = match ranks.len() {
            1 => format!(
                "controls push in {} of {} directions",
                ranks[0], self.allowed
            ),
            _ => format!(
                "controls push with their symmetric products in ({}) of {} directions",
                ranks.join(", "),
                self.allowed
            ),
        };
        let more = if self.is_full() || self.is_all {
            ""
        } else {
            "; other forces may reach more"
        };
        format!(
            "from rest {products} and reach {} of {} dimensions of positions{more}",
            self.reached, self.reachable
        )
    }
}

impl Mechanics {
    /// Computes the reach of the controls from rest, by symmetric products and brackets at random
    /// points over the prime field.
    ///
    /// Returns `None` in these cases:
    ///
    /// - there are no controls;
    /// - their forces depend on velocities, the time or each other;
    /// - constraints are affine, depend on time or are position constraints;
    /// - forces or the Lagrangian are not of second degree in the velocities;
    /// - the work budget runs out.
    #[must_use]
    pub fn accessibility(&self) -> Option<Accessibility> {
        let model = &self.model;
        let reachable = match &self.integrability {
            Some(found) if found.timed => return None,
            Some(found) => found.reachable_dimension()?,
            None => self.dimension(),
        };
        let is_covered = !model.controls.is_empty()
            && model.holonomic.is_empty()
            && !self.is_only_variational()
            && self.constraints.are_affine(&model.graph)
            && self.lagrangian.mass_kind != MassKind::Velocity;
        if !is_covered {
            return None;
        }
        let graph = &model.graph.aside(BUDGET);
        let pushes = Pushes::of(self, graph)?;
        let space = Space {
            graph,
            frame: &self.frame,
            q: &self.q,
            time: None,
        };
        let allowed = self.dimension() - self.constraints.len();
        let (fields, pushed) = pushes.symmetric_closure(&space, allowed)?;
        let flag = Flag::of(&space, &fields);
        flag.is_complete.then_some(Accessibility {
            pushed,
            allowed,
            reached: flag.fields.len(),
            reachable,
            is_all: pushes.is_all,
        })
    }
}

/// The acceleration as a control system.
struct Pushes<'a> {
    velocities: &'a [Expr],
    /// `Y_a` for each control.
    fields: Vec<Vec<Expr>>,
    /// The part that is quadratic in the velocities.
    geodesic: Vec<Expr>,
    is_all: bool,
}

impl<'a> Pushes<'a> {
    /// Splits the acceleration; `None` if it is not affine in the controls and quadratic in the
    /// velocities.
    fn of(mechanics: &'a Mechanics, graph: &Graph) -> Option<Self> {
        let (model, v) = (&mechanics.model, &mechanics.v[..]);
        let controls: Vec<_> = model
            .controls
            .iter()
            .map(|control| control.symbol)
            .collect();
        let fields = controls.iter().map(|&control| {
            let along = mechanics.acceleration.iter();
            along.map(|&a| graph.derivative(a, control)).collect()
        });
        let fields: Vec<Vec<Expr>> = fields.collect();
        let own = graph.symbols_of(&fields.concat());
        let other = [v, &controls, &[model.time]].concat();
        if other.iter().any(|symbol| own.contains(symbol)) {
            return None;
        }
        let free = at_zero(graph, &mechanics.acceleration, &controls);
        let moving: Vec<_> = v.iter().map(|&v| (v, v)).collect();
        let slope = graph.rates(&free, &moving);
        // Euler's theorem: `v . d/dv` doubles a part of degree two, and `(v . d/dv)^2` quadruples
        // it.
        let curved = subtract(graph, &graph.rates(&slope, &moving), &slope);
        let half = graph.fraction(1, 2);
        let geodesic: Vec<_> = curved.iter().map(|&x| graph.mul(half, x)).collect();
        let again = subtract(graph, &graph.rates(&curved, &moving), &curved);
        let again = subtract(graph, &again, &curved);
        if graph.symbols_of(&geodesic).contains(&model.time)
            || !graph.are_zero(&again).into_iter().all(|is_zero| is_zero)
        {
            return None;
        }
        let others = subtract(graph, &free, &geodesic);
        let is_all = graph.are_zero(&others).into_iter().all(|is_zero| is_zero);
        (!graph.is_exhausted()).then_some(Self {
            velocities: v,
            fields,
            geodesic,
            is_all,
        })
    }

    /// Returns a basis of the span of the fields and their products, and its sizes level by level.
    ///
    /// Fields may be divided by functions and reduced by others, since
    /// `<f X : Y> = f <X : Y> + Y(f) X`.
    fn symmetric_closure(
        &self,
        space: &Space<'_>,
        allowed: usize,
    ) -> Option<(Vec<Solved>, Vec<usize>)> {
        let graph = space.graph;
        let mut basis: Vec<Solved> = Vec::new();
        for field in &self.fields {
            add(graph, &mut basis, &tidied(graph, field)?)?;
        }
        let (mut newest, mut sizes) = (0, vec![basis.len()]);
        while newest < basis.len() && basis.len() < allowed {
            let known = basis.clone();
            for y in newest..known.len() {
                for (_, x) in &known[..=y] {
                    let product = self.product(space, x, &known[y].1);
                    add(graph, &mut basis, &tidied(graph, &product)?)?;
                }
            }
            newest = known.len();
            if newest < basis.len() {
                sizes.push(basis.len());
            }
        }
        Some((basis, sizes))
    }

    /// Returns `<X : Y>`
    fn product(&self, space: &Space<'_>, x: &[Expr], y: &[Expr]) -> Vec<Expr> {
        let graph = space.graph;
        let along = |field: &[Expr]| -> Vec<_> {
            let components = field.iter().copied();
            self.velocities.iter().copied().zip(components).collect()
        };
        let polar = graph.rates(&graph.rates(&self.geodesic, &along(x)), &along(y));
        // The result does not depend on velocities, though the expression may contain them.
        let turned = at_zero(graph, &polar, self.velocities);
        let there = graph.rates(y, &space.motion(x));
        let back = graph.rates(x, &space.motion(y));
        subtract(graph, &crate::mechanics::add(graph, &there, &back), &turned)
    }
}

fn at_zero(graph: &Graph, exprs: &[Expr], symbols: &[Expr]) -> Vec<Expr> {
    let zeros: Vec<_> = symbols
        .iter()
        .map(|&symbol| (symbol, Graph::ZERO))
        .collect();
    graph.substitute(exprs, &zeros)
}

/// Adds a field to a basis if it is not in the span of the basis.
fn add(graph: &Graph, basis: &mut Vec<Solved>, field: &[Expr]) -> Option<()> {
    let mut field = field.to_vec();
    for known in basis.iter() {
        field = reduced(graph, &field, known)?;
    }
    if let Some((_, place)) = pivot(graph, &field) {
        basis.push(solved(graph, &field, place)?);
    }
    Some(())
}
