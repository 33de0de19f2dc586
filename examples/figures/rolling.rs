//! What bodies that roll do, and what an integrator without structure does to their integrals:
//! models as they stand in the tests.

use std::error::Error;

use nalgebra::{Isometry3, Rotation3, UnitQuaternion, Vector3};
use nhi::SampleOf;
use nhi_study::picture::Colour::{Blue, Green, Orange};
use nhi_study::picture::{Panel, Picture};

use super::layout::{over_time, plane, save, sizes};
use super::run::{Points, largest, samples, thinned};
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
    let panels = [turntable()?, cylinder()?, rattleback()?, routh()?];
    let picture = Picture::new("Bodies that roll", panels)
        .subtitle("Without slip, on group elements: Gauss collocation, and RK4 with the same step for Routh's sphere.")
        .grid(2, 560, 420);
    save("rolling", &picture)
}

/// A solid ball that is put on a turntable in three ways.
fn turntable() -> Outcome<Panel> {
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
    Ok(plane("Ball on a turntable: circles")
        .with("rolled with the table", path(0.4)?)
        .coloured(Blue)
        .with("against it", path(-0.2)?)
        .coloured(Green)
        .with("faster", path(-0.4)?)
        .coloured(Orange))
}

/// A solid ball in a well, and a point that would slide there without friction.
fn cylinder() -> Outcome<Panel> {
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
    let lowest = height.iter().map(|&(_, z)| z).fold(0.0, f64::min);
    let fall = height.iter().map(|&(t, _)| (t, -ball.g * t * t / 2.0));
    let fall: Points = fall.take_while(|&(_, z)| z > lowest).collect();
    Ok(
        over_time("Ball in a well: it does not fall", "height [m]", END)
            .with("rolls", thinned(&height, POINTS))
            .with("would slide", fall)
            .dashed(),
    )
}

/// A stone that is spun in either sense.
fn rattleback() -> Outcome<Panel> {
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
    let panel = over_time(
        "Rattleback: it turns back",
        "spin about the vertical [rad/s]",
        END,
    );
    Ok(panel
        .with("spun the wrong way", spins(-5.0)?)
        .coloured(Orange)
        .with("spun the right way", spins(5.0)?)
        .coloured(Blue))
}

type SphereRun = Vec<SampleOf<RouthSphereGauss>>;

/// The integrals of Routh's sphere over a long run.
fn routh() -> Outcome<Panel> {
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
    let mut panel = sizes(
        "Routh's sphere, h = 0.01 s: integrals",
        "relative change",
        END,
        1e-15..1e-2,
    );
    for (method, colour, run) in [("RK4", Orange, &rk), ("Gauss", Blue, &gauss)] {
        let (energy, jellett) = (energy(run), jellett(run));
        println!(
            "Routh's sphere, {method}: energy {:.1e}, Jellett {:.1e}",
            largest(&energy),
            largest(&jellett)
        );
        panel = panel
            .with(&format!("energy, {method}"), thinned(&energy, POINTS))
            .coloured(colour)
            .with(&format!("Jellett, {method}"), thinned(&jellett, POINTS))
            .coloured(colour)
            .dashed();
    }
    Ok(panel)
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
