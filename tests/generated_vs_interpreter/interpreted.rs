//! A model run by the machine, without a compiler.

use std::convert::Infallible;

use nhi::nalgebra::{Matrix3, Rotation3, Vector3};
use nhi_machine::{
    Error, Functions, Machine, MachineStepper, Sample, SetupError, SignFunctions, State, StepError,
};
use nhi_symbolic::discrete::Signs;
use nhi_symbolic::mechanics::Mechanics;
use nhi_symbolic::program::Program;
use nhi_symbolic::program::stepper::Stepper;
use nhi_symbolic::{Compiled, PlainFunctions};

use super::random::Random;
use super::{Motion, Point, Run, STEPS};

pub(super) struct Interpreted {
    compiled: Compiled,
    machines: Vec<Machine>,
    /// The diagnostics of each machine that have values: the others are not generated.
    diagnostics: Vec<Vec<&'static str>>,
    signs: SignFunctions,
    /// Functions of parameters, time, configuration, velocities and controls.
    methods: Functions,
    parameters: Vec<f64>,
}

impl Interpreted {
    pub(super) fn read(source: &str) -> Self {
        let ast = nhi_symbolic::model::parse_file(source.parse().unwrap())
            .unwrap()
            .remove(0);
        let compiled = nhi_symbolic::compile(&ast).unwrap();
        let mechanics = &compiled.mechanics;
        let (mut machines, mut diagnostics) = (Vec::new(), Vec::new());
        for (scheme, program) in &compiled.steppers {
            machines.push(Machine::new(&Stepper::of(mechanics, scheme, program)));
            let shown = scheme
                .diagnostics
                .iter()
                .filter(|d| !d.block.outputs.is_empty());
            diagnostics.push(shown.map(|diagnostic| diagnostic.name).collect());
        }
        Self {
            machines,
            diagnostics,
            methods: methods(mechanics),
            signs: signs_of(&compiled),
            parameters: Vec::new(),
            compiled,
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
        self.methods.names().len()
    }

    pub(super) fn set_parameters(&mut self, parameters: &[f64]) {
        self.parameters = parameters.to_vec();
    }

    /// The stepper for these parameters.
    pub(super) fn setup(
        &self,
        integrator: usize,
        parameters: &[f64],
        h: f64,
    ) -> Result<MachineStepper, SetupError> {
        self.machines[integrator].stepper(parameters, h)
    }

    pub(super) fn method(&self, name: &str, at: &Point) -> Vec<f64> {
        let number = self.methods.number(name).unwrap();
        let mut results = vec![f64::NAN; self.methods.len_of(number)];
        let inputs: [&[f64]; 5] = [&self.parameters, &[at.t], &at.q, &at.v, &at.u];
        self.methods.call(number, &inputs, &mut results).unwrap();
        results
    }

    /// A configuration on the position constraints near that of a point.
    pub(super) fn admissible_configuration(&self, at: &Point) -> Vec<f64> {
        const MOST: usize = 20;
        let mut at = at.clone();
        if self.methods.number("position_correction").is_some() {
            for _ in 0..MOST {
                let back = self
                    .method("position_correction", &at)
                    .iter()
                    .map(|x| -x)
                    .collect();
                self.displace(&mut at.q, back);
            }
        }
        at.q
    }

    /// Moves coordinates, and group elements by the exponential map of the rotation and along their
    /// axes.
    fn displace(&self, q: &mut [f64], by: Vec<f64>) {
        let model = &self.compiled.mechanics.model;
        let (coordinates, mut elements) = q.split_at_mut(model.coordinates.len());
        let (moved, mut components) = by.split_at(coordinates.len());
        for (q, moved) in coordinates.iter_mut().zip(moved) {
            *q += moved;
        }
        for factor in &model.groups {
            let (n, columns) = (factor.group.space(), factor.group.varying_columns());
            let turns = if n == 3 { 3 } else { 1 };
            let (element, later) = elements.split_at_mut(n * columns);
            let (xi, others) = components.split_at(factor.group.dimension());
            (elements, components) = (later, others);
            let mut rotation = Matrix3::identity();
            for i in 0..n {
                for j in 0..n {
                    rotation[(i, j)] = element[i * columns + j];
                }
            }
            let axis = match n {
                3 => Vector3::new(xi[0], xi[1], xi[2]),
                _ => Vector3::z() * xi[0],
            };
            let turned = rotation * Rotation3::new(axis).matrix();
            for i in 0..n {
                for j in 0..n {
                    element[i * columns + j] = turned[(i, j)];
                }
                if columns > n {
                    let along = xi[turns..].iter().enumerate();
                    element[i * columns + n] +=
                        along.map(|(j, x)| rotation[(i, j)] * x).sum::<f64>();
                }
            }
        }
    }

    pub(super) fn admissible_velocity(&self, at: &Point) -> Vec<f64> {
        let projection = "project_velocity";
        if self.methods.number(projection).is_none() {
            return at.v.clone();
        }
        // Newton's method, for constraints that are not affine in the velocities.
        let mut nearer = at.clone();
        for _ in 0..12 {
            nearer.v = self.method(projection, &nearer);
        }
        nearer.v
    }

    fn signs(
        &self,
        integrator: usize,
        stepper: &MachineStepper,
        state: &State,
        sample: &Sample,
        controls: &[f64],
    ) -> Vec<f64> {
        let functions = self.signs.of_stepper(&self.parameters, stepper.step_size());
        let reflection = stepper.diagnostic("constraint_reflection", state);
        let none = vec![0.0; functions.formulas().reflection.len()];
        let mut signs = functions.signs(sample, &reflection.unwrap_or(none), controls);
        if !self.compiled.steppers[integrator].0.reflects() {
            signs.parasitic = None;
        }
        super::signs(&signs)
    }

    /// Samples of generated code hold group elements; `seen` gives the entries that it sees of
    /// them.
    pub(super) fn run(
        &self,
        integrator: usize,
        run: &Run,
        seen: fn(&[f64]) -> Vec<f64>,
    ) -> Result<Motion, StepError> {
        let stepper = self.setup(integrator, &self.parameters, run.h).unwrap();
        let controls = |t: f64, u: &mut [f64]| {
            u.copy_from_slice(&run.controls(t));
            Ok(())
        };
        let Point { t, q, v, .. } = &run.start;
        let mut state = stepper.start(*t, q, v, &[], controls).map_err(of_step)?;
        let mut motion = Vec::new();
        for step in 0..=STEPS {
            if step > 0 {
                state = stepper.step(&state, controls).map_err(of_step)?;
            }
            let sample = stepper.sample(&state)?;
            let q = seen(&sample.q);
            let signs = self.signs(
                integrator,
                &stepper,
                &state,
                &Sample {
                    q,
                    ..sample.clone()
                },
                &run.controls(sample.t),
            );
            let mut results = vec![("q", sample.q), ("v", sample.v), ("lambda", sample.lambda)];
            for &name in &self.diagnostics[integrator] {
                results.push((name, stepper.diagnostic(name, &state).unwrap()));
            }
            results.push(("signs", signs));
            motion.push(results);
        }
        Ok(motion)
    }
}

/// The signs of states under any of the schemes, as the generated code computes them.
fn signs_of(compiled: &Compiled) -> SignFunctions {
    let mechanics = &compiled.mechanics;
    let schemes = compiled.steppers.iter().map(|(scheme, _)| scheme);
    let formulas = Signs::derive(mechanics, schemes);
    let parameters = mechanics.model.parameters.iter();
    let mut inputs: Vec<_> = parameters.map(|x| x.symbol).collect();
    inputs.extend(formulas.inputs(mechanics));
    let program = Program::of_signs(mechanics, &formulas).unwrap();
    SignFunctions::new(&PlainFunctions { program, inputs }, &formulas)
}

/// The mechanics of a model as functions of all its symbols.
fn methods(mechanics: &Mechanics) -> Functions {
    let model = &mechanics.model;
    let mut symbols: Vec<_> = model.parameters.iter().map(|x| x.symbol).collect();
    symbols.push(model.time);
    symbols.extend(&mechanics.q);
    symbols.extend(&mechanics.v);
    symbols.extend(model.controls.iter().map(|x| x.symbol));
    Functions::new(&Program::of_quantities(mechanics).unwrap(), &symbols).unwrap()
}

fn of_step(error: Error<Infallible>) -> StepError {
    match error {
        Error::Step(error) => error,
        Error::Controls(never) => match never {},
    }
}
