//! Short runs of a system, from a state on the constraints, and what they measure.

use super::compiled::{Compiled, Node, Run, model_text};
use super::dynamics::State;
use super::runge_kutta;
use super::sampling::{Random, on_constraints};
use super::systems::{Case, case};
use crate::once::Once;

/// Smooth controls of order one.
pub(crate) fn controls(case: &Case) -> impl Fn(f64) -> Vec<f64> + use<> {
    let count = case.controls;
    move |t| (0..count).map(|i| (3.0 * t + i as f64).cos()).collect()
}

/// A random state on the constraints.
pub(crate) fn initial(case: &Case, seed: u64) -> State {
    let mut state = Random::new(seed).state_of(case);
    if let Some(place) = case.place {
        place(&mut state.q, &case.parameters);
    }
    on_constraints(&case.system, &case.parameters, &state)
}

fn start_of(case: &Case) -> State {
    let state = State {
        t: 0.3,
        ..initial(case, 1)
    };
    on_constraints(&case.system, &case.parameters, &state)
}

/// A short run from a state on the constraints, with its end by Runge-Kutta as the reference.
pub(crate) struct ShortRun {
    pub(crate) case: Case,
    text: String,
    start: State,
    end: State,
}

const END_TIME: f64 = 0.8;

impl ShortRun {
    /// Of a model file. The end is computed once for all tests.
    pub(crate) fn new(model: &str) -> Self {
        static ENDS: Once<State> = Once::new();
        let (case, text) = (case(model), model_text(model));
        let start = start_of(&case);
        let end = ENDS.get(model, || end_of(&case, &start));
        Self {
            case,
            text,
            start,
            end,
        }
    }

    /// Of a text, with the same system by hand.
    pub(crate) fn of_text(case: Case, text: String) -> Self {
        let start = start_of(&case);
        let end = end_of(&case, &start);
        Self {
            case,
            text,
            start,
            end,
        }
    }

    /// The orders measured in `q` and `v` at the end, over three halvings.
    pub(crate) fn end_orders(&self, integrator: &str, fewest_steps: u32) -> [[f64; 3]; 2] {
        let [q, v, _] = self.sample_orders(integrator, fewest_steps);
        [q, v]
    }

    /// The orders measured in `q`, `v` and the multipliers of the last sample, over three halvings.
    pub(crate) fn sample_orders(&self, integrator: &str, fewest_steps: u32) -> [[f64; 3]; 3] {
        self.orders_of(&Compiled::new(&self.text, integrator), fewest_steps)
    }

    /// The same of an integrator that is compiled already.
    pub(crate) fn orders_of(&self, compiled: &Compiled, fewest_steps: u32) -> [[f64; 3]; 3] {
        let errors = self.errors_over_halvings(compiled, fewest_steps);
        errors.map(|of| core::array::from_fn(|k| (of[k] / of[k + 1]).log2()))
    }

    /// The errors in `q`, `v` and the multipliers of the last sample, over three halvings.
    pub(crate) fn errors_over_halvings(
        &self,
        compiled: &Compiled,
        fewest_steps: u32,
    ) -> [[f64; 4]; 3] {
        let errors = [1, 2, 4, 8].map(|factor| self.errors_of(compiled, fewest_steps * factor));
        [0, 1, 2].map(|i| errors.map(|of_run| of_run[i]))
    }

    /// The errors in `q`, `v` and the multipliers of the last sample after so many steps.
    pub(crate) fn errors_of(&self, compiled: &Compiled, steps: u32) -> [f64; 3] {
        let end = self.case.system.at(&self.case.parameters, &self.end);
        let (_, lambda) = end.motion();
        let h = END_TIME / f64::from(steps);
        let run = Run::new(compiled, &self.case.parameters, h);
        let run = run.with_controls(controls(&self.case));
        let (q0, v0) = (&self.start.q, &self.start.v);
        let nodes = run.trajectory(q0, v0, self.start.t, steps as usize);
        let last = &nodes[steps as usize];
        let sample = run.sample(last);
        [
            distance(&last.q, &self.end.q),
            distance(&sample.v, &self.end.v),
            distance(&sample.lambda, lambda.as_slice()),
        ]
    }

    /// How far some steps forward and as many back lead from where they set out: the largest
    /// difference in `q` and `v`, and the largest change on the way.
    pub(crate) fn there_and_back(
        &self,
        compiled: &Compiled,
        h: f64,
        steps: usize,
        reversal: Reversal,
    ) -> (f64, f64) {
        let run = |h: f64| {
            let run = Run::new(compiled, &self.case.parameters, h);
            run.with_controls(controls(&self.case))
        };
        let (forwards, backwards) = (run(h), run(-h));
        let nodes = forwards.trajectory(&self.start.q, &self.start.v, self.start.t, steps);
        let mut node = self.turned(&forwards, &nodes[steps], reversal);
        // Swapping two successive nodes is a step back already.
        let rest = steps - usize::from(reversal == Reversal::Swap);
        for _ in 0..rest {
            node = backwards.step(&node);
        }
        let numbers = |run: &Run<'_>, node: &Node| [node.q.clone(), run.sample(node).v].concat();
        let (first, last) = (numbers(&forwards, &nodes[0]), numbers(&backwards, &node));
        let there = numbers(&forwards, &nodes[steps]);
        (distance(&first, &last), distance(&first, &there))
    }

    /// The state from which steps back set out.
    fn turned(&self, run: &Run<'_>, node: &Node, reversal: Reversal) -> Node {
        let t = run.time(node);
        match reversal {
            Reversal::Plain => node.clone().at(t),
            Reversal::Swap => {
                let h = run.step_size();
                let swapped = [&node.reflected[..], &node.q].concat();
                node.clone().with(swapped).at(t - h)
            }
            Reversal::Reflect => {
                let sample = run.sample(node);
                let state = State {
                    q: node.q.clone(),
                    v: sample.v.clone(),
                    u: vec![0.0; self.case.controls],
                    t,
                };
                let here = self.case.system.at(&self.case.parameters, &state);
                let on_constraints = if run.compiled.scheme.traits.implicit {
                    here.momentum.as_slice().to_vec()
                } else {
                    sample.v
                };
                let pairs = on_constraints.iter().zip(&node.reflected);
                let mirrored: Vec<_> = pairs.map(|(on, off)| 2.0 * on - off).collect();
                let kept = &node.reflected[mirrored.len()..];
                let numbers = [&node.q[..], &mirrored, kept].concat();
                node.clone().with(numbers).at(t)
            }
        }
    }
}

/// What a state needs before steps of `-h` undo steps of `h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reversal {
    /// Nothing.
    Plain,
    /// To exchange its two nodes.
    Swap,
    /// To mirror its velocity or momentum at the constraints, because a step ends with that.
    Reflect,
}

/// The end of a run by the classical Runge-Kutta method, extrapolated from two step sizes.
fn end_of(case: &Case, start: &State) -> State {
    let signal = controls(case);
    let [coarse, fine] = [800_u32, 1600].map(|steps| {
        let h = END_TIME / f64::from(steps);
        let (system, parameters) = (&case.system, &case.parameters);
        runge_kutta::integrate(system, parameters, start, h, steps as usize, &signal)
    });
    let extrapolated = |coarse: &[f64], fine: &[f64]| {
        let pairs = coarse.iter().zip(fine);
        pairs
            .map(|(coarse, fine)| fine + (fine - coarse) / 15.0)
            .collect()
    };
    State {
        q: extrapolated(&coarse.q, &fine.q),
        v: extrapolated(&coarse.v, &fine.v),
        ..fine
    }
}

pub(crate) fn distance(a: &[f64], b: &[f64]) -> f64 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>().sqrt()
}
