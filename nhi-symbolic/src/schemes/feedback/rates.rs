//! Attraction at given rates: each deviation decays separately as `exp(-rate t)`, in any units.
//!
//! With the velocity `w` that the momentum has on the constraints, `p_c = M w` and
//! `p = p_c + A^T mu`, `mu = C^-1 J`, the extended field is changed by
//!
//! `q' -= K u`, `u = kappa_phi M^-1 G^T (G M^-1 G^T)^-1 phi`,
//! `p' -= A^T C^-1 (kappa_J J - J_q K u) + sum of kappa_X (X - X_0) r / (r . M^-1 r + s)`.
//!
//! `phi` are the position constraints, whose gradients `G` are also rows of `A`, and `K` is the
//! identity in coordinates. The levels `X` are the energy `Ht`, with `r = p_c`, and integrals of
//! the model at the velocity `w`, with `r = P^T X_v`. Since `A M^-1 r = 0`, the attraction to a
//! level does not change `J`, and the attraction to the constraints does not change `Ht`. For the
//! energy, `Ht_q . K u` is subtracted from `kappa_E (Ht - Ht_0)`. So `J' = -kappa_J J`,
//! `phi' = -kappa_phi phi` and, apart from `s`, `Ht' = -kappa_E (Ht - Ht_0)` hold exactly and
//! together.
//!
//! An integral decays exactly only if it is the only one, because the rows `r` of several levels
//! need not be orthogonal. With `N_ij = r_i . M^-1 r_j` the deviations of the levels obey
//! `e' = -N diag(kappa_j / N_jj) e`. The eigenvalues are those of a matrix that is symmetric and
//! positive semidefinite with the trace `sum of kappa`. So nothing grows, and the method is stable
//! if `h` times that sum is within its stability interval.
//!
//! `s` keeps the attraction bounded if a level has no slope, such as the energy at rest. It is 1/64
//! of a typical size of `r . M^-1 r` along the run, which is estimated at the start. The estimate
//! is the size at the initial velocity, plus another one for starts at rest. The latter is the size
//! at the velocity which the initial acceleration yields in `1 / kappa_X`, or by default in a
//! hundred steps. The rate is `kappa_X` times `r . M^-1 r / (r . M^-1 r + s)`.
//!
//! Rotations: `R' -= kappa_R / 2 (R - R^-T)`, so `D = R^T R - Id` obeys `D' = -kappa_R D` exactly.

use super::super::prelude::*;
use super::Base;
use super::form::{energy_of_forced_system, forces_work};
use super::off_constraints::OffConstraints;

/// The state of a run with the rates at which its deviations decay.
pub(super) struct Rates<'m> {
    pub(super) state: OffConstraints<'m>,
    constraint: Rate<'m>,
    position: Rate<'m>,
    rotation: Rate<'m>,
    levels: Vec<Level<'m>>,
    /// The symbols of the levels at the start.
    pub(super) targets: Vector<'m>,
    /// The symbols of the sizes of their slopes.
    pub(super) scales: Vector<'m>,
}

/// A rate in 1/time, and a flag that is true if it is written in the request.
#[derive(Clone, Copy)]
struct Rate<'m> {
    value: Scalar<'m>,
    is_written: bool,
    /// A time in which the motion changes. Rates in a request are chosen for it, and steps are much
    /// shorter.
    time: Scalar<'m>,
}

/// A quantity that is attracted to its value at the start.
struct Level<'m> {
    rate: Rate<'m>,
    value: Scalar<'m>,
    /// The derivative with respect to the velocity on the constraints, as a covector `r` with
    /// `A M^-1 r = 0`.
    slope: Vector<'m>,
    /// `r . M^-1 r`.
    size: Scalar<'m>,
    /// For the energy, its gradient with respect to the configuration.
    by_place: Option<Vector<'m>>,
}

impl<'m> Rates<'m> {
    /// Reads the rates of a request.
    ///
    /// # Errors
    /// A rate of the energy if forces do work.
    pub(super) fn read(state: OffConstraints<'m>, choices: &Choices) -> Result<Self, Diagnostics> {
        let system = state.system;
        let of = |name: &str| Rate::read(system, choices, name);
        let model = &system.mechanics.model;
        let mut levels = Vec::new();
        let energy = of("energy_rate");
        if forces_work(system) {
            if energy.is_written && !energy.is_zero() {
                return Err(energy_of_forced_system(choices, "energy_rate").into());
            }
        } else if !energy.is_zero() {
            levels.push(Level::energy(&state, energy));
        }
        for integral in &model.integrals {
            let rate = of(&format!("{}_rate", integral.name));
            let is_held = rate.is_written || system.mechanics.is_constant_of_motion(integral.expr);
            if is_held && !rate.is_zero() {
                levels.push(Level::integral(&state, integral.expr, rate));
            }
        }
        let labels: Vec<_> = (0..levels.len()).map(|i| i.to_string()).collect();
        let symbols = |name| {
            let labels = labels.iter().map(String::as_str);
            system.symbols(name, labels, Role::Variable)
        };
        Ok(Self {
            targets: symbols("target"),
            scales: symbols("scale"),
            constraint: of("constraint_rate"),
            position: of("position_rate"),
            rotation: of("rotation_rate"),
            state,
            levels,
        })
    }

    /// Returns the values of the levels at a state.
    pub(super) fn levels(&self) -> Vec<Expr> {
        self.levels.iter().map(|level| level.value.expr()).collect()
    }

    /// Returns the sizes of the slopes of the levels, estimated at the start.
    pub(super) fn scales_at_start(&self) -> Vector<'m> {
        let system = self.state.system;
        let start = system.start();
        let levels = self.levels.iter().map(|level| {
            let gained = level.rate.time * start.acceleration();
            let later = start.with_velocity(&gained).momentum();
            let at = |p: &Vector<'m>| self.state.at_start(&[level.size.expr()], p).scalar(0);
            (at(&start.momentum()) + at(&later) + least_size(system)).expr()
        });
        system.column(levels)
    }

    /// Returns the extended field with the attraction.
    pub(super) fn field(&self, extended: [Vector<'m>; 2]) -> Vector<'m> {
        let state = &self.state;
        let system = state.system;
        let [mut q, mut p] = extended;
        p = p - self.constraint.value * state.excess();
        let mut corrected = None;
        if system.mechanics.model.has_ideal_positions() && !self.position.is_zero() {
            let u = self.position.value * system.start().position_correction();
            let moved = state.held.with_velocity(&u).rates();
            q = q - &moved;
            p = p + state.impulse_against(&moved);
            corrected = Some(moved);
        }
        let frame = &system.mechanics.frame;
        if !frame.is_coordinate() {
            let (graph, place) = (system.graph(), &system.mechanics.q);
            let excess = system.vector(frame.excess_of_rotations(graph, place));
            q = q - self.rotation.value / 2 * excess;
        }
        for (i, level) in self.levels.iter().enumerate() {
            let mut decay = level.rate.value * (level.value - self.targets.scalar(i));
            if let (Some(gradient), Some(moved)) = (&level.by_place, &corrected) {
                decay = decay - gradient.dot(moved);
            }
            let size = level.size + self.scales.scalar(i).times(&bound());
            p = p - decay / size * &level.slope;
        }
        q.chain(&p)
    }

    /// Returns the bounds on the step size that follow from the rates.
    pub(super) fn conditions(&self, base: Base) -> Vec<Condition> {
        let system = self.state.system;
        let mut sum = system.number(0);
        for level in &self.levels {
            sum = sum + level.rate.value;
        }
        let of_levels = match &self.levels[..] {
            [level] if level.by_place.is_some() => "`energy_rate`",
            _ => "the sum of the rates of energy and integrals",
        };
        let rates = [
            ("`constraint_rate`", self.constraint.value),
            ("`position_rate`", self.position.value),
            ("`rotation_rate`", self.rotation.value),
            (of_levels, sum),
        ];
        let condition = |(name, rate): (_, Scalar<'m>)| Condition {
            requirement: Requirement::Stable(name),
            value: (system.h() * rate).times(&base.inverse_limit()).expr(),
        };
        rates.into_iter().map(condition).collect()
    }
}

impl<'m> Rate<'m> {
    /// Returns the rate of the given name: as it is written, or 0.1 over the step size.
    fn read(system: System<'m>, choices: &Choices, name: &str) -> Self {
        match choices.written_number(name) {
            Some(rate) => {
                let value = system.number(rate);
                Self {
                    value,
                    is_written: true,
                    time: system.number(1) / value,
                }
            }
            None => Self {
                value: system.number(1) / (10 * system.h()),
                is_written: false,
                time: 100 * system.h(),
            },
        }
    }

    fn is_zero(self) -> bool {
        self.value.expr() == Graph::ZERO
    }
}

impl<'m> Level<'m> {
    /// Returns `Ht`, with the slope `p_c = M w`.
    fn energy(state: &OffConstraints<'m>, rate: Rate<'m>) -> Self {
        let slope = &state.p - state.excess();
        Self {
            rate,
            value: state.energy(),
            size: slope.dot(&state.held.v),
            slope,
            by_place: Some(state.energy_gradient().q),
        }
    }

    /// Returns an integral at the velocity `w`, with the slope `P^T X_v`.
    fn integral(state: &OffConstraints<'m>, integral: Expr, rate: Rate<'m>) -> Self {
        let system = state.system;
        let gradient = system.graph().gradient(integral, &system.mechanics.v);
        let gradient = state.held.values(&gradient);
        let along = system.start().with_momentum(&gradient).nodal_velocity();
        let slope = state.held.with_velocity(&along).momentum();
        Self {
            rate,
            value: state.held.value(integral),
            size: slope.dot(&along),
            slope,
            by_place: None,
        }
    }
}

/// Returns the fraction of the size of a slope that bounds the attraction if the slope vanishes.
fn bound() -> Rational {
    Rational::fraction(1, 64).unwrap_or(Rational::ZERO)
}

/// Returns a size that does not change any other, and keeps a level without any slope from dividing
/// zero by zero: `2^-120`.
fn least_size(system: System<'_>) -> Scalar<'_> {
    let root = Rational::fraction(1, 1 << 60).unwrap_or(Rational::ZERO);
    system.number(&root * &root)
}
