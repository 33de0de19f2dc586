//! Systems of many unknowns in arrays, with room for factors.

use super::iteration::{Jacobian, System};
use crate::Real;
use crate::linear::Factors;

/// A system, its last Jacobian, and the factors of that Jacobian.
pub(super) struct Keeping<T, F, const N: usize> {
    system: F,
    jacobian: [[T; N]; N],
    factors: [[T; N]; N],
    order: [T; N],
}

impl<T: Real, F, const N: usize> Keeping<T, F, N> {
    #[inline]
    pub(super) fn new(system: F) -> Self {
        Self {
            system,
            jacobian: [[T::zero(); N]; N],
            factors: [[T::zero(); N]; N],
            order: [T::zero(); N],
        }
    }
}

impl<T, F, const N: usize> System<T, [T; N]> for Keeping<T, F, N>
where
    T: Real,
    F: FnMut(&[T; N], Option<&mut [[T; N]; N]>) -> [T; N],
{
    type Residual<'s>
        = [T; N]
    where
        Self: 's;
    type Jacobian<'s>
        = Kept<'s, T, N>
    where
        Self: 's;

    #[inline]
    fn linearise(&mut self, x: &[T; N], are_factors_kept: bool) -> ([T; N], Kept<'_, T, N>) {
        let jacobian = &mut self.jacobian;
        let residual = (self.system)(x, (!are_factors_kept).then_some(&mut *jacobian));
        let factors = Factors {
            entries: self.factors.as_flattened_mut(),
            order: &mut self.order,
        };
        (residual, Kept { jacobian, factors })
    }
}

/// A Jacobian with its own factors or those of a nearby Jacobian.
pub(super) struct Kept<'s, T, const N: usize> {
    jacobian: &'s [[T; N]; N],
    factors: Factors<'s, T>,
}

impl<T: Real, const N: usize> Jacobian<T, [T; N]> for Kept<'_, T, N> {
    type Row = [T; N];

    #[inline]
    fn entries(&self) -> &[T] {
        self.jacobian.as_flattened()
    }

    #[inline]
    fn rows<'a>(&'a self) -> impl Iterator<Item = &'a [T; N]>
    where
        T: 'a,
    {
        self.jacobian.iter()
    }

    #[inline]
    fn has_room_for_factors(&self) -> bool {
        true
    }

    #[inline]
    fn increment(&mut self, residual: &[T; N], are_kept: bool) -> Option<[T; N]> {
        let mut increment = *residual;
        let jacobian = self.jacobian.as_flattened();
        self.factors.solve(jacobian, &mut increment, are_kept)?;
        Some(increment)
    }

    #[inline]
    fn is_regular(&mut self) -> bool {
        self.factors.are_regular(self.jacobian.as_flattened())
    }
}
