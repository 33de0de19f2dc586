//! Numbers, exponents, sizes: values out of range result in a diagnostic.

use super::*;

#[test]
fn constants_have_finite_values() {
    potential_gives(
        "1 / 0 + ln(0) + sqrt(-1) + x / (y - y) + asin(2) + 0.powi(-1) + (x - x).powi(-2) + sqrt(1 - pi) + 0.0 / 0 + ln(cos(pi))",
        &[
            (NonFiniteConstant, "/"),
            (NonFiniteConstant, "ln"),
            (NonFiniteConstant, "sqrt"),
            (NonFiniteConstant, "/"),
            (NonFiniteConstant, "asin"),
            (NonFiniteConstant, "powi"),
            (NonFiniteConstant, "powi"),
            (NonFiniteConstant, "sqrt"),
            (NonFiniteConstant, "/"),
            (NonFiniteConstant, "ln"),
        ],
    );
}

#[test]
fn numbers_and_exponents_stay_in_range() {
    potential_gives(
        "1e200 * 1e200 + x.powi(64).powi(64) + 1e400 * x + 1e-400 * y + 10.powi(64).powi(64) + x.powf(2000)",
        &[
            (NumberOverflow, "*"),
            (NumberOverflow, "powi"),
            (NumberOverflow, "1e400"),
            (NumberOverflow, "1e-400"),
            (NumberOverflow, "powi"),
            (NumberOverflow, "powf"),
        ],
    );
    gives(
        with_struct(
            "coordinates(x), lagrangian = 1e200 * m * x_dot, integrators(Gni)",
            "struct S { m: f32 }",
        ),
        &[(NumberOverflow, "1e200")],
    );
}

#[test]
fn numbers_that_overflow_inside_a_factored_sum_are_found() {
    potential_gives(
        "(1e200 * x + 1e-200 * y) / m",
        &[(NumberOverflow, "lagrangian")],
    );
}

#[test]
fn long_expressions_resolve_in_a_loop() {
    let sum = vec!["m * x"; 12_000].join(" + ");
    assert!(planar(&format!("forces(x = {sum})")).is_ok());
    let chain = format!("x{}", ".sin()".repeat(12_000));
    assert!(planar(&format!("forces(x = {chain})")).is_ok());
}

#[test]
fn no_expression_makes_the_compiler_panic() {
    let operands = [
        "x", "y_dot", "m", "t", "pi", "0", "1", "2.5", "1e-300", "9e300", "unknown", "k",
    ];
    let mut state = 7_u64;
    let mut next = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % bound
    };
    for _ in 0..1_000 {
        let mut expression = operands[next(operands.len())].to_owned();
        for _ in 0..next(12) {
            let operand = operands[next(operands.len())];
            expression = match next(9) {
                0 => format!("({expression} + {operand})"),
                1 => format!("({operand} - {expression})"),
                2 => format!("({expression}) * ({operand})"),
                3 => format!("({operand}) / ({expression})"),
                4 => format!("({expression}).powi({})", next(129) as i32 - 64),
                5 => format!("({expression}).powf({operand})"),
                6 => format!(
                    "{}({expression})",
                    ["sin", "tan", "ln", "sqrt", "acos", "exp"][next(6)]
                ),
                7 => format!("atan2({expression}, {operand})"),
                _ => format!("-hypot({operand}, {expression})"),
            };
        }
        let _ = planar(&format!(
            "definitions(k = {expression}), constraints(c = x_dot * ({expression})), forces(y = k)"
        ));
    }
}

#[test]
fn a_model_beyond_the_budget_of_work_is_one_mistake() {
    let ast = &parse_file(tokens(SNAKEBOARD)).unwrap()[0];
    for budget in 0..2_000 {
        if let Err(diagnostics) = resolve_in(ast, Graph::with_budget(budget)) {
            let codes: Vec<Code> = diagnostics
                .iter()
                .map(|diagnostic| diagnostic.code)
                .collect();
            assert_eq!(codes, [BudgetExceeded], "with a budget of {budget}");
        }
    }
    assert!(resolve_in(ast, Graph::with_budget(1)).is_err());
}

#[test]
fn a_model_has_a_bounded_number_of_coordinates() {
    let chain = |n: usize| {
        let names: Vec<_> = (0..n).map(|i| format!("x{i}")).collect();
        let energy: Vec<_> = names.iter().map(|x| format!("{x}_dot.powi(2)")).collect();
        let (names, energy) = (names.join(", "), energy.join(" + "));
        let keys = format!("coordinates({names}), lagrangian = {energy}, integrators(Gni)");
        with_struct(&keys, "struct Chain {}")
    };
    assert!(chain(128).is_ok());
    gives(chain(129), &[(ModelTooLarge, "x128")]);
}
