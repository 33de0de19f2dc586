//! Models compiled to programs, and programs run by the machine.

use std::cell::OnceCell;
use std::convert::Infallible;
use std::path::PathBuf;

use nhi_machine::{Error, Functions, Machine, MachineStepper, StepError};
use nhi_runtime::Clock;
use nhi_symbolic::diag::Diagnostics;
use nhi_symbolic::discrete::Scheme;
use nhi_symbolic::expr::Expr;
use nhi_symbolic::mechanics::Mechanics;
use nhi_symbolic::model::{self, Model, Variable};
use nhi_symbolic::program::stepper::Stepper;
use nhi_symbolic::program::{NamedBlock, Program, Section, Signature};
use nhi_symbolic::schemes::{self};

use super::dual_program::evaluate;
use super::dynamics::State;

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
    schemes::mechanics_of(resolve(text)?)
}

/// A model with one integrator.
pub(crate) struct Compiled {
    pub(crate) mechanics: Mechanics,
    pub(crate) scheme: Scheme,
    pub(crate) program: Program,
    /// Made when the program first runs.
    machine: OnceCell<Machine>,
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
        let mechanics = schemes::mechanics_of(model).expect("the model has a mechanics");
        let mut schemes = schemes::discretise(&mechanics)?;
        Ok(Self::of_scheme(mechanics, schemes.remove(0)))
    }

    /// Puts a scheme into a program.
    pub(crate) fn of_scheme(mechanics: Mechanics, scheme: Scheme) -> Self {
        let program = Program::of_scheme(&mechanics, &scheme);
        let program = program.expect("the program of a scheme is verified");
        Self {
            mechanics,
            scheme,
            program,
            machine: OnceCell::new(),
        }
    }

    fn machine(&self) -> &Machine {
        self.machine.get_or_init(|| {
            Machine::new(&Stepper::of(&self.mechanics, &self.scheme, &self.program))
        })
    }

    /// Whether the first equations that a step solves are linear.
    pub(crate) fn solves_linear_equations(&self) -> bool {
        let sections = &self.program.function("step").expect("a step").sections;
        let mut solves = sections.iter().filter_map(|section| match section {
            Section::Newton(newton) => Some(newton.is_linear()),
            _ => None,
        });
        solves.next().expect("equations")
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
    run_function(&program, "values", mechanics, parameters, state)
}

/// The results of a function of a program over a model's symbols.
pub(crate) fn run_function(
    program: &Program,
    name: &str,
    mechanics: &Mechanics,
    parameters: &[f64],
    state: &State,
) -> Vec<f64> {
    let (symbols, values): (Vec<_>, Vec<_>) = symbol_values(mechanics, parameters, state)
        .into_iter()
        .unzip();
    let functions = Functions::new(program, &symbols).expect("a program over the model's symbols");
    let number = functions.number(name).expect("a function of the program");
    let mut results = vec![f64::NAN; functions.len_of(number)];
    functions
        .call(number, &[&values], &mut results)
        .expect("straight-line code");
    results
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

type Signal<'a> = Box<dyn Fn(f64) -> Vec<f64> + 'a>;

/// A stepper: a compiled model with parameters, step size and controls.
pub(crate) struct Run<'a> {
    pub(crate) compiled: &'a Compiled,
    stepper: MachineStepper,
    parameters: Vec<f64>,
    signal: Signal<'a>,
}

/// A state of a stepper.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    clock: Clock<f64>,
    pub(crate) q: Vec<f64>,
    /// What the state holds beside the coordinates: for GNI the velocity or momentum behind the
    /// reflection.
    pub(crate) reflected: Vec<f64>,
}

impl Node {
    /// The velocity or momentum behind the reflection, without the controls that a state may keep.
    pub(crate) fn behind_reflection(&self) -> &[f64] {
        &self.reflected[..self.q.len()]
    }
}

/// What a stepper samples at a node.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) v: Vec<f64>,
    pub(crate) lambda: Vec<f64>,
}

impl<'a> Run<'a> {
    pub(crate) fn new(compiled: &'a Compiled, parameters: &[f64], h: f64) -> Self {
        let stepper = compiled.machine().stepper(parameters, h);
        let controls = compiled.mechanics.model.controls.len();
        Self {
            compiled,
            stepper: stepper.expect("valid parameters"),
            parameters: parameters.to_vec(),
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
        self.stepper.step_size()
    }

    pub(crate) fn time(&self, node: &Node) -> f64 {
        self.stepper.time(&node.state())
    }

    pub(crate) fn start(&self, q: &[f64], v: &[f64], t: f64) -> Node {
        solved("start", self.try_start(q, v, t))
    }

    /// The first state, or why there is none.
    pub(crate) fn try_start(&self, q: &[f64], v: &[f64], t: f64) -> Result<Node, StepError> {
        self.try_start_with(q, v, &[], t)
    }

    /// The first state with the given multipliers, which vakonomic motions start from.
    pub(crate) fn start_with(&self, q: &[f64], v: &[f64], lambda: &[f64], t: f64) -> Node {
        solved("start", self.try_start_with(q, v, lambda, t))
    }

    /// The state that the function `start` gives for initial values that a stepper refuses.
    pub(crate) fn start_unchecked(&self, q: &[f64], v: &[f64], t: f64) -> Node {
        let mechanics = &self.compiled.mechanics;
        let state = State {
            q: q.to_vec(),
            v: v.to_vec(),
            u: (self.signal)(t),
            t,
        };
        let mut inputs = symbol_values(mechanics, &self.parameters, &state);
        inputs.push((mechanics.step_size, self.step_size()));
        inputs.extend(mechanics.initial_multipliers.iter().map(|&x| (x, 0.0)));
        let inputs = inputs.into_iter().map(|(x, value)| (x, value.into()));
        let entries = evaluate(&self.compiled.program, "start", inputs.collect());
        let entries: Vec<_> = entries.iter().map(|entry| entry.re).collect();
        Node::new(Clock::new(t), &entries, q.len())
    }

    fn try_start_with(
        &self,
        q: &[f64],
        v: &[f64],
        lambda: &[f64],
        t: f64,
    ) -> Result<Node, StepError> {
        let state = self.stepper.start(t, q, v, lambda, self.controls());
        let state = state.map_err(of_step)?;
        Ok(Node::new(state.clock, &state.entries, q.len()))
    }

    pub(crate) fn step(&self, node: &Node) -> Node {
        solved("step", self.try_step(node))
    }

    /// The state after a step, or why there is none.
    pub(crate) fn try_step(&self, node: &Node) -> Result<Node, StepError> {
        let next = self.stepper.step(&node.state(), self.controls());
        let next = next.map_err(of_step)?;
        Ok(Node::new(next.clock, &next.entries, node.q.len()))
    }

    /// The entries of the next state and their generated derivatives, in the order of
    /// [`Scheme::step_jacobian`].
    pub(crate) fn step_jacobian(&self, node: &Node) -> Vec<f64> {
        let jacobian = self.stepper.step_jacobian(&node.state(), self.controls());
        let jacobian = jacobian.expect("an integrator with derivatives");
        let jacobian = solved("step_jacobian", jacobian.map_err(of_step));
        [
            jacobian.next.entries,
            jacobian.state,
            jacobian.controls,
            jacobian.parameters,
            jacobian.step_size,
        ]
        .concat()
    }

    pub(crate) fn sample(&self, node: &Node) -> Sample {
        solved("sample", self.try_sample(node))
    }

    /// The sample of a state, or why there is none.
    pub(crate) fn try_sample(&self, node: &Node) -> Result<Sample, StepError> {
        let sample = self.stepper.sample(&node.state())?;
        Ok(Sample {
            v: sample.v,
            lambda: sample.lambda,
        })
    }

    /// The residuals of the constraints at initial values, and what each is compared with.
    pub(crate) fn admission(&self, state: &State) -> (Vec<f64>, Vec<f64>) {
        let residuals = self.stepper.admission(state.t, &state.q, &state.v);
        let residuals = residuals.iter().map(|x| (x.residual, x.scale));
        residuals.unzip()
    }

    /// A function of the state that the scheme offers as a diagnostic.
    pub(crate) fn diagnostic(&self, name: &str, node: &Node) -> Vec<f64> {
        let values = self.stepper.diagnostic(name, &node.state());
        values.unwrap_or_else(|| panic!("the scheme has no diagnostic `{name}`"))
    }

    /// The start and the nodes after `steps` steps.
    pub(crate) fn trajectory(&self, q: &[f64], v: &[f64], t: f64, steps: usize) -> Vec<Node> {
        let start = self.start(q, v, t);
        core::iter::successors(Some(start), |node| Some(self.step(node)))
            .take(steps + 1)
            .collect()
    }

    fn controls(&self) -> impl FnMut(f64, &mut [f64]) -> Result<(), Infallible> {
        |t, controls| {
            controls.copy_from_slice(&(self.signal)(t));
            Ok(())
        }
    }
}

fn of_step(error: Error) -> StepError {
    match error {
        Error::Step(error) => error,
        Error::Controls(never) => match never {},
    }
}

fn solved<T>(name: &str, result: Result<T, StepError>) -> T {
    result.unwrap_or_else(|error| panic!("{name}: {error}"))
}

impl Node {
    /// A state from its entries, of which the first ones are the configuration.
    fn new(clock: Clock<f64>, entries: &[f64], configuration: usize) -> Self {
        let (q, reflected) = entries.split_at(configuration);
        Self {
            clock,
            q: q.to_vec(),
            reflected: reflected.to_vec(),
        }
    }

    fn state(&self) -> nhi_machine::State {
        let entries = [&self.q[..], &self.reflected].concat();
        nhi_machine::State::new(self.clock, entries)
    }

    /// The same moment with other numbers `(q, reflected)`.
    pub(crate) fn with(self, numbers: Vec<f64>) -> Self {
        Self::new(self.clock, &numbers, self.q.len())
    }

    /// The same state as the start of a run at time `t`.
    pub(crate) fn at(self, t: f64) -> Self {
        Self {
            clock: Clock::new(t),
            ..self
        }
    }
}
