//! Plain data as numbers with names.

use core::array;
use core::iter::Zip;

/// Names with values, in order: what `iter` of generated types gives.
pub type Entries<T, const N: usize> = Zip<array::IntoIter<&'static str, N>, array::IntoIter<T, N>>;

/// Numbers `T` with names: generated coordinates, velocities, controls and multipliers, and `()` where
/// a model has none.
///
/// Generated types have the same without this trait: constants `NAMES` and `LEN`, and `iter`. Code that
/// goes over any model takes the trait.
///
/// ```
/// use nhi_runtime::{Named, Real};
///
/// fn largest<T: Real, D: Named<T>>(data: &D) -> Option<(&'static str, T)> {
///     let values = data.values();
///     let entries = D::NAMES.iter().copied().zip(values.as_ref().iter().copied());
///     entries.reduce(|a, b| if b.1.abs() > a.1.abs() { b } else { a })
/// }
/// assert_eq!(largest::<f64, _>(&()), None);
/// ```
pub trait Named<T> {
    /// The values as an array.
    type Values: AsRef<[T]>;

    /// The names of the entries; of a group element those of the entries of its matrix that vary, row
    /// by row, as `body[0][1]`.
    const NAMES: &'static [&'static str];

    /// The values in the order of the names.
    #[must_use]
    fn values(&self) -> Self::Values;
}

/// Nothing.
impl<T> Named<T> for () {
    type Values = [T; 0];

    const NAMES: &'static [&'static str] = &[];

    fn values(&self) -> [T; 0] {
        []
    }
}
