//! The continuous mechanics of a system that is written by hand, by automatic differentiation and
//! dense linear algebra: nothing here knows the compiler.

use nalgebra::{DMatrix, DVector};

use super::chart::{Factor, chart};
use super::jet::Jet;

/// Where a system is evaluated.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    pub(crate) u: Vec<f64>,
    pub(crate) t: f64,
}

/// The arguments of a system's functions.
pub(crate) struct Point {
    pub(crate) q: Vec<Jet>,
    pub(crate) v: Vec<Jet>,
    pub(crate) u: Vec<f64>,
    pub(crate) p: Vec<f64>,
    pub(crate) t: Jet,
    /// Where the configuration is in the chart around `q`: one number per velocity.
    pub(crate) x: Vec<Jet>,
    /// Whether a displacement in the chart keeps the body velocities, not their chart velocities.
    pub(crate) keeps_velocity: bool,
}

type Scalar = Box<dyn Fn(&Point) -> Jet>;
type Column = Box<dyn Fn(&Point) -> Vec<Jet>>;
type Rows = Box<dyn Fn(&Point) -> Vec<Vec<f64>>>;

/// A system as functions of numbers: `L`, the residuals `A v + b`, and the forces.
pub(crate) struct System {
    pub(crate) lagrangian: Scalar,
    pub(crate) constraints: Column,
    pub(crate) forces: Column,
    /// The force on every coordinate by the multiplier of every constraint.
    pub(crate) reactions: Rows,
    /// The factors of the configuration behind the coordinates.
    pub(crate) factors: Vec<Factor>,
}

/// Everything that follows from a system at one state.
#[derive(Clone, Debug)]
pub(crate) struct Dynamics {
    pub(crate) v: DVector<f64>,
    pub(crate) mass: DMatrix<f64>,
    pub(crate) momentum: DVector<f64>,
    /// `L_v(q, 0)`.
    pub(crate) rest_momentum: DVector<f64>,
    /// `L_q`, along the left-invariant fields of group factors.
    pub(crate) gradient: DVector<f64>,
    /// The Euler-Lagrange expression without `M a`: `(L_v)_q v - L_q` in coordinates.
    pub(crate) bias: DVector<f64>,
    pub(crate) energy: f64,
    pub(crate) force: DVector<f64>,
    /// The constraint matrix `A`.
    pub(crate) a: DMatrix<f64>,
    /// The offset `b`.
    pub(crate) b: DVector<f64>,
    /// The residuals of the constraints themselves, `A v + b` if they are affine.
    residual: DVector<f64>,
    /// `(dA/dt) v + db/dt`.
    pub(crate) rate: DVector<f64>,
    /// `B^T` of forces `B lambda`.
    reactions: DMatrix<f64>,
}

impl System {
    pub(crate) fn at(&self, parameters: &[f64], state: &State) -> Dynamics {
        let n = state.v.len();
        let plain = Point::new(parameters, state, n);
        let m = self.constraints_at(&plain).len();
        let lagrangian = self.lagrangian_at(&plain).x;

        let mut mass = DMatrix::zeros(n, n);
        for i in 0..n {
            for j in 0..=i {
                let point = plain.seeded(|p| {
                    p.v[i].a = 1.0;
                    p.v[j].b = 1.0;
                });
                let entry = self.lagrangian_at(&point).ab;
                (mass[(i, j)], mass[(j, i)]) = (entry, entry);
            }
        }
        // Direction b is the motion, so that `ab` is the rate of a momentum or of a row.
        let moving = plain.seeded(|p| {
            for i in 0..n {
                p.x[i].b = p.v[i].x;
            }
            p.t.b = 1.0;
        });
        let momentum = self.momentum(&plain, |_, jet| jet.a);
        let transport = self.momentum(&moving, |_, jet| jet.ab);
        let slope = DVector::from_fn(n, |i, _| {
            self.lagrangian_at(&plain.seeded(|p| p.x[i].a = 1.0)).a
        });
        let gradient = DVector::from_fn(n, |i, _| {
            let mut point = plain.seeded(|p| p.x[i].a = 1.0);
            point.keeps_velocity = true;
            self.lagrangian_at(&point).a
        });
        let rest = plain.seeded(|p| p.v.fill(Jet::constant(0.0)));
        let rest_momentum = self.momentum(&rest, |_, jet| jet.a);

        let mut a = DMatrix::zeros(m, n);
        for j in 0..n {
            let residual = self.constraints_at(&plain.seeded(|p| p.v[j].a = 1.0));
            for i in 0..m {
                a[(i, j)] = residual[i].a;
            }
        }
        let b = self.constraints_at(&rest).into_iter().map(|jet| jet.x);
        let residual = self.constraints_at(&plain).into_iter().map(|jet| jet.x);
        let rate = self.constraints_at(&moving).into_iter().map(|jet| jet.b);
        let force = (self.forces)(&self.on_groups(&plain))
            .into_iter()
            .map(|jet| jet.x);
        let v = DVector::from_column_slice(&state.v);
        Dynamics {
            energy: v.dot(&momentum) - lagrangian,
            bias: transport - slope,
            force: DVector::from_iterator(n, force),
            b: DVector::from_iterator(m, b),
            residual: DVector::from_iterator(m, residual),
            rate: DVector::from_iterator(m, rate),
            reactions: {
                let rows = (self.reactions)(&plain);
                DMatrix::from_fn(m, n, |i, j| rows.get(i).map_or(0.0, |row| row[j]))
            },
            v,
            mass,
            momentum,
            rest_momentum,
            gradient,
            a,
        }
    }

    fn momentum(&self, point: &Point, part: impl Fn(usize, Jet) -> f64) -> DVector<f64> {
        DVector::from_fn(point.v.len(), |i, _| {
            part(i, self.lagrangian_at(&point.seeded(|p| p.v[i].a = 1.0)))
        })
    }

    fn lagrangian_at(&self, point: &Point) -> Jet {
        (self.lagrangian)(&self.on_groups(point))
    }

    fn constraints_at(&self, point: &Point) -> Vec<Jet> {
        (self.constraints)(&self.on_groups(point))
    }

    /// The point of a chart as the system's functions take it.
    fn on_groups(&self, point: &Point) -> Point {
        let mut moved = point.seeded(|_| {});
        chart(&self.factors, &mut moved);
        moved
    }
}

impl Point {
    fn new(parameters: &[f64], state: &State, n: usize) -> Self {
        let jets = |values: &[f64]| values.iter().copied().map(Jet::constant).collect();
        Self {
            q: jets(&state.q),
            v: jets(&state.v),
            u: state.u.clone(),
            p: parameters.to_vec(),
            t: Jet::constant(state.t),
            x: vec![Jet::constant(0.0); n],
            keeps_velocity: false,
        }
    }

    fn seeded(&self, seed: impl FnOnce(&mut Self)) -> Self {
        let mut point = Self {
            q: self.q.clone(),
            v: self.v.clone(),
            u: self.u.clone(),
            p: self.p.clone(),
            t: self.t,
            x: self.x.clone(),
            keeps_velocity: self.keeps_velocity,
        };
        seed(&mut point);
        point
    }
}

impl Dynamics {
    pub(crate) fn residual(&self) -> DVector<f64> {
        self.residual.clone()
    }

    /// `|A_i| |v| + |b_i|`, with rows in the diagonal of the mass matrix, and velocities in the matrix.
    pub(crate) fn scale(&self) -> Vec<f64> {
        let masses = self.mass.diagonal();
        let speed = self.v.dot(&(&self.mass * &self.v)).sqrt();
        let rows = (0..self.a.nrows()).map(|i| self.a.row(i).transpose());
        rows.enumerate()
            .map(|(i, row)| {
                let squares = row.component_mul(&row).component_div(&masses);
                squares.sum().sqrt() * speed + self.b[i].abs()
            })
            .collect()
    }

    /// Acceleration and multipliers from `[M, -(A + B^T)^T; A, 0] [a; lambda] = [f - c; -rate]`.
    pub(crate) fn motion(&self) -> (DVector<f64>, DVector<f64>) {
        let load = &self.force - &self.bias;
        let pushing = &self.a + &self.reactions;
        let (a, minus_lambda) = self.pushed(&pushing, &load, &-&self.rate);
        (a, -minus_lambda)
    }

    /// The velocity on the constraints that is nearest to `w` in the metric.
    pub(crate) fn nearest_velocity(&self, w: &DVector<f64>) -> DVector<f64> {
        self.saddle_point(&(&self.mass * w), &-&self.b).0
    }

    /// A step of Newton's method to the nearest velocity on the constraints.
    pub(crate) fn nearer_velocity(&self) -> DVector<f64> {
        let side = &self.a * &self.v - &self.residual;
        self.saddle_point(&(&self.mass * &self.v), &side).0
    }

    /// Twice the nearest velocity minus `w`.
    pub(crate) fn reflected_velocity(&self, w: &DVector<f64>) -> DVector<f64> {
        self.nearest_velocity(w) * 2.0 - w
    }

    /// The momentum whose velocity is reflected.
    pub(crate) fn reflected_momentum(&self, p: &DVector<f64>) -> DVector<f64> {
        let kinetic = p - &self.rest_momentum;
        let velocity = self.inverse_mass(&kinetic);
        &self.mass * self.reflected_velocity(&velocity) + &self.rest_momentum
    }

    /// `(A M^-1 A^T)^-1 x`.
    pub(crate) fn inverse_gram(&self, x: &DVector<f64>) -> DVector<f64> {
        if x.is_empty() {
            return x.clone();
        }
        let gram = &self.a * self.inverse_mass_matrix() * self.a.transpose();
        gram.lu()
            .solve(x)
            .unwrap_or_else(|| DVector::zeros(x.len()))
    }

    pub(crate) fn inverse_mass(&self, p: &DVector<f64>) -> DVector<f64> {
        self.mass.clone().lu().solve(p).expect("a regular M")
    }

    fn inverse_mass_matrix(&self) -> DMatrix<f64> {
        self.mass.clone().try_inverse().expect("a regular M")
    }

    /// `P`, column by column the nearest velocities of linear constraints.
    pub(crate) fn projector(&self) -> DMatrix<f64> {
        let n = self.v.len();
        let no_offset = DVector::zeros(self.b.len());
        let columns: Vec<_> = (0..n)
            .map(|j| self.saddle_point(&self.mass.column(j).into(), &no_offset).0)
            .collect();
        DMatrix::from_columns(&columns)
    }

    /// `[M, A^T; A, 0] [x; y] = [f; g]`.
    fn saddle_point(&self, f: &DVector<f64>, g: &DVector<f64>) -> (DVector<f64>, DVector<f64>) {
        self.pushed(&self.a, f, g)
    }

    /// `[M, P^T; A, 0] [x; y] = [f; g]`.
    fn pushed(
        &self,
        pushing: &DMatrix<f64>,
        f: &DVector<f64>,
        g: &DVector<f64>,
    ) -> (DVector<f64>, DVector<f64>) {
        let (n, m) = (f.len(), g.len());
        let mut matrix = DMatrix::zeros(n + m, n + m);
        matrix.view_mut((0, 0), (n, n)).copy_from(&self.mass);
        matrix.view_mut((n, 0), (m, n)).copy_from(&self.a);
        matrix
            .view_mut((0, n), (n, m))
            .copy_from(&pushing.transpose());
        let mut side = DVector::zeros(n + m);
        side.rows_mut(0, n).copy_from(f);
        side.rows_mut(n, m).copy_from(g);
        let solution = matrix
            .full_piv_lu()
            .solve(&side)
            .expect("independent constraints");
        (
            solution.rows(0, n).into_owned(),
            solution.rows(n, m).into_owned(),
        )
    }
}
