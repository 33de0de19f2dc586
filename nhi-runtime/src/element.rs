//! Group elements as the entries of matrices, for generated code.

use nalgebra::{
    Isometry2, Isometry3, Matrix2, Matrix3, Rotation2, Rotation3, Translation2, Translation3,
    UnitComplex, UnitQuaternion,
};

use crate::plumbing::constraint_tolerance;
use crate::{Real, StepError, StepErrorKind, math};

/// A group element, represented by the `N` entries of its matrix that vary, row by row: those of
/// the rotation `R`, or of `[R | p]` for a rigid motion.
///
/// ```
/// use nhi_runtime::{GroupElement, nalgebra::{Isometry2, Vector2}};
///
/// let quarter = Isometry2::new(Vector2::new(3.0, 4.0), core::f64::consts::FRAC_PI_2);
/// let entries: [f64; 6] = quarter.entries();
/// assert!((entries[1] + 1.0).abs() < 1e-15 && entries[2] == 3.0);
/// let again = Isometry2::of_entries(entries);
/// assert!((again.rotation.angle() - quarter.rotation.angle()).abs() < 1e-15);
/// ```
pub trait GroupElement<T, const N: usize> {
    /// Returns the entries.
    #[must_use]
    fn entries(&self) -> [T; N];

    /// Returns the element with the given entries, whose rotation must be orthogonal to machine
    /// precision.
    #[must_use]
    fn of_entries(entries: [T; N]) -> Self;
}

impl<T: Real> GroupElement<T, 9> for Rotation3<T> {
    #[inline]
    fn entries(&self) -> [T; 9] {
        let r = self.matrix();
        [
            r.m11, r.m12, r.m13, r.m21, r.m22, r.m23, r.m31, r.m32, r.m33,
        ]
    }

    #[inline]
    fn of_entries(entries: [T; 9]) -> Self {
        let [a, b, c, d, e, f, g, h, i] = entries;
        Self::from_matrix_unchecked(Matrix3::new(a, b, c, d, e, f, g, h, i))
    }
}

impl<T: Real> GroupElement<T, 12> for Isometry3<T> {
    #[inline]
    fn entries(&self) -> [T; 12] {
        let [a, b, c, d, e, f, g, h, i] = self.rotation.to_rotation_matrix().entries();
        let p = self.translation;
        [a, b, c, p.x, d, e, f, p.y, g, h, i, p.z]
    }

    #[inline]
    fn of_entries(entries: [T; 12]) -> Self {
        let [a, b, c, x, d, e, f, y, g, h, i, z] = entries;
        let rotation = Rotation3::of_entries([a, b, c, d, e, f, g, h, i]);
        Self::from_parts(
            Translation3::new(x, y, z),
            UnitQuaternion::from_rotation_matrix(&rotation),
        )
    }
}

impl<T: Real> GroupElement<T, 6> for Isometry2<T> {
    #[inline]
    fn entries(&self) -> [T; 6] {
        let (c, s, p) = (self.rotation.re, self.rotation.im, self.translation);
        [c, -s, p.x, s, c, p.y]
    }

    #[inline]
    fn of_entries(entries: [T; 6]) -> Self {
        let [a, b, x, c, d, y] = entries;
        let rotation = Rotation2::from_matrix_unchecked(Matrix2::new(a, b, c, d));
        Self::from_parts(
            Translation2::new(x, y),
            UnitComplex::from_rotation_matrix(&rotation),
        )
    }
}

/// Accepts rotations at `time`: `R^T R = Id` to within [`constraint_tolerance`] and `det R > 0`.
///
/// `rotation` holds the rows of `R`, with two or three numbers each.
///
/// # Errors
/// [`StepErrorKind::NotARotation`] with the largest entry of `R^T R - Id`; for a reflection, with
/// the distance 2 of `det R` from 1.
///
/// ```
/// use nhi_runtime::plumbing::not_a_rotation;
/// use nhi_runtime::StepErrorKind;
///
/// assert!(not_a_rotation(0.0, "car", &[[0.0, -1.0], [1.0, 0.0]]).is_ok());
/// let error = not_a_rotation(0.0, "car", &[[1.0, 0.0], [0.0, 1.1]]).unwrap_err();
/// assert!(matches!(error.kind, StepErrorKind::NotARotation { name: "car", .. }));
/// assert!(not_a_rotation(0.0, "car", &[[1.0, 0.0], [0.0, -1.0]]).is_err());
/// ```
pub fn not_a_rotation<T: Real, M, const N: usize>(
    time: T,
    name: M,
    rotation: &[[T; N]; N],
) -> Result<(), StepError<T, M>> {
    let mut distance = T::zero();
    for i in 0..N {
        for j in 0..N {
            let dot = rotation
                .iter()
                .fold(T::zero(), |sum, row| sum + row[i] * row[j]);
            let one = if i == j { T::one() } else { T::zero() };
            distance = distance.max(math::abs(dot - one));
        }
    }
    if determinant(rotation) < T::zero() {
        distance = distance.max(T::literal(2.0));
    }
    if distance <= constraint_tolerance() {
        Ok(())
    } else {
        let kind = StepErrorKind::NotARotation { name, distance };
        Err(StepError::new(time, kind))
    }
}

/// Returns the determinant of two or three rows.
fn determinant<T: Real, const N: usize>(r: &[[T; N]; N]) -> T {
    let minor = |i: usize, j: usize, a: usize, b: usize| r[i][a] * r[j][b] - r[i][b] * r[j][a];
    if N == 2 {
        minor(0, 1, 0, 1)
    } else {
        r[0][0] * minor(1, 2, 1, 2) - r[0][1] * minor(1, 2, 0, 2) + r[0][2] * minor(1, 2, 0, 1)
    }
}
