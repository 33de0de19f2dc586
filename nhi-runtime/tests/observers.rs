//! What observers count and keep, over a stepper that reports how its equations were solved.

mod oscillator;

use nhi_runtime::{
    Clock, ControlSignal, Controlled, NewtonReport, NewtonTotals, Observer, Ranges, SampleOf,
    StepError, Stepper, Trace, simulate,
};
use oscillator::{Node, Oscillator};

/// The oscillator with reports that tell its steps apart: after `k` steps `k` iterations, and a
/// residual that falls. The initial state has a report too, which no step led to.
struct Reporting(Oscillator);

impl Stepper for Reporting {
    type Scalar = f64;
    type Coordinates = [f64; 1];
    type Velocities = [f64; 1];
    type Controls = [f64; 1];
    type Multipliers = ();
    type State = Node;

    const INTEGRATOR: &'static str = "Reporting";

    fn step_size(&self) -> f64 {
        self.0.step_size()
    }

    fn clock(&self, state: &Node) -> Clock<f64> {
        self.0.clock(state)
    }

    fn report(&self, state: &Node) -> NewtonReport<f64> {
        let steps = u32::try_from(self.clock(state).steps).unwrap();
        NewtonReport {
            iterations: if steps == 0 { 100 } else { steps },
            increment: 0.0,
            residual: 8.0 / f64::from(steps.max(1)),
        }
    }

    fn start(
        &self,
        t: f64,
        q: [f64; 1],
        v: [f64; 1],
        controls: &impl ControlSignal<f64, [f64; 1]>,
    ) -> Result<Node, StepError<f64>> {
        self.0.start(t, q, v, controls)
    }

    fn step(
        &self,
        state: &Node,
        controls: &impl ControlSignal<f64, [f64; 1]>,
    ) -> Result<Node, StepError<f64>> {
        self.0.step(state, controls)
    }

    fn sample(&self, state: &Node) -> Result<SampleOf<Self>, StepError<f64>> {
        self.0.sample(state)
    }
}

fn free(_: f64) -> [f64; 1] {
    [0.0]
}

fn started() -> (Reporting, Node) {
    let stepper = Reporting(Oscillator::new(1.0, 0.125));
    let state = stepper.start(0.0, [1.0], [0.0], &free).unwrap();
    (stepper, state)
}

#[test]
fn totals_count_the_reports_of_steps_and_not_of_the_start() {
    let (stepper, state) = started();
    let mut totals = NewtonTotals::default();
    assert_eq!(totals.mean_iterations(), 0.0);
    let state = simulate(&stepper, state, &free, 4, &mut totals).unwrap();
    let counted = |totals: &NewtonTotals<f64>| {
        assert_eq!(totals.residual, 8.0);
        (totals.steps, totals.iterations, totals.most_iterations)
    };
    assert_eq!(counted(&totals), (4, 1 + 2 + 3 + 4, 4));
    assert_eq!(totals.mean_iterations(), 2.5);
    // A run that goes on shows the state from which it goes on again.
    simulate(&stepper, state, &free, 1, &mut totals).unwrap();
    assert_eq!(counted(&totals), (5, 10 + 5, 5));
}

#[test]
fn ranges_hold_what_was_shown_and_nothing_before() {
    let (stepper, state) = started();
    let energy = |sample: &SampleOf<Oscillator>| stepper.0.energy(sample);
    let mut ranges = Ranges::new(&stepper, |sample| [energy(sample), -sample.t]);
    assert!(ranges.ranges().is_none());
    simulate(&stepper, state, &free, 4, &mut ranges).unwrap();
    let [energy, t] = ranges.ranges().unwrap();
    assert_eq!(energy.first, 0.5);
    assert!((energy.maximum - 0.5).abs() < 0.01, "{energy:?}");
    assert_eq!((t.minimum, t.maximum), (-0.5, 0.0));
    assert_eq!((t.deviation(), t.drift()), (0.5, -0.5));
}

#[test]
fn a_trace_is_empty_until_it_is_shown_a_state() {
    let (stepper, state) = started();
    let mut trace = Trace::<SampleOf<Reporting>, 2>::new();
    assert!(trace.is_empty());
    let sample = stepper.sample(&state).unwrap();
    let _ = trace.observe(&stepper, &state, &sample);
    assert!(!trace.is_empty());
}

#[test]
fn a_control_law_leaves_step_clock_and_reports_to_the_stepper_within() {
    let law = |_: f64, _: &[f64; 1], _: &[f64; 1]| [0.0];
    let reporting = || Reporting(Oscillator::new(1.0, 0.25));
    let controlled = Controlled::new(reporting(), 0.5, law).unwrap();
    let state = controlled.start(2.0, [1.0], [0.0]).unwrap();
    let state = simulate(&controlled, state, &(), 3, &mut ()).unwrap();
    assert_eq!(controlled.step_size(), 0.25);
    assert_eq!(controlled.clock(&state).steps, 3);
    assert_eq!(controlled.time(&state), 2.75);
    assert_eq!(controlled.report(&state).iterations, 3);
    assert_eq!(controlled.report(&state), reporting().report(&state.state));
}
