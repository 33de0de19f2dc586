//! A motion with drag comes to rest, and rests: no step fails over ten thousand time constants. One
//! with quadratic drag, which has a kink at rest, starts from there.

use nhi_machine::{Machine, no_controls};
use nhi_symbolic::INTEGRATORS;
use nhi_symbolic::program::stepper::Stepper;

struct System {
    name: &'static str,
    text: &'static str,
    parameters: &'static [(&'static str, f64)],
    q: &'static [f64],
    v: &'static [f64],
    /// By what part of itself the slowest velocity decays in a unit of time.
    rate: f64,
}

const SYSTEMS: [System; 6] = [
    System {
        name: "a knife edge with drag",
        text: "coordinates(x, y, phi),
            lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * j * phi_dot.powi(2),
            constraints(blade = sin(phi) * x_dot - cos(phi) * y_dot),
            forces(x = -c * x_dot, y = -c * y_dot, phi = -c * phi_dot),",
        parameters: &[("m", 1.0), ("j", 1.0), ("c", 1.0)],
        q: &[0.3, 0.2, 0.0],
        v: &[1.1, 0.0, 0.7],
        rate: 1.0,
    },
    System {
        name: "a particle with drag that falls at its last speed",
        text: "coordinates(x, y, z),
            lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) - m * g * z,
            constraints(even = x_dot - 0.3 * y_dot),
            forces(x = -c * x_dot, y = -c * y_dot, z = -c * z_dot),",
        parameters: &[("m", 1.0), ("g", 9.81), ("c", 1.0)],
        q: &[0.3, 0.2, 0.1],
        v: &[0.3, 1.0, 0.7],
        rate: 1.0,
    },
    System {
        name: "a mass on a turning rod, whose spring has a length",
        text: "coordinates(theta, r, s),
            lagrangian = 0.5 * (j + m * r.powi(2)) * theta_dot.powi(2) + 0.5 * m * r_dot.powi(2)
                + 0.5 * n * s_dot.powi(2) - 0.5 * k * (r - l).powi(2) - 0.5 * k * (s - l).powi(2),
            constraints(follow = s_dot - sin(theta) * r_dot - r * theta_dot),
            forces(theta = -c * theta_dot, r = -c * r_dot, s = -c * s_dot),",
        parameters: &[
            ("j", 0.7),
            ("m", 1.3),
            ("n", 0.4),
            ("k", 1.1),
            ("l", 0.7),
            ("c", 1.0),
        ],
        q: &[0.4, 0.8, 0.1],
        v: &[0.25, 0.0, 0.2],
        rate: 0.5,
    },
    System {
        name: "a particle on a sphere in honey",
        text: "coordinates(x, y, z),
            lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) - m * g * z,
            constraints(rise = z_dot - y * x_dot),
            holonomic(sphere = x.powi(2) + y.powi(2) + z.powi(2) - 1),
            forces(x = -c * x_dot, y = -c * y_dot, z = -c * z_dot),",
        parameters: &[("m", 1.0), ("g", 0.0), ("c", 1.0)],
        q: &[1.0, 0.0, 0.0],
        v: &[0.0, 1.0, 0.0],
        rate: 1.0,
    },
    System {
        name: "a sleigh with drag on SE(2)",
        text: "groups(pose: SE2(w, v1, v2)),
            lagrangian = 0.5 * j * w.powi(2) + 0.5 * m * (v1.powi(2) + v2.powi(2)),
            constraints(blade = v2 - a * w),
            forces(w = -c * w, v1 = -c * v1, v2 = -c * v2),",
        parameters: &[("j", 1.0), ("m", 1.0), ("a", 0.5), ("c", 1.0)],
        q: &[1.0, 0.0, 0.3, 0.0, 1.0, 0.2],
        v: &[0.5, 1.1, 0.25],
        rate: 1.0,
    },
    System {
        name: "a particle that is heavier where it is faster",
        text: "coordinates(x, y, z),
            lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2))
                + 0.25 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)).powi(2),
            constraints(rise = z_dot - y * x_dot),
            forces(x = -c * x_dot, y = -c * y_dot, z = -c * z_dot),",
        parameters: &[("m", 1.0), ("c", 1.0)],
        q: &[0.4, 0.5, 0.1],
        v: &[0.0, 1.1, 0.0],
        rate: 1.0,
    },
];

/// In time constants.
const END: f64 = 10_000.0;

impl System {
    fn machine(&self, integrator: &str) -> Option<(Machine, bool)> {
        let names = self.parameters.iter().map(|&(name, _)| name);
        let fields: String = names.map(|name| format!("pub {name}: f64, ")).collect();
        let source = format!(
            "#[nonholonomic({} integrators({integrator}))] pub struct System {{ {fields} }}",
            self.text
        );
        let compiled = nhi_symbolic::compile_file(source.parse().unwrap()).ok()?;
        let compiled = compiled.into_iter().next()?;
        let (scheme, program) = compiled.steppers.first()?;
        let stepper = Stepper::of(&compiled.mechanics, scheme, program);
        Some((Machine::new(&stepper), scheme.traits.implicit))
    }
}

#[test]
fn no_step_fails_where_a_motion_rests() {
    let mut tried = 0;
    for system in &SYSTEMS {
        for integrator in INTEGRATORS.iter().map(|integrator| integrator.name) {
            let Some((machine, is_implicit)) = system.machine(integrator) else {
                continue;
            };
            tried += 1;
            let parameters = system.parameters.iter().map(|&(_, value)| value);
            let parameters: Vec<_> = parameters.collect();
            // Explicit steps are stable up to two time constants.
            let steps: &[f64] = if is_implicit { &[0.7, 1.2] } else { &[0.7] };
            for &h in steps {
                let stepper = machine.stepper(&parameters, h).unwrap();
                let start = stepper.start(0.0, system.q, system.v, &[], no_controls);
                let mut state = start.unwrap();
                let count = (END / (h * system.rate)) as usize;
                for _ in 0..count {
                    state = stepper.step(&state, no_controls).unwrap_or_else(|error| {
                        panic!("{integrator} of {} with h = {h}: {error:?}", system.name)
                    });
                }
                let sample = stepper.sample(&state).unwrap();
                assert!(sample.v.iter().all(|v| v.is_finite()));
            }
        }
    }
    assert!(tried > 40, "{tried}");
}

/// A knife edge on an incline, with drag of `1 |v| v` in different words.
const DRAGS: [&str; 3] = [
    "forces(x = -hypot(x_dot, y_dot) * x_dot, y = -hypot(x_dot, y_dot) * y_dot),",
    "forces(x = -sqrt(x_dot.powi(2) + y_dot.powi(2)) * x_dot,
        y = -sqrt(x_dot.powi(2) + y_dot.powi(2)) * y_dot),",
    "dissipation = hypot(x_dot, y_dot).powi(3) / 3,",
];

#[test]
fn motions_with_quadratic_drag_start_from_rest() {
    let mut tried = 0;
    for drag in DRAGS {
        let text = format!(
            "coordinates(x, y, phi),
            lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + phi_dot.powi(2)) + x,
            constraints(blade = sin(phi) * x_dot - cos(phi) * y_dot), {drag}"
        );
        let system = System {
            name: "a knife edge with quadratic drag",
            text: text.leak(),
            parameters: &[],
            q: &[0.0; 3],
            v: &[0.0; 3],
            rate: 1.0,
        };
        for integrator in INTEGRATORS.iter().map(|integrator| integrator.name) {
            // The velocity is no power series at rest.
            let Some((machine, _)) = system
                .machine(integrator)
                .filter(|_| integrator != "Taylor")
            else {
                continue;
            };
            tried += 1;
            let stepper = machine.stepper(&[], 0.01).unwrap();
            let start = stepper.start(0.0, system.q, system.v, &[], no_controls);
            let mut state = start.unwrap();
            for _ in 0..100 {
                let next = stepper.step(&state, no_controls);
                state = next.unwrap_or_else(|error| panic!("{integrator}, {drag}: {error:?}"));
            }
            let speed = stepper.sample(&state).unwrap().v[0];
            assert!(
                (speed - 1.0_f64.tanh()).abs() < 0.01,
                "{integrator}: {speed}"
            );
        }
    }
    assert!(tried > 30, "{tried}");
}
