//! RDP, the reduced d'Alembert-Pontryagin method on `M x G`.
//!
//! A step from `(r_k, g_k)` has a shape velocity `u` and coefficients `w` of the symmetry
//! directions. At `r_a = r_k + a h u` the constraints determine the body velocity
//! `xi = E w - lift u - drift`. With the retraction `tau`, its inverse differential and
//! `mu = l_xi(r_a, u, xi)`
//!
//! `r_{k+1} = r_k + h u`, `g_{k+1} = g_k tau(h xi)`, `m = (dtau^-1_{h xi})^T mu`,
//! `m' = (dtau^-1_{-h xi})^T mu`.
//!
//! The momentum `(p, pi)` that arrived at the node and that of the step differ only by the impulse
//! of the constraints, which vanishes along the velocities `[[Id, 0], [-lift, E]]` at `r_k`:
//!
//! `s - lift^T j = 0` and `E^T j = 0` with `s = l_u - (1-a) h (l_r + f_r) - p`,
//! `j = m - (1-a) h f_xi - pi`, all but `lift` and `E` at `r_a` and `t + a h`.
//!
//! If the symmetry directions have no basis that is regular everywhere (a caster's direction turns
//! round once: every frame along it has a zero), the unknowns are `u`, `xi` and multipliers `nu`:
//!
//! `s - A_u^T nu = 0` and `j - A_xi^T nu = 0` with `A_u` and `A_xi` at `r_k`,
//! `A_u u + A_xi xi + b = 0` at `r_a` and `t + a h`.
//!
//! They have the same solutions wherever a frame is regular: `E^T A_xi^T = 0` and
//! `A_xi lift = A_u`. This form is used also if constraints depend on group elements that are not
//! declared symmetries, as for a body that rolls under gravity; if no motion of the group makes up
//! for some velocity of the shape; and if positions are constrained, as those of a shape that is
//! driven. It takes `A` at `(r_k, g_k)` in the first equations, and at `(r_a, g_k tau(a h xi))` in
//! the last. There position constraints, at the end of the step, replace their rates.
//!
//! The momentum that arrives at the next node is `(l_u + a h (l_r + f_r), m' + a h f_xi)`. If a
//! potential or a force depends on a group element, it is taken at `g_k` in `s` and `j`, and at
//! `g_{k+1}` in the momentum that arrives, with the potential `(1-a) V(g_k) + a V(g_{k+1})` of the
//! discrete Lagrangian.
//!
//! Order two and symmetric with a symmetric retraction and `a = 1/2`, otherwise order one.
//!
//! Source: M. Kobilarov, D. Martín de Diego, S. Ferraro, *Simulating nonholonomic dynamics*, 2010,
//! doi:10.1007/BF03322542, section 5.
//!
//! Not to be confused with `Dap`, the method of the same principle in coordinates.

mod equations;

use crate::expr::formula::Matrix;
use crate::mechanics::Reduction;
use crate::mechanics::group::{Differential, Retraction};

use super::prelude::*;

words!("retraction" => Retraction { Exp, Cayley, Ccsk });
words!("dtau" => Differential { Exact, First, Second });

const MOMENTUM: StatePart = StatePart {
    name: "p",
    docs: "The momentum that arrives at the node: on the shape, then on the group in its body \
           frame.",
    kind: GroupKind::Momenta,
};

const LAST_VELOCITY: StatePart = StatePart {
    name: "velocity",
    docs: "Shape velocity and coefficients of the symmetry directions in the last step; the body \
           velocity in place of these if no basis of the directions is regular everywhere.",
    kind: GroupKind::Scalars,
};

const SPATIAL_MOMENTUM: Monitor = Monitor {
    name: "spatial_momentum",
    docs: "The momentum of the symmetry group in space, `Ad*_{g^-1}` of the body momentum that \
           arrives at the node, factor by factor: rotations first. If no constraint and no \
           force acts on the group, it is constant to machine precision, unless `dtau` cuts off \
           the differential.",
    shape: MonitorShape::PerGenerator,
    warning: None,
};

/// `Rdp(retraction = Exp | Cayley | Ccsk, alpha = 0.5, dtau = Exact | First | Second)`.
pub(super) const INTEGRATOR: Integrator = Integrator {
    name: "Rdp",
    kind: Kind::Nonholonomic,
    summary: "reduced d'Alembert-Pontryagin on shape and Lie group (Kobilarov, Martín de Diego, Ferraro)",
    references: &[&SIMULATING_NONHOLONOMIC],
    options: &[
        OptionRow::words::<Retraction>(),
        OptionRow::named("alpha", Values::Fraction(1, 2)),
        OptionRow::words::<Differential>(),
    ],
    needs: Needs {
        configuration: Configuration::Group,
        lagrangian: Lagrangian::SecondDegree("splits velocities by the kinetic energy"),
        position_constraints: Positions::Ideal,
        ..Needs::COORDINATES
    },
    preserves: Preserves::CONSTRAINTS,
    preserves_in_words: "the constraints in samples; group elements stay on their group; without constraints and with `dtau = Exact`, the momentum of the group to machine precision",
    use_when: "the model declares its group, or has a factor without coordinates: large rotations, locomotion by a shape that is driven",
    not_when: "there is no symmetry; `retraction = Ccsk` and other values of `alpha` than one half have order one with a shape",
    order: |choices| if is_symmetric(choices) { 2 } else { 1 },
    symmetric: is_symmetric,
    state: &[CONFIGURATION, MOMENTUM, LAST_VELOCITY, KEPT_CONTROLS],
    monitors: &[SPATIAL_MOMENTUM],
    discretise,
};

/// Returns true if the retraction is symmetric and everything is evaluated in the middle of the
/// step.
fn is_symmetric(choices: &Choices) -> bool {
    choices.word::<Retraction>() != Retraction::Ccsk && is_one_half(&choices.number("alpha"))
}

fn is_one_half(alpha: &Rational) -> bool {
    alpha + alpha == Rational::ONE
}

/// The configured method, on a model in shape and body velocities.
struct Method<'m> {
    system: System<'m>,
    reduction: &'m Reduction,
    retraction: Retraction,
    differential: Differential,
    alpha: Rational,
    labels: Labels,
}

/// The names of the components of shape, body velocity and coefficients.
struct Labels {
    shape: Vec<String>,
    body: Vec<String>,
    element: Vec<String>,
    coefficients: Vec<String>,
}

/// The symbols of a state: configuration, the momentum that arrives at the node, and the velocities
/// of the last step.
struct State<'m> {
    q: Vector<'m>,
    /// The shape, a part of `q`.
    r: Vector<'m>,
    /// The group element, the other part of `q`.
    g: Vector<'m>,
    shape_momentum: Vector<'m>,
    body_momentum: Vector<'m>,
    /// Shape velocity and coefficients of the last step.
    guess: Vector<'m>,
}

/// A moment at which the reduced mechanics is evaluated. The group element matters if a potential
/// or a force depends on it.
#[derive(Clone)]
struct Point<'m> {
    reduction: &'m Reduction,
    node: Node<'m>,
    xi: Vector<'m>,
}

fn discretise(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let method = Method::new(*system, choices)?;
    let q = system.configuration("q", Role::Variable);
    let kept = system.controls_at(Graph::ZERO);
    let state = method.state(q);
    let alpha = system.number(method.alpha.clone()).expr();
    let controls = system.controls_at(alpha);
    let momentum = state.shape_momentum.chain(&state.body_momentum);
    let draft = Draft {
        convergence: method.convergence(),
        lags: method.retraction != Retraction::Exp,
        state: vec![
            CONFIGURATION.of(&state.q),
            MOMENTUM.of(&momentum),
            LAST_VELOCITY.of(&state.guess),
        ],
        start: method.start(),
        step: method.step(&state, &controls),
        sample: method.sample(&state, &kept.symbols),
        monitors: vec![SPATIAL_MOMENTUM.of(method.spatial_momentum(&state).entries())],
        control_nodes: vec![controls],
        ..Draft::of(method.summary())
    };
    Ok(draft.keeping_controls(*system, &kept.symbols))
}

impl<'m> Method<'m> {
    fn new(system: System<'m>, choices: &Choices) -> Result<Self, Diagnostics> {
        let reduction = match &system.mechanics.reduction {
            Ok(reduction) => reduction,
            Err(lack) => return Err(lack.diagnostic("Rdp", choices.span).into()),
        };
        let (retraction, differential) = (choices.word(), choices.word());
        if retraction != Retraction::Exp && differential != Differential::Exact {
            return Err(Diagnostic::error(
                Code::OptionValue,
                choices.span,
                "the option `dtau` cuts off the series of the exponential map, but the retraction is \
                 another one",
                "`dtau = Exact`, or `retraction = Exp`",
            )
            .into());
        }
        Ok(Self {
            system,
            reduction,
            retraction,
            differential,
            alpha: choices.number("alpha"),
            labels: Labels::of(system, reduction),
        })
    }

    /// Returns order two and symmetry also if the group commutes, or if nothing depends on the
    /// point in the step.
    ///
    /// The middle element `g_k tau(h xi / 2)` of a Cayley step is another one seen from its end, so
    /// that a step with constraints there is not symmetric.
    fn convergence(&self) -> Option<(u32, bool)> {
        let reduction = self.reduction;
        if reduction.has_constraints_of_element {
            let is_second = self.retraction != Retraction::Ccsk && is_one_half(&self.alpha);
            let is_symmetric = self.retraction == Retraction::Exp;
            return is_second.then_some((2, is_symmetric));
        }
        let is_symmetric = self.retraction != Retraction::Ccsk || reduction.group().is_abelian();
        let mut parts = reduction.body_forces.iter().chain(&reduction.drift);
        let is_still = reduction.r.is_empty() && parts.all(|&part| part == Graph::ZERO);
        (is_symmetric && (is_one_half(&self.alpha) || is_still)).then_some((2, true))
    }

    fn is_solved_in_frame(&self) -> bool {
        is_solved_in_frame(self.system, self.reduction)
    }

    fn summary(&self) -> String {
        let map = match self.retraction {
            Retraction::Exp => "the exponential map",
            Retraction::Cayley => "the Cayley map",
            Retraction::Ccsk => "canonical coordinates of the second kind",
        };
        let differential = match self.differential {
            Differential::Exact => "",
            Differential::First => ", its inverse differential cut off after `ad`",
            Differential::Second => ", its inverse differential cut off after `ad^2`",
        };
        format!(
            "Reduced d'Alembert-Pontryagin method (Kobilarov, Martín de Diego, Ferraro, section 5) \
             with {map}{differential}, at the fraction {} of the step. Samples contain the nodal \
             velocity of the momentum that arrives at the node, and the multipliers of the \
             continuous motion there: `A^T lambda` is the constraint force in the units of the \
             forces.",
            self.alpha
        )
    }

    fn state(&self, q: Vector<'m>) -> State<'m> {
        let splitting = &self.reduction.splitting;
        let (r, g) = splitting.configuration(self.system.graph(), &q.entries());
        let labels = &self.labels;
        let [u, w] = self.velocities("_last", Role::Variable);
        State {
            r: self.system.vector(r),
            g: self.system.vector(g),
            q,
            shape_momentum: self.symbols("p", &labels.shape, Role::Variable),
            body_momentum: self.symbols("pi", &labels.body, Role::Variable),
            guess: u.chain(&w),
        }
    }

    /// Returns symbols of a shape velocity `u` and coefficients `w`.
    fn velocities(&self, suffix: &str, role: Role) -> [Vector<'m>; 2] {
        [
            self.symbols(&format!("u{suffix}"), &self.labels.shape, role),
            self.symbols(&format!("w{suffix}"), &self.labels.coefficients, role),
        ]
    }

    fn symbols(&self, prefix: &str, labels: &[String], role: Role) -> Vector<'m> {
        let labels = labels.iter().map(String::as_str);
        self.system.symbols(prefix, labels, role)
    }

    /// Returns a shape velocity and a body velocity at a shape and a group element, at the
    /// beginning of the step.
    fn point(&self, q: [&Vector<'m>; 2], u: &Vector<'m>, xi: &Vector<'m>) -> Point<'m> {
        let splitting = &self.reduction.splitting;
        let [r, g] = q.map(Vector::entries);
        let v = &self.system.mechanics.v;
        let of_group: Vec<_> = splitting.velocities.iter().map(|&place| v[place]).collect();
        let q = self.system.vector(splitting.place(&r, &g));
        let v = splitting.place_velocities(&u.entries(), &of_group);
        Point {
            reduction: self.reduction,
            node: self.system.node(&q, &self.system.vector(v)),
            xi: xi.clone(),
        }
    }

    /// Returns the momentum `(l_u, l_xi)` of the initial velocity, and that velocity.
    fn start(&self) -> Block {
        let (system, splitting) = (self.system, &self.reduction.splitting);
        let start = system.start();
        let (r, g) = splitting.configuration(system.graph(), &start.q.entries());
        let (u, xi) = splitting.body_velocity(system.graph(), &g, &start.v.entries());
        let [r, g, u, value] = [r, g, u, xi].map(|part| system.vector(part));
        let mut steps = system.steps();
        let xi = self.symbols("xi", &self.labels.body, Role::Variable);
        steps.assign(&xi, &value);
        let point = self.point([&r, &g], &u, &xi);
        let [p, pi] = [point.shape_momentum(), point.body_momentum()];
        let w = if self.is_solved_in_frame() {
            self.coefficients(&point, &u)
        } else {
            xi
        };
        steps.gives(entries([&start.q, &p, &pi, &u, &w]))
    }

    /// Returns the coefficients `w` of a velocity on the constraints, `E w = xi + lift u + drift`.
    fn coefficients(&self, point: &Point<'m>, u: &Vector<'m>) -> Vector<'m> {
        let graph = self.system.graph();
        let directions = point.matrix(&self.reduction.directions);
        let lift = point.matrix(&self.reduction.lift);
        let drift = point.values(&self.reduction.drift);
        let along = directions.transpose() * (&point.xi + (lift * u + drift));
        let gram = directions.transpose() * directions;
        let gram = graph.simplify_matrix(gram.entries(), RoleSet::PREPARED);
        let factor = SpdFactor::new(graph, &gram, RoleSet::PREPARED);
        self.system.solve(&factor, &along)
    }

    /// Returns the nodal velocity of the momentum, computed at the identity of the declared group,
    /// and the multipliers of the continuous motion.
    fn sample(&self, state: &State<'m>, controls: &[Expr]) -> Block {
        let (system, splitting) = (self.system, &self.reduction.splitting);
        let graph = system.graph();
        let element = match self.reduction.has_constraints_of_element {
            true => splitting.without_declared(&state.g.entries()),
            false => self.reduction.group().identity(),
        };
        let identity = splitting.join(graph, &state.r.entries(), &element);
        let [p, pi] = [&state.shape_momentum, &state.body_momentum].map(Vector::entries);
        let momentum = system.vector(splitting.join_covector(graph, &p, &pi));
        let node = system.node(&system.vector(identity), &momentum);
        let nodal = node.with_momentum(&momentum).nodal_velocity().entries();
        let nodal = nodal.iter().map(|&x| graph.simplify(x, RoleSet::PREPARED));
        let mut steps = system.steps();
        let nodal = steps.name("v_body", &system.column(nodal));
        // At the identity of the declared group the velocities are body velocities.
        let (u, xi) = splitting.at_identity(graph, &nodal.entries());
        let v = splitting.velocity(graph, &state.g.entries(), &u, &xi);
        let v = steps.name("v", &system.vector(v));
        steps.gives(system.node(&state.q, &v).under(controls).sampled())
    }

    /// Returns the momentum of the group in space, `Ad*_{g^-1}` of that in the body frame.
    fn spatial_momentum(&self, state: &State<'m>) -> Vector<'m> {
        let (graph, group) = (self.system.graph(), self.reduction.group());
        let inverse = group.inverse(graph, &state.g.entries());
        let adjoint = graph.matrix(&group.adjoint(graph, &inverse));
        adjoint.transpose() * &state.body_momentum
    }
}

/// Returns true if steps are solved for coefficients of the symmetry directions, without
/// multipliers.
fn is_solved_in_frame(system: System<'_>, reduction: &Reduction) -> bool {
    reduction.is_solved_in_frame() && !system.mechanics.model.has_ideal_positions()
}

impl Labels {
    fn of(system: System<'_>, reduction: &Reduction) -> Self {
        let names: Vec<_> = system.mechanics.model.force_names().collect();
        let pick = |places: &[usize]| -> Vec<String> {
            places.iter().map(|&i| names[i].to_owned()).collect()
        };
        let numbers = |range: core::ops::Range<usize>| range.map(|i| i.to_string()).collect();
        let body = pick(&reduction.splitting.velocities);
        Self {
            shape: pick(&reduction.splitting.shape),
            coefficients: if is_solved_in_frame(system, reduction) {
                numbers(1..reduction.direction_count() + 1)
            } else {
                body.clone()
            },
            body,
            element: numbers(0..reduction.g.len()),
        }
    }
}

impl<'m> Point<'m> {
    /// Returns the same moment at another group element.
    fn with_element(&self, g: &Vector<'m>) -> Self {
        let mut point = self.clone();
        let splitting = &self.reduction.splitting;
        let r = splitting.placed_shape(&self.node.q.entries());
        point.node.q = self.node.system.vector(splitting.place(&r, &g.entries()));
        point
    }

    /// Returns expressions of the reduction at this point.
    fn values(&self, exprs: &[Expr]) -> Vector<'m> {
        let xi = self.xi.entries();
        self.node.values_with(exprs, &self.reduction.xi, &xi)
    }

    /// Returns a matrix of the reduction at this point.
    fn matrix(&self, matrix: &crate::expr::Matrix) -> Matrix<'m> {
        let entries = self.values(matrix.entries()).entries();
        self.xi.graph().matrix(&matrix.with_entries(entries))
    }

    /// Returns `l_u`.
    fn shape_momentum(&self) -> Vector<'m> {
        self.values(&self.reduction.shape_momentum)
    }

    /// Returns `l_xi`.
    fn body_momentum(&self) -> Vector<'m> {
        self.values(&self.reduction.body_momentum)
    }
}
