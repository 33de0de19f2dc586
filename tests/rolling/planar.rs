//! Chains of rigid bodies in the plane on wheels, by Newton and Euler for every body with the
//! forces of hinges and wheels.

use nalgebra::Vector2;

use crate::support::by_hand::ByHand;
use crate::support::linear::solve_numbers;

/// A body whose centre of mass, hinges and wheels are on one axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) mass: f64,
    /// Inertia about the centre of mass [kg m^2]
    pub(crate) inertia: f64,
    /// The hinge to the body before, ahead of the centre of mass [m]; of no meaning for the first body
    pub(crate) front: f64,
    /// The hinge to the body behind, ahead of the centre of mass [m]; of no meaning for the last body
    pub(crate) rear: f64,
    /// The axle of the wheels, ahead of the centre of mass [m]
    pub(crate) axle: f64,
}

/// Where a body is and how it moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) angle: f64,
    pub(crate) spin: f64,
    /// The centre of mass [m]
    pub(crate) centre: Vector2<f64>,
    /// Its velocity [m/s]
    pub(crate) velocity: Vector2<f64>,
}

/// What acts on a body beside hinges and wheels.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Load {
    /// Force in the centre of mass [N]
    pub(crate) force: Vector2<f64>,
    pub(crate) torque: f64,
}

/// Acceleration of the centre of mass and rate of the spin.
#[derive(Clone, Copy, Debug)]
struct Acceleration {
    centre: Vector2<f64>,
    spin: f64,
}

impl Place {
    /// The direction of the axis.
    pub(crate) fn ahead(&self) -> Vector2<f64> {
        Vector2::new(self.angle.cos(), self.angle.sin())
    }

    /// The direction across the axis, to the left.
    pub(crate) fn across(&self) -> Vector2<f64> {
        Vector2::new(-self.angle.sin(), self.angle.cos())
    }

    /// The point of the axis at a distance ahead of the centre of mass.
    pub(crate) fn point(&self, ahead: f64) -> Vector2<f64> {
        self.centre + ahead * self.ahead()
    }

    /// The velocity of [`point`](Self::point).
    pub(crate) fn velocity_of(&self, ahead: f64) -> Vector2<f64> {
        self.velocity + ahead * self.spin * self.across()
    }

    fn acceleration_of(&self, ahead: f64, rate: &Acceleration) -> Vector2<f64> {
        rate.centre + ahead * (rate.spin * self.across() - self.spin.powi(2) * self.ahead())
    }

    fn of_numbers(numbers: &[f64]) -> Vec<Self> {
        let place = |n: &[f64]| Self {
            angle: n[0],
            spin: n[1],
            centre: Vector2::new(n[2], n[3]),
            velocity: Vector2::new(n[4], n[5]),
        };
        numbers.chunks_exact(6).map(place).collect()
    }

    fn numbers(&self) -> [f64; 6] {
        let (centre, velocity) = (self.centre, self.velocity);
        [
            self.angle, self.spin, centre.x, centre.y, velocity.x, velocity.y,
        ]
    }
}

/// The motion of a chain from `start` with loads of the time and of the places, seen as `seen` says.
pub(crate) fn motion(
    links: Vec<Link>,
    start: &[Place],
    loads: impl Fn(f64, &[Place]) -> Vec<Load> + 'static,
    seen: impl Fn(&[Place]) -> Vec<f64> + 'static,
) -> ByHand {
    ByHand {
        start: start.iter().flat_map(Place::numbers).collect(),
        rate: Box::new(move |t, numbers| {
            let places = Place::of_numbers(numbers);
            let accelerations = accelerations(&links, &places, &loads(t, &places));
            let rates = places.iter().zip(&accelerations);
            rates
                .flat_map(|(place, rate)| {
                    let (velocity, rate_of_velocity) = (place.velocity, rate.centre);
                    [
                        place.spin,
                        rate.spin,
                        velocity.x,
                        velocity.y,
                        rate_of_velocity.x,
                        rate_of_velocity.y,
                    ]
                })
                .collect()
        }),
        seen: Box::new(move |numbers| seen(&Place::of_numbers(numbers))),
    }
}

/// Solves the equations of all bodies for their accelerations, the forces in the hinges and those
/// of the wheels, which act across.
fn accelerations(links: &[Link], places: &[Place], loads: &[Load]) -> Vec<Acceleration> {
    let n = links.len();
    let read = |x: &[f64]| -> Vec<Acceleration> {
        let rates = x[..3 * n].chunks_exact(3);
        let rates = rates.map(|a| Acceleration {
            centre: Vector2::new(a[0], a[1]),
            spin: a[2],
        });
        rates.collect()
    };
    let solution = solve_numbers(3 * n + 2 * (n - 1) + n, |x| {
        let rates = read(x);
        let (hinges, wheels) = x[3 * n..].split_at(2 * (n - 1));
        let hinge = |i: usize| Vector2::new(hinges[2 * i], hinges[2 * i + 1]);
        let mut residuals = Vec::new();
        for (i, (link, place)) in links.iter().zip(places).enumerate() {
            let mut force = loads[i].force + wheels[i] * place.across();
            let mut torque = loads[i].torque + link.axle * wheels[i];
            if i > 0 {
                force += hinge(i - 1);
                torque += link.front * place.across().dot(&hinge(i - 1));
            }
            if i + 1 < n {
                force -= hinge(i);
                torque -= link.rear * place.across().dot(&hinge(i));
            }
            residuals.extend((link.mass * rates[i].centre - force).as_slice());
            residuals.push(link.inertia * rates[i].spin - torque);
            // The velocity of the axle has no part across, and the direction across turns.
            residuals.push(
                place
                    .acceleration_of(link.axle, &rates[i])
                    .dot(&place.across())
                    - place.spin * place.velocity_of(link.axle).dot(&place.ahead()),
            );
        }
        for i in 1..n {
            let before = places[i - 1].acceleration_of(links[i - 1].rear, &rates[i - 1]);
            let behind = places[i].acceleration_of(links[i].front, &rates[i]);
            residuals.extend((before - behind).as_slice());
        }
        residuals
    });
    read(&solution)
}
