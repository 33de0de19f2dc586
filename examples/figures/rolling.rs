//! What bodies that roll do, and what an integrator without structure does to their integrals:
//! models as they stand in the tests.

use std::error::Error;

use nalgebra::{Isometry3, Rotation3, UnitQuaternion, Vector3};
use nhi::SampleOf;

use super::layout::{grid, over_time, plane, span};
use super::run::{Points, largest, samples, thinned};
use super::support::figure::{BLUE, GREEN, ORANGE};
use super::support::panel::{Axis, Curve, Line, Panel};
use models::{
    BallInCylinder, BallInCylinderCoordinates, BallInCylinderVelocities, Rattleback,
    RattlebackCoordinates, RattlebackVelocities, RouthSphere, RouthSphereCoordinates,
    RouthSphereGauss, RouthSphereVelocities, TurntableBall, TurntableBallCoordinates,
    TurntableBallVelocities,
};

/// The model files as they stand, for they are Rust.
mod models {
    #![allow(
        dead_code,
        unreachable_pub,
        reason = "the figure uses a part of what is generated"
    )]

    use nhi::nonholonomic;

    include!("../../tests/rolling/ball_in_cylinder.nhi");
    include!("../../tests/rolling/rattleback.nhi");
    include!("../../tests/rolling/routh_sphere.nhi");
    include!("../../tests/rolling/turntable_ball.nhi");
}

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Points of a curve.
const POINTS: usize = 600;

pub(crate) fn draw() -> Outcome<()> {
    let panels = vec![turntable()?, cylinder()?, rattleback()?, routh()?];
    grid(
        "Bodies that roll",
        "Without slip, on group elements: Gauss collocation, and RK4 with the same step for Routh's sphere.",
        (2, 560, 420),
        panels,
    )
    .save("docs/src/plots/rolling.svg")
}

/// A solid ball that is put on a turntable in three ways.
fn turntable() -> Outcome<Panel<'static>> {
    let ball = TurntableBall {
        m: 1.0,
        inertia: 0.1,
        radius: 0.5,
        table: 1.5,
    };
    let path = |y_dot: f64| -> Outcome<Points> {
        let q = TurntableBallCoordinates {
            x: 0.5,
            y: 0.0,
            ball: Rotation3::identity(),
        };
        let v = TurntableBallVelocities {
            x_dot: 0.0,
            y_dot,
            w1: (ball.table * q.x - y_dot) / ball.radius,
            w2: 0.0,
            w3: 0.0,
        };
        let run = samples(&ball.gauss(0.02)?, q, v, &(), 800)?;
        Ok(run.iter().map(|s| (s.q.x, s.q.y)).collect())
    };
    let curves = vec![
        Curve::new("rolled with the table", BLUE, Line::Solid, path(0.4)?),
        Curve::new("against it", GREEN, Line::Solid, path(-0.2)?),
        Curve::new("faster", ORANGE, Line::Solid, path(-0.4)?),
    ];
    Ok(plane(
        "Ball on a turntable: circles",
        Axis::linear("x [m]", -1.6..2.6),
        Axis::linear("y [m]", -1.4..1.4),
        curves,
    ))
}

/// A solid ball in a well, and a point that would slide there without friction.
fn cylinder() -> Outcome<Panel<'static>> {
    const END: f64 = 20.0;
    let ball = BallInCylinder {
        m: 1.0,
        inertia: 0.036,
        radius: 0.3,
        reach: 0.7,
        g: 9.81,
    };
    let q = BallInCylinderCoordinates {
        phi: 0.0,
        z: 0.0,
        ball: Rotation3::identity(),
    };
    let phi_dot = 3.0;
    let v = BallInCylinderVelocities {
        phi_dot,
        z_dot: 0.0,
        w1: 0.0,
        w2: 0.0,
        w3: -ball.reach * phi_dot / ball.radius,
    };
    let run = samples(&ball.gauss(0.002)?, q, v, &(), 10_000)?;
    let height: Points = run.iter().map(|s| (s.t, s.q.z)).collect();
    let range = span(height.iter().map(|&(_, z)| z));
    let fall = height.iter().map(|&(t, _)| (t, -ball.g * t * t / 2.0));
    let fall: Points = fall.take_while(|&(_, z)| z > range.start).collect();
    let curves = vec![
        Curve::new("rolls", BLUE, Line::Solid, thinned(&height, POINTS)),
        Curve::new("would slide", ORANGE, Line::Dashed, fall),
    ];
    let title = "Ball in a well: it does not fall";
    Ok(over_time(
        title,
        END,
        Axis::linear("height [m]", range),
        curves,
    ))
}

/// A stone that is spun in either sense.
fn rattleback() -> Outcome<Panel<'static>> {
    const END: f64 = 14.0;
    let stone = Rattleback {
        m: 1.0,
        j1: 2e-4,
        j2: 1.6e-3,
        j3: 1.7e-3,
        j12: -2e-5,
        a: 0.2,
        b: 0.03,
        c: 0.02,
        depth: 0.01,
        g: 9.81,
    };
    let spins = |spin: f64| -> Outcome<Points> {
        let tilt = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), 0.02);
        let q = RattlebackCoordinates {
            stone: Isometry3::from_parts(Vector3::new(0.0, 0.0, 0.01).into(), tilt),
        };
        let v = RattlebackVelocities {
            w1: 0.0,
            w2: 0.0,
            w3: spin,
            v1: 0.0,
            v2: 0.0,
            v3: 0.0,
        };
        let v = stone.project_velocity(&q, &v);
        let run = samples(&stone.gauss(0.004)?, q, v, &(), 3_500)?;
        let about_vertical = |s: &SampleOf<models::RattlebackGauss>| {
            let spin = Vector3::new(s.v.w1, s.v.w2, s.v.w3);
            (s.t, (s.q.stone.rotation * spin).z)
        };
        let points: Points = run.iter().map(about_vertical).collect();
        Ok(thinned(&points, POINTS))
    };
    let curves = vec![
        Curve::new("spun the wrong way", ORANGE, Line::Solid, spins(-5.0)?),
        Curve::new("spun the right way", BLUE, Line::Solid, spins(5.0)?),
    ];
    let axis = Axis::linear("spin about the vertical [rad/s]", -6.0..6.0);
    Ok(over_time("Rattleback: it turns back", END, axis, curves))
}

type SphereRun = Vec<SampleOf<RouthSphereGauss>>;

/// The integrals of Routh's sphere over a long run.
fn routh() -> Outcome<Panel<'static>> {
    const END: f64 = 20.0;
    const STEP: f64 = 0.01;
    let sphere = RouthSphere {
        m: 0.05,
        j1: 2.2e-5,
        j3: 1.8e-5,
        radius: 0.03,
        depth: 0.012,
        g: 9.81,
    };
    let q = RouthSphereCoordinates {
        x: 0.0,
        y: 0.0,
        ball: Rotation3::from_axis_angle(&Vector3::x_axis(), 0.6),
    };
    let v = RouthSphereVelocities {
        x_dot: 0.0,
        y_dot: 0.0,
        w1: 0.4,
        w2: -0.3,
        w3: 12.0,
    };
    let v = sphere.project_velocity(&q, &v);
    let steps = (END / STEP) as usize;
    let rk = samples(&sphere.rk(STEP)?, q, v, &(), steps)?;
    let rk: SphereRun = rk;
    let gauss = samples(&sphere.gauss(STEP)?, q, v, &(), steps)?;
    let jellett = |run: &SphereRun| {
        let values = run
            .iter()
            .map(|s| (s.t, sphere.integral_jellett(&s.q, &s.v)));
        relative_changes(values)
    };
    let energy = |run: &SphereRun| {
        let values = run.iter().map(|s| (s.t, sphere.energy(&s.q, &s.v)));
        relative_changes(values)
    };
    let curves = [
        ("energy, RK4", ORANGE, Line::Solid, energy(&rk)),
        ("Jellett, RK4", ORANGE, Line::Dashed, jellett(&rk)),
        ("energy, Gauss", BLUE, Line::Solid, energy(&gauss)),
        ("Jellett, Gauss", BLUE, Line::Dashed, jellett(&gauss)),
    ];
    for (name, _, _, points) in &curves {
        println!("Routh's sphere, {name}: {:.1e}", largest(points));
    }
    let curves = curves.map(|(name, colour, line, points)| {
        Curve::new(name, colour, line, thinned(&points, POINTS))
    });
    let axis = Axis::logarithmic("relative change", -17..2);
    let title = "Routh's sphere, h = 0.01 s: integrals";
    Ok(over_time(title, END, axis, curves.to_vec()))
}

/// The changes of values since the first one, relative to it, from the second on.
fn relative_changes(values: impl Iterator<Item = (f64, f64)>) -> Points {
    let values: Points = values.collect();
    let first = values[0].1;
    let changes = values[1..].iter();
    changes
        .map(|&(t, value)| (t, ((value - first) / first).abs()))
        .collect()
}
