//! A machine that makes steps.

use nhi_runtime::{Clock, StepErrorKind, constraint_tolerance};
use nhi_symbolic::expr::Expr;
use nhi_symbolic::mechanics::quantities::Quantity;
use nhi_symbolic::program::{Inputs, InterpretError, Interpreter, Program};
use nhi_symbolic::schemes::GroupKind;

use super::machine::Machine;
use super::solver::RuntimeNewton;

/// A machine with parameters and a step size.
#[derive(Debug)]
pub(crate) struct Stepper<'a> {
    pub(super) machine: &'a Machine,
    h: f64,
    integrator: Interpreter<'a>,
    methods: Interpreter<'a>,
    controls: Interpreter<'a>,
    /// Parameters and step size.
    base: Inputs,
    /// The control nodes at which something is read, as fractions of the step.
    nodes: Vec<(f64, Vec<Expr>)>,
    /// Where the configuration is in a state.
    coordinates: usize,
}

/// A state of an integrator.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) clock: Clock<f64>,
    /// The groups of the scheme one after another.
    pub(super) values: Vec<f64>,
}

/// What a state means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) t: f64,
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    pub(crate) lambda: Vec<f64>,
}

/// Why a step failed, and the time from which it set out.
#[derive(Clone, Debug)]
pub(crate) struct RunError {
    pub(crate) time: f64,
    pub(crate) reason: String,
}

/// How far a constraint is from being satisfied.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    pub(crate) name: String,
    pub(crate) residual: f64,
    pub(crate) relative: f64,
}

impl Violation {
    /// Whether it is more than round-off.
    pub(crate) fn is_serious(&self) -> bool {
        // NaN is serious too.
        !(self.residual == 0.0 || self.relative <= constraint_tolerance::<f64>())
    }
}

impl Machine {
    /// The stepper for parameters, in the order of the model, and a step size.
    ///
    /// # Errors
    /// Parameters for which the model is singular, in one sentence.
    pub(crate) fn stepper(&self, parameters: &[f64], h: f64) -> Result<Stepper<'_>, String> {
        let mut base = Inputs::default();
        let model = &self.mechanics.model;
        for (parameter, &value) in model.parameters.iter().zip(parameters) {
            base.set(parameter.symbol, value);
        }
        base.set(self.mechanics.step_size, h);
        let interpreter = |program| {
            Interpreter::new(program, &base).map_err(|error: InterpretError| error.to_string())
        };
        Ok(Stepper {
            machine: self,
            h,
            integrator: interpreter(&self.program)?,
            methods: interpreter(&self.methods)?,
            controls: interpreter(&self.controls)?,
            base,
            nodes: self.nodes(),
            coordinates: self.place_of_coordinates(),
        })
    }

    fn nodes(&self) -> Vec<(f64, Vec<Expr>)> {
        let graph = &self.mechanics.model.graph;
        let nodes = self.scheme.control_nodes.iter();
        let nodes = nodes.filter(|node| reads(&self.program, "step", &node.symbols));
        nodes
            .map(|node| {
                let fraction = graph.evaluate(&[node.fraction], &[])[0];
                (fraction, node.symbols.clone())
            })
            .collect()
    }

    fn place_of_coordinates(&self) -> usize {
        let groups = self.scheme.state.iter();
        let before = groups.take_while(|group| group.kind != GroupKind::Coordinates);
        before.map(|group| group.symbols.len()).sum()
    }
}

/// Whether a function of a program uses one of the symbols.
fn reads(program: &Program, function: &str, symbols: &[Expr]) -> bool {
    let function = program.function(function);
    function.is_some_and(|function| {
        let inputs = program.inputs_of(function);
        inputs.iter().any(|symbol| symbols.contains(symbol))
    })
}

impl Stepper<'_> {
    /// How far initial values at `t = 0` are from each constraint.
    pub(crate) fn violations(&self, q: &[f64], v: &[f64]) -> Result<Vec<Violation>, RunError> {
        let outputs = self.integrate("admission", &self.at(0.0, q, v), 0.0)?;
        let (residuals, scales) = outputs.split_at(outputs.len() / 2);
        let constraints = self.machine.mechanics.model.constraints.iter();
        let values = residuals.iter().zip(scales);
        Ok(constraints
            .zip(values)
            .map(|(constraint, (&residual, &scale))| Violation {
                name: constraint.name.clone(),
                residual,
                relative: residual.abs() / scale,
            })
            .collect())
    }

    /// The velocity nearest to `v` that satisfies the constraints at `t = 0`.
    pub(crate) fn project(&self, q: &[f64], v: &[f64]) -> Result<Vec<f64>, RunError> {
        if self.is_free() {
            return Ok(v.to_vec());
        }
        self.method(Quantity::ProjectedVelocity.name(), &self.at(0.0, q, v), 0.0)
    }

    /// The first state, at `t = 0`.
    pub(crate) fn start(&self, q: &[f64], v: &[f64]) -> Result<State, RunError> {
        let clock = Clock::new(0.0);
        let mut inputs = self.at(0.0, q, v);
        let model = &self.machine.mechanics.model;
        let symbols: Vec<_> = model.controls.iter().map(|x| x.symbol).collect();
        if reads(&self.machine.program, "start", &symbols) {
            let values = self.controls_at(0.0, q, v)?;
            inputs.set_all(&symbols, &values);
        }
        let values = self.integrate("start", &inputs, 0.0)?;
        finite(values, 0.0).map(|values| State { clock, values })
    }

    /// The state one step later. Controls are read at the nodes of the step, with coordinates and
    /// velocities as they are at its beginning.
    pub(crate) fn step(&self, state: &State) -> Result<State, RunError> {
        let time = self.time(state);
        let mut inputs = self.of_state(state);
        if !self.nodes.is_empty() {
            self.read_controls(state, &mut inputs)?;
        }
        let values = self.integrate("step", &inputs, time)?;
        let clock = state.clock.next();
        finite(values, time).map(|values| State { clock, values })
    }

    fn read_controls(&self, state: &State, inputs: &mut Inputs) -> Result<(), RunError> {
        let mechanics = &self.machine.mechanics;
        let (q, v) = if self.machine.has_feedback {
            let sample = self.sample(state)?;
            (sample.q, sample.v)
        } else {
            (vec![0.0; mechanics.q.len()], vec![0.0; mechanics.v.len()])
        };
        for (fraction, symbols) in &self.nodes {
            let values = self.controls_at(self.node_time(state, *fraction), &q, &v)?;
            inputs.set_all(symbols, &values);
        }
        Ok(())
    }

    /// Coordinates, velocities and multipliers of a state.
    pub(crate) fn sample(&self, state: &State) -> Result<Sample, RunError> {
        let time = self.time(state);
        let mechanics = &self.machine.mechanics;
        let mut v = finite(self.integrate("sample", &self.of_state(state), time)?, time)?;
        let lambda = v.split_off(mechanics.v.len());
        let end = self.coordinates + mechanics.q.len();
        Ok(Sample {
            t: time,
            q: state.values[self.coordinates..end].to_vec(),
            v,
            lambda,
        })
    }

    /// The energy `v . L_v - L`.
    pub(crate) fn energy(&self, sample: &Sample) -> Result<f64, RunError> {
        Ok(self.method_at(Quantity::Energy.name(), sample)?[0])
    }

    /// The constraint residuals `A v + b`.
    pub(crate) fn residuals(&self, sample: &Sample) -> Result<Vec<f64>, RunError> {
        if self.is_free() {
            return Ok(Vec::new());
        }
        self.method_at(Quantity::ConstraintResidual.name(), sample)
    }

    /// The controls at a sample.
    pub(crate) fn controls(&self, sample: &Sample) -> Result<Vec<f64>, RunError> {
        self.controls_at(sample.t, &sample.q, &sample.v)
    }

    /// The step size.
    pub(crate) fn step_size(&self) -> f64 {
        self.h
    }

    /// The time of a state.
    pub(crate) fn time(&self, state: &State) -> f64 {
        state.clock.time(self.h)
    }

    fn controls_at(&self, t: f64, q: &[f64], v: &[f64]) -> Result<Vec<f64>, RunError> {
        let values = call(&self.controls, "controls", &self.at(t, q, v), t)?;
        if values.iter().all(|value| value.is_finite()) {
            return Ok(values);
        }
        let controls = self.machine.mechanics.model.controls.iter();
        let (name, value) = controls
            .zip(&values)
            .find(|(_, value)| !value.is_finite())
            .map_or((String::new(), 0.0), |(control, &value)| {
                (control.name.clone(), value)
            });
        Err(RunError {
            time: t,
            reason: format!("the control `{name}` is {value:?} but must be finite"),
        })
    }

    /// The time of a control node, by the operations of the generated code.
    fn node_time(&self, state: &State, fraction: f64) -> f64 {
        if fraction == 0.0 {
            self.time(state)
        } else if fraction == 1.0 {
            state.clock.next().time(self.h)
        } else {
            self.time(state) + fraction * self.h
        }
    }

    pub(super) fn of_state(&self, state: &State) -> Inputs {
        let mut inputs = self.base.clone();
        inputs.set(self.machine.mechanics.model.time, self.time(state));
        let symbols = self
            .machine
            .scheme
            .state
            .iter()
            .flat_map(|group| &group.symbols);
        for (&symbol, &value) in symbols.zip(&state.values) {
            inputs.set(symbol, value);
        }
        inputs
    }

    pub(super) fn at(&self, t: f64, q: &[f64], v: &[f64]) -> Inputs {
        let mechanics = &self.machine.mechanics;
        let mut inputs = self.base.clone();
        inputs.set(mechanics.model.time, t);
        inputs.set_all(&mechanics.q, q);
        inputs.set_all(&mechanics.v, v);
        self.machine.set_multipliers(&mut inputs);
        inputs
    }

    pub(super) fn integrate(
        &self,
        name: &str,
        inputs: &Inputs,
        time: f64,
    ) -> Result<Vec<f64>, RunError> {
        call(&self.integrator, name, inputs, time)
    }

    /// A method of the generated code at a sample.
    pub(super) fn method_at(&self, name: &str, sample: &Sample) -> Result<Vec<f64>, RunError> {
        self.method(name, &self.at(sample.t, &sample.q, &sample.v), sample.t)
    }

    /// A method of the generated code.
    pub(super) fn method(
        &self,
        name: &str,
        inputs: &Inputs,
        time: f64,
    ) -> Result<Vec<f64>, RunError> {
        call(&self.methods, name, inputs, time)
    }

    /// Whether there are no constraints, and so no methods on them.
    fn is_free(&self) -> bool {
        self.machine.mechanics.model.constraints.is_empty()
    }
}

fn call(
    interpreter: &Interpreter<'_>,
    name: &str,
    inputs: &Inputs,
    time: f64,
) -> Result<Vec<f64>, RunError> {
    interpreter
        .call(name, inputs, &RuntimeNewton)
        .map_err(|error| RunError {
            time,
            reason: match error {
                InterpretError::Unsolved(reason) => reason,
                other => other.to_string(),
            },
        })
}

/// Accepts results that are finite, by the test of the generated code: their sum is.
pub(super) fn finite(values: Vec<f64>, time: f64) -> Result<Vec<f64>, RunError> {
    let sum: f64 = values.iter().sum();
    if sum.is_finite() {
        return Ok(values);
    }
    Err(RunError {
        time,
        reason: StepErrorKind::<f64>::NonFinite.to_string(),
    })
}
