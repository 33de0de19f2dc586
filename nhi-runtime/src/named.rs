//! Plain data as named numbers.

use core::array;
use core::iter::Zip;

/// Names with values, in order: the result of `iter` on generated types.
pub type Entries<T, const N: usize> = Zip<array::IntoIter<&'static str, N>, array::IntoIter<T, N>>;

/// Numbers `T` with names: generated coordinates, velocities, controls and multipliers, and `()` if
/// a model has none.
///
/// Generated types provide the same without this trait: constants `NAMES` and `LEN`, and `iter`.
/// Code that handles any model uses the trait.
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

    /// The names of the entries. For a group element, these are the entries of its matrix that
    /// vary, row by row, such as `body[0][1]`.
    const NAMES: &'static [&'static str];

    /// Returns the values in the order of the names.
    #[must_use]
    fn values(&self) -> Self::Values;
}

/// No entries.
impl<T> Named<T> for () {
    type Values = [T; 0];

    const NAMES: &'static [&'static str] = &[];

    fn values(&self) -> [T; 0] {
        []
    }
}
