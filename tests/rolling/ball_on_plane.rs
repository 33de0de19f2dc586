//! Balls on a plane at rest, whose centre of mass may be off their centre.

use nalgebra::{Matrix3, Vector3};

use crate::support::by_hand::ByHand;
use crate::support::contact::Contact;
use crate::support::rigid::{Rigid, motion, on_a_plane};
use crate::support::scenario::Scenario;

/// A ball: what Newton and Euler need of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    pub(crate) mass: f64,
    /// Inertia about the centre of mass in axes of the ball [kg m^2]
    pub(crate) inertia: Matrix3<f64>,
    pub(crate) radius: f64,
    /// The centre of mass from the centre in axes of the ball [m]
    pub(crate) off_centre: Vector3<f64>,
    pub(crate) g: f64,
}

impl Ball {
    /// The motion from a scenario of a model with coordinates `x`, `y` of the centre of mass.
    pub(crate) fn rolls(self, scenario: &Scenario) -> ByHand {
        motion(
            self.start(scenario),
            move |ball| self.contact(ball).rates(),
            on_a_plane,
        )
    }

    fn start(&self, scenario: &Scenario) -> Rigid {
        let attitude = scenario.rotation("ball");
        let spin = attitude * scenario.vector(["w1", "w2", "w3"]);
        let off_centre = attitude * self.off_centre;
        let [x, y] = ["x", "y"].map(|name| scenario.initial(name));
        Rigid {
            attitude,
            spin,
            place: Vector3::new(x, y, self.radius + off_centre.z),
            velocity: spin.cross(&(off_centre + self.radius * Vector3::z())),
        }
    }

    fn contact(&self, ball: &Rigid) -> Contact {
        let off_centre = ball.attitude * self.off_centre;
        Contact {
            mass: self.mass,
            inertia: ball.turned(self.inertia),
            spin: ball.spin,
            arm: -off_centre - self.radius * Vector3::z(),
            arm_rate: -ball.spin.cross(&off_centre),
            surface: Vector3::zeros(),
            gravity: -self.g * Vector3::z(),
        }
    }
}
