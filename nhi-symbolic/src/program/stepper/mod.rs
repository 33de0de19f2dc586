//! Steppers as data: their checks, computations and tests, and the places from which their
//! functions read.
//!
//! Code that prints a stepper in some language, or runs it, reads this data and nothing of the
//! graph. All such code therefore does the same. A call performs these steps, in this order:
//! - creating a stepper: it checks that the step size and the parameters are finite, runs the
//!   [`Prepare`] stage, checks its conditions, and checks that all prepared values are finite;
//! - `start`: it runs the [`StartCheck`]s, reads the controls at the initial time if the function
//!   needs them, evaluates the function, and tests its results and its pivots;
//! - `step`: it reads the controls at the nodes that the function needs, evaluates the function,
//!   and tests its results and its pivots; a control that is not finite is blamed first, then a
//!   pivot;
//! - `step`, if it is composed: the same for each substep in turn, with the values that the
//!   [`Prepare`] stage has for its size instead of `h`, and its own times;
//! - `sample`: it evaluates the function and tests its results and its pivots; diagnostics are not
//!   tested.

mod checks;
mod layout;
mod routine;

use core::ops::Range;

use crate::diag::Diagnostics;
use crate::discrete::{AdaptiveMethod, Block, Requirement, Scheme, Traits};
use crate::discrete::{sample_jacobian, start_jacobian};
use crate::mechanics::Mechanics;

use super::count::OpCount;
use super::function::{Function, Program, Section};
use super::place::Place;
use super::signature::{FunctionKind, Signatures};
use super::tape::{Tape, Value};

pub use checks::StartCheck;
pub use layout::{GroupElement, Moment, Names, StatePart, Substep};
pub use routine::{Routine, StateDiagnostic};

/// An integrator for one model.
#[derive(Clone, Debug)]
pub struct Stepper {
    /// The integrator's name, such as `Mla`.
    pub integrator: &'static str,
    /// The integrator as written in the model, in canonical spelling: `Rk(order = 4)`.
    pub written: String,
    /// One paragraph on the method as configured.
    pub summary: String,
    /// The known properties of the method.
    pub traits: Traits,
    /// The names of all inputs and sampled values.
    pub names: Names,
    /// The group elements of the configuration.
    pub elements: Vec<GroupElement>,
    /// The parts of a state, one after the other.
    pub state: Vec<StatePart>,
    /// The moments of a step at which controls are read.
    pub control_nodes: Vec<Moment>,
    /// The number of control nodes, from the first on, that the equations of a step read; the
    /// others are only for samples.
    pub nodes_in_equations: usize,
    /// The substeps that make a step; none if it is made at once.
    pub substeps: Vec<Substep>,
    /// The checks of initial values, in this order.
    pub checks: Vec<StartCheck>,
    /// True if the first state depends on multipliers that the user provides.
    pub has_initial_multipliers: bool,
    /// All values of all functions.
    pub tape: Tape<Place>,
    /// The values computed once.
    pub prepare: Prepare,
    /// The residuals of the constraints at initial values, then the values they are compared with,
    /// in the order of [`Names::admission`].
    pub admission: Routine,
    /// The first state.
    pub start: Routine,
    /// The next state, of a composed step after one substep.
    pub step: Routine,
    /// The velocities, then the multipliers, of a state.
    pub sample: Routine,
    /// The next state, then column by column its derivatives with respect to the entries of the
    /// state, the controls, the parameters and the step size, after a substep also the time.
    pub step_jacobian: Option<Routine>,
    /// The first state, then column by column its derivatives with respect to the entries of the
    /// configuration, the velocities, the initial multipliers, the controls, the parameters, the
    /// step size and the time.
    pub start_jacobian: Option<Routine>,
    /// A sample, then column by column its derivatives with respect to the entries of the state,
    /// the parameters, the step size and the time.
    pub sample_jacobian: Option<Routine>,
    /// Functions of a state that report on the progress of the integration.
    pub diagnostics: Vec<StateDiagnostic>,
    /// The functions that these call: functions of their inputs and of prepared values.
    pub subroutines: Vec<Function<Place>>,
}

/// The stage that runs once per stepper, from parameters and step size.
#[derive(Clone, Debug)]
pub struct Prepare {
    /// The values, with operands before results.
    pub values: Vec<Value>,
    /// The values that the functions get; all must be finite.
    pub prepared: Vec<Value>,
    /// The conditions that must hold, with the values that they concern.
    pub conditions: Vec<(Requirement, Value)>,
}

impl Stepper {
    /// Creates the stepper of a scheme with its program.
    ///
    /// # Panics
    /// Panics if the program is not that of the scheme.
    #[must_use]
    pub fn of(mechanics: &Mechanics, scheme: &Scheme, program: &Program) -> Self {
        let signatures = Signatures::of(mechanics, scheme);
        let tape = program.tape.with_inputs(|symbol| signatures.place(symbol));
        let routine = |name: &str| {
            let function = program.function(name);
            let function = function.expect("a program of a scheme has all functions of a stepper");
            let inputs = signatures.inputs(FunctionKind::named(name));
            let inputs: Vec<_> = inputs.map(|(_, place)| place).collect();
            Routine::new(function, &signatures, &tape, &inputs)
        };
        let subroutines = program.subroutines.iter();
        let subroutines = subroutines.map(|called| called.with_inputs(&|x| signatures.place(x)));
        let (admission, start) = (routine("admission"), routine("start"));
        let has_initial_multipliers = start.reads(|x| matches!(x, Place::InitialMultiplier(_)));
        let names = Names::of(mechanics);
        let elements = GroupElement::all_of(&mechanics.model);
        let has = |jacobian: &Option<Block>| jacobian.is_some();
        let has_jacobian = has(&scheme.step_jacobian);
        let control_nodes = Moment::all_of(mechanics, scheme);
        Self {
            integrator: scheme.integrator,
            written: written(mechanics, scheme.integrator),
            summary: scheme.summary.clone(),
            traits: scheme.traits,
            checks: checks::of_start(&names, &elements, has_initial_multipliers, &admission),
            state: StatePart::all_of(scheme, &signatures.state()),
            substeps: Substep::all_of(&scheme.substeps, &control_nodes),
            control_nodes,
            nodes_in_equations: scheme.nodes_in_equations,
            has_initial_multipliers,
            prepare: Prepare::of(program),
            admission,
            start,
            step: routine("step"),
            sample: routine("sample"),
            step_jacobian: has_jacobian.then(|| routine("step_jacobian")),
            start_jacobian: has(&scheme.start_jacobian).then(|| routine("start_jacobian")),
            sample_jacobian: has(&scheme.sample_jacobian).then(|| routine("sample_jacobian")),
            diagnostics: scheme
                .diagnostics
                .iter()
                .map(|diagnostic| StateDiagnostic::new(diagnostic, routine(diagnostic.name)))
                .collect(),
            subroutines: subroutines.collect(),
            names,
            elements,
            tape,
        }
    }

    /// Returns the stepper of a scheme with all derivatives, of starts and samples too, if the
    /// scheme has those of its steps.
    ///
    /// # Errors
    /// The derivatives need more work than allowed.
    pub(crate) fn with_derivatives(
        mechanics: &Mechanics,
        scheme: &Scheme,
    ) -> Result<Self, Diagnostics> {
        let program = Program::of_scheme(mechanics, scheme)?;
        let stepper = Self::of(mechanics, scheme, &program);
        if stepper.step_jacobian.is_none() {
            return Ok(stepper);
        }
        let multipliers = match stepper.has_initial_multipliers {
            true => &mechanics.initial_multipliers[..],
            false => &[],
        };
        let scheme = Scheme {
            start_jacobian: Some(start_jacobian(mechanics, scheme, multipliers)),
            sample_jacobian: Some(sample_jacobian(mechanics, scheme)),
            ..scheme.clone()
        };
        let program = Program::of_scheme(mechanics, &scheme)?;
        Ok(Self::of(mechanics, &scheme, &program))
    }

    /// Returns all functions, in the order of the program.
    pub fn routines(&self) -> impl Iterator<Item = &Routine> {
        let first = [&self.admission, &self.start, &self.step, &self.sample];
        let diagnostics = self
            .diagnostics
            .iter()
            .map(|diagnostic| &diagnostic.routine);
        first
            .into_iter()
            .chain(diagnostics)
            .chain(&self.step_jacobian)
            .chain(&self.start_jacobian)
            .chain(&self.sample_jacobian)
    }

    /// Returns the tolerance of a method with its own step size; `None` for other methods.
    #[must_use]
    pub fn tolerance(&self) -> Option<f64> {
        self.step
            .function
            .sections
            .iter()
            .find_map(|section| match section {
                Section::Call(call) => Some(call.integral?.tolerance),
                _ => None,
            })
    }

    /// Returns true if a function of the given number serves Taylor's method alone, which reads its
    /// operations and never evaluates it.
    #[must_use]
    pub fn is_only_expanded(&self, number: usize) -> bool {
        self.step
            .function
            .sections
            .iter()
            .any(|section| match section {
                Section::Call(call) => {
                    let method = call.integral.map(|integral| integral.method);
                    call.subroutine == number
                        && matches!(method, Some(AdaptiveMethod::Taylor { .. }))
                }
                _ => false,
            })
    }

    /// Counts the operations of a step outside iterations.
    #[must_use]
    pub fn step_count(&self) -> OpCount {
        let (of_one, _) = self.step.function.count(&self.tape, &self.subroutines);
        let mut count = OpCount::default();
        (0..self.substeps.len().max(1)).for_each(|_| count += of_one);
        count
    }

    /// Returns the fractions of the step at which its equations read the controls, in ascending
    /// order.
    #[must_use]
    pub fn control_fractions(&self) -> Vec<f64> {
        let of_step = core::iter::once(&self.control_nodes);
        let of_substeps = self.substeps.iter().map(|substep| &substep.nodes);
        let all = of_step
            .filter(|_| self.substeps.is_empty())
            .chain(of_substeps);
        let nodes = all.flat_map(|nodes| &nodes[..self.nodes_in_equations]);
        let mut fractions: Vec<_> = nodes.map(Moment::fraction).collect();
        fractions.sort_by(f64::total_cmp);
        fractions.dedup();
        fractions
    }

    /// Returns the number of entries of a state, without the clock.
    #[must_use]
    pub fn state_len(&self) -> usize {
        self.entries().count()
    }

    /// Returns the places from which functions of a state read its entries, over all its parts.
    pub fn entries(&self) -> impl Iterator<Item = Place> {
        self.state.iter().flat_map(|part| &part.entries).copied()
    }

    /// Returns the range of state entries that are the configuration at its node.
    ///
    /// # Panics
    /// Panics if a state has no configuration `q`; no scheme creates such a state.
    #[must_use]
    pub fn configuration(&self) -> Range<usize> {
        let mut first = 0;
        for part in &self.state {
            let range = first..first + part.entries.len();
            if part.name == "q" {
                return range;
            }
            first = range.end;
        }
        unreachable!("every state has a configuration `q`")
    }
}

impl Prepare {
    fn of(program: &Program) -> Self {
        let depends = |&&(_, value): &&(_, Value)| program.tape.as_constant(value).is_none();
        Self {
            values: program.prepare.clone(),
            prepared: program.prepared.clone(),
            conditions: program.conditions.iter().filter(depends).copied().collect(),
        }
    }
}

/// Returns the integrator as written in the model, in canonical spelling.
fn written(mechanics: &Mechanics, integrator: &str) -> String {
    let requests = &mechanics.model.integrators;
    let options = requests
        .iter()
        .find(|request| request.name.text == integrator)
        .map_or(&[][..], |request| &request.options);
    let options: Vec<_> = options.iter().map(ToString::to_string).collect();
    if options.is_empty() {
        integrator.to_owned()
    } else {
        format!("{integrator}({})", options.join(", "))
    }
}
