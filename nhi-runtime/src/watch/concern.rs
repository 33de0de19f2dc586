/// What a run can give cause for concern with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Concern {
    /// The alternating part of a reflected velocity, relative to the largest speed: the square root
    /// of the ratio of its kinetic energy to that of the motion.
    ParasiticMode,
    /// The change of an energy that the exact motion keeps, relative to the largest kinetic energy.
    Energy,
    /// The change of the energy minus the work of forces and controls, relative to the largest kinetic
    /// energy.
    EnergyBalance,
    /// The largest residual of a constraint, relative to what it is compared with, times the share that
    /// the speed has of the largest one.
    Constraint,
    /// The change of the speed, the square root of the kinetic energy, in a step, relative to the largest
    /// speed.
    Speed,
    /// The largest change of an angle in a step, in radians.
    Turn,
    /// The smallest distance of an angle from a pole of its chart, in radians: the smaller, the worse.
    Pole,
    /// The largest change in a step of a pivot of the mass matrix or of `A M^-1 A^T`, relative to the pivot.
    Pivot,
    /// The number of iterations of Newton's method in a step.
    Newton,
    /// The change of a control of the state in a step over which it is held, relative to its largest
    /// value.
    HeldControl,
    /// The amplitude of a velocity that goes up and down in every step, relative to its largest value.
    Alternation,
    /// How far controls and forces of the time are, between the moments at which a step reads them, from
    /// what it takes them for, relative to how far they move.
    UnresolvedControl,
    /// The multiplier of a contact on the side that the model excludes, relative to its largest value.
    Contact,
}

impl Concern {
    /// All of them.
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

    /// The concern as one word, as columns and keys have it: `parasitic_mode`.
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

    /// What its level is the level of, in a sentence.
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

    /// Whether one level gives more cause for concern than another; one that is no number does.
    pub(super) fn is_worse<T: PartialOrd>(self, level: T, than: T) -> bool {
        let is_no_number = level.partial_cmp(&level).is_none();
        let is_worse = match self {
            Self::Pole => level < than,
            _ => level > than,
        };
        is_worse || is_no_number
    }
}
