//! The quantities that the exact motion conserves: momenta of the declared group, a moving energy,
//! and declared integrals.

use crate::mechanics::Mechanics;

use super::table::Quantity;

/// A number that is constant along the exact motion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conserved {
    /// `J[2]` for an entry of the momentum map, `moving_energy`, or `integral.<name>` for an
    /// integral that is declared.
    pub name: String,
    /// Its meaning in words.
    pub meaning: String,
    /// The name of the quantity that it is an entry of.
    pub quantity: String,
    /// The index of the entry.
    pub entry: usize,
}

impl Conserved {
    /// Returns the momenta that the constraints and forces leave constant, then the moving energy,
    /// then the declared integrals. Of vakonomic motions only the last are known to be constant:
    /// their momenta contain the multipliers.
    #[must_use]
    pub fn all_of(mechanics: &Mechanics, is_vakonomic: bool) -> Vec<Self> {
        let generators = mechanics.symmetry.generators.iter().enumerate();
        let momenta = generators
            .filter(|(_, generator)| generator.is_conserved && !is_vakonomic)
            .map(|(entry, generator)| Self {
                name: format!("J[{entry}]"),
                meaning: format!("the momentum of the {}", generator.motion),
                quantity: Quantity::MomentumMap.name().to_owned(),
                entry,
            });
        let integrals = mechanics.model.integrals.iter().map(|integral| Self {
            name: format!("integral.{}", integral.name),
            meaning: format!("the declared integral `{}`", integral.name),
            quantity: Quantity::Integrals.name_of(&integral.name),
            entry: 0,
        });
        let moving = mechanics.moving_energy.iter();
        let moving = moving.filter(|_| !is_vakonomic).map(|moving| Self {
            name: Quantity::MovingEnergy.name().to_owned(),
            meaning: format!("the moving energy `{}`", moving.formula),
            quantity: Quantity::MovingEnergy.name().to_owned(),
            entry: 0,
        });
        momenta.chain(moving).chain(integrals).collect()
    }
}
