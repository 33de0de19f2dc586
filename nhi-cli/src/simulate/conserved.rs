//! What the exact motion keeps: momenta of the declared group, and declared integrals.

use nhi_machine::Sample;
use nhi_symbolic::mechanics::quantities::Quantity;

use super::stepper::Stepper;

/// A quantity that is constant along the exact motion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Conserved {
    /// `J[2]` for an entry of the momentum map, `integral.<name>` for a declared integral.
    pub(crate) name: String,
    /// What it is, in words.
    pub(crate) meaning: String,
}

impl Stepper<'_> {
    /// The momenta that the constraints and forces leave constant, then the declared integrals.
    pub(crate) fn conserved(&self) -> Vec<Conserved> {
        let mechanics = &self.machine.mechanics;
        let generators = mechanics.symmetry.generators.iter().enumerate();
        let momenta = generators
            .filter(|(_, generator)| generator.is_conserved)
            .map(|(entry, generator)| Conserved {
                name: format!("J[{entry}]"),
                meaning: format!("the momentum of the {}", generator.motion),
            });
        let integrals = mechanics.model.integrals.iter().map(|integral| Conserved {
            name: format!("integral.{}", integral.name),
            meaning: format!("the declared integral `{}`", integral.name),
        });
        momenta.chain(integrals).collect()
    }

    /// The values of the [`conserved`](Self::conserved) quantities.
    pub(crate) fn conserved_values(&self, sample: &Sample) -> Vec<f64> {
        let mechanics = &self.machine.mechanics;
        let generators = &mechanics.symmetry.generators;
        let mut values = Vec::new();
        if generators.iter().any(|generator| generator.is_conserved) {
            let momenta = self.method_at(Quantity::MomentumMap.name(), sample);
            let constant = generators.iter().zip(momenta);
            let constant = constant.filter(|(generator, _)| generator.is_conserved);
            values.extend(constant.map(|(_, momentum)| momentum));
        }
        for integral in &mechanics.model.integrals {
            let name = Quantity::Integrals.name_of(&integral.name);
            values.extend(self.method_at(&name, sample));
        }
        values
    }
}
