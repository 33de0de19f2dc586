use super::Concern;
use crate::Real;

/// The limits beyond which a [`Watch`](super::Watch) reports a sign.
///
/// They bound the range in which a run can be trusted; they are not accuracy requirements. Beyond a
/// limit, errors of several percent are likely. The book's page on the run monitor justifies them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct WatchLimits<T> {
    /// The parasitic mode, as a share of the speed.
    pub parasitic_mode: T,
    /// The change of a constant energy, as a share of the largest kinetic energy. `nhi run` takes
    /// 1e-6 for `EnergyPreserving`.
    pub energy: T,
    /// The change of the energy minus the work of forces and controls, as a share of the largest
    /// kinetic energy.
    pub energy_balance: T,
    /// The relative residual of a constraint.
    pub constraint: T,
    /// The change of the speed in a step, as a share of the largest speed.
    pub speed: T,
    /// The change of an angle in a step, in radians.
    pub turn: T,
    /// The same for a reduced method whose retraction turns less than the exact motion, like the
    /// Cayley map.
    pub lagging_turn: T,
    /// The distance of an angle from a pole of its chart, in radians. Smaller distances are
    /// reported.
    pub pole: T,
    /// The change of a pivot in a step, as a share of the pivot.
    pub pivot: T,
    /// The number of iterations of Newton's method in a step, or in each substep of a composed one.
    pub newton: T,
    /// The change of a held control in a step, as a share of its largest value.
    pub held_control: T,
    /// The amplitude of a velocity that alternates in every step, as a share of its largest value.
    pub alternation: T,
    /// The difference between time-dependent controls and the values that a step assumes, as a
    /// share of the range over which they vary.
    pub unresolved_control: T,
    /// The multiplier of a contact on the excluded side, as a share of its largest value.
    pub contact: T,
}

impl<T: Real> Default for WatchLimits<T> {
    fn default() -> Self {
        Self {
            parasitic_mode: T::literal(0.1),
            energy: T::literal(0.05),
            energy_balance: T::literal(0.05),
            constraint: T::literal(0.01),
            speed: T::literal(0.5),
            turn: T::literal(0.8),
            lagging_turn: T::literal(0.4),
            pole: T::literal(0.1),
            pivot: T::literal(1.0),
            newton: T::literal(12.0),
            held_control: T::literal(0.1),
            alternation: T::literal(0.1),
            unresolved_control: T::literal(0.2),
            contact: T::literal(1e-6),
        }
    }
}

impl<T: Real> WatchLimits<T> {
    /// Returns the limit of a concern.
    #[must_use]
    pub fn of(&self, concern: Concern) -> T {
        match concern {
            Concern::ParasiticMode => self.parasitic_mode,
            Concern::Energy => self.energy,
            Concern::EnergyBalance => self.energy_balance,
            Concern::Constraint => self.constraint,
            Concern::Speed => self.speed,
            Concern::Turn => self.turn,
            Concern::Pole => self.pole,
            Concern::Pivot => self.pivot,
            Concern::Newton => self.newton,
            Concern::HeldControl => self.held_control,
            Concern::Alternation => self.alternation,
            Concern::UnresolvedControl => self.unresolved_control,
            Concern::Contact => self.contact,
        }
    }
}
