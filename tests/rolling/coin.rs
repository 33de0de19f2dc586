//! Discs and coins that roll on a rim, on the group SE(3) and in Euler angles.

use nalgebra::{Matrix3, Rotation3, Vector3};

use crate::support::by_hand::ByHand;
use crate::support::contact::Contact;
use crate::support::methods::{IN_COORDINATES, ON_REDUCED_GROUPS};
use crate::support::rigid::{Rigid, motion};
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

mod rolling_disc {
    use super::*;

    const DISC: System = System {
        name: "rolling_disc",
        by_hand: |scenario| Coin::thin(scenario).rolls_as_pose(scenario),
        energy: Energy::Constant,
        methods: ON_REDUCED_GROUPS,
    };

    tests_of!(DISC);
}

mod rolling_disc_angles {
    use super::*;

    const DISC: System = System {
        name: "rolling_disc_angles",
        by_hand: |scenario| Coin::thin(scenario).rolls_in_angles(scenario),
        energy: Energy::Constant,
        methods: IN_COORDINATES,
    };

    tests_of!(DISC);
}

mod thick_coin {
    use super::*;

    const COIN: System = System {
        name: "thick_coin",
        by_hand: |scenario| Coin::thick(scenario).rolls_as_pose(scenario),
        energy: Energy::Constant,
        methods: ON_REDUCED_GROUPS,
    };

    tests_of!(COIN);
}

mod thick_coin_angles {
    use super::*;

    const COIN: System = System {
        name: "thick_coin_angles",
        by_hand: |scenario| Coin::thick(scenario).rolls_in_angles(scenario),
        energy: Energy::Constant,
        methods: IN_COORDINATES,
    };

    tests_of!(COIN);
}

/// A coin: what Newton and Euler need of it.
#[derive(Clone, Copy, Debug)]
struct Coin {
    mass: f64,
    inertia: Matrix3<f64>,
    radius: f64,
    /// Half the thickness [m]
    half: f64,
    g: f64,
}

impl Coin {
    fn thin(scenario: &Scenario) -> Self {
        let [mass, j1, j3, radius, g] = scenario.parameters(["m", "j1", "j3", "radius", "g"]);
        Self {
            mass,
            inertia: Matrix3::from_diagonal(&Vector3::new(j1, j1, j3)),
            radius,
            half: 0.0,
            g,
        }
    }

    fn thick(scenario: &Scenario) -> Self {
        Self {
            half: scenario.parameter("half"),
            ..Self::thin(scenario)
        }
    }

    fn rolls_as_pose(self, scenario: &Scenario) -> ByHand {
        let start = Rigid::of_pose(scenario, "disc");
        motion(
            start,
            move |body| self.contact(body).rates(),
            Rigid::as_pose,
        )
    }

    fn rolls_in_angles(self, scenario: &Scenario) -> ByHand {
        let start = self.start_of_angles(scenario);
        motion(start, move |body| self.contact(body).rates(), in_angles)
    }

    /// The lowest point of the lower face, seen from the centre, moves with the axis `k`: it is `-a
    /// d - h k` with the direction `d = (z - (z.k) k) / s` uphill in the face.
    fn contact(&self, body: &Rigid) -> Contact {
        let axis = body.attitude.column(2).into_owned();
        let axis_rate = body.spin.cross(&axis);
        let sine = (1.0 - axis.z * axis.z).sqrt();
        let sine_rate = -axis.z * axis_rate.z / sine;
        let uphill = (Vector3::z() - axis.z * axis) / sine;
        let uphill_rate = -(axis_rate.z * axis + axis.z * axis_rate + sine_rate * uphill) / sine;
        Contact {
            mass: self.mass,
            inertia: body.turned(self.inertia),
            spin: body.spin,
            arm: -self.radius * uphill - self.half * axis,
            arm_rate: -self.radius * uphill_rate - self.half * axis_rate,
            surface: Vector3::zeros(),
            gravity: -self.g * Vector3::z(),
        }
    }

    fn start_of_angles(&self, scenario: &Scenario) -> Rigid {
        let [heading, lean, roll] = ["heading", "lean", "roll"].map(|name| scenario.initial(name));
        let about_z = |angle| Rotation3::from_axis_angle(&Vector3::z_axis(), angle);
        let leaning = about_z(heading) * Rotation3::from_axis_angle(&Vector3::x_axis(), lean);
        let attitude = (leaning * about_z(roll)).into_inner();
        let spin = scenario.initial("lean_dot") * (about_z(heading) * Vector3::x())
            + scenario.initial("heading_dot") * Vector3::z()
            + scenario.initial("roll_dot") * attitude.column(2);
        let at_rest = Rigid {
            attitude,
            spin,
            place: Vector3::new(scenario.initial("x"), scenario.initial("y"), 0.0),
            velocity: Vector3::zeros(),
        };
        let arm = self.contact(&at_rest).arm;
        Rigid {
            place: at_rest.place - arm.z * Vector3::z(),
            velocity: arm.cross(&spin),
            ..at_rest
        }
    }
}

/// The angles `heading`, `lean`, `roll` of `Rz(heading) Rx(lean) Rz(roll)` with the coordinates
/// `x`, `y` of the centre, and their rates. The scenario ends before an angle leaves (-pi, pi).
fn in_angles(body: &Rigid) -> Vec<f64> {
    let r = &body.attitude;
    let heading = r[(0, 2)].atan2(-r[(1, 2)]);
    let lean = r[(2, 2)].acos();
    let roll = r[(2, 0)].atan2(r[(2, 1)]);
    let node = Vector3::new(heading.cos(), heading.sin(), 0.0);
    let axis = r.column(2).into_owned();
    // The angular velocity is `lean_dot node + heading_dot z + roll_dot axis`.
    let frame = Matrix3::from_columns(&[Vector3::z(), node, axis]);
    let rates = frame.lu().solve(&body.spin).expect("the coin does not lie");
    let (place, velocity) = (body.place, body.velocity);
    vec![
        heading, lean, roll, place.x, place.y, rates.x, rates.y, rates.z, velocity.x, velocity.y,
    ]
}
