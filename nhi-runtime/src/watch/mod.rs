//! Run monitoring: checks quantities that must stay small according to the theory.
//!
//! A wrong number looks like a right one. But the causes of wrong numbers show in other numbers,
//! the [`Signs`]: an energy that must be constant and is not, a reflection that should cancel on
//! average but grows, angles that turn too far in a step. A [`Watch`] compares them with
//! [`WatchLimits`] and keeps a [`Finding`] for each [`Concern`] that exceeded its limit.
//! [`Watching`] does so as an observer of runs. Nothing here allocates.
//!
//! A run without a finding is not proved correct. Its error may still be larger than required,
//! which only a comparison with smaller steps can show.

mod alternation;
mod balance;
mod concern;
mod figures;
mod finding;
mod held;
mod limits;
mod observer;
mod signs;

pub use alternation::Alternation;
pub use concern::Concern;
pub use finding::{Described, Finding};
pub use held::HeldControls;
pub use limits::WatchLimits;
pub use observer::{Driven, KnownControls, Undriven, Watched, Watching};
pub use signs::{ContactSign, Signs};

use balance::Balance;

use crate::{NewtonReport, Real, math};

/// A monitor that compares the signs of successive states with limits, and keeps its findings.
///
/// ```
/// use nhi_runtime::{Concern, NewtonReport, Signs, Watch};
///
/// let mut watch = Watch::default();
/// for step in 0..100_u32 {
///     let t = 0.01 * f64::from(step);
///     let signs = Signs { energy: Some(2.0 + t), kinetic: 1.0, ..Signs::default() };
///     watch.look(step.into(), t, &signs, &NewtonReport::default());
/// }
/// let finding = watch.findings().next().unwrap();
/// assert_eq!(finding.concern, Concern::Energy);
/// assert!((finding.since - 0.06).abs() < 1e-12 && (finding.worst - 0.99).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watch<T> {
    limits: WatchLimits<T>,
    first_energy: Option<T>,
    balance: Balance<T>,
    largest_kinetic: T,
    /// The largest load of a contact so far.
    largest_load: T,
    /// True if the method of the last state chooses its steps by a tolerance.
    is_adaptive: bool,
    /// The number of steps and the kinetic energy of the last state.
    last: Option<(u64, T)>,
    levels: [Option<T>; Concern::ALL.len()],
    findings: [Option<Finding<T>>; Concern::ALL.len()],
}

/// A monitor with the limits that the book justifies.
impl<T: Real> Default for Watch<T> {
    fn default() -> Self {
        Self::new(WatchLimits::default())
    }
}

impl<T: Real> Watch<T> {
    /// Returns a monitor with the given limits.
    #[must_use]
    pub fn new(limits: WatchLimits<T>) -> Self {
        Self {
            limits,
            first_energy: None,
            balance: Balance::default(),
            largest_kinetic: T::zero(),
            largest_load: T::zero(),
            is_adaptive: false,
            last: None,
            levels: [None; Concern::ALL.len()],
            findings: [None; Concern::ALL.len()],
        }
    }

    /// Checks the signs of the state after `steps` steps, at time `t`, and the report on the
    /// equations of the step that led to it.
    pub fn look(&mut self, steps: u64, t: T, signs: &Signs<T>, report: &NewtonReport<T>) {
        self.is_adaptive = signs.adaptive;
        let from_rest = self.largest_kinetic == T::zero();
        if signs.kinetic > self.largest_kinetic {
            self.rescale(self.largest_kinetic / signs.kinetic);
            self.largest_kinetic = signs.kinetic;
        }
        let kinetic = self.largest_kinetic;
        // A body at rest has no scale to compare with.
        let share = |part: T| (kinetic > T::zero()).then(|| part / kinetic);
        let parasitic = signs.parasitic.map(math::abs).and_then(share);
        let parasitic = parasitic.map(math::sqrt);
        let energy = signs.energy.filter(|_| signs.power.is_none());
        if energy.is_none() {
            // In a phase with another contact the energy may change.
            self.first_energy = None;
        }
        let mut most_energy = self.limits.energy;
        let energy = energy.and_then(|energy| {
            let first = *self.first_energy.get_or_insert(energy);
            let change = math::abs(energy - first);
            let level = share(change)?;
            // Next to a large potential energy, rounding errors are a large share of a small motion.
            let rounding = T::literal(1e3) * T::EPSILON;
            if level > most_energy && change <= rounding * math::abs(energy) {
                most_energy = level;
            }
            Some(level)
        });
        let balance = match signs.adaptive {
            // The power between two rows is not that of the steps in between.
            true => None,
            false => self.balance.follow(t, signs, kinetic).and_then(share),
        };
        // A relative residual at the level of round-off is meaningless for a body that is almost at
        // rest.
        let speed = share(signs.kinetic).map(math::sqrt);
        let residual = signs.residual.zip(speed);
        let residual = residual.map(|(residual, speed)| residual * speed);
        let change = self.change_of_speed(steps, signs.kinetic);
        // The first step from rest sets the scale itself.
        let change = change.filter(|_| !from_rest && !signs.adaptive);
        let change = change.and_then(|change| share(change * change).map(math::sqrt));
        let mut weigh = |concern, level: Option<T>| {
            if let Some(level) = level {
                self.weigh(t, concern, level);
            }
        };
        weigh(Concern::Speed, change);
        weigh(Concern::ParasiticMode, parasitic);
        weigh(Concern::EnergyBalance, balance);
        weigh(Concern::Constraint, residual);
        weigh(Concern::Pole, signs.pole);
        weigh(Concern::Pivot, signs.pivot.filter(|_| !signs.adaptive));
        if let Some(energy) = energy {
            self.weigh_within(t, Concern::Energy, energy, most_energy);
        }
        if let Some(turn) = signs.turn.filter(|_| !signs.adaptive) {
            let limit = match signs.lags {
                true => self.limits.lagging_turn,
                false => self.limits.turn,
            };
            self.weigh_within(t, Concern::Turn, turn, limit);
        }
        if let Some(contact) = &signs.contact {
            self.look_at_contact(t, contact);
        }
        if report.iterations > 0 {
            let iterations = T::from_count(report.iterations.into());
            let substeps = T::from_count(signs.substeps.unwrap_or(1).into());
            let limit = self.limits.newton * substeps;
            self.weigh_within(t, Concern::Newton, iterations, limit);
        }
    }

    /// Forgets the states of an earlier run and their levels: the next state does not follow from
    /// them. Findings remain.
    pub fn begin_run(&mut self) {
        self.first_energy = None;
        self.balance = Balance::default();
        self.last = None;
        self.levels = [None; Concern::ALL.len()];
    }

    /// Accepts a jump of the state, such as by an impact, at which the energy changed by `energy`.
    pub fn jump(&mut self, energy: T) {
        self.first_energy = self.first_energy.map(|first| first + energy);
        self.balance.jump();
        self.last = None;
    }

    /// Compares the pull of a contact with the largest load so far.
    fn look_at_contact(&mut self, t: T, contact: &ContactSign<T>) {
        self.largest_load = self.largest_load.max(contact.load);
        // A load is round-off if it moves the fastest body only by a share of round-off.
        let round_off = math::sqrt(self.largest_kinetic) * T::literal(64.0) * T::default_epsilon();
        let loads = self.largest_load > round_off;
        let pull = contact.pull.max(T::zero());
        let level = if loads {
            pull / self.largest_load
        } else {
            T::zero()
        };
        let is_first = self.findings[Concern::Contact as usize].is_none();
        self.weigh(t, Concern::Contact, level);
        if let Some(finding) = &mut self.findings[Concern::Contact as usize]
            && is_first
        {
            finding.contact = Some(contact.place);
        }
    }

    /// Returns the change of the square root of the kinetic energy per step since the last state;
    /// `None` if an indefinite metric has no such root.
    fn change_of_speed(&mut self, steps: u64, kinetic: T) -> Option<T> {
        let (before, last) = self.last.replace((steps, kinetic))?;
        let count = steps.abs_diff(before);
        let has_roots = [last, kinetic].into_iter().all(|x| x >= T::zero());
        (count > 0 && has_roots).then(|| {
            let change = math::sqrt(kinetic) - math::sqrt(last);
            math::abs(change) / T::from_count(count)
        })
    }

    /// Withdraws findings that are small relative to a motion that has become faster: a motion that
    /// starts at rest has no scale yet. `ratio` is the ratio of the kinetic energies.
    fn rescale(&mut self, ratio: T) {
        let ratios = [
            (Concern::Constraint, math::sqrt(ratio)),
            (Concern::Speed, math::sqrt(ratio)),
            (Concern::ParasiticMode, math::sqrt(ratio)),
            (Concern::Energy, ratio),
            (Concern::EnergyBalance, ratio),
        ];
        for (concern, ratio) in ratios {
            let finding = &mut self.findings[concern as usize];
            *finding = finding.take().and_then(|finding| {
                let worst = finding.worst * ratio;
                let level = finding.level * ratio;
                let rescaled = Finding {
                    level,
                    worst,
                    ..finding
                };
                (worst > finding.limit).then_some(rescaled)
            });
        }
    }

    /// Compares the level of a concern at time `t` with its limit.
    ///
    /// This is for concerns that states do not show. For controls held over steps, use
    /// [`hold`](Self::hold).
    #[inline]
    pub fn weigh(&mut self, t: T, concern: Concern, level: T) {
        self.weigh_within(t, concern, level, self.limits.of(concern));
    }

    #[inline]
    fn weigh_within(&mut self, t: T, concern: Concern, level: T, limit: T) {
        let place = concern as usize;
        self.levels[place] = Some(level);
        match &mut self.findings[place] {
            Some(finding) if concern.is_worse(level, finding.worst) => finding.worst = level,
            none @ None if concern.is_worse(level, limit) => {
                *none = Some(Finding {
                    concern,
                    since: t,
                    level,
                    limit,
                    worst: level,
                    contact: None,
                    adaptive: self.is_adaptive,
                });
            }
            _ => {}
        }
    }

    /// Returns the level of a concern at the last state; `None` if the motion has no sign of it.
    #[must_use]
    pub fn level(&self, concern: Concern) -> Option<T> {
        self.levels[concern as usize]
    }

    /// Returns the largest kinetic energy so far.
    #[must_use]
    pub fn largest_kinetic(&self) -> T {
        self.largest_kinetic
    }

    /// Returns the findings so far, at most one for each concern.
    pub fn findings(&self) -> impl Iterator<Item = &Finding<T>> {
        self.findings.iter().flatten()
    }

    /// Returns true if there are no findings so far.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.findings().next().is_none()
    }
}
