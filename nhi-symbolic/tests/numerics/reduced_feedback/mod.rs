//! Feedback integrators of reduced systems, on `G x g*` and `G x g* x T*X` (Chang, Perlmutter, sections
//! 2.2 and 2.3), against reference data and against the same systems in coordinates.
//!
//! Reducing a state `(q, p)` in coordinates turns the momenta into the frame of the body,
//! `Pi = (p_theta, R^T (p_x, p_y))`. What commutes with that is the extended field, if the one-forms of
//! the constraints are invariant one by one. The gradient that is fed back is that in the momenta of
//! the body for reduced systems, and in coordinates also turns the heading. Base methods add in the
//! plane or in the body, so that their steps differ by the error of a step.

mod commuting;
mod fixture;

use crate::support::compiled::{Compiled, Node, Run, model_text};
use crate::support::dynamics::State;
use crate::support::sampling::on_constraints;
use crate::support::short_run::distance;
use crate::support::systems::case;

/// Gains that leave the extended field alone.
const NO_FEEDBACK: &str = "energy = 0, constraint = 0";
const FEEDBACK: &str = "energy = 100, constraint = 100";

/// A system in coordinates and reduced.
struct System {
    full: &'static str,
    reduced: &'static str,
    /// Where the heading and the position are among the coordinates.
    pose: [usize; 3],
    /// Where the shape is.
    shape: &'static [usize],
}

const SYSTEMS: [System; 3] = [
    System {
        full: "contact_point_sleigh",
        reduced: "reduced_sleigh",
        pose: [0, 1, 2],
        shape: &[],
    },
    System {
        full: "rolling_disk",
        reduced: "reduced_rolling_disk",
        pose: [2, 0, 1],
        shape: &[3],
    },
    System {
        full: "roller_racer",
        reduced: "reduced_roller_racer",
        pose: [0, 1, 2],
        shape: &[3],
    },
];

fn integrator(base: &str, gains: &str) -> String {
    format!("Feedback(base = {base}, {gains})")
}

/// The text of a model file, without the controls that the disk has.
fn without_controls(model: &str) -> String {
    model_text(model)
        .replace("controls(u_phi, u_theta),", "")
        .replace("forces(phi = u_phi, theta = u_theta),", "")
}

/// `R(angle) v`.
fn turned(angle: f64, [x, y]: [f64; 2]) -> [f64; 2] {
    let (s, c) = angle.sin_cos();
    [c * x - s * y, s * x + c * y]
}

/// A covector or vector of a system in the frame of space or body.
#[derive(Clone, Debug)]
struct Parts {
    shape: Vec<f64>,
    turn: f64,
    shift: [f64; 2],
}

impl Parts {
    /// In the order of the velocities of reduced systems.
    fn numbers(&self) -> Vec<f64> {
        [&self.shape[..], &[self.turn], &self.shift].concat()
    }

    fn of_numbers(numbers: &[f64]) -> Self {
        let (shape, rest) = numbers.split_at(numbers.len() - 3);
        Self {
            shape: shape.to_vec(),
            turn: rest[0],
            shift: [rest[1], rest[2]],
        }
    }
}

impl System {
    fn size(&self) -> usize {
        3 + self.shape.len()
    }

    /// The system in coordinates. The one-forms of the disk are replaced by those along and across its
    /// heading, which motions of the plane keep; and it has no controls here.
    fn full(&self, base: &str, gains: &str) -> Compiled {
        let along = "cos(phi) * x_dot + sin(phi) * y_dot - radius * theta_dot";
        let across = "cos(phi) * y_dot - sin(phi) * x_dot";
        let text = without_controls(self.full)
            .replace("x_dot - radius * cos(phi) * theta_dot", along)
            .replace("y_dot - radius * sin(phi) * theta_dot", across);
        Compiled::new(&text, &integrator(base, gains))
    }

    fn reduced(&self, base: &str, gains: &str) -> Compiled {
        let gains = format!("{gains}, rotation = 0");
        Compiled::of_file(self.reduced, &integrator(base, &gains))
    }

    fn run<'a>(&self, compiled: &'a Compiled, h: f64) -> Run<'a> {
        let [full, reduced] = [self.full, self.reduced].map(|model| case(model).parameters);
        assert_eq!(full, reduced, "one system");
        Run::new(compiled, &full, h)
    }

    /// Values of the coordinates, or of their momenta, by parts.
    fn parts(&self, values: &[f64]) -> Parts {
        let [turn, x, y] = self.pose.map(|i| values[i]);
        Parts {
            shape: self.shape.iter().map(|&i| values[i]).collect(),
            turn,
            shift: [x, y],
        }
    }

    /// The reverse of [`Self::parts`].
    fn values(&self, parts: &Parts) -> Vec<f64> {
        let mut values = vec![0.0; self.size()];
        let [x, y] = parts.shift;
        for (place, value) in self.pose.into_iter().zip([parts.turn, x, y]) {
            values[place] = value;
        }
        for (&place, &value) in self.shape.iter().zip(&parts.shape) {
            values[place] = value;
        }
        values
    }

    /// The state of the reduced system: entries of the configuration and momenta of the body.
    fn reduce(&self, q: &[f64], p: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (q, mut p) = (self.parts(q), self.parts(p));
        let (s, c) = q.turn.sin_cos();
        p.shift = turned(-q.turn, p.shift);
        let [x, y] = q.shift;
        let pose = [c, -s, x, s, c, y];
        ([&q.shape[..], &pose].concat(), p.numbers())
    }

    /// The state of the system in coordinates moved by a motion of the plane.
    fn moved(&self, motion: [f64; 3], q: &[f64], p: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (mut q, mut p) = (self.parts(q), self.parts(p));
        let [x, y] = turned(motion[0], q.shift);
        q.turn += motion[0];
        q.shift = [x + motion[1], y + motion[2]];
        p.shift = turned(motion[0], p.shift);
        (self.values(&q), self.values(&p))
    }

    /// What the reduced state changes by where coordinates and momenta change by small amounts.
    fn reduce_rates(&self, q: &[f64], p: &[f64], rates: &[f64]) -> Vec<f64> {
        let (q_rates, p_rates) = rates.split_at(self.size());
        let (q, p) = (self.parts(q), self.parts(p));
        let (q_rates, mut p_rates) = (self.parts(q_rates), self.parts(p_rates));
        let (s, c) = q.turn.sin_cos();
        let [x, y] = q_rates.shift;
        let (sine, cosine) = (c * q_rates.turn, -s * q_rates.turn);
        let pose = [cosine, -sine, x, sine, cosine, y];
        let [ahead, aside] = turned(-q.turn, p.shift);
        let [first, second] = turned(-q.turn, p_rates.shift);
        let w = q_rates.turn;
        p_rates.shift = [first + w * aside, second - w * ahead];
        [&q_rates.shape[..], &pose, &p_rates.numbers()].concat()
    }
}

/// A state with these entries and momenta, and the level of the energy.
fn node(run: &Run<'_>, q: &[f64], p: &[f64], level: f64) -> Node {
    let rest = vec![0.0; p.len()];
    let start = run.start(q, &rest, 0.0);
    start.with([q, p, &[level]].concat())
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// From states on the constraints both feedback integrators follow the motion with the order of their
/// base method. The disk rolls in a circle: the momenta of its body are constant, and what the reduced
/// integrator leaves is round-off.
#[test]
fn both_feedback_integrators_converge_to_the_motion() {
    let starts: [(&[f64], &[f64]); 3] = [
        (&[0.3, 0.0, 0.0], &[1.0, -1.4, 0.4]),
        (&[0.0, 0.0, 0.3, 0.0], &[0.0, 0.0, 0.9, 2.0]),
        (&[0.3, 0.0, 0.0, 0.8], &[1.0, 1.9, 0.6, 0.4]),
    ];
    for (system, (q, v)) in SYSTEMS.iter().zip(starts) {
        let by_hand = case(system.full);
        let state = State {
            q: q.to_vec(),
            v: v.to_vec(),
            u: vec![0.0; by_hand.controls],
            t: 0.0,
        };
        let State { q, v, .. } = on_constraints(&by_hand.system, &by_hand.parameters, &state);
        // Velocities turn into the frame of the body as momenta do.
        let (entries, body) = system.reduce(&q, &v);
        let exact = Compiled::of_file(system.reduced, "Gauss");
        let (exact_entries, exact_body) = end_of(system, &exact, &entries, &body, 200);
        let exact = [exact_entries, exact_body].concat();
        let [full, reduced] = [
            system.full("Rk4", FEEDBACK),
            system.reduced("Rk4", FEEDBACK),
        ];
        let errors = [2000, 4000].map(|steps| {
            let (q, v) = end_of(system, &full, &q, &v, steps);
            let in_coordinates = system.reduce(&q, &v);
            let reduced = end_of(system, &reduced, &entries, &body, steps);
            [in_coordinates, reduced].map(|(q, v)| distance(&[q, v].concat(), &exact))
        });
        for (way, name) in [system.full, system.reduced].into_iter().enumerate() {
            let order = (errors[0][way] / errors[1][way]).log2();
            println!("{name}: order {order:.3} at {:.1e}", errors[0][way]);
            if name == "reduced_rolling_disk" {
                assert!(errors[0][way] < 1e-12, "{errors:?}");
            } else {
                assert!((order - 4.0).abs() < 0.2, "{name}: {errors:?}");
            }
        }
    }
}

/// Configuration and velocity at `t = 1`.
fn end_of(
    system: &System,
    compiled: &Compiled,
    q: &[f64],
    v: &[f64],
    steps: usize,
) -> (Vec<f64>, Vec<f64>) {
    let run = system.run(compiled, 1.0 / steps as f64);
    let nodes = run.trajectory(q, v, 0.0, steps);
    let last = &nodes[steps];
    (last.q.clone(), run.sample(last).v)
}

#[test]
fn reduced_states_off_the_constraints_are_attracted() {
    for system in &SYSTEMS {
        let compiled = system.reduced("Rk4", FEEDBACK);
        let run = system.run(&compiled, 1e-3);
        let mut pose = vec![1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
        let mut v = vec![0.0; system.size()];
        if !system.shape.is_empty() {
            pose.insert(0, 0.4);
        }
        let turn = system.shape.len();
        v[turn] = 0.5;
        v[turn + 1] = 1.0;
        let mut node = run.start_unchecked(&pose, &v, 0.0);
        node.reflected[turn + 2] += 0.1;
        let before = run.diagnostic("lyapunov", &node)[0];
        for _ in 0..2000 {
            node = run.step(&node);
        }
        let after = run.diagnostic("lyapunov", &node)[0];
        println!("{}: {before:.2e} to {after:.2e}", system.reduced);
        assert!(before > 1e-3 && after < 1e-9 * before, "{before} {after}");
    }
}
