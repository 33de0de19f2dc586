//! As many constraints as velocities, some of which drive: a car along a path that is prescribed in
//! time. The constraints determine the motion, the multipliers the forces that it takes.

use nhi_symbolic::diag::Code;
use nhi_symbolic::schemes::INTEGRATORS;

use crate::support::compiled::{Compiled, Run, resolve};

const CAR: &str = "#[nonholonomic(
    coordinates(a, x, y),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * j * a_dot.powi(2),
    constraints(
        skid = sin(a) * x_dot - cos(a) * y_dot,
        speed = cos(a) * x_dot + sin(a) * y_dot - 1 - cos(t) / 2,
        turn = a_dot - sin(t),
    ),
    symmetry(SE2(a, x, y)),
    integrators(Gni),
)]
struct Car { m: f64, j: f64 }";

const PARAMETERS: [f64; 2] = [2.0, 0.5];

/// The velocity that the constraints leave.
fn velocity(q: &[f64], t: f64) -> [f64; 3] {
    let speed = 1.0 + t.cos() / 2.0;
    [t.sin(), speed * q[0].cos(), speed * q[0].sin()]
}

/// Heading `a0 + 1 - cos t` and the path behind it, by Simpson's rule.
fn end_of_path(t: f64) -> [f64; 3] {
    let intervals = 2000;
    let h = t / f64::from(intervals);
    let heading = |t: f64| 0.3 + 1.0 - t.cos();
    let rate = |t: f64| velocity(&[heading(t)], t);
    let mut end = [heading(t), 0.0, 0.0];
    for k in 0..=intervals {
        let weight = match k {
            0 => 1.0,
            k if k == intervals => 1.0,
            k if k % 2 == 1 => 4.0,
            _ => 2.0,
        };
        let rate = rate(f64::from(k) * h);
        for i in 1..3 {
            end[i] += weight * h / 3.0 * rate[i];
        }
    }
    end
}

/// The largest error of the configuration and of the torque after two seconds.
fn errors(compiled: &Compiled, steps: usize) -> [f64; 2] {
    let run = Run::new(compiled, &PARAMETERS, 2.0 / steps as f64);
    let start = [0.3, 0.0, 0.0];
    let nodes = run.trajectory(&start, &velocity(&start, 0.0), 0.0, steps);
    let last = nodes.last().expect("a node");
    let expected = end_of_path(2.0);
    let position = last.q.iter().zip(expected).map(|(q, e)| (q - e).abs());
    // The multiplier of the turn is the torque j a''.
    let torque = PARAMETERS[1] * 2.0_f64.cos();
    [
        position.fold(0.0, f64::max),
        (run.sample(last).lambda[2] - torque).abs(),
    ]
}

#[test]
fn constraints_that_determine_the_motion_are_integrated_with_the_declared_order() {
    let mut taken = Vec::new();
    for integrator in INTEGRATORS
        .iter()
        .filter(|known| !known.is_vakonomic() && !known.is_adaptive())
    {
        let compiled = match Compiled::try_new(CAR, integrator.name) {
            Ok(compiled) => compiled,
            Err(refused) => {
                println!("{}: {refused:?}", integrator.name);
                continue;
            }
        };
        taken.push(integrator.name);
        let order = f64::from(compiled.scheme.traits.order);
        let [coarse, fine] = [20, 40].map(|steps| errors(&compiled, steps));
        let measured = (coarse[0] / fine[0]).log2();
        println!(
            "{}: {coarse:?} {fine:?}, order {measured:.2}",
            integrator.name
        );
        assert!(
            fine[0] < 1e-10 || (measured - order).abs() < 0.2,
            "{}",
            integrator.name
        );
        assert!(fine[1] < 1e-9, "{}: {fine:?}", integrator.name);
    }
    assert_eq!(
        taken,
        [
            "Mla",
            "Lobatto",
            "Dla",
            "Dap",
            "Rdp",
            "EnergyPreserving",
            "Gni",
            "Shake",
            "Rattle",
            "Rk",
            "Gauss"
        ]
    );
}

#[test]
fn constraints_that_all_hold_at_rest_leave_no_motion() {
    let rest = CAR
        .replace(" - 1 - cos(t) / 2", "")
        .replace("a_dot - sin(t)", "a_dot");
    let errors = resolve(&rest).expect_err("no motion");
    let codes: Vec<_> = errors.errors().map(|error| error.code).collect();
    assert_eq!(codes, [Code::TooManyConstraints]);
    let more = CAR.replace("turn =", "again = x_dot - cos(t), turn =");
    let errors = resolve(&more).expect_err("more constraints than velocities");
    let codes: Vec<_> = errors.errors().map(|error| error.code).collect();
    assert_eq!(codes, [Code::TooManyConstraints]);
}
