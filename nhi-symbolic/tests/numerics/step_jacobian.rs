//! The generated derivatives of steps against dual numbers.

use nhi_symbolic::expr::Expr;
use num_dual::Dual64;

use crate::breadth;
use crate::registry::trials::{all_in_coordinates, all_on_elements};
use crate::support::compiled::{Compiled, Node, Run, model_text};
use crate::support::dual_program::{DualInputs, evaluate};
use crate::support::dynamics::State;
use crate::support::short_run::initial;
use crate::support::systems::{Case, case};

/// Mass matrices of the configuration with and without a control, an affine constraint of the time, a
/// potential, nonlinear drag, and two constraints.
const SYSTEMS: [&str; 7] = [
    "skating_pendulum",
    "turntable_knife_edge",
    "inclined_sleigh",
    "dragged_sleigh",
    "snakeboard",
    "roller_racer",
    "two_link_knife_edge",
];
const STEP: f64 = 0.05;
/// An ordinary run compares each variant of an integrator on this part of the systems.
const SHARE: usize = 3;
/// Where a column vanishes, both sides hold cancelled terms of round-off.
const SMALLEST_COLUMN: f64 = 1e-4;

#[test]
fn generated_derivatives_of_steps_are_those_of_dual_numbers() {
    for (number, trial) in all_in_coordinates().enumerate() {
        let systems = SYSTEMS.iter().cycle().skip(number).take(SYSTEMS.len());
        let errors = systems.filter_map(|model| largest_error(&case(model), trial.integrator));
        let most = breadth::at_least(SYSTEMS.len(), SHARE);
        let errors: Vec<_> = errors.take(most).collect();
        println!("{}: {errors:?}", trial.integrator);
        assert!(
            errors.len() >= most.min(3),
            "{} takes few systems",
            trial.integrator
        );
        let worst = errors.iter().copied().fold(0.0, f64::max);
        assert!(worst < 1e-11, "{}: {worst:e}", trial.integrator);
    }
}

#[test]
fn generated_derivatives_of_steps_of_group_elements_are_those_of_dual_numbers() {
    for trial in all_on_elements() {
        let error = largest_error(&case("magnetic_ball"), trial.integrator);
        println!("{}: {error:?}", trial.integrator);
        let error = error.expect("an integrator for group elements");
        assert!(error < 1e-11, "{}: {error:e}", trial.integrator);
    }
}

/// The largest error of a column of the Jacobian, relative to the size of the column; nothing where
/// the integrator does not take the model.
fn largest_error(case: &Case, integrator: &str) -> Option<f64> {
    let text = model_text(case.model);
    largest_error_from(&text, &case.parameters, &initial(case, 3), integrator)
}

/// The same behind a step from a state on the constraints.
pub(crate) fn largest_error_from(
    text: &str,
    parameters: &[f64],
    start: &State,
    integrator: &str,
) -> Option<f64> {
    let plain = Compiled::try_new(text, integrator).ok()?;
    let differentiated = Compiled::new(text, &with_jacobian(integrator));
    let run = Run::new(&differentiated, parameters, STEP).with_controls(|_| start.u.clone());
    let node = run.step(&run.start(&start.q, &start.v, start.t));
    let generated = run.step_jacobian(&node);

    let point = Point::new(&plain, parameters, &node, &start.u, run.time(&node));
    let entries = point.state.len();
    let mut columns = generated.chunks(entries).skip(1);
    let mut worst = 0.0_f64;
    for input in point.inputs() {
        let dual = point.derivative_by(input);
        let column = columns.next().expect("a column for every input");
        let size = dual
            .iter()
            .fold(SMALLEST_COLUMN, |size, x| size.max(x.abs()));
        for (generated, dual) in column.iter().zip(&dual) {
            worst = worst.max((generated - dual).abs() / size);
        }
    }
    assert_eq!(columns.next(), None, "a column for no input");
    Some(worst)
}

fn with_jacobian(integrator: &str) -> String {
    match integrator.strip_suffix(')') {
        Some(options) => format!("{options}, jacobian)"),
        None => format!("{integrator}(jacobian)"),
    }
}

/// Where a step is differentiated: symbols with their values.
struct Point<'a> {
    compiled: &'a Compiled,
    state: Vec<(Expr, f64)>,
    /// For each control its symbols in the nodes of the step.
    controls: Vec<Vec<(Expr, f64)>>,
    parameters: Vec<(Expr, f64)>,
    time: (Expr, f64),
}

impl<'a> Point<'a> {
    fn new(compiled: &'a Compiled, numbers: &[f64], node: &Node, controls: &[f64], t: f64) -> Self {
        let model = &compiled.mechanics.model;
        let state = compiled
            .scheme
            .state
            .iter()
            .flat_map(|group| &group.symbols);
        let entries = node.q.iter().chain(&node.reflected);
        let nodes = &compiled.scheme.control_nodes;
        let symbols_of = |(i, &value): (usize, &f64)| {
            let symbols = nodes.iter().map(|node| node.symbols[i]);
            symbols.map(|symbol| (symbol, value)).collect()
        };
        let parameters = model.parameters.iter().map(|parameter| parameter.symbol);
        Self {
            compiled,
            state: state.copied().zip(entries.copied()).collect(),
            controls: controls.iter().enumerate().map(symbols_of).collect(),
            parameters: parameters.zip(numbers.iter().copied()).collect(),
            time: (model.time, t),
        }
    }

    /// The symbols that move together, for each input in the order of the generated derivatives.
    fn inputs(&self) -> Vec<Vec<Expr>> {
        let alone = |&(symbol, _): &(Expr, f64)| vec![symbol];
        let mut inputs: Vec<_> = self.state.iter().map(alone).collect();
        let together = |pairs: &Vec<(Expr, f64)>| pairs.iter().map(|pair| pair.0).collect();
        inputs.extend(self.controls.iter().map(together));
        inputs.extend(self.parameters.iter().map(alone));
        inputs.push(vec![self.compiled.mechanics.step_size]);
        inputs
    }

    /// The derivatives of the next state by an input.
    fn derivative_by(&self, input: Vec<Expr>) -> Vec<f64> {
        let values = self.state.iter().chain(self.controls.iter().flatten());
        let values = values.chain(&self.parameters).chain([&self.time]);
        let mut inputs: DualInputs = values
            .map(|&(symbol, value)| (symbol, Dual64::from_re(value)))
            .collect();
        let step_size = self.compiled.mechanics.step_size;
        inputs.insert(step_size, Dual64::from_re(STEP));
        for symbol in input {
            let value = inputs.get_mut(&symbol).expect("an input with a value");
            *value = value.derivative();
        }
        let next = self.step(inputs);
        next.iter().map(|entry| entry.eps).collect()
    }

    /// A step, or the substeps that make it.
    fn step(&self, mut inputs: DualInputs) -> Vec<Dual64> {
        let Compiled {
            scheme, program, ..
        } = self.compiled;
        let [t, h] = [self.time.0, self.compiled.mechanics.step_size];
        let (began, whole) = (inputs[&t], inputs[&h]);
        let mut passed = 0.0;
        for &size in &scheme.substeps {
            inputs.insert(t, began + whole * passed);
            inputs.insert(h, whole * size);
            let next = evaluate(program, "step", inputs.clone());
            let entries = self.state.iter().map(|&(symbol, _)| symbol);
            inputs.extend(entries.zip(next));
            passed += size;
        }
        match scheme.substeps.is_empty() {
            true => evaluate(program, "step", inputs),
            false => self
                .state
                .iter()
                .map(|(symbol, _)| inputs[symbol])
                .collect(),
        }
    }
}
