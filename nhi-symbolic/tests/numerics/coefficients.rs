//! What steps are solved for where the velocity along each coordinate depends on coordinates before it alone.

use nhi_symbolic::program::Section;

use crate::support::compiled::Compiled;

/// The unknowns of the first equations of a step.
fn unknowns(model: &str, integrator: &str) -> usize {
    let compiled = Compiled::of_file(model, integrator);
    let sections = &compiled.program.function("step").expect("a step").sections;
    let mut solves = sections.iter().filter_map(|section| match section {
        Section::Newton(newton) => Some(newton.unknowns.len()),
        _ => None,
    });
    solves.next().expect("an implicit step")
}

/// A sleigh has two degrees of freedom, and a board three, of which at least one is a closed form.
#[test]
fn no_more_unknowns_are_iterated_than_there_are_degrees_of_freedom() {
    for integrator in [
        "Mla",
        "Dla",
        "Dla(quadrature = Trapezoidal)",
        "Dap(alpha = 0.3)",
    ] {
        assert_eq!(unknowns("chaplygin_sleigh", integrator), 2, "{integrator}");
        assert!(unknowns("snakeboard", integrator) < 3, "{integrator}");
    }
}

/// The angle of a trailer turns at a rate that depends on itself: its velocity is no formula, and its constraint stays among
/// the equations.
#[test]
fn what_depends_on_itself_is_solved_for() {
    assert!(unknowns("towed_hull", "Mla") > 2);
}
