//! Systems in arrays.

use super::iteration::{Linearised, System};
use crate::{Real, linear};

impl<T, F, const N: usize> System<T, [T; N]> for F
where
    T: Real,
    F: FnMut(&[T; N]) -> ([T; N], [[T; N]; N]),
{
    type Linearised<'s>
        = ([T; N], [[T; N]; N])
    where
        Self: 's;

    #[inline]
    fn linearise(&mut self, x: &[T; N]) -> Self::Linearised<'_> {
        self(x)
    }
}

impl<T: Real, const N: usize> Linearised<T> for ([T; N], [[T; N]; N]) {
    type Increment = [T; N];

    #[inline]
    fn residual(&self) -> &[T] {
        &self.0
    }

    #[inline]
    fn rows<'a>(&'a self) -> impl Iterator<Item = &'a [T]>
    where
        T: 'a,
    {
        self.1.iter().map(<[T; N]>::as_slice)
    }

    #[inline]
    fn increment(&mut self) -> Option<[T; N]> {
        linear::solve(self.1, self.0)
    }
}
