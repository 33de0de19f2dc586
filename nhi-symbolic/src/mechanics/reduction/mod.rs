//! Reduction by the declared group: the mechanics of `M x G` in shape velocities and body
//! velocities (Kobilarov, Martín de Diego, Ferraro, section 5).
//!
//! An invariant model is known everywhere once it is known at the identity `e` of the group. There
//! the velocities of the group's coordinates are the body velocity `xi = g^-1 dg/dt`. So everything
//! here is the mechanics of the model at `g = e`: `l(r, u, xi) = L(r, e, u, xi)` with the shape `r`
//! and `u = dr/dt`, the constraints `A_u(r) u + A_xi(r) xi + b = 0`, forces on shape and group.
//! Schemes use it in the same way for any representation of the group.

mod assumption;
mod connection;
mod splitting;

use crate::expr::{Expr, Graph, Matrix, Role, RoleSet};
use crate::model::Model;

use super::constraints::ConstraintDistribution;
use super::group::LieGroup;
use super::lagrangian::{LagrangianDynamics, MassKind};

pub use assumption::NoReduction;
use connection::Solution;

pub use connection::Connection;
pub use splitting::Splitting;

/// A model in shape and body velocities; expressions are in `r`, `u`, `xi`, controls and time.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The group with the indices of its entries and velocities in the model.
    pub splitting: Splitting,
    /// The symbols of the shape, those of the model's coordinates. Angles that the group turns are
    /// relative to the angle of the group.
    pub r: Vec<Expr>,
    /// The symbols of the shape velocities, those of the model, with the same meaning.
    pub u: Vec<Expr>,
    /// The symbols of the group's entries, those of the model. Potential and forces may depend on
    /// group elements that are not declared symmetries.
    pub g: Vec<Expr>,
    /// The symbols of the body velocity, rotations first in each factor.
    pub xi: Vec<Expr>,
    /// The reduced Lagrangian `l(r, u, xi)`.
    pub lagrangian: Expr,
    /// `l_u`.
    pub shape_momentum: Vec<Expr>,
    /// `l_xi`.
    pub body_momentum: Vec<Expr>,
    /// `l_r`.
    pub shape_gradient: Vec<Expr>,
    /// The forces on the shape.
    pub shape_forces: Vec<Expr>,
    /// The forces on the group, a covector for the body velocities, with those of a potential that
    /// depends on group elements.
    pub body_forces: Vec<Expr>,
    /// `A_u`, m x dim M.
    pub shape_constraints: Matrix,
    /// `A_xi`, m x dim G.
    pub body_constraints: Matrix,
    /// `b`, the offset of affine constraints.
    pub offset: Vec<Expr>,
    /// The symmetry directions inside the constraints: a basis of `S_r = ker A_xi(r)` as columns
    /// `e_1 .. e_c` of `E`, without division by anything that moves if possible.
    pub directions: Matrix,
    /// The simplest splitting of the constraints, `xi = E w - lift u - drift`. It is some
    /// connection, not that of the metric.
    pub lift: Matrix,
    /// The part of the simplest splitting for affine constraints, `A_xi drift = b`.
    pub drift: Vec<Expr>,
    /// True if `directions` has full rank, and `lift` and `drift` have a value, wherever the
    /// constraints are independent, whatever the parameters. No global frame has this property if a
    /// line of directions turns round once, as for a caster. Then these three are for reading, not
    /// for computing.
    pub has_regular_frame: bool,
    /// True if the constraints depend on group elements that are not declared symmetries, as for a
    /// body that rolls: through directions of space, seen from the body. Then the directions inside
    /// the constraints move with the element, and `directions`, `lift` and `drift` are empty.
    pub has_constraints_of_element: bool,
    /// The shape directions, by name, for which no motion of the group obeys the constraints: those
    /// that are missing in `D_q + V_q`. If there are any, the constraints cannot be solved for the
    /// body velocity, and `directions`, `lift` and `drift` are empty.
    pub missing_directions: Vec<String>,
    /// True if only position constraints of the shape, such as laws of prescribed coordinates, take
    /// away these directions. No group makes up for them.
    pub is_led: bool,
    /// If one of these vanishes, `directions` has a lower rank, or `lift` and `drift` have no
    /// value.
    pub frame_fails_at: Vec<Expr>,
}

impl Reduction {
    /// Reduces a model that is known to be invariant.
    ///
    /// # Errors
    /// The requirement for a reduction that the model does not meet.
    pub(super) fn derive(
        model: &Model,
        lagrangian: &LagrangianDynamics,
        constraints: &ConstraintDistribution,
    ) -> Result<Self, NoReduction> {
        let splitting = Splitting::of(model)?;
        if lagrangian.mass_kind == MassKind::Velocity {
            return Err(NoReduction::GeneralLagrangian);
        }
        let roles = model.graph.roles(lagrangian.lagrangian);
        if roles.contains(Role::Time) {
            return Err(NoReduction::LagrangianOfTime);
        }
        if !constraints.are_affine(&model.graph) {
            return Err(NoReduction::NonAffine);
        }
        let identity = AtIdentity::new(model, &splitting);
        let elsewhere = identity.with_elements(model, &splitting);
        if let Some(element) = splitting.element_read_by(model, &lagrangian.momentum) {
            return Err(NoReduction::EnergyOfElement(element));
        }
        let forms = [constraints.matrix.entries(), &constraints.offset].concat();
        let has_constraints_of_element = splitting.element_read_by(model, &forms).is_some();
        let place = match has_constraints_of_element {
            true => &elsewhere,
            false => &identity,
        };
        let [shape_constraints, body_constraints] =
            place.columns(model, &splitting, &constraints.matrix);
        let missing = |shape: &Matrix, body: &Matrix| {
            assumption::missing_directions(model, &splitting, shape, body)
        };
        let missing_directions = missing(&shape_constraints, &body_constraints);
        let rows = assumption::rows_of_motion(model, &body_constraints);
        let part = |matrix: &Matrix| {
            Matrix::from_fn(rows.len(), matrix.columns(), |i, j| matrix[(rows[i], j)])
        };
        let is_led = !missing_directions.is_empty()
            && missing(&part(&shape_constraints), &part(&body_constraints)).is_empty();

        let offset = place.values(model, &constraints.offset);
        let is_solved = missing_directions.is_empty() && !has_constraints_of_element;
        let solution = match is_solved {
            true => {
                connection::solve_constraints(model, &shape_constraints, &body_constraints, &offset)
            }
            false => Solution::none(splitting.velocities.len()),
        };
        let [shape_momentum, body_momentum] =
            identity.split(model, &splitting, &lagrangian.momentum);
        let [shape_forces, forces] = elsewhere.split(model, &splitting, &model.forces.clone());
        let gradient = elsewhere.potential_forces(model, &splitting, lagrangian);
        let body_forces = super::add(&model.graph, &forces, &gradient);
        let gradient = pick(&lagrangian.gradient, &splitting.shape);
        Ok(Self {
            r: pick(&identity.q, &splitting.shape),
            u: pick(&identity.v, &splitting.shape),
            xi: identity.xi.clone(),
            lagrangian: identity.values(model, &[lagrangian.lagrangian])[0],
            shape_gradient: elsewhere.values(model, &gradient),
            g: pick(&identity.q, &splitting.entries),
            shape_momentum,
            body_momentum,
            shape_forces,
            body_forces,
            shape_constraints,
            body_constraints,
            offset,
            directions: solution.directions,
            lift: solution.lift,
            drift: solution.drift,
            has_regular_frame: solution.is_regular,
            has_constraints_of_element,
            missing_directions,
            is_led,
            frame_fails_at: solution.fails_at,
            splitting,
        })
    }

    /// Returns the group.
    #[must_use]
    pub fn group(&self) -> &LieGroup {
        &self.splitting.group
    }

    /// Returns true if potential or forces depend on a group element.
    #[must_use]
    pub fn depends_on_element(&self, graph: &Graph) -> bool {
        let parts = [&self.shape_gradient, &self.shape_forces, &self.body_forces];
        let symbols = graph.symbols_of(&parts.map(|part| &part[..]).concat());
        self.g.iter().any(|entry| symbols.contains(entry))
    }

    /// Returns true if steps can be solved for coefficients of the symmetry directions.
    #[must_use]
    pub fn is_solved_in_frame(&self) -> bool {
        self.has_regular_frame && self.has_connection()
    }

    /// Returns true if there is a connection: shape and group span the velocities, and the
    /// constraints depend on no group element.
    #[must_use]
    pub fn has_connection(&self) -> bool {
        self.missing_directions.is_empty() && !self.has_constraints_of_element
    }

    /// Returns the number of constraints on the velocities `(u, xi)`.
    #[must_use]
    pub fn constraint_count(&self) -> usize {
        self.offset.len()
    }

    /// Returns the number of symmetry directions.
    #[must_use]
    pub fn direction_count(&self) -> usize {
        self.directions.columns()
    }

    /// Returns the body velocity `E w - lift u - drift` of shape velocity and coefficients.
    pub fn body_velocity(&self, graph: &Graph, u: &[Expr], w: &[Expr]) -> Vec<Expr> {
        let along = self.directions.apply(graph, w);
        let lifted = self.lift.apply(graph, u);
        let carried = super::add(graph, &lifted, &self.drift);
        super::subtract(graph, &along, &carried)
    }
}

/// A substitution that replaces the group's entries by those of the identity, and its velocities by
/// `xi`.
struct AtIdentity {
    q: Vec<Expr>,
    v: Vec<Expr>,
    xi: Vec<Expr>,
    replacements: Vec<(Expr, Expr)>,
}

impl AtIdentity {
    fn new(model: &Model, splitting: &Splitting) -> Self {
        let q: Vec<_> = model.configuration().map(|x| x.symbol).collect();
        let v: Vec<_> = model.velocities.iter().map(|x| x.symbol).collect();
        let names: Vec<String> = model.force_names().map(str::to_owned).collect();
        let velocities = splitting.velocities.iter();
        let xi: Vec<_> = velocities
            .map(|&place| {
                model
                    .graph
                    .symbol(&format!("xi.{}", names[place]), Role::Velocity)
            })
            .collect();
        let entries = pick(&q, &splitting.entries).into_iter();
        let mut replacements: Vec<_> = entries.zip(splitting.group.identity()).collect();
        // A carried angle turns by itself, relative to the group, and with the group.
        for &(angle, of_group) in &splitting.carried {
            let mut places = splitting.velocities.iter();
            let turning = places.position(|&place| place == of_group);
            let turning = xi[turning.expect("the angle of a group is among its velocities")];
            replacements.push((v[angle], model.graph.add(v[angle], turning)));
        }
        replacements.extend(pick(&v, &splitting.velocities).into_iter().zip(xi.clone()));
        Self {
            q,
            v,
            xi,
            replacements,
        }
    }

    /// Returns the same substitution without group elements that are not declared symmetries, which
    /// stay as they are.
    fn with_elements(&self, model: &Model, splitting: &Splitting) -> Self {
        let elements = splitting.undeclared.iter();
        let kept = elements.flat_map(|&index| &model.groups[index].entries);
        let kept: Vec<_> = kept.map(|entry| entry.symbol).collect();
        let replacements = self.replacements.iter().copied();
        Self {
            q: self.q.clone(),
            v: self.v.clone(),
            xi: self.xi.clone(),
            replacements: replacements
                .filter(|(old, _)| !kept.contains(old))
                .collect(),
        }
    }

    /// Returns the derivatives of the potential along the body velocities of those group elements.
    fn potential_forces(
        &self,
        model: &Model,
        splitting: &Splitting,
        lagrangian: &LagrangianDynamics,
    ) -> Vec<Expr> {
        let of_elements = splitting.undeclared.iter();
        let of_elements: Vec<_> = of_elements
            .flat_map(|&index| model.groups[index].velocities())
            .collect();
        let gradient = splitting.velocities.iter().map(|place| {
            if of_elements.contains(place) {
                lagrangian.gradient[*place]
            } else {
                Graph::ZERO
            }
        });
        let gradient: Vec<_> = gradient.collect();
        self.values(model, &gradient)
    }

    fn values(&self, model: &Model, exprs: &[Expr]) -> Vec<Expr> {
        let graph = &model.graph;
        graph
            .substitute(exprs, &self.replacements)
            .into_iter()
            .map(|value| graph.simplify(value, RoleSet::PREPARED))
            .collect()
    }

    /// Returns the parts of a covector on shape and group.
    fn split(&self, model: &Model, splitting: &Splitting, covector: &[Expr]) -> [Vec<Expr>; 2] {
        let parts = splitting.split_covector(&model.graph, covector);
        parts.map(|part| self.values(model, &part))
    }

    /// Returns the parts of the rows of a matrix on shape and group.
    fn columns(&self, model: &Model, splitting: &Splitting, matrix: &Matrix) -> [Matrix; 2] {
        let rows = 0..matrix.rows();
        let rows = rows.map(|i| splitting.split_covector(&model.graph, matrix.row(i)));
        let rows: Vec<_> = rows.collect();
        let sizes = [splitting.shape.len(), splitting.velocities.len()];
        [0, 1].map(|part| {
            let columns = Matrix::from_fn(rows.len(), sizes[part], |i, j| rows[i][part][j]);
            columns.with_entries(self.values(model, columns.entries()))
        })
    }
}

fn pick(entries: &[Expr], places: &[usize]) -> Vec<Expr> {
    places.iter().map(|&place| entries[place]).collect()
}
