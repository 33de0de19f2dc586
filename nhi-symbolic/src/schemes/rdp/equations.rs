//! The equations of a step, and what comes out of it.

use crate::expr::{Expr, Graph, Rational, Role, RoleSet};
use crate::mechanics::group::Retraction;
use crate::mechanics::{Reduction, add, subtract};
use crate::schemes::builder::SchemeBuilder;
use crate::schemes::scheme::{Block, ControlNode, Item, Solve};

use super::point::Point;
use super::state::State;
use super::{Labels, Method, symbols};

/// Names for values, for an iteration (`Unknown`) or for the rest of the step (`Variable`).
struct Names {
    role: Role,
    pairs: Vec<(Expr, Expr)>,
}

impl Names {
    /// A symbol for each value that is neither a symbol nor a constant.
    fn give(
        &mut self,
        graph: &Graph,
        prefix: &str,
        labels: &[String],
        values: &[Expr],
    ) -> Vec<Expr> {
        let fresh = symbols(graph, prefix, labels, self.role);
        let mut names = Vec::new();
        for (symbol, &value) in fresh.into_iter().zip(values) {
            if graph.as_symbol(value).is_some() || graph.roles(value) == RoleSet::EMPTY {
                names.push(value);
            } else {
                names.push(symbol);
                self.pairs.push((symbol, value));
            }
        }
        names
    }
}

/// A step with given velocities: where its functions are evaluated, and some of their values.
struct Middle {
    /// The point at `r_a`, `t + a h`.
    point: Point,
    /// `h xi`.
    moved: Vec<Expr>,
    /// `mu = l_xi`.
    body_momentum: Vec<Expr>,
}

impl Method {
    pub(super) fn step(
        &self,
        builder: &SchemeBuilder<'_>,
        reduction: &Reduction,
        state: &State,
        controls: &ControlNode,
    ) -> Block {
        let labels = Labels::of(builder, reduction);
        let mut block = Block::default();
        let [u, w] = self.solve(builder, &mut block, reduction, state, controls);

        let mut names = Names {
            role: Role::Variable,
            pairs: Vec::new(),
        };
        let mut middle = self.middle(builder, &mut names, reduction, state, controls, [&u, &w]);
        let h = builder.h;
        let r_next = builder.add_scaled(&state.r, h, &u);
        let group = reduction.group();
        let graph = builder.graph();
        let element = group.retract(graph, self.retraction, &middle.moved);
        let mut g_next = group.compose(graph, &state.g, &element);
        if reduction.depends_on_element(graph) {
            g_next = names.give(graph, "g_next", &labels.element, &g_next);
            middle.point.g.clone_from(&g_next);
        }
        let arrived = self.arrived(builder, reduction, &middle, &element);
        let impulses = self.impulses(builder, reduction, &middle, &self.alpha);
        let shape_momentum = middle
            .point
            .values(builder, reduction, &reduction.shape_momentum);
        let graph = builder.graph();
        let shape_momentum = add(graph, &shape_momentum, &impulses[0]);
        let body_momentum = add(graph, &arrived, &impulses[1]);

        let body_momentum = names.give(graph, "pi_next", &labels.body, &body_momentum);
        block.items.push(Item::Assign(names.pairs));
        let q_next = reduction.splitting.join(&r_next, &g_next);
        block.outputs = builder.orthonormalised(&mut block, &q_next);
        block.outputs.extend(shape_momentum);
        block.outputs.extend(body_momentum);
        block.outputs.extend(u);
        block.outputs.extend(w);
        block
    }

    /// Adds the equations of the step and gives the symbols of `u` and `w`.
    fn solve(
        &self,
        builder: &SchemeBuilder<'_>,
        block: &mut Block,
        reduction: &Reduction,
        state: &State,
        controls: &ControlNode,
    ) -> [Vec<Expr>; 2] {
        let labels = Labels::of(builder, reduction);
        let graph = builder.graph();
        let [unknowns, solution] =
            [("", Role::Unknown), ("_step", Role::Variable)].map(|(suffix, role)| {
                [
                    symbols(graph, &format!("u{suffix}"), &labels.shape, role),
                    symbols(graph, &format!("w{suffix}"), &labels.coefficients, role),
                ]
            });
        if unknowns.iter().all(Vec::is_empty) {
            return solution;
        }
        let mut names = Names {
            role: Role::Unknown,
            pairs: Vec::new(),
        };
        let [u, w] = &unknowns;
        let middle = self.middle(builder, &mut names, reduction, state, controls, [u, w]);
        let [shape, body] = self.jumps(builder, reduction, state, &middle);
        let body = names.give(builder.graph(), "j", &labels.body, &body);
        let node = Point::of_shape(builder, reduction, &state.r);
        let lift = node.matrix(builder, reduction, &reduction.lift);
        let directions = node.matrix(builder, reduction, &reduction.directions);
        let graph = builder.graph();
        let lifted = lift.apply_transposed(graph, &body);
        let mut residuals = subtract(graph, &shape, &lifted);
        residuals.extend(directions.apply_transposed(graph, &body));
        block.items.push(Item::Solve(Solve {
            unknowns: unknowns.concat(),
            solution: solution.concat(),
            guess: state.guess.clone(),
            definitions: names.pairs,
            residuals,
        }));
        solution
    }

    /// The point `r_a` of a step with its body velocity.
    fn middle(
        &self,
        builder: &SchemeBuilder<'_>,
        names: &mut Names,
        reduction: &Reduction,
        state: &State,
        controls: &ControlNode,
        [u, w]: [&[Expr]; 2],
    ) -> Middle {
        let labels = Labels::of(builder, reduction);
        let h = builder.h;
        let passed = builder.step_fraction(&self.alpha);
        let r = builder.add_scaled(&state.r, passed, u);
        let r = names.give(builder.graph(), "r_at", &labels.shape, &r);
        let mut point = Point {
            r,
            g: state.g.clone(),
            u: u.to_vec(),
            xi: reduction.xi.clone(),
            controls: controls.symbols.clone(),
            time: builder.time_at(controls.fraction),
        };
        let xi = reduction.body_velocity(builder.graph(), u, w);
        let xi = point.values(builder, reduction, &xi);
        point.xi = names.give(builder.graph(), "xi", &labels.body, &xi);
        let moved = builder.scaled(h, &point.xi);
        let moved = names.give(builder.graph(), "h_xi", &labels.body, &moved);
        let momentum = point.values(builder, reduction, &reduction.body_momentum);
        let body_momentum = names.give(builder.graph(), "mu", &labels.body, &momentum);
        Middle {
            point,
            moved,
            body_momentum,
        }
    }

    /// `(l_u - (1-a) h (l_r + f_r) - p, m - (1-a) h f_xi - pi)`: the impulse of the constraints.
    fn jumps(
        &self,
        builder: &SchemeBuilder<'_>,
        reduction: &Reduction,
        state: &State,
        middle: &Middle,
    ) -> [Vec<Expr>; 2] {
        let rest = &Rational::ONE - &self.alpha;
        let impulses = self.impulses(builder, reduction, middle, &rest);
        let shape = middle
            .point
            .values(builder, reduction, &reduction.shape_momentum);
        let graph = builder.graph();
        let differential = reduction.group().inverse_differential(
            graph,
            self.retraction,
            self.differential,
            &middle.moved,
        );
        let body = differential.apply_transposed(graph, &middle.body_momentum);
        let jump = |graph: &Graph, momentum: &[Expr], impulse: &[Expr], arrived: &[Expr]| {
            let free = subtract(graph, momentum, impulse);
            subtract(graph, &free, arrived)
        };
        [
            jump(graph, &shape, &impulses[0], &state.shape_momentum),
            jump(graph, &body, &impulses[1], &state.body_momentum),
        ]
    }

    /// `m'`, the body momentum seen from the end of the step: `(dtau^-1_{-h xi})^T mu`, and where the
    /// retraction of the opposite element is not the inverse, `Ad*` of `m`.
    fn arrived(
        &self,
        builder: &SchemeBuilder<'_>,
        reduction: &Reduction,
        middle: &Middle,
        element: &[Expr],
    ) -> Vec<Expr> {
        let graph = builder.graph();
        let group = reduction.group();
        let (tau, differential) = (self.retraction, self.differential);
        if tau == Retraction::Ccsk {
            let matrix = group.inverse_differential(graph, tau, differential, &middle.moved);
            let departed = matrix.apply_transposed(graph, &middle.body_momentum);
            let adjoint = group.adjoint(graph, element);
            return adjoint.apply_transposed(graph, &departed);
        }
        let opposite: Vec<_> = middle.moved.iter().map(|&x| graph.neg(x)).collect();
        let matrix = group.inverse_differential(graph, tau, differential, &opposite);
        matrix.apply_transposed(graph, &middle.body_momentum)
    }

    /// `fraction h (l_r + f_r, f_xi)` in the middle of the step, with the group element of its
    /// beginning or of its end.
    fn impulses(
        &self,
        builder: &SchemeBuilder<'_>,
        reduction: &Reduction,
        middle: &Middle,
        fraction: &Rational,
    ) -> [Vec<Expr>; 2] {
        let time = builder.step_fraction(fraction);
        let shape = add(
            builder.graph(),
            &reduction.shape_gradient,
            &reduction.shape_forces,
        );
        [&shape, &reduction.body_forces].map(|forces| {
            let forces = middle.point.values(builder, reduction, forces);
            builder.scaled(time, &forces)
        })
    }
}
