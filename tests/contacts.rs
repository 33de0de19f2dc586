//! Generated steppers whose contacts open and close: they have the motion of scenarios, bit for
//! bit, and that of closed forms.

#[path = "contacts/c.rs"]
mod c;
#[path = "contacts/scenarios.rs"]
mod scenarios;

use c::InC;
use nhi::{
    Concern, ContactEvent, ContactFailure, ContactSet, ControlSignal, Controlled, Every,
    NewtonSettings, StepErrorKind, Stepper as _, Watching, nonholonomic, simulate,
};
use scenarios::assert_same_motion;

include!("contacts/ball.nhi");
include!("contacts/beam.nhi");
include!("contacts/dropped.nhi");
include!("contacts/edge.nhi");
include!("contacts/motorcycle.nhi");
include!("contacts/walls.nhi");

const BALL: Ball = Ball {
    m: 2.0,
    g: 9.81,
    r: 0.5,
    e: 0.8,
};

const HIGH: BallCoordinates = BallCoordinates { x: 0.0, z: 1.5 };

const SLOW: BallVelocities = BallVelocities {
    x_dot: 0.3,
    z_dot: 0.0,
};

#[test]
fn a_ball_bounces_as_in_a_scenario() {
    for integrator in BallIntegrator::ALL {
        let stepper = BALL.stepper(*integrator, 0.01).unwrap();
        assert_same_motion("ball.toml", integrator, &stepper, (HIGH, SLOW), &(), 300);
    }
}

#[test]
fn a_ball_leaves_an_edge_as_in_a_scenario() {
    let edge = Edge {
        m: 2.0,
        g: 9.81,
        r: 0.5,
        k: 0.4,
    };
    let q = EdgeCoordinates {
        x: 0.5 * 0.01_f64.sin(),
        z: 0.5 * 0.01_f64.cos(),
        phi: 0.0,
    };
    let start = (q, EdgeVelocities::default());
    for integrator in EdgeIntegrator::ALL {
        let stepper = edge.stepper(*integrator, 0.01).unwrap();
        assert_same_motion("edge.toml", integrator, &stepper, start, &(), 160);
    }
}

#[test]
fn a_spinning_ball_lands_and_rolls_as_in_a_scenario() {
    let dropped = Dropped {
        m: 2.0,
        j: 0.1,
        r: 0.3,
        g: 9.81,
    };
    let q = DroppedCoordinates {
        z: 0.8,
        ..DroppedCoordinates::default()
    };
    let v = DroppedVelocities::from([0.5, 0.0, 0.0, 4.0, 1.0, 2.0]);
    for integrator in DroppedIntegrator::ALL {
        let stepper = dropped.stepper(*integrator, 0.01).unwrap();
        let rows = assert_same_motion("dropped.toml", integrator, &stepper, (q, v), &(), 100);
        let height = rows.last().unwrap()[3];
        assert!((height - 0.3).abs() < 1e-12, "{integrator}: {height}");
    }
}

#[test]
fn a_beam_lands_and_leaves_a_support_as_in_a_scenario() {
    let beam = Beam {
        m: 1.0,
        j: 0.1,
        b: 1.0,
        d: 0.1,
        g: 10.0,
    };
    let q = BeamCoordinates { z: 0.1, pitch: 0.0 };
    let lift = |t: f64| BeamControls {
        lift: if t - 0.505 >= 0.0 { 12.0 } else { 0.0 },
    };
    let start = (q, BeamVelocities::default());
    for integrator in BeamIntegrator::ALL {
        let stepper = beam.stepper(*integrator, 0.01).unwrap();
        assert_same_motion("beam.toml", integrator, &stepper, start, &lift, 70);
    }
    let stepper = beam.mla(0.01).unwrap();
    let mut state = stepper.start(0.0, q, start.1, &lift).unwrap();
    let mut changes = Vec::new();
    for _ in 0..60 {
        state = stepper.step(&state, &lift).unwrap();
        changes.extend(state.changes().map(|change| (change.contact, change.event)));
    }
    let [rear, front] = [0, 1].map(|contact| (contact, ContactEvent::Closes));
    assert_eq!(changes, [rear, front, (1, ContactEvent::Opens)]);
}

const MOTORCYCLE: Motorcycle = Motorcycle {
    m: 200.0,
    j: 30.0,
    b: 0.7,
    h: 0.6,
    g: 9.81,
};

const AT_REST: MotorcycleCoordinates = MotorcycleCoordinates {
    x: 0.0,
    z: 0.6,
    pitch: 0.0,
};

/// The thrust of the scenario.
fn thrust() -> impl ControlSignal<f64, MotorcycleControls> {
    |t: f64| MotorcycleControls {
        thrust: (1000.0 * t).min(2500.0) * if 2.9 - t >= 0.0 { 1.0 } else { 0.0 },
    }
}

#[test]
fn a_wheel_lifts_off_as_in_a_scenario() {
    let start = (AT_REST, MotorcycleVelocities::default());
    for integrator in MotorcycleIntegrator::ALL {
        let stepper = MOTORCYCLE.stepper(*integrator, 0.01).unwrap();
        assert_same_motion(
            "motorcycle.toml",
            integrator,
            &stepper,
            start,
            &thrust(),
            400,
        );
    }
}

#[test]
fn a_wheel_lifts_off_at_the_thrust_of_the_closed_form() {
    let stepper = MOTORCYCLE.mla(0.01).unwrap();
    let at_rest = MotorcycleVelocities::default();
    let mut state = stepper.start(0.0, AT_REST, at_rest, &thrust()).unwrap();
    assert_eq!(stepper.open(&state), ContactSet::NONE);
    let mut changes = Vec::new();
    for _ in 0..400 {
        state = stepper.step(&state, &thrust()).unwrap();
        changes.extend(state.changes().copied());
    }
    let [lifted, landed] = changes[..] else {
        panic!("{changes:?}");
    };
    assert_eq!(stepper.contacts()[lifted.contact], "front");
    assert_eq!(lifted.event, ContactEvent::Opens);
    // The thrust m g b / h, which grows by 1000 N/s.
    let time = 200.0 * 9.81 * 0.7 / 0.6 / 1000.0;
    assert!((lifted.t - time).abs() < 1e-5, "{lifted:?}");
    assert_eq!((landed.contact, landed.event), (1, ContactEvent::Closes));
}

#[test]
fn bounces_have_the_times_of_the_closed_form_and_their_energy_is_known() {
    let stepper = BALL.mla(0.01).unwrap();
    let mut state = stepper.start(0.0, HIGH, SLOW, &()).unwrap();
    let fall = (2.0 / BALL.g).sqrt();
    let (mut t, mut flight, mut energy) = (fall, 2.0 * fall, 2.0 * 9.81);
    for _ in 0..300 {
        state = stepper.step(&state, &()).unwrap();
        for change in state.changes() {
            assert_eq!(change.event, ContactEvent::Rebounds);
            assert!((change.t - t).abs() < 1e-11, "{change:?} at {t}");
            flight *= BALL.e;
            t += flight;
            let lost = energy * (BALL.e.powi(2) - 1.0);
            assert!((state.energy_of_impacts() - lost).abs() < 1e-10);
            energy += lost;
        }
    }
    assert!(t > 3.0 && t < 3.5, "{t}");
}

/// However a run is observed, the energy that its impacts take is known.
#[test]
fn impacts_are_no_findings_of_the_run_monitor() {
    let stepper = BALL.mla(0.01).unwrap();
    let start = stepper.start(0.0, HIGH, SLOW, &()).unwrap();
    let assert_quiet = |watch: &Watching<'_, Ball, f64>| {
        let findings: Vec<_> = watch.findings().collect();
        assert!(findings.is_empty(), "{findings:?}");
    };
    let mut watch = Watching::new(&BALL);
    let mut state = start;
    for _ in 0..30 {
        state = simulate(&stepper, state, &(), 10, &mut watch).unwrap();
    }
    assert_quiet(&watch);
    assert!(state.energy_of_all_impacts() < -10.0);
    for every in [2, 7] {
        let mut watch = Every::new(every, Watching::new(&BALL));
        simulate(&stepper, start, &(), 300, &mut watch).unwrap();
        assert_quiet(&watch.observer);
    }
    let law = |_: f64, _: &BallCoordinates, _: &BallVelocities| {};
    let controlled = Controlled::new(stepper, 0.02, law).unwrap();
    let mut watch = Watching::new(&BALL);
    let begun = controlled.start(0.0, HIGH, SLOW).unwrap();
    simulate(&controlled, begun, &(), 300, &mut watch).unwrap();
    assert_quiet(&watch);
}

#[test]
fn settings_of_newton_reach_all_phases_and_shorter_steps() {
    let edge = Edge {
        m: 2.0,
        g: 9.81,
        r: 0.5,
        k: 0.4,
    };
    let q = EdgeCoordinates {
        x: 0.5 * 0.5_f64.sin(),
        z: 0.5 * 0.5_f64.cos(),
        phi: 0.0,
    };
    let stepper = edge.mla(0.01).unwrap();
    let mut state = stepper
        .start(0.0, q, EdgeVelocities::default(), &())
        .unwrap();
    let mut most = 0;
    let mut before = state;
    while state.change_count() == 0 {
        before = state;
        state = stepper.step(&state, &()).unwrap();
        most = most.max(stepper.report(&state).iterations);
    }
    assert!(most > 1, "{most}");
    let few = NewtonSettings {
        max_iterations: 1,
        ..NewtonSettings::default()
    };
    let error = stepper.with_newton(few).step(&before, &()).unwrap_err();
    assert!(
        matches!(error.kind, StepErrorKind::NewtonDiverged { .. }),
        "{error}"
    );
    // As many as whole steps need suffice for shorter ones, with the settings of the stepper.
    let enough = NewtonSettings {
        max_iterations: most + 1,
        ..NewtonSettings::default()
    };
    let same = stepper.with_newton(enough).step(&before, &()).unwrap();
    assert_eq!(same.changes().next(), state.changes().next());
}

#[test]
fn impacts_are_no_concern_of_the_monitor() {
    let stepper = BALL.mla(0.01).unwrap();
    let state = stepper.start(0.0, HIGH, SLOW, &()).unwrap();
    let mut watching = Watching::new(&BALL);
    simulate(&stepper, state, &(), 300, &mut watching).unwrap();
    let findings: Vec<_> = watching.findings().collect();
    assert!(watching.is_quiet(), "{findings:?}");
    assert!(watching.watch().level(Concern::Energy).is_some());
}

#[test]
fn a_ball_in_single_precision_leaves_the_edge_too() {
    let edge = Edge::<f32> {
        m: 2.0,
        g: 9.81,
        r: 0.5,
        k: 0.4,
    };
    let q = EdgeCoordinates {
        x: 0.5 * 0.2_f32.sin(),
        z: 0.5 * 0.2_f32.cos(),
        phi: 0.0,
    };
    let stepper = edge.mla(0.01).unwrap();
    let mut state = stepper
        .start(0.0, q, EdgeVelocities::default(), &())
        .unwrap();
    while state.change_count() == 0 {
        state = stepper.step(&state, &()).unwrap();
    }
    let sample = stepper.sample(&state).unwrap();
    let cosine = sample.q.z / sample.q.x.hypot(sample.q.z);
    let closed = 10.0 / 17.0 * 0.2_f32.cos();
    assert!((cosine - closed).abs() < 0.02, "{cosine}, not {closed}");
}

#[test]
fn accumulating_bounces_and_impossible_starts_are_errors() {
    let of = |e| Ball { e, ..BALL }.mla(0.01).unwrap();
    let stepper = of(0.5);
    let mut state = stepper.start(0.0, HIGH, SLOW, &()).unwrap();
    let error = loop {
        match stepper.step(&state, &()) {
            Ok(next) => state = next,
            Err(error) => break error,
        }
    };
    let limit = (2.0 / BALL.g).sqrt() * 3.0;
    assert!((error.time - limit).abs() < 0.01, "{error}");
    assert!(error.to_string().contains("bounces accumulate"), "{error}");

    let failure = |stepper: BallMla, z, z_dot| {
        let (q, v) = (
            BallCoordinates { z, ..HIGH },
            BallVelocities { z_dot, ..SLOW },
        );
        match stepper.start(0.0, q, v, &()).unwrap_err().kind {
            StepErrorKind::Contact { name, failure } => (name, failure),
            other => panic!("{other}"),
        }
    };
    let overlap = ContactFailure::Overlap { gap: -0.25 };
    assert_eq!(failure(stepper, 0.25, 0.0), ("floor", overlap));
    let approach = ContactFailure::Approach { speed: 1.0 };
    assert_eq!(failure(stepper, 0.5, -1.0), ("floor", approach));
    let restitution = ContactFailure::Restitution { value: 1.5 };
    assert_eq!(failure(of(1.5), 1.0, 0.0), ("floor", restitution));
}

#[test]
fn a_ball_bounces_between_walls_that_exclude_each_other() {
    let walls = Walls { m: 2.0, l: 3.0 };
    let stepper = walls.mla(0.1).unwrap();
    let q = WallsCoordinates { x: 1.0 };
    let v = WallsVelocities { x_dot: 2.0 };
    let mut state = stepper.start(0.0, q, v, &()).unwrap();
    let mut times = Vec::new();
    for _ in 0..45 {
        state = stepper.step(&state, &()).unwrap();
        times.extend(state.changes().map(|change| (change.contact, change.t)));
    }
    let expected = [(1, 1.0), (0, 2.5), (1, 4.0)];
    for ((contact, t), (wall, time)) in times.iter().zip(expected) {
        assert_eq!(*contact, wall);
        assert!((t - time).abs() < 1e-12, "{t}, not {time}");
    }
    assert_eq!(times.len(), 3);
}

#[test]
fn c_code_has_the_motion_of_scenarios() {
    let thrust = "u->thrust = fmin(1000.0 * t, 2500.0) * ((2.9 - t >= 0.0) ? 1.0 : 0.0);";
    let lift = "u->lift = (t - 0.505 >= 0.0) ? 12.0 : 0.0;";
    let models: [(&str, &[f64], &str, usize); 6] = [
        ("ball", &[2.0, 9.81, 0.5, 0.8], "", 300),
        ("beam", &[1.0, 0.1, 1.0, 0.1, 10.0], lift, 70),
        ("dropped", &[2.0, 0.1, 0.3, 9.81], "", 100),
        ("edge", &[2.0, 9.81, 0.5, 0.4], "", 160),
        ("motorcycle", &[200.0, 30.0, 0.7, 0.6, 9.81], thrust, 400),
        ("walls", &[2.0, 1.5], "", 300),
    ];
    for (model, parameters, controls, steps) in models {
        let program = InC::new("contacts_in_c", model, controls);
        for integrator in &program.integrators {
            let rows = program.scenario(&format!("{model}.toml"), integrator);
            let run = program.run(integrator, parameters, &rows[0], steps);
            assert_eq!(run.failure, None, "{model}, {integrator}");
            assert!(!run.changes.is_empty(), "{model}, {integrator}");
            assert_eq!(run.rows.len(), rows.len(), "{model}, {integrator}");
            for (place, (ours, theirs)) in run.rows.iter().zip(&rows).enumerate() {
                // Numbers compare zeros of either sign as equal, as those of open contacts are.
                assert_eq!(ours, theirs, "{model}, {integrator}, row {place}");
            }
        }
    }
}

#[test]
fn c_code_knows_changes_energies_and_failures() {
    let program = InC::new("changes_in_c", "ball", "");
    let start = |z: f64, z_dot: f64| [0.0, 0.0, z, 0.3, z_dot, 0.0];
    let run =
        |e: f64, start: [f64; 6], steps| program.run("Mla", &[2.0, 9.81, 0.5, e], &start, steps);
    let bounces = run(0.8, start(1.5, 0.0), 200);
    let fall = (2.0 / 9.81_f64).sqrt();
    let [(contact, event, t), (_, _, second), ..] = bounces.changes[..] else {
        panic!("{bounces:?}");
    };
    assert_eq!((contact, event), (0, 2));
    assert!(
        (t - fall).abs() < 1e-11 && (second - 2.6 * fall).abs() < 1e-11,
        "{t}, {second}"
    );
    let kept = 0.8_f64.powi(2 * i32::try_from(bounces.changes.len()).unwrap());
    assert!(
        (bounces.energy - 19.62 * (kept - 1.0)).abs() < 1e-9,
        "{}",
        bounces.energy
    );
    for (e, start, status) in [
        (1.5, start(1.0, 0.0), 15),
        (0.8, start(0.25, 0.0), 16),
        (0.8, start(0.5, -1.0), 17),
        (0.5, start(1.5, 0.0), 18),
    ] {
        let failure = run(e, start, 200).failure;
        assert_eq!(failure, Some((status, "floor".to_owned())));
    }
}
