//! Models compiled to programs, and programs run by the interpreter.

use std::path::PathBuf;

use nhi_symbolic::diag::Diagnostics;
use nhi_symbolic::expr::Expr;
use nhi_symbolic::mechanics::{self, Mechanics};
use nhi_symbolic::model::{self, Model, Variable};
use nhi_symbolic::program::{Inputs, InterpretError, Interpreter, NamedBlock, Program, Signature};
use nhi_symbolic::schemes::{self, Scheme};

use super::dynamics::State;
use super::solver::Newton;

/// A file below the workspace's folder of shared test data.
pub(crate) fn shared_file(path: &str) -> PathBuf {
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests");
    PathBuf::from(tests).join(path)
}

/// The text of a model file.
pub(crate) fn model_text(name: &str) -> String {
    let path = shared_file("models").join(name).with_extension("nhi");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The model of a text with one annotated struct.
pub(crate) fn resolve(text: &str) -> Result<Model, Diagnostics> {
    let tokens = text.parse().expect("the text consists of Rust tokens");
    let mut systems = model::parse_file(tokens)?;
    assert_eq!(systems.len(), 1, "one struct in the text");
    model::resolve(&systems.remove(0))
}

/// The mechanics of a text with one annotated struct.
pub(crate) fn derive(text: &str) -> Result<Mechanics, Diagnostics> {
    mechanics::derive(resolve(text)?)
}

/// A model with one integrator.
pub(crate) struct Compiled {
    pub(crate) mechanics: Mechanics,
    pub(crate) scheme: Scheme,
    pub(crate) program: Program,
}

impl Compiled {
    /// Compiles a text; `integrator` replaces what the model asks for.
    pub(crate) fn new(text: &str, integrator: &str) -> Self {
        Self::try_new(text, integrator).expect("the integrator takes the model")
    }

    /// Compiles a text whose model may have what the integrator does not take.
    pub(crate) fn try_new(text: &str, integrator: &str) -> Result<Self, Diagnostics> {
        let mut model = resolve(text).expect("the model is valid");
        let request = integrator
            .parse()
            .expect("the integrator consists of Rust tokens");
        model.integrators = vec![model::parse_integrator(request).expect("an integrator")];
        let mut mechanics = mechanics::derive(model).expect("the model has a mechanics");
        let mut schemes = schemes::discretise(&mut mechanics)?;
        let scheme = schemes.remove(0);
        let program = Program::of_scheme(&mechanics, &scheme)?;
        Ok(Self {
            mechanics,
            scheme,
            program,
        })
    }

    /// Compiles a model file.
    pub(crate) fn of_file(name: &str, integrator: &str) -> Self {
        Self::new(&model_text(name), integrator)
    }
}

/// The values of expressions over a model's symbols, by a program of their own.
pub(crate) fn run_expressions(
    mechanics: &mut Mechanics,
    parameters: &[f64],
    state: &State,
    exprs: &[Expr],
) -> Vec<f64> {
    let values = symbol_values(mechanics, parameters, state);
    let signature = Signature {
        inputs: values.into_iter().map(|(symbol, _)| symbol).collect(),
        outputs: exprs.len(),
    };
    let block = NamedBlock::of_outputs("values", signature, exprs.to_vec());
    let program = Program::of_functions(mechanics, &[block]).expect("functions of the state");
    let inputs = inputs_of(mechanics, parameters, state);
    let interpreter = Interpreter::new(&program, &inputs).expect("no conditions");
    interpreter
        .call("values", &inputs, &Newton)
        .expect("straight-line code")
}

/// The values of the model's symbols.
pub(crate) fn symbol_values(
    mechanics: &Mechanics,
    parameters: &[f64],
    state: &State,
) -> Vec<(Expr, f64)> {
    let model = &mechanics.model;
    let mut values = Vec::new();
    let symbols = |variables: &[Variable]| variables.iter().map(|x| x.symbol).collect();
    for (variables, numbers) in [
        (symbols(&model.parameters), parameters),
        (mechanics.q.clone(), &state.q),
        (mechanics.v.clone(), &state.v),
        (symbols(&model.controls), &state.u),
    ] as [(Vec<Expr>, &[f64]); 4]
    {
        assert_eq!(variables.len(), numbers.len(), "one number per variable");
        values.extend(variables.into_iter().zip(numbers.iter().copied()));
    }
    values.push((model.time, state.t));
    values
}

fn inputs_of(mechanics: &Mechanics, parameters: &[f64], state: &State) -> Inputs {
    let mut inputs = Inputs::default();
    for (symbol, value) in symbol_values(mechanics, parameters, state) {
        inputs.set(symbol, value);
    }
    inputs
}

type Signal<'a> = Box<dyn Fn(f64) -> Vec<f64> + 'a>;

/// A stepper: a compiled model with parameters, step size and controls.
pub(crate) struct Run<'a> {
    pub(crate) compiled: &'a Compiled,
    interpreter: Interpreter<'a>,
    parameters: Vec<f64>,
    h: f64,
    signal: Signal<'a>,
}

/// A state of a stepper after `index` steps from the time `origin`.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    origin: f64,
    index: i64,
    pub(crate) q: Vec<f64>,
    /// What the state holds beside the coordinates: for GNI the velocity or momentum behind the
    /// reflection.
    pub(crate) reflected: Vec<f64>,
}

/// What a stepper samples at a node.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) v: Vec<f64>,
    pub(crate) lambda: Vec<f64>,
}

impl<'a> Run<'a> {
    pub(crate) fn new(compiled: &'a Compiled, parameters: &[f64], h: f64) -> Self {
        let mechanics = &compiled.mechanics;
        let mut inputs = Inputs::default();
        let symbols: Vec<_> = mechanics
            .model
            .parameters
            .iter()
            .map(|p| p.symbol)
            .collect();
        inputs.set_all(&symbols, parameters);
        inputs.set(mechanics.step_size, h);
        let interpreter = Interpreter::new(&compiled.program, &inputs).expect("valid parameters");
        let controls = mechanics.model.controls.len();
        Self {
            compiled,
            interpreter,
            parameters: parameters.to_vec(),
            h,
            signal: Box::new(move |_| vec![0.0; controls]),
        }
    }

    pub(crate) fn with_controls(mut self, signal: impl Fn(f64) -> Vec<f64> + 'a) -> Self {
        self.signal = Box::new(signal);
        self
    }

    /// The values of the controls at a time.
    pub(crate) fn controls_at(&self, t: f64) -> Vec<f64> {
        (self.signal)(t)
    }

    pub(crate) fn step_size(&self) -> f64 {
        self.h
    }

    pub(crate) fn time(&self, node: &Node) -> f64 {
        node.origin + node.index as f64 * self.h
    }

    pub(crate) fn start(&self, q: &[f64], v: &[f64], t: f64) -> Node {
        solved("start", self.try_start(q, v, t))
    }

    /// The first state, or why its equations have no solution.
    pub(crate) fn try_start(&self, q: &[f64], v: &[f64], t: f64) -> Result<Node, InterpretError> {
        let zeros = vec![0.0; self.compiled.mechanics.initial_multipliers.len()];
        self.try_start_with(q, v, &zeros, t)
    }

    /// The first state with the given multipliers, which vakonomic motions start from.
    pub(crate) fn start_with(&self, q: &[f64], v: &[f64], lambda: &[f64], t: f64) -> Node {
        solved("start", self.try_start_with(q, v, lambda, t))
    }

    fn try_start_with(
        &self,
        q: &[f64],
        v: &[f64],
        lambda: &[f64],
        t: f64,
    ) -> Result<Node, InterpretError> {
        let state = State {
            q: q.to_vec(),
            v: v.to_vec(),
            u: (self.signal)(t),
            t,
        };
        let mechanics = &self.compiled.mechanics;
        let mut inputs = inputs_of(mechanics, &self.parameters, &state);
        inputs.set(mechanics.step_size, self.h);
        inputs.set_all(&mechanics.initial_multipliers, lambda);
        let origin = Node {
            origin: t,
            index: 0,
            q: q.to_vec(),
            reflected: Vec::new(),
        };
        Ok(origin.with(self.try_call("start", &inputs)?))
    }

    pub(crate) fn step(&self, node: &Node) -> Node {
        solved("step", self.try_step(node))
    }

    /// The state after a step, or why its equations have no solution.
    pub(crate) fn try_step(&self, node: &Node) -> Result<Node, InterpretError> {
        let inputs = self.step_inputs(node);
        let mut next = node.clone().with(self.try_call("step", &inputs)?);
        next.index += 1;
        Ok(next)
    }

    /// The entries of the next state and their generated derivatives, in the order of
    /// [`Scheme::step_jacobian`].
    pub(crate) fn step_jacobian(&self, node: &Node) -> Vec<f64> {
        self.call("step_jacobian", &self.step_inputs(node))
    }

    pub(crate) fn sample(&self, node: &Node) -> Sample {
        let mut v = self.call("sample", &self.node_inputs(node));
        let lambda = v.split_off(self.compiled.mechanics.dimension());
        Sample { v, lambda }
    }

    /// The residuals of the constraints at initial values, and what each is compared with.
    pub(crate) fn admission(&self, state: &State) -> (Vec<f64>, Vec<f64>) {
        let inputs = inputs_of(&self.compiled.mechanics, &self.parameters, state);
        let mut residuals = self.call("admission", &inputs);
        let scales = residuals.split_off(residuals.len() / 2);
        (residuals, scales)
    }

    /// A function of the state that the scheme offers as a diagnostic.
    pub(crate) fn diagnostic(&self, name: &str, node: &Node) -> Vec<f64> {
        self.call(name, &self.node_inputs(node))
    }

    /// The start and the nodes after `steps` steps.
    pub(crate) fn trajectory(&self, q: &[f64], v: &[f64], t: f64, steps: usize) -> Vec<Node> {
        let start = self.start(q, v, t);
        core::iter::successors(Some(start), |node| Some(self.step(node)))
            .take(steps + 1)
            .collect()
    }

    fn call(&self, name: &str, inputs: &Inputs) -> Vec<f64> {
        solved(name, self.try_call(name, inputs))
    }

    fn try_call(&self, name: &str, inputs: &Inputs) -> Result<Vec<f64>, InterpretError> {
        self.interpreter.call(name, inputs, &Newton)
    }

    fn step_inputs(&self, node: &Node) -> Inputs {
        let mut inputs = self.node_inputs(node);
        for control_node in &self.compiled.scheme.control_nodes {
            let graph = &self.compiled.mechanics.model.graph;
            let fraction = graph.evaluate(&[control_node.fraction], &[])[0];
            let t = self.time(node) + fraction * self.h;
            inputs.set_all(&control_node.symbols, &(self.signal)(t));
        }
        inputs
    }

    fn node_inputs(&self, node: &Node) -> Inputs {
        let mechanics = &self.compiled.mechanics;
        let mut inputs = Inputs::default();
        let symbols: Vec<_> = mechanics
            .model
            .parameters
            .iter()
            .map(|p| p.symbol)
            .collect();
        inputs.set_all(&symbols, &self.parameters);
        inputs.set(mechanics.step_size, self.h);
        inputs.set(mechanics.model.time, self.time(node));
        let groups = self.compiled.scheme.state.iter();
        let symbols: Vec<_> = groups.flat_map(|group| group.symbols.clone()).collect();
        inputs.set_all(&symbols, &[&node.q[..], &node.reflected].concat());
        inputs
    }
}

fn solved<T>(name: &str, result: Result<T, InterpretError>) -> T {
    result.unwrap_or_else(|error| panic!("{name}: {error}"))
}

impl Node {
    /// The same moment with other numbers `(q, reflected)`.
    pub(crate) fn with(self, mut numbers: Vec<f64>) -> Self {
        let reflected = numbers.split_off(self.q.len());
        Self {
            q: numbers,
            reflected,
            ..self
        }
    }

    /// The same state as the start of a run at time `t`.
    pub(crate) fn at(self, t: f64) -> Self {
        Self {
            origin: t,
            index: 0,
            ..self
        }
    }
}
