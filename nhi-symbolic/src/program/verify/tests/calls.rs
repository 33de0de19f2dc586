//! Programs with function calls that break an invariant.

use super::super::super::function::Section;
use super::fixture::is_refused;
use crate::discrete::{AdaptiveMethod, Integral};
use crate::expr::Role;

#[test]
fn a_call_of_a_function_that_the_program_has_not_is_refused() {
    is_refused(
        |f| f.program.subroutines.clear(),
        &["in `step`", "function 0 is called, which is none"],
    );
}

#[test]
fn a_call_with_other_numbers_of_arguments_and_results_is_refused() {
    let invariant = "as many arguments and results as the function has";
    is_refused(
        |f| f.call().arguments.clear(),
        &["`cube` is called with 0 arguments for 2 results", invariant],
    );
    is_refused(
        |f| f.call().results.truncate(1),
        &["`cube` is called with 1 arguments for 1 results", invariant],
    );
}

/// The cube is not a field of two components, of which the call would have a memory.
#[test]
fn an_integral_inside_an_iteration_or_with_other_lengths_is_refused() {
    let integral = Integral {
        method: AdaptiveMethod::Dop853,
        tolerance: 1e-9,
        is_held: false,
        correction: None,
        switches: None,
    };
    is_refused(
        |f| f.call().integral = Some(integral),
        &["in `step`", "an iteration solves equations"],
    );
    is_refused(
        |f| {
            let mut call = f.call().clone();
            call.integral = Some(integral);
            f.program.functions[1].sections.push(Section::Call(call));
        },
        &["in `sample`", "an integral has its memory"],
    );
}

/// A function with two inputs and one result is a field of one component and the time. Another one
/// without inputs cannot correct its steps, nor have its switches.
#[test]
fn an_integral_with_another_kind_of_function_is_refused() {
    for (correction, switches, found) in [
        (Some(0), None, "is corrected by another kind of function"),
        (None, Some(0), "has the switches of another"),
    ] {
        is_refused(
            |f| {
                let graph = f.graph.clone();
                let mut field = f.program.subroutines[0].clone();
                field.name = "field".to_owned();
                let y = field.signature.inputs[0];
                let time = graph.symbol("time", Role::Variable);
                field.signature.inputs = vec![y, time];
                f.program.subroutines.push(field);
                let mut call = f.call().clone();
                let count = f.program.subroutines.len();
                call.subroutine = count - 1;
                let state = f.input(f.state);
                let memory =
                    [1, 2, 3].map(|i| graph.symbol(&format!("memory {i}"), Role::Variable));
                (call.arguments, call.results) = (vec![state; 4], memory.to_vec());
                call.integral = Some(Integral {
                    method: AdaptiveMethod::Dop853,
                    tolerance: 1e-9,
                    is_held: false,
                    correction,
                    switches,
                });
                f.program.functions[1].sections.push(Section::Call(call));
            },
            &["in `sample`", found],
        );
    }
}

#[test]
fn a_call_with_an_argument_that_is_not_computed_is_refused() {
    is_refused(
        |f| {
            let far = f.program.functions[1].outputs[0];
            f.call().arguments = vec![far];
        },
        &["in `step`", "an argument but not computed before"],
    );
}

#[test]
fn a_result_of_a_call_with_another_meaning_is_refused() {
    is_refused(
        |f| f.call().results[0] = f.state,
        &["in `step`", "gets a second meaning", "results of calls"],
    );
}

#[test]
fn a_result_of_an_iteration_behind_it_is_refused() {
    is_refused(
        |f| {
            let result = f.call().results[0];
            let cubed = f.input(result);
            f.program.functions[0].outputs = vec![cubed];
        },
        &["in `step`", "a result but not computed before"],
    );
}

#[test]
fn a_function_that_is_called_and_calls_is_refused() {
    is_refused(
        |f| {
            let call = Section::Call(f.call().clone());
            f.program.subroutines[0].sections.push(call);
        },
        &["in `cube`", "does more than compute values"],
    );
}

#[test]
fn a_function_that_is_called_and_reads_what_its_caller_knows_is_refused() {
    is_refused(
        |f| {
            let x = f.input(f.state);
            f.program.subroutines[0]
                .sections
                .push(Section::Values(vec![x]));
        },
        &["in `cube`", "is read, which has no value there"],
    );
}
