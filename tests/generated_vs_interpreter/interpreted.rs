//! A model run by the interpreter, with the equations solved as generated code solves them.

use nhi::nalgebra::{Rotation3, Vector3};
use nhi::{Clock, NewtonSettings, largest, newton_linear, newton_scaled};
use nhi_symbolic::Compiled;
use nhi_symbolic::program::{EquationSolver, Inputs, Interpreter, Program, System};
use nhi_symbolic::schemes::{ControlNode, Scheme};

use super::random::Random;
use super::{Motion, Point, Run, STEPS, array};

pub(super) struct Interpreted {
    compiled: Compiled,
    methods: Program,
    parameters: Vec<f64>,
}

impl Interpreted {
    pub(super) fn read(source: &str) -> Self {
        let ast = nhi_symbolic::model::parse_file(source.parse().unwrap())
            .unwrap()
            .remove(0);
        let compiled = nhi_symbolic::compile(&ast).unwrap();
        let methods = Program::of_quantities(&compiled.mechanics);
        Self {
            compiled,
            methods,
            parameters: Vec::new(),
        }
    }

    pub(super) fn parameters(&self) -> usize {
        self.compiled.mechanics.model.parameters.len()
    }

    /// Random coordinates and group elements.
    pub(super) fn configuration(&self, random: &mut Random) -> Vec<f64> {
        let model = &self.compiled.mechanics.model;
        let mut q: Vec<_> = (0..model.coordinates.len())
            .map(|_| random.number(-1.0, 1.0))
            .collect();
        for factor in &model.groups {
            let axis = Vector3::from_fn(|_, _| random.number(-1.0, 1.0));
            let r = Rotation3::new(if factor.group.space() == 2 {
                Vector3::z() * axis.z
            } else {
                axis
            });
            for i in 0..factor.group.space() {
                q.extend((0..factor.group.space()).map(|j| r[(i, j)]));
                if factor.group.varying_columns() > factor.group.space() {
                    q.push(random.number(-1.0, 1.0));
                }
            }
        }
        q
    }

    pub(super) fn controls(&self) -> usize {
        self.compiled.mechanics.model.controls.len()
    }

    pub(super) fn velocities(&self) -> usize {
        self.compiled.mechanics.dimension()
    }

    pub(super) fn methods(&self) -> usize {
        self.methods.functions.len()
    }

    pub(super) fn set_parameters(&mut self, parameters: &[f64]) {
        self.parameters = parameters.to_vec();
    }

    /// Whether a stepper exists for these parameters.
    pub(super) fn exists(&self, integrator: usize, parameters: &[f64], h: f64) -> bool {
        let (_, program) = &self.compiled.steppers[integrator];
        Interpreter::new(program, &self.prepared_inputs(parameters, h)).is_ok()
    }

    pub(super) fn method(&self, name: &str, at: &Point) -> Vec<f64> {
        let inputs = self.inputs_at(at);
        let interpreter = Interpreter::new(&self.methods, &inputs).unwrap();
        interpreter.call(name, &inputs, &Solver).unwrap()
    }

    pub(super) fn admissible_velocity(&self, at: &Point) -> Vec<f64> {
        if self.compiled.mechanics.model.constraints.is_empty() {
            return at.v.clone();
        }
        self.method("project_velocity", at)
    }

    /// The residual and the scale of each constraint at the start.
    pub(super) fn admission(&self, integrator: usize, run: &Run) -> Vec<(f64, f64)> {
        let (_, program) = &self.compiled.steppers[integrator];
        let prepared = self.prepared_inputs(&self.parameters, run.h);
        let interpreter = Interpreter::new(program, &prepared).unwrap();
        let outputs = interpreter
            .call("admission", &self.inputs_at(&run.start), &Solver)
            .unwrap();
        let (residuals, scales) = outputs.split_at(outputs.len() / 2);
        residuals
            .iter()
            .copied()
            .zip(scales.iter().copied())
            .collect()
    }

    pub(super) fn run(&self, integrator: usize, run: &Run) -> Result<Motion, String> {
        let (scheme, program) = &self.compiled.steppers[integrator];
        let prepared = self.prepared_inputs(&self.parameters, run.h);
        let interpreter =
            Interpreter::new(program, &prepared).map_err(|error| error.to_string())?;
        let call = |name: &str, inputs: &Inputs| {
            let outputs = interpreter
                .call(name, inputs, &Solver)
                .map_err(|error| error.to_string())?;
            let is_finite = outputs.iter().sum::<f64>().is_finite();
            is_finite
                .then_some(outputs)
                .ok_or_else(|| "not finite".to_owned())
        };
        let mut clock = Clock::new(run.start.t);
        let mut start = run.start.clone();
        start.u = run.controls(start.t);
        let mut state = call("start", &self.inputs_at(&start))?;
        let mut motion = Vec::new();
        for step in 0..=STEPS {
            if step > 0 {
                let inputs = self.inputs_of_step(scheme, &state, clock, run);
                state = call("step", &inputs)?;
                clock = clock.next();
            }
            let inputs = self.inputs_of_state(scheme, &state, clock.time(run.h));
            let n = self.compiled.mechanics.dimension();
            let entries = self.compiled.mechanics.q.len();
            let sample = call("sample", &inputs)?;
            let (v, lambda) = sample.split_at(n);
            let mut results = vec![
                ("q", state[..entries].to_vec()),
                ("v", v.to_vec()),
                ("lambda", lambda.to_vec()),
            ];
            for diagnostic in scheme.diagnostics.iter().filter(|d| !d.values.is_empty()) {
                let values = interpreter.call(diagnostic.name, &inputs, &Solver).unwrap();
                results.push((diagnostic.name, values));
            }
            motion.push(results);
        }
        Ok(motion)
    }

    fn prepared_inputs(&self, parameters: &[f64], h: f64) -> Inputs {
        let mechanics = &self.compiled.mechanics;
        let mut inputs = Inputs::default();
        for (parameter, &value) in mechanics.model.parameters.iter().zip(parameters) {
            inputs.set(parameter.symbol, value);
        }
        inputs.set(mechanics.step_size, h);
        inputs
    }

    fn inputs_at(&self, at: &Point) -> Inputs {
        let mechanics = &self.compiled.mechanics;
        let mut inputs = self.prepared_inputs(&self.parameters, f64::NAN);
        inputs.set_all(&mechanics.q, &at.q);
        inputs.set_all(&mechanics.v, &at.v);
        inputs.set(mechanics.model.time, at.t);
        let zeros = vec![0.0; mechanics.initial_multipliers.len()];
        inputs.set_all(&mechanics.initial_multipliers, &zeros);
        for (control, &value) in mechanics.model.controls.iter().zip(&at.u) {
            inputs.set(control.symbol, value);
        }
        inputs
    }

    fn inputs_of_state(&self, scheme: &Scheme, state: &[f64], t: f64) -> Inputs {
        let mut inputs = Inputs::default();
        let mut rest = state;
        for group in &scheme.state {
            let (values, others) = rest.split_at(group.symbols.len());
            inputs.set_all(&group.symbols, values);
            rest = others;
        }
        inputs.set(self.compiled.mechanics.model.time, t);
        inputs
    }

    fn inputs_of_step(
        &self,
        scheme: &Scheme,
        state: &[f64],
        clock: Clock<f64>,
        run: &Run,
    ) -> Inputs {
        let mut inputs = self.inputs_of_state(scheme, state, clock.time(run.h));
        for node in &scheme.control_nodes {
            let time = self.node_time(node, clock, run.h);
            inputs.set_all(&node.symbols, &run.controls(time));
        }
        inputs
    }

    fn node_time(&self, node: &ControlNode, clock: Clock<f64>, h: f64) -> f64 {
        let graph = &self.compiled.mechanics.model.graph;
        match graph.evaluate(&[node.fraction], &[])[0] {
            1.0 => clock.next().time(h),
            fraction => clock.time(h) + fraction * h,
        }
    }
}

/// The code for the number of unknowns at hand.
macro_rules! by_size {
    ($size:expr, $n:ident => $code:block) => {
        by_size!($size, $n => $code, 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 20 22 24 30 40)
    };
    ($size:expr, $n:ident => $code:block, $($known:literal)*) => {
        match $size {
            $($known => { const $n: usize = $known; $code })*
            other => panic!("no solver here for {other} unknowns"),
        }
    };
}
/// Newton's method of the runtime, for as many unknowns as a model may need here.
struct Solver;

impl EquationSolver for Solver {
    fn solve(&self, guess: &[f64], system: &mut System<'_>) -> Result<Vec<f64>, String> {
        by_size!(guess.len(), N => {
            let guess = array::<N>(guess);
            let system = |x: &[f64; N]| {
                let (residuals, jacobian) = system(x);
                (array(&residuals), rows(&jacobian))
            };
            let scale = [largest(&guess); N];
            let solved = newton_scaled(guess, &scale, &NewtonSettings::default(), system);
            solved.map(|(x, _)| x.to_vec()).map_err(|failure| format!("{failure:?}"))
        })
    }

    fn solve_linear(
        &self,
        guess: &[f64],
        residuals: &[f64],
        jacobian: &[f64],
    ) -> Result<Vec<f64>, String> {
        by_size!(guess.len(), N => {
            let solved = newton_linear(array::<N>(guess), array(residuals), rows(jacobian));
            solved.map(|(x, _)| x.to_vec()).map_err(|failure| format!("{failure:?}"))
        })
    }
}

fn rows<const N: usize>(values: &[f64]) -> [[f64; N]; N] {
    let mut rows = values.chunks(N).map(array);
    std::array::from_fn(|_| rows.next().expect("as many rows as unknowns"))
}
