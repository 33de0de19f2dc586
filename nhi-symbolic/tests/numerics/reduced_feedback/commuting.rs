//! What commutes with reduction: the extended field exactly, the fed back gradient up to the turning of
//! the heading, steps up to the frame that they add in.

use crate::support::assert_close;
use crate::support::compiled::{Compiled, Run};
use crate::support::dynamics::State;
use crate::support::sampling::{Random, on_constraints};
use crate::support::short_run::distance;
use crate::support::systems::case;

use super::{
    FEEDBACK, NO_FEEDBACK, Parts, SYSTEMS, System, difference, integrator, node, turned,
    without_controls,
};

/// A level of the energy that random states are not on.
const LEVEL: f64 = 0.7;

impl System {
    fn random_state(&self, random: &mut Random) -> (Vec<f64>, Vec<f64>) {
        let n = self.size();
        (random.many(n, -1.2, 1.2), random.many(n, -1.5, 1.5))
    }
}

/// Entries and momenta after a step.
fn step(run: &Run<'_>, q: &[f64], p: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let next = run.step(&node(run, q, p, LEVEL));
    (next.q, next.reflected[..p.len()].to_vec())
}

/// The field that Euler's method integrates: entries, then momenta.
fn field(run: &Run<'_>, q: &[f64], p: &[f64]) -> Vec<f64> {
    assert_eq!(run.step_size(), 1.0);
    let (q_next, p_next) = step(run, q, p);
    let after = [q_next, p_next].concat();
    let before = q.iter().chain(p);
    after.iter().zip(before).map(|(a, b)| a - b).collect()
}

#[test]
fn the_extended_field_commutes_with_reduction() {
    let mut random = Random::new(11);
    for system in &SYSTEMS {
        let full = system.full("Euler", NO_FEEDBACK);
        let reduced = system.reduced("Euler", NO_FEEDBACK);
        let [full, reduced] = [&full, &reduced].map(|compiled| system.run(compiled, 1.0));
        for _ in 0..20 {
            let (q, p) = system.random_state(&mut random);
            let projected = system.reduce_rates(&q, &p, &field(&full, &q, &p));
            let (q, p) = system.reduce(&q, &p);
            let direct = field(&reduced, &q, &p);
            assert_close(system.reduced, &projected, &direct, 1e-12);
        }
    }
}

/// The one-forms `roll_x` and `roll_y` of the disk are exchanged by motions of the plane. Their momenta are
/// constant in the plane, not in the body, and the extended field depends on that where they do not
/// vanish. On the constraints it does not.
#[test]
fn the_extended_field_of_one_forms_that_turn_commutes_with_reduction_on_the_constraints_only() {
    let mut random = Random::new(16);
    let system = &SYSTEMS[1];
    let full = Compiled::new(
        &without_controls(system.full),
        &integrator("Euler", NO_FEEDBACK),
    );
    let reduced = system.reduced("Euler", NO_FEEDBACK);
    let [full, reduced] = [&full, &reduced].map(|compiled| system.run(compiled, 1.0));
    let by_hand = case(system.full);
    let fields = |state: &State| {
        let here = by_hand.system.at(&by_hand.parameters, state);
        let (q, p) = (&state.q, here.momentum.as_slice());
        let projected = system.reduce_rates(q, p, &field(&full, q, p));
        let (q, p) = system.reduce(q, p);
        (projected, field(&reduced, &q, &p))
    };
    for _ in 0..20 {
        let off = random.state(by_hand.coordinates, by_hand.controls);
        let (projected, direct) = fields(&off);
        assert!(distance(&projected, &direct) > 1e-3, "{off:?}");
        let on = on_constraints(&by_hand.system, &by_hand.parameters, &off);
        let (projected, direct) = fields(&on);
        assert_close(system.full, &projected, &direct, 1e-12);
    }
}

/// With `t` the change of the momenta of the body by turning the heading, `(0, Pi_y, -Pi_x)`, and `G`
/// what the reduced system feeds back to them, the system in coordinates feeds back `G + (t . G) t`
/// and turns the heading by `t . G`. Both vanish together, where the constraints and the level hold.
#[test]
fn the_fed_back_gradients_differ_by_the_turning_of_the_heading_alone() {
    let mut random = Random::new(12);
    for system in &SYSTEMS {
        let gains = [NO_FEEDBACK, FEEDBACK];
        let full = gains.map(|gains| system.full("Euler", gains));
        let reduced = gains.map(|gains| system.reduced("Euler", gains));
        let fed_back = |compiled: &[Compiled; 2], q: &[f64], p: &[f64]| {
            let [without, with] = compiled
                .each_ref()
                .map(|compiled| field(&system.run(compiled, 1.0), q, p));
            difference(&with, &without)
        };
        let mut largest = 0.0_f64;
        for _ in 0..20 {
            let (q, p) = system.random_state(&mut random);
            let projected = system.reduce_rates(&q, &p, &fed_back(&full, &q, &p));
            let heading = system.parts(&q).turn;
            let (q, p) = system.reduce(&q, &p);
            let direct = fed_back(&reduced, &q, &p);
            let (to_entries, to_momenta) = direct.split_at(q.len());
            let body = Parts::of_numbers(&p).shift;
            let mut momenta = Parts::of_numbers(to_momenta);
            let along = body[1] * momenta.shift[0] - body[0] * momenta.shift[1];
            momenta.shift[0] += along * body[1];
            momenta.shift[1] -= along * body[0];
            let mut entries = to_entries.to_vec();
            let (s, c) = heading.sin_cos();
            let rows = entries.len() - 6;
            for (place, slope) in [(0, -s), (1, -c), (3, c), (4, -s)] {
                let along_the_group = entries[rows + place].abs();
                assert!(along_the_group < 1e-13, "{along_the_group:e}");
                entries[rows + place] += along * slope;
            }
            let expected = [entries, momenta.numbers()].concat();
            assert_close(system.reduced, &projected, &expected, 1e-12);
            largest = largest.max(along.abs());
        }
        assert!(largest > 1.0, "{}: {largest}", system.reduced);
    }
}

/// In coordinates Euler's method adds momenta in the plane and then stands at the new heading:
/// `Pi_1 = R(h w)^T (Pi + h (Pi' + w x Pi))`. Shape, heading, position and the momenta that do not turn are
/// those of the reduced step.
#[test]
fn steps_of_eulers_method_differ_by_the_frame_they_add_in() {
    let mut random = Random::new(13);
    let h = 0.1;
    for system in &SYSTEMS {
        let full = system.full("Euler", NO_FEEDBACK);
        let reduced = system.reduced("Euler", NO_FEEDBACK);
        let [full, reduced] = [&full, &reduced].map(|compiled| system.run(compiled, h));
        for _ in 0..10 {
            let (q, p) = system.random_state(&mut random);
            let (q_next, p_next) = step(&full, &q, &p);
            let before = system.parts(&q);
            let after = system.parts(&q_next);
            let (_, in_coordinates) = system.reduce(&q_next, &p_next);

            let (entries, body) = system.reduce(&q, &p);
            let (entries_next, body_next) = step(&reduced, &entries, &body);
            let (shape, pose) = entries_next.split_at(before.shape.len());
            let turning = after.turn - before.turn;
            let (s, c) = before.turn.sin_cos();
            let [x, y] = after.shift;
            let euler = [
                c - s * turning,
                -s - c * turning,
                x,
                s + c * turning,
                c - s * turning,
                y,
            ];
            assert_close("shape", shape, &after.shape, 1e-13);
            assert_close("pose", pose, &euler, 1e-13);

            let body = Parts::of_numbers(&body);
            let mut expected = Parts::of_numbers(&body_next);
            let [ahead, aside] = expected.shift;
            let in_plane = [
                ahead - turning * body.shift[1],
                aside + turning * body.shift[0],
            ];
            expected.shift = turned(-turning, in_plane);
            assert_close("momenta", &in_coordinates, &expected.numbers(), 1e-13);
            let apart = difference(&in_coordinates, &body_next);
            assert!(apart.iter().any(|x| x.abs() > 1e-5), "{apart:?}");
        }
    }
}

/// Every step in coordinates descends to a step of the reduced state, because methods of Runge and
/// Kutta commute with motions of the plane; steps of the reduced system do not know the pose at all.
#[test]
fn steps_commute_with_motions_of_the_plane() {
    let mut random = Random::new(14);
    for system in &SYSTEMS {
        for base in ["Euler", "Rk2", "Rk4"] {
            let full = system.full(base, FEEDBACK);
            let reduced = system.reduced(base, FEEDBACK);
            let [full, reduced] = [&full, &reduced].map(|compiled| system.run(compiled, 0.001));
            let (q, p) = system.random_state(&mut random);
            let motion = [0.8, -0.4, 1.3];
            let (q_moved, p_moved) = system.moved(motion, &q, &p);

            let (q_next, p_next) = step(&full, &q, &p);
            let (q_expected, p_expected) = system.moved(motion, &q_next, &p_next);
            let (q_next, p_next) = step(&full, &q_moved, &p_moved);
            let what = format!("{} {base}", system.full);
            assert_close(&what, &q_next, &q_expected, 1e-12);
            assert_close(&what, &p_next, &p_expected, 1e-12);

            let (entries, body) = system.reduce(&q, &p);
            let (elsewhere, _) = system.reduce(&q_moved, &p_moved);
            let [here, there] = [entries, elsewhere].map(|q| step(&reduced, &q, &body).1);
            assert_eq!(here, there, "{} {base}", system.reduced);
        }
    }
}

/// The step that descends from coordinates and the reduced one solve one field, by different methods.
#[test]
fn steps_in_coordinates_and_reduced_ones_differ_by_the_error_of_a_step() {
    let mut random = Random::new(15);
    for system in &SYSTEMS {
        let (q, p) = system.random_state(&mut random);
        for (base, order) in [("Euler", 1.0), ("Rk2", 2.0), ("Rk4", 4.0)] {
            let full = system.full(base, NO_FEEDBACK);
            let reduced = system.reduced(base, NO_FEEDBACK);
            let apart = [0.02, 0.01].map(|h| {
                let (q_next, p_next) = step(&system.run(&full, h), &q, &p);
                let (q_full, p_full) = system.reduce(&q_next, &p_next);
                let (entries, body) = system.reduce(&q, &p);
                let (q_next, p_next) = step(&system.run(&reduced, h), &entries, &body);
                distance(&[q_full, p_full].concat(), &[q_next, p_next].concat())
            });
            let measured = (apart[0] / apart[1]).log2();
            println!(
                "{} {base}: {measured:.3} at {:.1e}",
                system.reduced, apart[0]
            );
            assert!(
                (measured - order - 1.0).abs() < 0.1,
                "{measured}: {apart:?}"
            );
        }
    }
}
