//! Programs that break one invariant each.

mod calls;
mod factors;
mod fixture;

use super::super::function::{Linear, Newton, Section};
use super::super::solving::Solving;
use super::super::tape::{Op, Rate, Value};
use crate::discrete::Requirement;
use crate::expr::Function;

use fixture::{is_refused, sound};

#[test]
fn a_sound_program_is_accepted() {
    let fixture = sound();
    assert_eq!(fixture.program.verify(&fixture.graph), Ok(()));
}

#[test]
fn an_operand_that_stands_behind_its_result_is_refused() {
    is_refused(
        |f| {
            let mut longer = f.program.tape.clone();
            let later = longer.append(Op::Input(f.stranger), Rate::Step);
            f.program.tape.append(Op::Neg(later), Rate::Step);
        },
        &["the list of all values", "smaller number"],
    );
}

#[test]
fn a_wrong_number_of_operands_is_refused() {
    is_refused(
        |f| {
            let x = f.input(f.state);
            f.program
                .tape
                .append(Op::Unary(Function::Atan2, x), Rate::Step);
        },
        &["`atan2` has operands: 1", "op table"],
    );
    is_refused(
        |f| {
            let x = f.input(f.state);
            f.program
                .tape
                .append(Op::Binary(Function::Sin, x, x), Rate::Step);
        },
        &["`sin` has operands: 2"],
    );
}

#[test]
fn an_index_of_a_stumpff_function_that_is_no_whole_number_is_refused() {
    is_refused(
        |f| {
            let x = f.input(f.state);
            f.program
                .tape
                .append(Op::Binary(Function::Stumpff, x, x), Rate::Step);
        },
        &["whole number"],
    );
    is_refused(
        |f| {
            let x = f.input(f.state);
            let half = f.program.tape.constant(0.5);
            f.program
                .tape
                .append(Op::Binary(Function::Stumpff, half, x), Rate::Step);
        },
        &["whole number"],
    );
}

#[test]
fn a_wrong_rate_is_refused() {
    is_refused(
        |f| {
            let x = f.input(f.state);
            f.program.tape.append(Op::Neg(x), Rate::Prepare);
        },
        &["the rate Prepare", "as often as its operands"],
    );
    is_refused(
        |f| {
            let stranger = f.stranger;
            f.program.tape.append(Op::Input(stranger), Rate::Prepare);
        },
        &["the rate Prepare", "its symbol's role"],
    );
    is_refused(
        |f| {
            let one = f.program.tape.constant(1.0);
            f.program.tape.append(Op::Add(one, one), Rate::Constant);
        },
        &["the rate Constant", "is a number"],
    );
}

#[test]
fn a_prepare_stage_that_reads_the_state_is_refused() {
    is_refused(
        |f| {
            let x = f.input(f.state);
            f.program.prepare.push(x);
        },
        &["the prepare stage", "`x`", "nothing else"],
    );
    is_refused(
        |f| f.program.parameters.clear(),
        &["the prepare stage", "`a` is read, which has no value there"],
    );
}

#[test]
fn prepared_values_that_are_not_computed_are_refused() {
    is_refused(
        |f| {
            let x = f.input(f.state);
            f.program.prepared.push(x);
        },
        &["the prepare stage", "`x` is handed on but not computed"],
    );
    is_refused(
        |f| {
            let x = f.input(f.state);
            f.program
                .conditions
                .push((Requirement::Positive("mass"), x));
        },
        &["the prepare stage", "`x` is tested but not computed"],
    );
}

#[test]
fn two_functions_of_one_name_are_refused() {
    is_refused(
        |f| f.program.functions[1].name = "step".to_owned(),
        &["`step`", "two functions", "a unique name"],
    );
}

#[test]
fn a_symbol_without_a_value_is_refused() {
    is_refused(
        |f| {
            let stranger = f.stranger;
            let value = f.program.tape.append(Op::Input(stranger), Rate::Step);
            f.sample_values().insert(0, value);
        },
        &[
            "in `sample`",
            "`stranger` is read, which has no value there",
        ],
    );
    is_refused(
        |f| f.program.functions[0].signature.inputs.clear(),
        &["in `step`", "`x` is read, which has no value there"],
    );
}

#[test]
fn an_operand_that_is_not_computed_before_is_refused() {
    is_refused(
        |f| {
            let x = f.input(f.state);
            f.sample_values().retain(|&value| value != x);
        },
        &["in `sample`", "`x` is an operand of", "not computed before"],
    );
    is_refused(
        |f| f.sample_values().reverse(),
        &["in `sample`", "not computed before"],
    );
}

#[test]
fn a_value_that_is_computed_twice_is_refused() {
    is_refused(
        |f| {
            let x = f.input(f.state);
            f.sample_values().push(x);
        },
        &["in `sample`", "`x` is computed again"],
    );
}

#[test]
fn a_value_of_an_iteration_outside_of_its_body_is_refused() {
    is_refused(
        |f| {
            let first = f.newton().body[0].values()[0];
            f.sample_values().push(first);
        },
        &["in `sample`", "of the rate Iteration", "in its body"],
    );
    is_refused(
        |f| {
            let residual = f.newton().residuals[0];
            f.program.functions[0].outputs = vec![residual];
        },
        &["in `step`", "a result but not computed before"],
    );
    is_refused(
        |f| {
            let unknown = f.newton().unknowns[0];
            let unknown = f.input(unknown);
            f.program.functions[0].outputs = vec![unknown];
        },
        &["in `step`", "a result but not computed before"],
    );
}

#[test]
fn a_body_that_computes_what_does_not_change_in_it_is_refused() {
    is_refused(
        |f| {
            let x = f.input(f.state);
            f.newton().body.push(Section::Values(vec![x]));
        },
        &["in `step`", "of the rate Step", "depends on its unknowns"],
    );
}

#[test]
fn equations_of_wrong_sizes_are_refused() {
    let invariant = "as many residuals, guesses, solutions and sizes as unknowns";
    is_refused(
        |f| f.newton().residuals.clear(),
        &["0 residuals", invariant],
    );
    is_refused(|f| f.newton().guess.clear(), &["0 guesses", invariant]);
    is_refused(|f| f.newton().solution.clear(), &["0 solutions", invariant]);
    is_refused(
        |f| f.newton().size_of.clear(),
        &["0 places of sizes", invariant],
    );
    is_refused(|f| f.newton().sizes.clear(), &["a missing size"]);
    is_refused(
        |f| f.newton().jacobian.clear(),
        &["0 entries of the Jacobian", invariant],
    );
}

#[test]
fn a_body_of_equations_that_need_no_iteration_is_refused() {
    is_refused(
        |f| f.newton().solving = Solving::Once,
        &["in `step`", "linear equations are iterated", "no body"],
    );
}

#[test]
fn equations_in_the_body_of_an_iteration_are_refused() {
    is_refused(
        |f| {
            let within = f.newton().clone();
            f.newton().body.push(Section::Newton(within));
        },
        &[
            "in `step`",
            "an iteration solves equations",
            "values and calls",
        ],
    );
}

#[test]
fn guesses_residuals_and_jacobians_that_are_not_computed_are_refused() {
    for (break_it, what) in [
        (
            (|newton, value| newton.guess = vec![value]) as fn(&mut Newton, Value),
            "a guess",
        ),
        (|newton, value| newton.residuals = vec![value], "a residual"),
        (
            |newton, value| newton.jacobian = vec![value],
            "an entry of a Jacobian",
        ),
    ] {
        is_refused(
            |f| {
                let stranger = f.stranger;
                let value = f.program.tape.append(Op::Input(stranger), Rate::Step);
                break_it(f.newton(), value);
            },
            &["in `step`", "`stranger`", what, "not computed before"],
        );
    }
}

#[test]
fn linear_equations_of_wrong_sizes_are_refused() {
    let invariant = "a square matrix";
    is_refused(
        |f| {
            let entry = f.linear().matrix[0];
            f.linear().matrix.push(entry);
        },
        &["2 entries", invariant],
    );
    is_refused(|f| f.linear().columns.clear(), &["0 columns", invariant]);
    is_refused(
        |f| f.linear().solutions[0].clear(),
        &["in `step`", invariant],
    );
}

#[test]
fn linear_equations_that_are_not_computed_are_refused() {
    for (break_it, what) in [
        (
            (|linear, value| linear.matrix = vec![value]) as fn(&mut Linear, Value),
            "an entry of a matrix",
        ),
        (
            |linear, value| linear.columns = vec![vec![value]],
            "on the right of linear equations",
        ),
    ] {
        is_refused(
            |f| {
                let stranger = f.stranger;
                let value = f.program.tape.append(Op::Input(stranger), Rate::Step);
                break_it(f.linear(), value);
            },
            &["in `step`", "`stranger`", what],
        );
    }
}

#[test]
fn symbols_with_two_meanings_are_refused() {
    let invariant = "mean nothing else";
    is_refused(
        |f| {
            let x = f.state;
            f.newton().unknowns = vec![x];
        },
        &["`x` gets a second meaning", invariant],
    );
    is_refused(
        |f| {
            let x = f.state;
            f.newton().solution = vec![x];
        },
        &["`x` gets a second meaning", invariant],
    );
    is_refused(
        |f| {
            let x = f.state;
            f.linear().solutions = vec![vec![x]];
        },
        &["`x` gets a second meaning", invariant],
    );
}

#[test]
fn a_wrong_number_of_results_is_refused() {
    is_refused(
        |f| f.program.functions[1].outputs.clear(),
        &["in `sample`", "0 results in place of 1"],
    );
}

#[test]
fn the_diagnostic_does_not_blame_the_model() {
    let mut fixture = sound();
    fixture.program.functions[1].outputs.clear();
    let violation = fixture.program.verify(&fixture.graph).unwrap_err();
    let text = violation
        .diagnostic(proc_macro2::Span::call_site())
        .to_string();
    assert!(text.starts_with("[E900] a defect of nhi, not of the model: in `sample`, "));
    assert!(text.contains("report this message"), "{text}");
}
