/// A kind of warning about a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Concern {
    /// The alternating part of a reflected velocity, relative to the largest speed: the square root
    /// of the ratio of its kinetic energy to that of the motion.
    ParasiticMode,
    /// The change of an energy that the exact motion keeps, relative to the largest kinetic energy.
    Energy,
    /// The change of the energy minus the work of forces and controls, relative to the largest
    /// kinetic energy.
    EnergyBalance,
    /// The largest relative residual of a constraint, multiplied by the ratio of the current speed
    /// to the largest speed.
    Constraint,
    /// The change of the speed (the square root of the kinetic energy) in a step, relative to the
    /// largest speed.
    Speed,
    /// The largest change of an angle in a step, in radians.
    Turn,
    /// The smallest distance of an angle from a pole of its chart, in radians; smaller is worse.
    Pole,
    /// The largest change of a pivot of the mass matrix or of `A M^-1 A^T` in a step, relative to
    /// the pivot.
    Pivot,
    /// The number of iterations of Newton's method in a step.
    Newton,
    /// The change of a state-dependent control in a step over which it is held, relative to its
    /// largest value.
    HeldControl,
    /// The amplitude of a velocity that alternates in every step, relative to its largest value.
    Alternation,
    /// The difference between time-dependent controls and forces and the values that a step assumes
    /// between the times at which it evaluates them, relative to the range over which they vary.
    UnresolvedControl,
    /// The multiplier of a contact on the side that the model excludes, relative to its largest
    /// value.
    Contact,
}

impl Concern {
    /// All concerns.
    pub const ALL: [Self; 13] = [
        Self::ParasiticMode,
        Self::Energy,
        Self::EnergyBalance,
        Self::Constraint,
        Self::Speed,
        Self::Turn,
        Self::Pole,
        Self::Pivot,
        Self::Newton,
        Self::HeldControl,
        Self::Alternation,
        Self::UnresolvedControl,
        Self::Contact,
    ];

    /// Returns the concern as one word, as in columns and keys: `parasitic_mode`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::ParasiticMode => "parasitic_mode",
            Self::Energy => "energy",
            Self::EnergyBalance => "energy_balance",
            Self::Constraint => "constraint",
            Self::Speed => "speed",
            Self::Turn => "turn",
            Self::Pole => "pole",
            Self::Pivot => "pivot",
            Self::Newton => "newton",
            Self::HeldControl => "held_control",
            Self::Alternation => "alternation",
            Self::UnresolvedControl => "unresolved_control",
            Self::Contact => "contact",
        }
    }

    /// Returns the name of the quantity that the level measures, for use in a sentence.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::ParasiticMode => "the parasitic mode",
            Self::Energy => "the energy",
            Self::EnergyBalance => "the energy balance",
            Self::Constraint => "the residual of a constraint",
            Self::Speed => "the change of the speed",
            Self::Turn => "the turn of an angle",
            Self::Pole => "the distance of an angle from a pole",
            Self::Pivot => "the change of a pivot",
            Self::Newton => "the count of iterations",
            Self::HeldControl => "the change of a held control",
            Self::Alternation => "the alternation of a velocity",
            Self::UnresolvedControl => "the unresolved part of a control",
            Self::Contact => "the multiplier of a contact",
        }
    }

    /// Returns true if `level` is worse than `than`. NaN is always worse.
    pub(super) fn is_worse<T: PartialOrd>(self, level: T, than: T) -> bool {
        let is_no_number = level.partial_cmp(&level).is_none();
        let is_worse = match self {
            Self::Pole => level < than,
            _ => level > than,
        };
        is_worse || is_no_number
    }
}
