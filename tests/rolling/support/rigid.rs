//! The motion of a rigid body in axes of space.

use nalgebra::{Matrix3, Vector3};

use crate::support::by_hand::ByHand;
use crate::support::scenario::Scenario;

/// Attitude and velocities of a rigid body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rigid {
    /// The axes of the body as columns.
    pub(crate) attitude: Matrix3<f64>,
    /// Angular velocity [rad/s]
    pub(crate) spin: Vector3<f64>,
    /// The centre of mass [m]
    pub(crate) place: Vector3<f64>,
    /// Its velocity [m/s]
    pub(crate) velocity: Vector3<f64>,
}

impl Rigid {
    /// The state of a scenario with the pose `element` on SE(3) and the body velocity `(w1, w2, w3,
    /// v1, v2, v3)`.
    pub(crate) fn of_pose(scenario: &Scenario, element: &str) -> Self {
        let attitude = scenario.rotation(element);
        Self {
            attitude,
            spin: attitude * scenario.vector(["w1", "w2", "w3"]),
            place: scenario.translation(element),
            velocity: attitude * scenario.vector(["v1", "v2", "v3"]),
        }
    }

    /// A matrix of the body, such as an inertia, in axes of space.
    pub(crate) fn turned(&self, matrix: Matrix3<f64>) -> Matrix3<f64> {
        self.attitude * matrix * self.attitude.transpose()
    }

    /// The angular velocity in axes of the body.
    pub(crate) fn body_spin(&self) -> Vector3<f64> {
        self.attitude.transpose() * self.spin
    }

    /// The nine entries of the attitude by rows.
    pub(crate) fn rotation_entries(&self) -> Vec<f64> {
        self.attitude.transpose().as_slice().to_vec()
    }

    /// Configuration and velocity of a model on SE(3).
    pub(crate) fn as_pose(&self) -> Vec<f64> {
        let rows = (0..3).flat_map(|i| {
            let row = (0..3).map(move |j| self.attitude[(i, j)]);
            row.chain([self.place[i]])
        });
        let velocity = self.attitude.transpose() * self.velocity;
        rows.chain(self.body_spin().iter().copied())
            .chain(velocity.iter().copied())
            .collect()
    }

    /// All numbers in one list.
    pub(crate) fn numbers(&self) -> Vec<f64> {
        let vectors = [self.spin, self.place, self.velocity];
        let vectors = vectors.iter().flat_map(Vector3::as_slice);
        self.attitude
            .as_slice()
            .iter()
            .chain(vectors)
            .copied()
            .collect()
    }

    /// The body of [`numbers`](Self::numbers).
    pub(crate) fn of_numbers(numbers: &[f64]) -> Self {
        let vector = |first: usize| Vector3::from_column_slice(&numbers[first..][..3]);
        Self {
            attitude: Matrix3::from_column_slice(&numbers[..9]),
            spin: vector(9),
            place: vector(12),
            velocity: vector(15),
        }
    }

    /// The rates of the [`numbers`](Self::numbers) with the given rates of `spin` and `velocity`.
    pub(crate) fn rates(&self, (spin, velocity): (Vector3<f64>, Vector3<f64>)) -> Vec<f64> {
        let rates = Self {
            attitude: self.spin.cross_matrix() * self.attitude,
            spin,
            place: self.velocity,
            velocity,
        };
        rates.numbers()
    }
}

/// The motion of one rigid body with the rates of angular velocity and velocity by hand.
pub(crate) fn motion(
    start: Rigid,
    rates: impl Fn(&Rigid) -> (Vector3<f64>, Vector3<f64>) + 'static,
    seen: impl Fn(&Rigid) -> Vec<f64> + 'static,
) -> ByHand {
    ByHand {
        start: start.numbers(),
        rate: Box::new(move |_, numbers| {
            let body = Rigid::of_numbers(numbers);
            body.rates(rates(&body))
        }),
        seen: Box::new(move |numbers| seen(&Rigid::of_numbers(numbers))),
    }
}

/// What a model with coordinates `x`, `y` of the centre of mass and the group element of the attitude sees.
pub(crate) fn on_a_plane(body: &Rigid) -> Vec<f64> {
    let [place, velocity] = [body.place, body.velocity];
    let mut numbers = vec![place.x, place.y];
    numbers.extend(body.rotation_entries());
    numbers.extend([velocity.x, velocity.y]);
    numbers.extend(&body.body_spin());
    numbers
}
