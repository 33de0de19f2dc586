//! A rigid body that touches a surface in one point and rolls there, by Newton and Euler in axes of space.

use nalgebra::{Matrix3, Vector3};

use crate::support::linear::solve_affine;

/// What decides about the accelerations of the body at a moment, all in axes of space.
pub(crate) struct Contact {
    pub(crate) mass: f64,
    /// Inertia about the centre of mass [kg m^2]
    pub(crate) inertia: Matrix3<f64>,
    /// Angular velocity [rad/s]
    pub(crate) spin: Vector3<f64>,
    /// From the centre of mass to the point of contact [m]
    pub(crate) arm: Vector3<f64>,
    /// The rate of `arm`: the point of contact moves over body and surface [m/s]
    pub(crate) arm_rate: Vector3<f64>,
    /// The rate of the velocity that the surface has in the point of contact [m/s^2]
    pub(crate) surface: Vector3<f64>,
    /// The acceleration of free fall [m/s^2]
    pub(crate) gravity: Vector3<f64>,
}

impl Contact {
    /// The rates of angular velocity and of the velocity of the centre of mass.
    ///
    /// Solves `I dw/dt + w x I w = r x f`, `m dv/dt = m g + f` and the rate of `v + w x r = u` for
    /// `dw/dt`, `dv/dt` and the force `f` of the contact.
    pub(crate) fn rates(&self) -> (Vector3<f64>, Vector3<f64>) {
        let Self {
            mass,
            inertia,
            spin,
            arm,
            ..
        } = self;
        let turning = spin.cross(&(inertia * spin));
        let [spin_rate, acceleration, _] = solve_affine(|[dw, dv, f]| {
            [
                inertia * dw + turning - arm.cross(&f),
                *mass * (dv - self.gravity) - f,
                dv + dw.cross(arm) + spin.cross(&self.arm_rate) - self.surface,
            ]
        });
        (spin_rate, acceleration)
    }
}
