//! Runs, observers and trajectories over a hand-written stepper.

mod oscillator;

use core::ops::ControlFlow;
use nhi_runtime::{
    Every, Extremes, Observer, Range, SampleOf, StepErrorKind, Stepper, Trace, Trajectory,
    observer, simulate,
};
use oscillator::{Node, Oscillator};
use proptest::prelude::*;

const OSCILLATOR_STEP: f64 = 0.125;

fn free(_: f64) -> [f64; 1] {
    [0.0]
}

/// A force that is lost after `t = 1`, so that the step from `t = 1` to `1.125` fails.
fn lost_after_one(t: f64) -> [f64; 1] {
    [if t > 1.0 { f64::NAN } else { 0.0 }]
}

fn started() -> (Oscillator, Node) {
    let oscillator = Oscillator::new(1.0, OSCILLATOR_STEP);
    let state = oscillator.start(0.0, [1.0], [0.0], &free).unwrap();
    (oscillator, state)
}

fn steps(oscillator: &Oscillator, state: &Node) -> u64 {
    oscillator.clock(state).steps
}

#[test]
fn a_run_shows_the_initial_state_and_the_state_after_each_step() {
    let (oscillator, state) = started();
    let mut trace = Trace::<SampleOf<Oscillator>, 8>::new();
    let last = simulate(&oscillator, state, &free, 3, &mut trace).unwrap();
    let times: Vec<f64> = trace.samples().map(|sample| sample.t).collect();
    assert_eq!(times, [0.0, 0.125, 0.25, 0.375]);
    assert_eq!(steps(&oscillator, &last), 3);
}

#[test]
fn a_run_of_no_steps_returns_the_state_it_was_given() {
    let (oscillator, state) = started();
    let last = simulate(&oscillator, state.clone(), &free, 0, &mut ()).unwrap();
    assert_eq!(last, state);
}

#[test]
fn an_observer_that_breaks_off_ends_the_run_with_the_state_it_saw() {
    let (oscillator, state) = started();
    let mut until_half = observer(&oscillator, |_, _, sample| {
        if sample.t < 0.5 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    let last = simulate(&oscillator, state, &free, 100, &mut until_half).unwrap();
    assert_eq!(oscillator.time(&last), 0.5);
}

#[test]
fn an_observer_can_break_off_before_the_first_step() {
    let (oscillator, state) = started();
    let mut never = observer(&oscillator, |_, _, _| ControlFlow::Break(()));
    let last = simulate(&oscillator, state.clone(), &lost_after_one, 100, &mut never).unwrap();
    assert_eq!(last, state);
}

#[test]
fn a_failed_step_gives_back_the_last_good_state_from_which_the_run_can_go_on() {
    let (oscillator, state) = started();
    let failed = simulate(&oscillator, state.clone(), &lost_after_one, 12, &mut ()).unwrap_err();
    assert_eq!(failed.completed, 8);
    assert_eq!(failed.error.time, 1.0);
    assert_eq!(failed.error.kind, StepErrorKind::NonFinite);
    assert!(
        failed
            .to_string()
            .starts_with("the run stopped after 8 good steps: at t = 1.0")
    );
    let resumed = simulate(&oscillator, failed.state, &free, 4, &mut ()).unwrap();
    let uninterrupted = simulate(&oscillator, state, &free, 12, &mut ()).unwrap();
    assert_eq!(resumed, uninterrupted);
}

#[test]
fn a_state_that_cannot_be_sampled_is_not_counted_as_good() {
    let (mut oscillator, state) = started();
    oscillator.range = 0.5;
    let failed = simulate(&oscillator, state.clone(), &free, 4, &mut Seen(0)).unwrap_err();
    assert_eq!((failed.completed, &failed.state), (0, &state));
    oscillator.range = 1.1;
    let push = |_: f64| [0.5 / (0.5 * OSCILLATOR_STEP * OSCILLATOR_STEP)];
    let mut seen = Seen(0);
    let failed = simulate(&oscillator, state.clone(), &push, 4, &mut seen).unwrap_err();
    assert_eq!((failed.completed, failed.state, seen.0), (0, state, 1));
}

#[test]
fn no_sample_is_taken_where_no_observer_wants_one() {
    let (mut oscillator, state) = started();
    oscillator.range = 0.0;
    assert!(simulate(&oscillator, state.clone(), &free, 4, &mut ()).is_ok());
    assert!(
        simulate(
            &oscillator,
            state.clone(),
            &free,
            4,
            &mut ((), Every::new(3, ()))
        )
        .is_ok()
    );
    assert!(simulate(&oscillator, state, &free, 4, &mut ((), Seen(0))).is_err());
}

#[test]
fn all_observers_of_a_tuple_see_the_state_at_which_one_breaks_off() {
    let (oscillator, state) = started();
    let stop = observer(&oscillator, |oscillator: &Oscillator, state, _| {
        if oscillator.time(state) < 0.25 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    let mut all = (Seen(0), stop, Seen(0), Every::new(2, Seen(0)));
    simulate(&oscillator, state, &free, 100, &mut all).unwrap();
    let (before, _, after, every_second) = all;
    assert_eq!((before.0, after.0, every_second.observer.0), (3, 3, 2));
}

#[test]
fn every_nth_state_is_counted_by_the_clock_also_over_several_runs() {
    let (oscillator, state) = started();
    let mut every = Every::new(4, Trace::<SampleOf<Oscillator>, 8>::new());
    let state = simulate(&oscillator, state, &free, 6, &mut every).unwrap();
    simulate(&oscillator, state, &free, 6, &mut every).unwrap();
    let times: Vec<f64> = every.observer.samples().map(|sample| sample.t).collect();
    assert_eq!(times, [0.0, 0.5, 1.0, 1.5]);
    let (oscillator, state) = started();
    let mut zeroth = Every::new(0, Seen(0));
    simulate(&oscillator, state, &free, 6, &mut zeroth).unwrap();
    assert_eq!(zeroth.observer.0, 7);
}

#[test]
fn a_full_trace_keeps_the_first_samples_and_counts_the_missed_ones() {
    let (oscillator, state) = started();
    let mut trace = Trace::<SampleOf<Oscillator>, 3>::new();
    assert!(trace.is_empty());
    simulate(&oscillator, state, &free, 9, &mut trace).unwrap();
    assert_eq!(
        (trace.len(), trace.samples().count(), trace.missed()),
        (3, 3, 7)
    );
    assert_eq!(trace.samples().last().unwrap().t, 0.25);
}

#[test]
fn the_energy_of_the_oscillator_stays_within_its_second_order_bound() {
    let (oscillator, state) = started();
    let mut energy = Extremes::new(&oscillator, |sample| oscillator.energy(sample));
    assert_eq!(energy.range(), None);
    simulate(&oscillator, state, &free, 10_000, &mut energy).unwrap();
    let range = energy.range().unwrap();
    assert_eq!(range.first, 0.5);
    assert!(range.deviation() <= OSCILLATOR_STEP * OSCILLATOR_STEP / 8.0 + 1e-12);
    assert!(range.drift().abs() <= range.deviation());
}

#[test]
fn a_value_that_is_not_a_number_stays_visible_in_a_range() {
    let mut range = Range::of(1.0);
    range.extend(f64::NAN);
    range.extend(2.0);
    assert!(range.minimum.is_nan() && range.maximum.is_nan() && range.deviation().is_nan());
    assert_eq!((range.first, range.last), (1.0, 2.0));
}

#[test]
fn a_trajectory_gives_the_states_of_a_run_and_ends_after_an_error() {
    let (oscillator, state) = started();
    let mut trajectory = Trajectory::new(&oscillator, state, &lost_after_one);
    let good = trajectory
        .by_ref()
        .take(8)
        .collect::<Result<Vec<_>, _>>()
        .unwrap();
    assert_eq!(
        good.iter().map(|state| steps(&oscillator, state)).max(),
        Some(8)
    );
    assert_eq!(trajectory.next().unwrap().unwrap_err().time, 1.0);
    assert!(trajectory.next().is_none() && trajectory.next().is_none());
    assert_eq!(Some(trajectory.state()), good.last());
}

#[test]
fn initial_values_that_are_not_finite_are_refused() {
    let (oscillator, _) = started();
    let error = oscillator.start(0.0, [f64::NAN], [0.0], &free).unwrap_err();
    assert_eq!(error.kind, StepErrorKind::NonFiniteInput);
}

proptest! {
    #[test]
    fn a_range_holds_the_extremes_of_its_values(
        values in prop::collection::vec(-1e3..1e3_f64, 1..40),
    ) {
        let mut range = Range::of(values[0]);
        values[1..].iter().for_each(|&value| range.extend(value));
        prop_assert_eq!(range.minimum, values.iter().copied().fold(f64::INFINITY, f64::min));
        prop_assert_eq!(range.maximum, values.iter().copied().fold(f64::NEG_INFINITY, f64::max));
        let deviations = values.iter().map(|value| (value - values[0]).abs());
        prop_assert_eq!(range.deviation(), deviations.fold(0.0, f64::max));
        prop_assert_eq!(range.last, *values.last().unwrap());
    }

    #[test]
    fn a_run_in_two_pieces_is_the_run_in_one(first in 0..50_u64, second in 0..50_u64) {
        let (oscillator, state) = started();
        let whole = simulate(&oscillator, state.clone(), &free, first + second, &mut ());
        let half = simulate(&oscillator, state, &free, first, &mut ()).unwrap();
        prop_assert_eq!(simulate(&oscillator, half, &free, second, &mut ()), whole);
    }
}

/// Counts the states it is shown.
struct Seen(u32);

impl<S: Stepper> Observer<S> for Seen {
    fn observe(&mut self, _: &S, _: &S::State, _: &SampleOf<S>) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}
