//! Explicit methods with their own step size on the field of the Lagrange-d'Alembert equations,
//! `q' = K(q) v` (`v` in coordinates), `v' = a(q, v, u, t)`.
//!
//! A step of the stepper leads to the next row, at a distance of `h`. The method makes its own
//! steps, which do not end at rows, and its dense output yields `(q, v)` there. Each row is moved
//! to the nearest configuration on the position constraints, and its velocity to the nearest one on
//! all constraints. The method itself goes on from the ends of its own steps, which are moved
//! towards the constraints and rotations: it would drift off at a growing rate, and reactions of
//! velocity constraints would do work.
//!
//! Controls are those of the beginning of a row. A field that depends on them changes at rows, so
//! there the method restarts from the row. Laws inside the equations of motion are part of the
//! field.
//!
//! If a force switches, such as dry friction when a velocity changes its sign, a step ends there:
//! the modes of the switches are components of the motion with the rate zero. With very many
//! switches, such as those of a long table, `Dop853` steps over them, and its control of the error
//! finds them.
//!
//! `Dop853` is the method of Dormand and Prince of order 8 with error estimates of orders 5 and 3
//! and dense output of order 7.
//!
//! `Taylor` is the power series of the solution, of the order `p = 1 - ln(tolerance)/2`, from
//! recurrences over the operations of the field. Its step is the radius of convergence, as the last
//! coefficients estimate it, times `tolerance^(1/(p - 1))`, which is `e^-2`, and a safety factor.
//!
//! Source: E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, II.4
//! to II.6 and II.10, doi:10.1007/978-3-540-78862-1; À. Jorba, M. Zou, *A software package for the
//! numerical integration of ODEs by means of high-order Taylor methods*, 2005,
//! doi:10.1080/10586458.2005.10128904.
//!
//! Not to be confused with `Rk`, whose step is the row.

use std::rc::Rc;

use super::prelude::*;
use super::switches::{MOST_MODES, Switches};
use super::tableau::{self, VELOCITIES};

const MOTION: StatePart = StatePart {
    name: "motion",
    docs: "The memory of the method, ahead of the row: start and end of its last step, its next step, \
           solution and slope at the end, and the coefficients of the dense output, with the signs of switches \
           as components; only the next step if the controls are held.",
    kind: GroupKind::Scalars,
};

/// `Dop853(tolerance = 1e-9)`.
pub(super) const DOP853: Integrator = Integrator {
    name: "Dop853",
    kind: Kind::Nonholonomic,
    summary: "Dormand-Prince 8(5,3) with its own step size and dense output (Hairer, Nørsett, Wanner)",
    references: &[&SOLVING_ODES],
    options: &[OptionRow::named("tolerance", Values::Tolerance(-9)).remark("error of a step")],
    needs: Needs::ANY_IDEAL_MOTION,
    preserves: Preserves::CONSTRAINTS,
    preserves_in_words: "the constraints in samples, which are projected; energy and integrals to its tolerance",
    use_when: "the motion is smooth and accuracy counts: it is the cheapest way to many digits",
    not_when: "forces are stiff, controls are held over short rows, or energy must not drift in a long run",
    order: |_| 8,
    symmetric: never,
    state: &[CONFIGURATION, VELOCITIES, MOTION, KEPT_CONTROLS],
    monitors: &[],
    discretise,
};

/// `Taylor(tolerance = 1e-15)`.
pub(super) const TAYLOR: Integrator = Integrator {
    name: "Taylor",
    summary: "power series of the motion, of an order and with steps from the tolerance (Jorba, Zou)",
    references: &[&TAYLOR_METHODS],
    options: &[OptionRow::named("tolerance", Values::Tolerance(-15)).remark("error of a step")],
    preserves_in_words: "the constraints in samples, which are projected; energy and integrals almost to machine precision",
    use_when: "the motion is smooth and every digit counts: errors are those of rounding",
    not_when: "a few digits suffice, or the equations of motion are long: `Dop853` is cheaper there",
    order: |choices| order(choices) as u32,
    discretise: taylor,
    ..DOP853
};

fn discretise(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let name = "Method of Dormand and Prince of order 8";
    draft(*system, choices, AdaptiveMethod::Dop853, name)
}

fn taylor(system: &System<'_>, choices: &Choices) -> Result<Draft, Diagnostics> {
    let order = order(choices);
    let name = format!("Taylor's method of order {order}");
    draft(*system, choices, AdaptiveMethod::Taylor { order }, &name)
}

/// Returns the order of the series: `1 - ln(tolerance)/2`, rounded up, and 2 at least.
fn order(choices: &Choices) -> usize {
    let tolerance = choices.number("tolerance").to_f64().max(f64::EPSILON);
    ((1.0 - 0.5 * tolerance.ln()).ceil() as usize).max(2)
}

fn draft(
    system: System<'_>,
    choices: &Choices,
    method: AdaptiveMethod,
    name: &str,
) -> Result<Draft, Diagnostics> {
    if choices.wants_jacobian() {
        return Err(no_derivatives(choices).into());
    }
    let graph = system.graph();
    let here = field_node(system);
    let field = entries([&here.rates(), &here.acceleration()]);
    let (switches, field) = Switches::of(graph, &field);
    let is_foreign = |function: Function| !function.is_expandable();
    if let AdaptiveMethod::Taylor { .. } = method
        && let Some(function) = graph.find_function(&field, is_foreign)
    {
        return Err(no_series(choices, function).into());
    }
    let tolerance = choices.number("tolerance").to_f64();
    let method = Method::new(system, field, switches, (method, tolerance));
    let of_controls = match system.mechanics.model.controls.is_empty() {
        true => "",
        false => {
            " Controls are held over a row, which is of order one in the distance of the rows."
        }
    };
    Ok(method.draft(format!(
        "{name} with its own step size, to the tolerance {tolerance:?}, on the equations of Lagrange \
         and d'Alembert.{of_controls}"
    )))
}

/// Returns the error for a motion with a function that has no series.
fn no_series(choices: &Choices, function: Function) -> Diagnostic {
    let name = function.row().name;
    let help = match name {
        "step" => "a table switches at each of its points; choose `Dop853` or `Gauss`",
        _ => "choose `Dop853` or `Gauss`",
    };
    Diagnostic::error(
        Code::UnsupportedLagrangian,
        choices.span,
        format!("`Taylor` cannot expand `{name}` in a power series, and the equations of motion contain it"),
        format!(
            "equations of motion with at most {MOST_MODES} functions that switch, and without \
             exponentials of retractions"
        ),
    )
    .help(help)
}

/// Returns the error for a request of derivatives: those of a step whose size depends on the state
/// would be no derivatives of the motion.
fn no_derivatives(choices: &Choices) -> Diagnostic {
    Diagnostic::error(
        Code::OptionValue,
        choices.span,
        "the option `jacobian` needs a constant step size, and this integrator controls its own",
        "an integrator with a constant step size",
    )
    .help("remove the option `jacobian`, or write `Gauss(jacobian)` or `Rk(order = 4, jacobian)`")
}

/// A method on the field of a model.
struct Method<'m> {
    system: System<'m>,
    /// The field in terms of its parameters: configuration, velocity, modes of switches, time, and
    /// controls.
    field: Rc<Subroutine>,
    switches: Switches,
    integral: Integral<Rc<Subroutine>>,
    /// The controls at the beginning of a row.
    controls: ControlNode,
    /// Those of them that the field reads, by number.
    read: Vec<usize>,
}

impl<'m> Method<'m> {
    /// Makes the method for a field `values`, with modes instead of its `switches`.
    fn new(
        system: System<'m>,
        mut values: Vec<Expr>,
        switches: Switches,
        (method, tolerance): (AdaptiveMethod, f64),
    ) -> Self {
        let (graph, here) = (system.graph(), system.start());
        let symbols = graph.symbols_of(&[&values[..], &switches.values].concat());
        let is_read = |&control: &usize| symbols.contains(&here.controls[control]);
        let read: Vec<_> = (0..here.controls.len()).filter(is_read).collect();
        let function = |name, values: &[Expr]| function(system, name, values, &switches, &read);
        let corrected = corrected(system).map(|mut values| {
            values.extend(&switches.modes);
            function("correction", &values)
        });
        values.resize(values.len() + switches.modes.len(), Graph::ZERO);
        let field = function("field", &values);
        let is_switched = !switches.modes.is_empty();
        let switched = is_switched.then(|| function("switches", &switches.values));
        Self {
            system,
            field,
            integral: Integral {
                method,
                tolerance,
                is_held: !read.is_empty(),
                correction: corrected,
                switches: switched,
            },
            switches,
            controls: system.controls_at(Graph::ZERO),
            read,
        }
    }

    fn draft(&self, summary: String) -> Draft {
        let system = self.system;
        let q = system.configuration("q", Role::Variable);
        let v = system.velocities("v", Role::Variable);
        let motion = self.memory("motion");
        let kept = system.controls_at(Graph::ZERO);
        let node = system.node(&q, &v).under(&kept.symbols);
        let motion = self.kept(&motion);
        let start = system.start();
        let first = self.kept(&self.anew(&start, &[]));
        let draft = Draft {
            state: vec![
                CONFIGURATION.of(&q),
                VELOCITIES.of(&v),
                MOTION.of_symbols(motion.clone()),
            ],
            start: block_of([entries([&start.q, &start.v]), first].concat()),
            step: self.step(&node, &motion),
            sample: block_of(node.sampled()),
            control_nodes: match self.integral.is_held {
                true => vec![self.controls.clone()],
                false => Vec::new(),
            },
            ..Draft::of(summary)
        };
        draft.keeping_controls(system, &kept.symbols)
    }

    fn step(&self, node: &Node<'m>, motion: &[Expr]) -> Block {
        let system = self.system;
        let (q, v) = (
            system.configuration("q_row", Role::Variable),
            system.velocities("v_row", Role::Variable),
        );
        let before = match self.integral.is_held {
            true => self.anew(node, motion),
            false => motion.to_vec(),
        };
        let modes = self.numbered("mode_row", self.switches.modes.len());
        let after = self.memory("motion_after");
        let read = self
            .read
            .iter()
            .map(|&control| self.controls.symbols[control]);
        let times = [node.time.expr(), node.at_fraction(Graph::ONE).time.expr()];
        let mut step = system.steps();
        step.call(Call {
            subroutine: Rc::clone(&self.field),
            arguments: before.into_iter().chain(times).chain(read).collect(),
            results: [entries([&q, &v]), modes, after.clone()].concat(),
            slopes: None,
            integral: Some(self.integral.clone()),
        });
        let q = step.orthonormalised(&q);
        let [q, v] = tableau::on_constraints(&mut step, &q, &v);
        step.gives([entries([&q, &v]), self.kept(&after)].concat())
    }

    /// Returns symbols for the memory of the method.
    fn memory(&self, name: &str) -> Vec<Expr> {
        self.numbered(name, self.integral.memory(self.field.values))
    }

    /// Returns a number of symbols with a common name.
    fn numbered(&self, name: &str, count: usize) -> Vec<Expr> {
        let labels: Vec<_> = (0..count).map(|i| i.to_string()).collect();
        let labels = labels.iter().map(String::as_str);
        self.system.symbols(name, labels, Role::Variable).entries()
    }

    /// Returns the part of the memory that a state keeps: only the next step, if the method
    /// restarts in each row.
    fn kept(&self, memory: &[Expr]) -> Vec<Expr> {
        match self.integral.method {
            _ if !self.integral.is_held => memory.to_vec(),
            AdaptiveMethod::Dop853 => memory[2..3].to_vec(),
            AdaptiveMethod::Taylor { .. } => Vec::new(),
        }
    }

    /// Returns the memory of a method that begins at a moment, with its next step if a state kept
    /// that; otherwise the method chooses it.
    fn anew(&self, node: &Node<'m>, kept: &[Expr]) -> Vec<Expr> {
        let time = node.time.expr();
        let mut memory = vec![time, time];
        if self.integral.method == AdaptiveMethod::Dop853 {
            memory.push(kept.first().copied().unwrap_or(Graph::ZERO));
        }
        memory.extend(entries([&node.q, &node.v]));
        memory.extend(self.modes_at(node));
        memory.resize(self.integral.memory(self.field.values), Graph::ZERO);
        memory
    }

    /// Returns the modes of the switches at a node, under the controls of a row.
    fn modes_at(&self, node: &Node<'_>) -> Vec<Expr> {
        let here = self.system.start();
        let mut pairs: Vec<_> = entries([&here.q, &here.v])
            .into_iter()
            .zip(entries([&node.q, &node.v]))
            .collect();
        pairs.push((here.time.expr(), node.time.expr()));
        let controls = self.read.iter();
        pairs.extend(controls.map(|&i| (here.controls[i], self.controls.symbols[i])));
        let graph = self.system.graph();
        graph.substitute(&self.switches.initial, &pairs)
    }
}

/// Returns the node at which the field is evaluated: velocities of states are their rates, which
/// may jump, and are not integrated from the derivatives of these rates.
fn field_node(system: System<'_>) -> Node<'_> {
    let here = system.start();
    let v = tableau::with_state_rates(&here);
    system.node(&here.q, &v)
}

/// Returns the end of a step nearer to constraints and rotations; `None` if there are none. One
/// move from an error of the tolerance leaves its square.
fn corrected(system: System<'_>) -> Option<Vec<Expr>> {
    let Mechanics {
        model,
        frame,
        constraints,
        ..
    } = system.mechanics;
    if constraints.is_empty() && frame.is_coordinate() {
        return None;
    }
    let start = system.start();
    let q = system.vector(frame.orthonormalised(system.graph(), &start.q.entries()));
    let here = system.node(&q, &start.v);
    let moved = match model.has_ideal_positions() {
        true => system.at_chart(&q, &-here.position_correction()),
        false => q,
    };
    Some(entries([&moved, &here.corrected_velocity()]))
}

/// Returns values of a model as a function of configuration, velocity, modes of switches, time, and
/// the controls of the given numbers.
fn function(
    system: System<'_>,
    name: &'static str,
    values: &[Expr],
    switches: &Switches,
    controls: &[usize],
) -> Rc<Subroutine> {
    let (graph, here) = (system.graph(), system.start());
    let mut stand_for = entries([&here.q, &here.v]);
    stand_for.extend(&switches.modes);
    stand_for.push(here.time.expr());
    stand_for.extend(controls.iter().map(|&control| here.controls[control]));
    let symbols = stand_for.iter();
    let parameters: Vec<_> = symbols
        .map(|&symbol| graph.symbol(&graph.display(symbol), Role::Variable))
        .collect();
    let pairs = stand_for.iter().copied().zip(parameters.iter().copied());
    Rc::new(Subroutine {
        name,
        values: values.len(),
        outputs: graph.substitute(values, &pairs.collect::<Vec<_>>()),
        parameters,
        stand_for,
    })
}
