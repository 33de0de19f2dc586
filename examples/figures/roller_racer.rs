//! The roller racer of Chang, Perlmutter, who leave its simulation to the reader: a rider swings the
//! handlebar, and the racer runs.

use std::error::Error;

use nhi::{SampleOf, nonholonomic};
use nhi_study::picture::Colour::{Black, Blue, Green};
use nhi_study::picture::Picture;

use super::layout::{over_time, plane, save};
use super::run::{Points, samples};

/// Roller racer whose rider holds the handlebar by a spring and a damper.
#[nonholonomic(
    coordinates(theta, x, y, phi),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * i_body * theta_dot.powi(2)
        + 0.5 * i_bar * (theta_dot + phi_dot).powi(2),
    constraints(
        front = sin(phi) * (cos(theta) * x_dot + sin(theta) * y_dot) - (d_body * cos(phi) + d_bar) * theta_dot
            - d_bar * phi_dot,
        rear = cos(theta) * y_dot - sin(theta) * x_dot,
    ),
    forces(phi = 20 * (swing * sin(pi * t) + aim - phi) - 4 * phi_dot),
    integrators(Mla, Dla, Gauss),
)]
#[derive(Clone, Debug)]
pub(crate) struct RollerRacer {
    /// Mass of the main body [kg]
    pub(crate) m: f64,
    /// Moment of inertia of the main body [kg m^2]
    pub(crate) i_body: f64,
    /// Moment of inertia of the handlebar [kg m^2]
    pub(crate) i_bar: f64,
    /// Distance from the rear axle to the joint [m]
    pub(crate) d_body: f64,
    /// Distance from the joint to the front axle [m]
    pub(crate) d_bar: f64,
    /// Amplitude of the swings that the rider wants [rad]
    pub(crate) swing: f64,
    /// Their mean [rad]
    pub(crate) aim: f64,
}

const RACER: RollerRacer = RollerRacer {
    m: 1.0,
    i_body: 0.5,
    i_bar: 0.2,
    d_body: 0.6,
    d_bar: 0.1,
    swing: 0.6,
    aim: 0.1,
};

const END: f64 = 20.0;
const STEPS: usize = 400;
/// Steps of the reference in one of the others.
const FINER: usize = 4;

type RacerSample = SampleOf<RollerRacerMla>;

/// The speed along the main body.
fn speed(s: &RacerSample) -> f64 {
    let (sin, cos) = s.q.theta.sin_cos();
    cos * s.v.x_dot + sin * s.v.y_dot
}

fn path(run: &[RacerSample]) -> Points {
    run.iter().map(|s| (s.q.x, s.q.y)).collect()
}

fn series(run: &[RacerSample], value: impl Fn(&RacerSample) -> f64) -> Points {
    run.iter().map(|s| (s.t, value(s))).collect()
}

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let h = END / STEPS as f64;
    let rest = [0.0; 4];
    let mla = samples(&RACER.mla(h)?, rest, rest, &(), STEPS)?;
    let dla = samples(&RACER.dla(h)?, rest, rest, &(), STEPS)?;
    let fine = samples(
        &RACER.gauss(h / FINER as f64)?,
        rest,
        rest,
        &(),
        FINER * STEPS,
    )?;
    let end = fine[FINER * STEPS].q;
    println!(
        "h = {h} s; speed at the end {:.3} m/s",
        speed(&fine[FINER * STEPS])
    );
    for (name, run) in [("MLA", &mla), ("DLA", &dla)] {
        let q = run[STEPS].q;
        println!(
            "{name}: {:.1e} m off at the end",
            (q.x - end.x).hypot(q.y - end.y)
        );
    }
    save("roller_racer", &picture(&mla, &fine))
}

fn picture(mla: &[RacerSample], fine: &[RacerSample]) -> Picture {
    let way = plane("Path of the main body")
        .with("MLA", path(mla))
        .with("reference", path(fine))
        .coloured(Black)
        .dashed();
    let motion = over_time(
        "Speed along the body and angle of the handlebar",
        "speed [m/s], angle [rad]",
        END,
    )
    .with("speed", series(mla, speed))
    .with("angle", series(mla, |s| s.q.phi));
    let forces = over_time("Forces of the axles", "force [N]", END)
        .with("front", series(mla, |s| s.lambda.front))
        .coloured(Green)
        .with("rear", series(mla, |s| s.lambda.rear))
        .coloured(Blue);
    Picture::new("Roller racer, driven by swings of its handlebar", [way, motion, forces])
        .subtitle("MLA, h = 0.05 s; m = 1 kg, I₁ = 0.5 kg m², I₂ = 0.2 kg m², d₁ = 0.6 m, d₂ = 0.1 m. From rest.")
        .grid(3, 460, 400)
}
