//! Numbers with exact first and mixed second derivatives in two directions.

use core::ops::{Add, Div, Mul, Neg, Sub};

/// `x + a da + b db + ab da db` with `da^2 = db^2 = 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Jet {
    pub(crate) x: f64,
    pub(crate) a: f64,
    pub(crate) b: f64,
    pub(crate) ab: f64,
}

impl Jet {
    pub(crate) fn constant(x: f64) -> Self {
        Self {
            x,
            a: 0.0,
            b: 0.0,
            ab: 0.0,
        }
    }

    /// A function with its first two derivatives at `x`.
    fn lift(self, value: f64, first: f64, second: f64) -> Self {
        Self {
            x: value,
            a: first * self.a,
            b: first * self.b,
            ab: first * self.ab + second * self.a * self.b,
        }
    }

    pub(crate) fn sin(self) -> Self {
        let (s, c) = self.x.sin_cos();
        self.lift(s, c, -s)
    }

    pub(crate) fn cos(self) -> Self {
        let (s, c) = self.x.sin_cos();
        self.lift(c, -s, -c)
    }

    pub(crate) fn sqrt(self) -> Self {
        let root = self.x.sqrt();
        self.lift(root, 0.5 / root, -0.25 / (root * self.x))
    }

    pub(crate) fn square(self) -> Self {
        self * self
    }
}

impl From<f64> for Jet {
    fn from(x: f64) -> Self {
        Self::constant(x)
    }
}

impl Neg for Jet {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1.0
    }
}

impl<T: Into<Jet>> Add<T> for Jet {
    type Output = Self;
    fn add(self, other: T) -> Self {
        let y = other.into();
        Self {
            x: self.x + y.x,
            a: self.a + y.a,
            b: self.b + y.b,
            ab: self.ab + y.ab,
        }
    }
}

impl<T: Into<Jet>> Sub<T> for Jet {
    type Output = Self;
    fn sub(self, other: T) -> Self {
        self + -other.into()
    }
}

impl<T: Into<Jet>> Mul<T> for Jet {
    type Output = Self;
    fn mul(self, other: T) -> Self {
        let y = other.into();
        Self {
            x: self.x * y.x,
            a: self.x * y.a + self.a * y.x,
            b: self.x * y.b + self.b * y.x,
            ab: self.x * y.ab + self.a * y.b + self.b * y.a + self.ab * y.x,
        }
    }
}

impl<T: Into<Jet>> Div<T> for Jet {
    type Output = Self;
    fn div(self, other: T) -> Self {
        let y = other.into();
        let inverse = 1.0 / y.x;
        let inverse = y.lift(
            inverse,
            -inverse * inverse,
            2.0 * inverse * inverse * inverse,
        );
        self * inverse
    }
}

impl core::iter::Sum for Jet {
    fn sum<I: Iterator<Item = Self>>(jets: I) -> Self {
        jets.fold(Self::constant(0.0), |sum, jet| sum + jet)
    }
}
