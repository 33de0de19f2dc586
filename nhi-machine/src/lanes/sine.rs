//! Sines and cosines of several angles at once.
//!
//! The reduction in three parts and the polynomials are those of S. L. Moshier's Cephes library
//! (*Methods and Programs for Mathematical Functions*, 1989). They are written for vectors of any
//! width, because libraries of vectorised functions choose a width when they are compiled, not by
//! the processor. The functions use no closures, which would not be compiled for that width.

use pulp::Simd;

use super::vector::Vector;

/// The largest angle at which the results are within two units in the last place or 2e-28.
pub(super) const LARGEST_ANGLE: f64 = 200.0;

/// `pi / 2` in three parts: products of the first two with small integers are exact.
const QUARTER_TURN: [f64; 3] = [
    2.0 * 7.853_981_256_484_985e-1,
    2.0 * 3.774_894_707_930_798e-8,
    2.0 * 2.695_151_429_079_059_5e-15,
];

/// Coefficients of `(sin(x) / x - 1) / x^2` in powers of `x^2`, the highest first.
const SINE: [f64; 6] = [
    1.589_623_015_765_465_7e-10,
    -2.505_074_776_285_780_7e-8,
    2.755_731_362_138_572_5e-6,
    -1.984_126_982_958_954e-4,
    8.333_333_333_322_118e-3,
    -1.666_666_666_666_663e-1,
];

/// Coefficients of `(cos(x) - 1 + x^2 / 2) / x^4` in powers of `x^2`, the highest first.
const COSINE: [f64; 6] = [
    -1.135_853_652_138_768_2e-11,
    2.087_570_084_197_473e-9,
    -2.755_731_417_929_674e-7,
    2.480_158_728_885_170_5e-5,
    -1.388_888_888_887_305_6e-3,
    4.166_666_666_666_659e-2,
];

/// A sine and a cosine.
pub(super) type SineCosine<S> = [Vector<S>; 2];

/// Returns the sines and cosines of angles up to [`LARGEST_ANGLE`]. The processor computes two
/// vectors of them at once, because each operation waits for the one before.
#[inline(always)]
pub(super) fn sine_cosine<S: Simd>(simd: S, angles: [Vector<S>; 2]) -> [SineCosine<S>; 2] {
    let mut turns = angles;
    let mut rest = angles;
    for i in 0..2 {
        turns[i] = rounded(
            simd,
            angles[i] * Vector::all(simd, std::f64::consts::FRAC_2_PI),
        );
    }
    for part in QUARTER_TURN {
        let part = Vector::all(simd, part);
        for i in 0..2 {
            rest[i] = rest[i] - turns[i] * part;
        }
    }
    let square = [rest[0] * rest[0], rest[1] * rest[1]];
    let sine = polynomial(simd, SINE, square);
    let cosine = polynomial(simd, COSINE, square);
    let (one, half) = (Vector::all(simd, 1.0), Vector::all(simd, 0.5));
    let mut found = [[one; 2]; 2];
    for i in 0..2 {
        let sine = rest[i] + rest[i] * square[i] * sine[i];
        let cosine = one - half * square[i] + square[i] * square[i] * cosine[i];
        found[i] = turned(simd, turns[i], [sine, cosine]);
    }
    found
}

/// Returns sine and cosine of an angle, from those of its distance to so many quarter turns.
#[inline(always)]
fn turned<S: Simd>(simd: S, turns: Vector<S>, [sine, cosine]: SineCosine<S>) -> SineCosine<S> {
    let (zero, one) = (Vector::all(simd, 0.0), Vector::all(simd, 1.0));
    // The quarter, from -2 to 2.
    let turns_of_four = rounded(simd, Vector::all(simd, 0.25) * turns);
    let quarter = turns - Vector::all(simd, 4.0) * turns_of_four;
    let half = Vector::all(simd, 0.5) * turns;
    let is_even = rounded(simd, half).equals(half);
    let is_opposite = quarter.abs().equals(Vector::all(simd, 2.0));
    let (sine, cosine) = (is_even.choose(sine, cosine), is_even.choose(cosine, sine));
    [
        (is_opposite | quarter.equals(zero - one)).choose(zero - sine, sine),
        (is_opposite | quarter.equals(one)).choose(zero - cosine, cosine),
    ]
}

/// Returns the nearest integers to numbers that are not large.
#[inline(always)]
fn rounded<S: Simd>(simd: S, x: Vector<S>) -> Vector<S> {
    // Numbers of this size have no digits after the point.
    let integers = Vector::all(simd, 1.5 / f64::EPSILON);
    (x + integers) - integers
}

#[inline(always)]
fn polynomial<S: Simd>(simd: S, coefficients: [f64; 6], x: [Vector<S>; 2]) -> [Vector<S>; 2] {
    let mut sum = [Vector::all(simd, coefficients[0]); 2];
    for coefficient in &coefficients[1..] {
        let coefficient = Vector::all(simd, *coefficient);
        for i in 0..2 {
            sum[i] = sum[i] * x[i] + coefficient;
        }
    }
    sum
}
