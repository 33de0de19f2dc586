//! Newton's method from starts beyond all reason: it ends, and in a solution or in a typed failure.

use nhi_machine::StepError;
use nhi_runtime::StepErrorKind;
use nhi_symbolic::schemes::INTEGRATORS;

use crate::breadth;
use crate::support::compiled::{Compiled, Node, Run, Sample, model_text};
use crate::support::dynamics::State;
use crate::support::sampling::{Random, on_constraints};
use crate::support::systems::{Case, all, case};

/// Returns the number of starts of each system, spread over its implicit integrators.
fn starts() -> usize {
    breadth::at_least(1000, 4)
}

/// What can become of a start.
#[derive(Clone, Copy, Debug, Default)]
struct Outcomes {
    /// The equations were solved, and all numbers are finite.
    solved: usize,
    /// Of those, the ones whose velocity is not on the constraints to eight digits.
    off_constraints: usize,
    /// Newton's method failed and said so, or the configuration is singular to round-off.
    unsolved: usize,
    /// The equations were solved, but the state is not finite.
    overflowed: usize,
    /// The initial velocity was not on the constraints, for its numbers did not allow that.
    refused: usize,
}

impl Outcomes {
    fn count(&mut self, failure: &StepErrorKind<f64, String>) {
        match failure {
            StepErrorKind::NonFiniteResidual { .. }
            | StepErrorKind::NewtonDiverged { .. }
            | StepErrorKind::NewtonStagnated { .. }
            | StepErrorKind::Singular { .. }
            | StepErrorKind::SingularJacobian { .. } => self.unsolved += 1,
            StepErrorKind::NonFinite => self.overflowed += 1,
            StepErrorKind::OffConstraints { .. } => self.refused += 1,
            other => panic!("{other}"),
        }
    }
}

/// The implicit integrators that take a model.
fn implicit_integrators(case: &Case) -> Vec<Compiled> {
    let text = model_text(case.model);
    INTEGRATORS
        .iter()
        .filter_map(|integrator| Compiled::try_new(&text, integrator.name).ok())
        .filter(|compiled| compiled.scheme.traits.implicit)
        .collect()
}

/// A number of any size and sign, now and then zero.
fn wild(random: &mut Random) -> f64 {
    let exponent = match random.below(10) {
        0 => return 0.0,
        1 => random.between(-300.0, 300.0),
        _ => random.between(-2.0, 3.0),
    };
    let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
    sign * 10_f64.powf(exponent)
}

/// A finite state, on the constraints in so far as its numbers allow that.
fn hard_state(case: &Case, random: &mut Random) -> State {
    loop {
        let mut numbers = |count: usize| (0..count).map(|_| wild(random)).collect();
        let state = State {
            q: numbers(case.coordinates),
            v: numbers(case.coordinates),
            u: numbers(case.controls),
            t: 0.0,
        };
        let state = on_constraints(&case.system, &case.parameters, &state);
        if state.v.iter().all(|x| x.is_finite()) {
            return state;
        }
    }
}

/// The state after a step, and its sample.
fn next_node(run: &Run<'_>, start: &State) -> Result<(Node, Sample), StepError> {
    let node = run.try_step(&run.try_start(&start.q, &start.v, start.t)?)?;
    let sample = run.try_sample(&node)?;
    Ok((node, sample))
}

/// The largest relative residual of a constraint at a node.
fn off_constraints(case: &Case, run: &Run<'_>, node: &Node, sample: Sample) -> f64 {
    let sample = State {
        q: node.q.clone(),
        v: sample.v,
        u: vec![0.0; case.controls],
        t: run.time(node),
    };
    let here = case.system.at(&case.parameters, &sample);
    let residuals = here.residual();
    let relative = residuals.iter().zip(here.scale()).map(|(r, s)| r.abs() / s);
    relative.fold(0.0, f64::max)
}

/// How well the sine of a sum of coordinates is known: a method that works with the parts of the sum
/// cannot agree better with a constraint that is evaluated at the sum.
fn angle_resolution(node: &Node) -> f64 {
    f64::EPSILON
        * node
            .q
            .iter()
            .fold(0.0, |largest: f64, x| largest.max(x.abs()))
}

fn try_starts(case: &Case, compiled: &Compiled, starts: usize, random: &mut Random) -> Outcomes {
    let mut outcomes = Outcomes::default();
    for _ in 0..starts {
        let start = hard_state(case, random);
        let controls = start.u.clone();
        let h = random.between(-1.0, 1.0).powi(3) * 10.0;
        let run = Run::new(compiled, &case.parameters, h).with_controls(move |_| controls.clone());
        match next_node(&run, &start) {
            Ok((node, sample)) => {
                outcomes.solved += 1;
                let off = off_constraints(case, &run, &node, sample);
                let is_off = off > 1e-8 + angle_resolution(&node);
                outcomes.off_constraints += usize::from(is_off);
            }
            Err(error) => outcomes.count(&error.kind),
        }
    }
    outcomes
}

fn try_all_integrators(case: &Case) {
    let random = &mut Random::new(7);
    let integrators = implicit_integrators(case);
    assert!(!integrators.is_empty(), "{}", case.model);
    let starts = starts().div_ceil(integrators.len());
    for compiled in &integrators {
        let found = try_starts(case, compiled, starts, random);
        let what = format!("{} {}: {found:?}", case.model, compiled.scheme.integrator);
        println!("{what}");
        assert!(10 * found.solved > starts, "{what}");
        // Cancellation at absurd velocities excuses a few.
        let is_exact = compiled.scheme.traits.exact_constraints;
        assert!(!is_exact || 50 * found.off_constraints <= starts, "{what}");
    }
}

#[test]
fn newtons_method_ends_from_hard_starts_of_every_system() {
    let models: Vec<_> = all().iter().map(|case| case.model).collect();
    std::thread::scope(|scope| {
        for models in models.chunks(models.len().div_ceil(4)) {
            scope.spawn(|| {
                models
                    .iter()
                    .for_each(|model| try_all_integrators(&case(model)));
            });
        }
    });
}
