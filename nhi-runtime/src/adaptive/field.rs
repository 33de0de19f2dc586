//! Fields of ordinary differential equations, with what methods need to know of them.

use super::switching::{are_crossed, switch_modes};
use crate::Real;

/// A field `y' = f(t, y)`, with the surface on which solutions stay.
pub trait Field<T> {
    /// Writes the slope at a point.
    fn slope(&mut self, t: T, y: &[T], slope: &mut [T]);

    /// Moves the end of a step onto the surface.
    fn correct(&mut self, t: T, y: &mut [T]);

    /// Returns true if the field has switches, whose modes are the last components.
    #[inline(always)]
    fn has_switches(&self) -> bool {
        false
    }

    /// Returns true if the value of a switch at a point has another sign than its mode.
    #[inline(always)]
    fn is_crossed(&mut self, _: T, _: &[T]) -> bool {
        false
    }

    /// Gives the modes the signs of the values at a point.
    #[inline(always)]
    fn switch(&mut self, _: T, _: &mut [T]) {}
}

/// A field without a surface.
impl<T, F: FnMut(T, &[T], &mut [T])> Field<T> for F {
    #[inline(always)]
    fn slope(&mut self, t: T, y: &[T], slope: &mut [T]) {
        self(t, y, slope);
    }

    #[inline(always)]
    fn correct(&mut self, _: T, _: &mut [T]) {}
}

/// A field, its correction and its switches as functions of arrays.
pub(super) struct OnArrays<F, C, S, const N: usize, const K: usize> {
    pub(super) field: F,
    pub(super) correction: C,
    pub(super) switches: S,
}

impl<T: Real, F, C, S, const N: usize, const K: usize> Field<T> for OnArrays<F, C, S, N, K>
where
    F: Fn(T, &[T; N]) -> [T; N],
    C: Fn(T, &[T; N]) -> [T; N],
    S: Fn(T, &[T; N]) -> [T; K],
{
    #[inline(always)]
    fn slope(&mut self, t: T, y: &[T], slope: &mut [T]) {
        if let (Some(y), Some(slope)) = (y.first_chunk(), slope.first_chunk_mut()) {
            *slope = (self.field)(t, y);
        }
    }

    #[inline(always)]
    fn correct(&mut self, t: T, y: &mut [T]) {
        if let Some(y) = y.first_chunk_mut() {
            *y = (self.correction)(t, y);
        }
    }

    #[inline(always)]
    fn has_switches(&self) -> bool {
        K > 0
    }

    #[inline(always)]
    fn is_crossed(&mut self, t: T, y: &[T]) -> bool {
        let values = y.first_chunk().map(|y| (self.switches)(t, y));
        values.is_some_and(|values| are_crossed(y, values.into_iter()))
    }

    #[inline(always)]
    fn switch(&mut self, t: T, y: &mut [T]) {
        if let Some(values) = y.first_chunk().map(|y| (self.switches)(t, y)) {
            switch_modes(y, values.into_iter());
        }
    }
}
