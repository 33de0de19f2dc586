//! Two-wheeled vehicle: nonholonomic and vakonomic motions of one start, parking, and the unstable circle
//! of McLachlan, Modin, Verdier, Wilkins, figure 3.

use std::error::Error;
use std::f64::consts::FRAC_PI_2;

use nhi::{SampleOf, StepError, Trajectory, nonholonomic};
use nhi_study::picture::Colour::{Black, Blue, Orange, Purple};
use nhi_study::picture::{Panel, Picture};

use super::layout::{plane, save};
use super::run::{Points, samples};

/// Front wheel at `(x, y)` in the direction `phi`, rear wheel at the distance `length` behind.
#[nonholonomic(
    coordinates(x, y, theta, phi),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + theta_dot.powi(2) + phi_dot.powi(2)),
    constraints(
        front = sin(phi) * x_dot - cos(phi) * y_dot,
        rear = sin(theta) * x_dot - cos(theta) * y_dot + length * theta_dot,
    ),
    integrators(VakonomicGauss(stages = 2), Mla),
)]
#[derive(Clone, Debug)]
struct Vehicle {
    /// Distance of the wheels [m]
    length: f64,
}

type Motion = Vec<SampleOf<VehicleVakonomicGauss>>;

/// The speed, the rate of steering and the multipliers with which `nhi connect` parks the vehicle, by
/// offset, for `tests/scenarios/parallel_parking.toml`.
const PARKING: [(f64, [f64; 2], [f64; 2]); 3] = [
    (
        0.3,
        [0.8722674625133112, 4.336249183323369],
        [14.517451850760295, 8.651103706079603],
    ),
    (
        1.0,
        [-6.5684794066695265, -1.7235192478201087],
        [12.920201132605794, 3.182198435635023],
    ),
    (
        3.0,
        [5.417420397547087, 7.3810979598643955],
        [-22.969098116063538, 31.837576708344393],
    ),
];

/// A vakonomic motion from given multipliers.
fn stationary(
    vehicle: &Vehicle,
    h: f64,
    (q, v, lambda): ([f64; 4], [f64; 4], [f64; 2]),
    steps: usize,
) -> Result<Motion, Box<dyn Error>> {
    let stepper = vehicle.vakonomic_gauss(h)?;
    let start = stepper.start_with(0.0, q.into(), v.into(), lambda.into(), &())?;
    let run = Trajectory::new(&stepper, start, &()).take(steps);
    let states = std::iter::once(Ok(start)).chain(run);
    let motion: Result<Motion, StepError<f64>> = states
        .map(|state| state.and_then(|state| stepper.sample(&state)))
        .collect();
    Ok(motion?)
}

/// The path of the front wheel.
fn front(motion: &Motion) -> Points {
    motion
        .iter()
        .map(|sample| (sample.q.x, sample.q.y))
        .collect()
}

/// The path of the rear wheel.
fn rear(motion: &Motion, length: f64) -> Points {
    let place = |sample: &SampleOf<VehicleVakonomicGauss>| {
        let (sin, cos) = sample.q.theta.sin_cos();
        (sample.q.x - length * cos, sample.q.y - length * sin)
    };
    motion.iter().map(place).collect()
}

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let panels = [two_dynamics()?, parking()?, circle()?];
    let picture = Picture::new("Two-wheeled vehicle (McLachlan, Modin, Verdier, Wilkins, section 5)", panels)
        .subtitle("Masses and inertias 1; distance of the wheels 1 m on the left and in the middle, 0.3 m on the right.")
        .grid(3, 430, 430);
    save("vakonomic", &picture)
}

/// One start, and what follows from it by the two principles.
fn two_dynamics() -> Result<Panel, Box<dyn Error>> {
    let vehicle = Vehicle { length: 1.0 };
    let (h, steps) = (0.01, 600);
    let steering = 0.4_f64;
    let q = [0.0, 0.0, 0.0, steering];
    let v = [steering.cos(), steering.sin(), steering.sin(), 0.2];
    let dynamic = samples(&vehicle.mla(h)?, q, v, &(), steps)?;
    let dynamic: Points = dynamic.iter().map(|s| (s.q.x, s.q.y)).collect();
    let zero = front(&stationary(&vehicle, h, (q, v, [0.0; 2]), steps)?);
    let other = front(&stationary(&vehicle, h, (q, v, [0.5, -0.5]), steps)?);
    let end = steps as f64 * h;
    for (name, path) in [
        ("nonholonomic", &dynamic),
        ("lambda 0", &zero),
        ("other", &other),
    ] {
        println!("{name}: ends at {:.3?} after {end} s", path[steps]);
    }
    Ok(plane("Front wheel, one start")
        .with("nonholonomic", dynamic)
        .coloured(Black)
        .with("vakonomic, λ = (0, 0)", zero)
        .coloured(Blue)
        .with("λ = (½, −½)", other)
        .coloured(Orange))
}

fn parking() -> Result<Panel, Box<dyn Error>> {
    let vehicle = Vehicle { length: 1.0 };
    let mut panel = plane("Parallel parking: front wheels, rear wheels dashed");
    for ((offset, [speed, steering], lambda), colour) in
        PARKING.into_iter().zip([Blue, Orange, Purple])
    {
        let start = ([0.0; 4], [speed, 0.0, 0.0, steering], lambda);
        let motion = stationary(&vehicle, 0.05, start, 20)?;
        let miss = front(&motion)[20];
        println!(
            "offset {offset}: misses by {:.1e}",
            miss.0.hypot(miss.1 - offset)
        );
        panel = panel
            .with(&format!("offset {offset}"), front(&motion))
            .coloured(colour)
            .with("", rear(&motion, vehicle.length))
            .coloured(colour)
            .dashed();
    }
    Ok(panel)
}

/// The circle is left after some turns: round-off grows by 13.6 in each.
fn circle() -> Result<Panel, Box<dyn Error>> {
    let vehicle = Vehicle { length: 0.3 };
    let start = (
        [0.3, 0.0, 0.0, FRAC_PI_2],
        [0.0, 0.3, 1.0, 1.0],
        [0.0, -0.3],
    );
    let path = front(&stationary(&vehicle, 0.05, start, 2000)?);
    let radius = |p: &(f64, f64)| p.0.hypot(p.1);
    let left = path.iter().position(|p| (radius(p) - 0.3).abs() > 0.01);
    println!(
        "the circle is left after {:?} turns",
        left.map(|i| i as f64 * 0.05 / std::f64::consts::TAU)
    );
    Ok(plane("The circle of the front wheel, up to 100 s").with("", path))
}
