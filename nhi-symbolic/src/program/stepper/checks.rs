//! Checks of initial values.

use super::super::place::Place;
use super::layout::{GroupElement, Names};
use super::routine::Routine;

/// A check of initial values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartCheck {
    /// All of these are finite. The check adds them in this order and tests the sum.
    FiniteInput(Vec<Place>),
    /// The rotation of a group element is a rotation matrix.
    Rotation {
        /// The name of the group element.
        element: String,
        /// The indices of its entries in the configuration, row by row.
        rows: Vec<Vec<usize>>,
    },
    /// Every constraint holds to the tolerance, according to the function `admission`.
    Constraints,
}

/// Returns the checks of `start` in their order.
pub(super) fn of_start(
    names: &Names,
    elements: &[GroupElement],
    has_initial_multipliers: bool,
    admission: &Routine,
) -> Vec<StartCheck> {
    let mut given = vec![Place::Time];
    given.extend((0..names.configuration.len()).map(Place::Configuration));
    given.extend((0..names.velocities.len()).map(Place::Velocity));
    if has_initial_multipliers {
        given.extend((0..names.constraints.len()).map(Place::InitialMultiplier));
    }
    let mut checks = vec![StartCheck::FiniteInput(given)];
    checks.extend(elements.iter().map(|element| StartCheck::Rotation {
        element: element.name.clone(),
        rows: element.rotation.clone(),
    }));
    if !admission.function.outputs.is_empty() {
        checks.push(StartCheck::Constraints);
    }
    checks
}
