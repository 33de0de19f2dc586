//! The invariants of functions.

use super::super::function::{Call, Function, Linear, Newton, Program, Section};
use super::super::solving::Solving;
use super::Violation;
use super::scope::Scope;
use crate::expr::Graph;

/// Checks one function of a program.
pub(super) fn verify(
    program: &Program,
    function: &Function,
    graph: &Graph,
) -> Result<(), Violation> {
    let place = format!("`{}`", function.name);
    let mut scope = Scope::new(&place, &program.tape, graph, &function.signature.inputs);
    scope.receive(&program.prepared);
    for section in &function.sections {
        match section {
            Section::Values(values) => scope.compute_once(values)?,
            Section::Newton(newton) => newton_is_sound(&mut scope, program, newton)?,
            Section::Linear(linear) => linear_is_sound(&mut scope, linear)?,
            Section::Call(call) => call_is_sound(&mut scope, program, call)?,
        }
    }
    scope.need(&function.outputs, "a result")?;
    for pivot in &function.pivots {
        scope.need(&pivot.values(), "a pivot")?;
    }
    results_are_as_many_as_declared(&scope, function)
}

/// Checks one function that others call.
pub(super) fn verify_called(
    program: &Program,
    function: &Function,
    graph: &Graph,
) -> Result<(), Violation> {
    let is_call = |section: &Section| !matches!(section, Section::Values(_));
    if function.sections.iter().any(is_call) {
        return Err(Violation::new(
            &format!("`{}`", function.name),
            "a function that is called does more than compute values",
            "functions that are called solve no equations and call no others",
        ));
    }
    verify(program, function, graph)
}

fn newton_is_sound(
    scope: &mut Scope<'_>,
    program: &Program,
    newton: &Newton,
) -> Result<(), Violation> {
    newton_has_its_sizes(scope, newton)?;
    scope.need(&newton.guess, "a guess")?;
    for size in &newton.sizes {
        scope.need(&size.compared, "a size")?;
        scope.need(&size.background, "a background")?;
    }
    if !newton.is_linear() {
        scope.declare(&newton.unknowns)?;
    }
    for section in &newton.body {
        body_is_sound(scope, program, section)?;
    }
    scope.need(&newton.residuals, "a residual")?;
    // Calls of functions for their derivatives compute the values once more.
    for section in &newton.body {
        if let Section::Call(call) = section {
            scope.forget(&call.results, &[]);
        }
    }
    for section in &newton.slopes {
        body_is_sound(scope, program, section)?;
    }
    scope.need(&newton.jacobian, "an entry of a Jacobian")?;
    if !newton.is_linear() {
        scope.forget(&newton.unknowns, &[]);
    }
    for section in newton.parts() {
        match section {
            Section::Call(call) => scope.forget(&call.results, &[]),
            computed => scope.forget(&[], &computed.values()),
        }
    }
    scope.declare(&newton.solution)
}

fn body_is_sound(
    scope: &mut Scope<'_>,
    program: &Program,
    section: &Section,
) -> Result<(), Violation> {
    match section {
        Section::Values(values) => scope.compute_iterated(values),
        Section::Call(call) if call.integral.is_none() => call_is_sound(scope, program, call),
        Section::Newton(_) | Section::Linear(_) | Section::Call(_) => Err(scope.violation(
            "an iteration solves equations".to_owned(),
            "the body of an iteration consists of values and calls",
        )),
    }
}

fn call_is_sound(scope: &mut Scope<'_>, program: &Program, call: &Call) -> Result<(), Violation> {
    let Some(called) = program.subroutines.get(call.subroutine) else {
        return Err(scope.violation(
            format!("function {} is called, which is none", call.subroutine),
            "a call is of a function that the program has",
        ));
    };
    correction_is_sound(scope, program, called, call)?;
    switches_are_sound(scope, program, called, call)?;
    let found = [call.arguments.len(), call.results.len()];
    let wanted = call.lengths(called);
    let [arguments, results] = found;
    let name = &called.name;
    scope.ensure(
        found == wanted,
        || format!("`{name}` is called with {arguments} arguments for {results} results"),
        "a call has as many arguments and results as the function has inputs and results; in \
         place of `y` and `t`, an integral has its memory and the time of its result",
    )?;
    scope.need(&call.arguments, "an argument")?;
    scope.declare(&call.results)
}

/// Checks that the correction of an integral is a function of the same numbers of values.
fn correction_is_sound(
    scope: &Scope<'_>,
    program: &Program,
    called: &Function,
    call: &Call,
) -> Result<(), Violation> {
    let Some(number) = call.integral.and_then(|integral| integral.correction) else {
        return Ok(());
    };
    let lengths =
        |function: &Function| (function.signature.inputs.len(), function.signature.outputs);
    let name = &called.name;
    scope.ensure(
        program.subroutines.get(number).map(lengths) == Some(lengths(called)),
        || format!("the integral of `{name}` is corrected by another kind of function"),
        "a correction has as many inputs and results as the function that is integrated",
    )
}

/// Checks that the switches of an integral are a function of the same parameters, with no more
/// values than there are components.
fn switches_are_sound(
    scope: &Scope<'_>,
    program: &Program,
    called: &Function,
    call: &Call,
) -> Result<(), Violation> {
    let Some(number) = call.integral.and_then(|integral| integral.switches) else {
        return Ok(());
    };
    let fits = |switches: &Function| {
        let (given, wanted) = (&switches.signature, &called.signature);
        given.inputs.len() == wanted.inputs.len() && given.outputs <= wanted.outputs
    };
    let name = &called.name;
    scope.ensure(
        program.subroutines.get(number).is_some_and(fits),
        || format!("the integral of `{name}` has the switches of another"),
        "switches are a function with the inputs of the function that is integrated, and have no \
         more results",
    )
}

fn newton_has_its_sizes(scope: &Scope<'_>, newton: &Newton) -> Result<(), Violation> {
    let n = newton.unknowns.len();
    for (what, found, wanted) in [
        ("residuals", newton.residuals.len(), n),
        ("guesses", newton.guess.len(), n),
        ("solutions", newton.solution.len(), n),
        ("places of sizes", newton.size_of.len(), n),
        ("entries of the Jacobian", newton.jacobian.len(), n * n),
    ] {
        scope.ensure(
            found == wanted,
            || format!("{n} unknowns have {found} {what}"),
            "equations have as many residuals, guesses, solutions and sizes as unknowns, and a \
             square Jacobian",
        )?;
    }
    let mut places = newton.size_of.iter();
    scope.ensure(
        places.all(|&size| size < newton.sizes.len()),
        || "an unknown refers to a missing size".to_owned(),
        "the place of a size is one of those that the equations have",
    )?;
    scope.ensure(
        newton.solving == Solving::KeepingFactors || newton.slopes.is_empty(),
        || "the Jacobian is evaluated apart from the residuals in every iteration".to_owned(),
        "if no factors are kept, the body computes the values that the Jacobian needs",
    )?;
    scope.ensure(
        !newton.is_linear() || newton.body.is_empty(),
        || "linear equations are iterated".to_owned(),
        "if one iteration is exact, it has no body",
    )
}

fn linear_is_sound(scope: &mut Scope<'_>, linear: &Linear) -> Result<(), Violation> {
    linear_has_its_sizes(scope, linear)?;
    scope.need(&linear.matrix, "an entry of a matrix")?;
    for column in &linear.columns {
        scope.need(column, "on the right of linear equations")?;
    }
    let mut solutions = linear.solutions.iter();
    solutions.try_for_each(|column| scope.declare(column))
}

fn linear_has_its_sizes(scope: &Scope<'_>, linear: &Linear) -> Result<(), Violation> {
    let n = linear.matrix.len().isqrt();
    let columns = linear.columns.iter().map(Vec::len);
    let solutions = linear.solutions.iter().map(Vec::len);
    let is_square = linear.matrix.len() == n * n;
    let are_as_many = linear.columns.len() == linear.solutions.len();
    scope.ensure(
        is_square && are_as_many && columns.chain(solutions).all(|length| length == n),
        || {
            format!(
                "linear equations have {} entries, {} columns and {} solutions",
                linear.matrix.len(),
                linear.columns.len(),
                linear.solutions.len()
            )
        },
        "linear equations have a square matrix, and columns and solutions of its size",
    )
}

fn results_are_as_many_as_declared(
    scope: &Scope<'_>,
    function: &Function,
) -> Result<(), Violation> {
    let (found, wanted) = (function.outputs.len(), function.signature.outputs);
    scope.ensure(
        found == wanted,
        || format!("there are {found} results in place of {wanted}"),
        "a function has as many results as its kind demands",
    )
}
