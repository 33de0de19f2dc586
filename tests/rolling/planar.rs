//! Rigid bodies in the plane with hinges and wheels, by Newton and Euler for every body with the
//! forces of hinges and wheels.

use nalgebra::Vector2;

use crate::support::by_hand::ByHand;
use crate::support::linear::solve_numbers;

/// A body of a chain, whose centre of mass, hinges and wheels are on one axis.
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

/// Bodies with what connects them and holds them.
#[derive(Clone, Debug)]
pub(crate) struct Bodies {
    /// Mass [kg] and inertia about the centre of mass [kg m^2] of each body.
    pub(crate) inertias: Vec<(f64, f64)>,
    /// The two points that each hinge holds together.
    pub(crate) hinges: Vec<[Point; 2]>,
    /// The axles, whose wheels hold them across the axis of their body.
    pub(crate) axles: Vec<Point>,
}

/// A point of the axis of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    /// The number of the body.
    pub(crate) body: usize,
    /// Ahead of its centre of mass [m]
    pub(crate) ahead: f64,
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

impl Bodies {
    /// Links of which each is hinged to the one before, each on its own wheels.
    pub(crate) fn chain(links: &[Link]) -> Self {
        let hinge = |behind: usize| {
            let (front, rear) = (links[behind - 1].rear, links[behind].front);
            [(behind - 1, front), (behind, rear)].map(|(body, ahead)| Point { body, ahead })
        };
        let axles = links.iter().map(|link| link.axle).enumerate();
        Self {
            inertias: links.iter().map(|link| (link.mass, link.inertia)).collect(),
            hinges: (1..links.len()).map(hinge).collect(),
            axles: axles.map(|(body, ahead)| Point { body, ahead }).collect(),
        }
    }

    /// The motion from `start` with loads of the time and of the places, seen as `seen` says.
    pub(crate) fn motion(
        self,
        start: &[Place],
        loads: impl Fn(f64, &[Place]) -> Vec<Load> + 'static,
        seen: impl Fn(&[Place]) -> Vec<f64> + 'static,
    ) -> ByHand {
        ByHand {
            start: start.iter().flat_map(Place::numbers).collect(),
            rate: Box::new(move |t, numbers| {
                let places = Place::of_numbers(numbers);
                let accelerations = self.accelerations(&places, &loads(t, &places));
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
    fn accelerations(&self, places: &[Place], loads: &[Load]) -> Vec<Acceleration> {
        let n = self.inertias.len();
        let unknowns = 3 * n + 2 * self.hinges.len() + self.axles.len();
        let solution = solve_numbers(unknowns, |x| {
            let (rates, forces) = x.split_at(3 * n);
            let rates = Acceleration::of_numbers(rates);
            let (hinges, wheels) = forces.split_at(2 * self.hinges.len());
            let loads = self.loads(places, loads, hinges, wheels);
            let mut residuals = Vec::new();
            for ((&(mass, inertia), rate), load) in self.inertias.iter().zip(&rates).zip(&loads) {
                residuals.extend((mass * rate.centre - load.force).as_slice());
                residuals.push(inertia * rate.spin - load.torque);
            }
            for &hinge in &self.hinges {
                let [a, b] = hinge.map(|point| point.acceleration(places, &rates));
                residuals.extend((a - b).as_slice());
            }
            for &axle in &self.axles {
                residuals.push(axle.rate_across(places, &rates));
            }
            residuals
        });
        Acceleration::of_numbers(&solution[..3 * n])
    }

    /// The loads with the forces of hinges, along both axes of space each, and of wheels, one each.
    fn loads(&self, places: &[Place], loads: &[Load], hinges: &[f64], wheels: &[f64]) -> Vec<Load> {
        let mut loads = loads.to_vec();
        let mut act = |point: Point, force: Vector2<f64>| {
            let across = places[point.body].across();
            loads[point.body].force += force;
            loads[point.body].torque += point.ahead * across.dot(&force);
        };
        for (&[a, b], force) in self.hinges.iter().zip(hinges.chunks_exact(2)) {
            let force = Vector2::new(force[0], force[1]);
            act(a, -force);
            act(b, force);
        }
        for (&axle, &force) in self.axles.iter().zip(wheels) {
            act(axle, force * places[axle.body].across());
        }
        loads
    }
}

impl Point {
    fn acceleration(self, places: &[Place], rates: &[Acceleration]) -> Vector2<f64> {
        places[self.body].acceleration_of(self.ahead, &rates[self.body])
    }

    /// The rate of the velocity across the axis, and the direction across turns.
    fn rate_across(self, places: &[Place], rates: &[Acceleration]) -> f64 {
        let place = &places[self.body];
        let turning = place.spin * place.velocity_of(self.ahead).dot(&place.ahead());
        self.acceleration(places, rates).dot(&place.across()) - turning
    }
}

impl Acceleration {
    fn of_numbers(numbers: &[f64]) -> Vec<Self> {
        let rate = |n: &[f64]| Self {
            centre: Vector2::new(n[0], n[1]),
            spin: n[2],
        };
        numbers.chunks_exact(3).map(rate).collect()
    }
}
