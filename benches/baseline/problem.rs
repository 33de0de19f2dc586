//! The parameters, initial values and controls that all versions share.

use std::hint::black_box;

/// The step size, in s.
pub(crate) const STEP: f64 = 0.01;

/// Chaplygin sleigh: moment of inertia in kg m^2, mass in kg, distance from the blade to the centre
/// of mass in m.
pub(crate) fn sleigh_parameters() -> [f64; 3] {
    black_box([1.0, 2.0, 0.5])
}

/// Where the sleigh starts: `theta` in rad, `x` and `y` in m, then their velocities.
pub(crate) const SLEIGH_START: ([f64; 3], [f64; 3]) = ([0.0, 0.5, 0.0], [1.0, -1.5, 0.5]);

/// Snakeboard: mass in kg, half the wheel base in m, moment of inertia of the rotor and half that
/// of both wheel sets in kg m^2.
pub(crate) fn snakeboard_parameters() -> [f64; 4] {
    black_box([1.0, 1.0, 0.5, 1.5])
}

/// Where the snakeboard starts: `psi`, `phi`, `theta` in rad, `x` and `y` in m, then their
/// velocities.
pub(crate) const SNAKEBOARD_START: ([f64; 5], [f64; 5]) = (
    [
        std::f64::consts::FRAC_PI_2,
        std::f64::consts::FRAC_PI_3,
        0.0,
        0.0,
        0.0,
    ],
    [
        2.5,
        -0.02,
        -1.803_525_403_784_438_6,
        1.041_265_877_365_274,
        0.0,
    ],
);

/// Ball on a turntable: mass in kg, moment of inertia in kg m^2, radius in m, angular velocity of the table in rad/s.
pub(crate) fn ball_parameters() -> [f64; 4] {
    black_box([1.5, 0.25, 0.5, 0.75])
}

/// Where the ball starts, unturned: `x` and `y` in m, then the velocities with those of the body.
pub(crate) const BALL_START: ([f64; 2], [f64; 5]) = ([0.5, 0.0], [0.5, 0.125, 0.5, 1.0, -0.75]);

/// The torques on rotor and wheels at time `t`, in N m. They depend on time, so that no version can
/// evaluate them once, and are cheap, because what is compared is the step.
#[inline]
pub(crate) fn torques(t: f64) -> [f64; 2] {
    [0.5 - t, 0.25 * t]
}
