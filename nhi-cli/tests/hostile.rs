//! Model files that are meant to do harm: a diagnostic in time, within bounds of memory.
#![cfg(unix)]

#[path = "support/limited.rs"]
mod limited;
mod support;

use std::time::{Duration, Instant};

use limited::{MOST_TIME, MOST_TIME_OF_MANY, Took};
use support::{Desk, SCENARIO, holds};

fn model(potential: &str) -> String {
    format!(
        "#[nonholonomic(coordinates(x, y), lagrangian = m * (x_dot.powi(2) + y_dot.powi(2)) + {potential}, integrators(Gni))]
        struct M {{ m: f64 }}"
    )
}

/// What reads a model file and works on it.
const COMMANDS: [&str; 4] = ["check", "derive", "gen", "dump --stage program"];

/// Gives a model to every command under limits of memory and time, and gives what `nhi check` says.
#[track_caller]
fn ends(text: impl AsRef<[u8]>, code: i32) -> String {
    let desk = Desk::new();
    desk.write("hostile.nhi", text);
    let said = COMMANDS.map(|command| command_ends(&desk, command, code).stderr);
    let [checked, ..] = said;
    checked
}

#[track_caller]
fn command_ends(desk: &Desk, command: &str, code: i32) -> Took {
    ends_within(MOST_TIME, desk, command, code)
}

#[track_caller]
fn ends_within(most: Duration, desk: &Desk, command: &str, code: i32) -> Took {
    let took = limited::nhi(&format!("{command} hostile.nhi"), &desk.path("")).unwrap();
    let (status, time) = (took.status, took.time);
    let said = &took.stderr;
    assert!(time < most, "{command}: {time:?}");
    assert_eq!(
        status.code(),
        Some(code),
        "{command}: {status} {said:.2000}"
    );
    took
}

#[track_caller]
fn is_refused(text: impl AsRef<[u8]>, code: &str) {
    holds(&ends(text, 1), &[code]);
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("(", ")"), ("sin(", ")")] {
        let nested = format!("{}x{}", open.repeat(100_000), close.repeat(100_000));
        is_refused(model(&nested), "error[E01");
    }
    is_refused("[".repeat(900_000), "error[E038]");
    is_refused("/*".repeat(100_000), "error[E038]");
    is_refused(model(&format!("{}x", "-".repeat(500_000))), "error[E011]");
    is_refused(
        model(&format!("x{}", ".sin()".repeat(100_000))),
        "error[E011]",
    );
}

#[test]
fn long_values_of_attributes_are_refused() {
    let value = "-".repeat(40_000);
    let attribute = format!("#[a = {value}1]");
    is_refused(format!("{attribute} {}", model("x")), "error[E034]");
    let field = model("x").replace("m: f64", &format!("{attribute} m: f64"));
    is_refused(field, "error[E034]");
}

#[test]
fn a_million_terms_are_refused() {
    is_refused(model(&vec!["x"; 1_000_000].join(" + ")), "larger than");
    is_refused(model(&vec!["x"; 500_000].join("+")), "error[E011]");
    let names: Vec<_> = (0..2000).map(|i| format!("x{i}")).collect();
    let energy: Vec<_> = names.iter().map(|x| format!("{x}_dot.powi(2)")).collect();
    let chain = format!(
        "#[nonholonomic(coordinates({}), lagrangian = {}, integrators(Gni))] struct M {{}}",
        names.join(", "),
        energy.join(" + ")
    );
    is_refused(chain, "error[E011]");
}

#[test]
fn a_long_sum_within_the_bounds_is_checked() {
    ends(model(&vec!["x"; 20_000].join("+")), 0);
}

#[test]
fn huge_powers_and_numbers_are_refused() {
    is_refused(model("x.powi(1000000)"), "error[E029]");
    is_refused(
        model(&format!("x{}", ".powi(1000)".repeat(100))),
        "error[E0",
    );
    is_refused(model(&format!("x{}", ".powi(64)".repeat(100))), "error[E0");
    is_refused(model("1e1000000 * x"), "error[E028]");
    is_refused(
        model(&format!("{} * x", "9".repeat(1_000_000))),
        "error[E028]",
    );
    is_refused(
        model("3.powi(64).powi(64).powi(64).powi(64) * x"),
        "error[E0",
    );
}

#[test]
fn names_in_every_script_are_names_or_mistakes() {
    let script = "#[nonholonomic(coordinates(α, ж, 変, ع),
        lagrangian = α_dot.powi(2) + ж_dot.powi(2) + 変_dot.powi(2) + ع_dot.powi(2), integrators(Gni))] struct M {}";
    ends(script, 0);
    is_refused(model("🦀"), "error[E038]");
    is_refused(model("\u{202e}x"), "error[E038]");
    is_refused(model("а"), "error[E040]");
    is_refused("a\0b", "error[E038]");
}

#[test]
fn unbalanced_brackets_and_quotes_are_refused() {
    for text in [
        "#[nonholonomic(coordinates(x",
        "#[nonholonomic(coordinates(x])",
        "\"",
        "'",
        "r####\"",
        ")",
    ] {
        is_refused(text, "error[E038]");
    }
    is_refused("", "error[E037]");
}

#[test]
fn thousands_of_mistakes_are_reported_in_time() {
    let names: Vec<_> = (0..10_000).map(|i| format!("w{i}")).collect();
    let said = ends(model(&names.join("+")), 1);
    holds(&said, &["error[E040]", "and 9900 more like these"]);
}

/// Four times as many keys take about four times as long. Searching the line of each from the
/// beginning of the file would take sixteen times as long.
#[test]
fn unknown_keys_of_a_scenario_take_linear_time() {
    let desk = Desk::new();
    for place in ["end = 0.5\n", "[parameters]\n"] {
        let took = |count: u32| {
            let lines: String = (0..count).map(|i| format!("k{i}=1\n")).collect();
            let text = SCENARIO.replace(place, &format!("{place}{lines}"));
            desk.write("lines.toml", text);
            let runs = (0..2).map(|_| {
                let started = Instant::now();
                let said = desk.nhi(&["run", "lines.toml"], 1).stderr;
                holds(&said, &[&format!("and {} more like these", count - 100)]);
                started.elapsed()
            });
            runs.min().unwrap()
        };
        let (few, many) = (took(30_000), took(120_000));
        assert!(many < 9 * few, "{place}: {few:?} {many:?}");
    }
}

#[test]
fn expressions_cannot_call_code() {
    for call in [
        "std::process::exit(7)",
        "{ loop {} }",
        "panic!()",
        "include_str!(\"x\")",
        "x.exit(7)",
    ] {
        is_refused(model(call), "error[E02");
    }
}

#[test]
fn every_key_bounds_its_nesting_and_its_length() {
    let keys = [
        "definitions(a = {})",
        "constraints(a = {} * x_dot)",
        "holonomic(a = {})",
        "controls({})",
        "forces(x = {})",
        "groups({})",
        "symmetry({})",
        "integrals(a = {})",
        "integrators(Gni({}))",
    ];
    let entries: Vec<_> = (0..30_000).map(|i| format!("z{i} = x")).collect();
    for key in keys {
        let with =
            |content: &str| model("x").replace("integrators(Gni)", &key.replace("{}", content));
        for (open, close) in [("(", ")"), ("[", "]"), ("{", "}")] {
            let nested = format!("{}x{}", open.repeat(2000), close.repeat(2000));
            is_refused(with(&nested), "error[E010]");
        }
        is_refused(with(&entries.join(", ")), "error[E011]");
    }
}

#[test]
fn numbers_and_exponents_at_the_ends_of_their_ranges_are_refused() {
    is_refused(model("1e999999 * x"), "error[E028]");
    is_refused(model("1e-999999 * x"), "error[E028]");
    is_refused(model("x.powi(-2147483648)"), "error[E029]");
    is_refused(model("x.powi(99999999999999999999)"), "error[E029]");
    is_refused(model(&format!("0x{} * x", "F".repeat(1000))), "error[E027]");
    ends(model("x.powf(1e300)"), 0);
}

#[test]
fn definitions_that_double_an_expression_end() {
    let doubled = |step: fn(usize) -> String| {
        let steps = (2..66).map(|i| format!("a{i} = {}", step(i - 1)));
        let chain: Vec<_> = std::iter::once("a1 = x + y".to_owned())
            .chain(steps)
            .collect();
        let definitions = format!("definitions({}), lagrangian", chain.join(", "));
        model("a65").replace("lagrangian", &definitions)
    };
    ends(doubled(|i| format!("a{i} * a{i} + x")), 0);
    ends(doubled(|i| format!("1 / (a{i} + x * a{i})")), 0);
    let number = doubled(|i| format!("a{i} * a{i}")).replace("a1 = x + y", "a1 = 3");
    is_refused(number, "error[E059]");
}

#[test]
fn names_and_comments_of_a_megabyte_end() {
    let name = "x".repeat(1_000_000);
    is_refused(model(&name), "error[E040]");
    ends(
        model(&format!("{name} * x")).replace("m: f64", &format!("m: f64, {name}: f64")),
        0,
    );
    let comment = |length: usize| format!("/* {} */ {}", "a".repeat(length), model("x"));
    ends(comment(900_000), 0);
    is_refused(comment(10_000_000), "larger than");
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let valid = model("x");
    is_refused([valid.as_bytes(), b"\xff\xfe"].concat(), "UTF-8");
    is_refused(valid.replace("+ x", "+ x\0"), "error[E038]");
    is_refused(format!("{valid}\u{202e}"), "error[E03");
    is_refused(
        model(&format!("x{}", "\u{301}".repeat(100_000))),
        "error[E0",
    );
}

/// Mass matrices without zeros, whose entries all differ.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes without optimisation; .ci/run tests it in release"
)]
fn models_beyond_the_budget_of_work_are_refused() {
    let said = ends(dense(24, 0, "Dla, Gauss, Mla, Lobatto"), 1);
    let fit = "fit the budget: `Dla`";
    holds(&said, &["error[E065]: deriving `Gauss`", fit]);
    let said = ends(dense(64, 0, "Gni"), 1);
    holds(
        &said,
        &["error[E065]: deriving `Gni`", "cheaper integrator"],
    );
}

/// Constraints without zeros as well: as many as the budget grows with.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes without optimisation; .ci/run tests it in release"
)]
fn many_dense_constraints_are_refused() {
    let desk = Desk::new();
    desk.write("hostile.nhi", dense(48, 33, "Gni"));
    for command in COMMANDS {
        let said = ends_within(MOST_TIME_OF_MANY, &desk, command, 1).stderr;
        holds(&said, &["error[E065]"]);
    }
}

/// A model in which every velocity meets every other one in the Lagrangian and in each constraint.
fn dense(n: usize, constraints: usize, integrators: &str) -> String {
    let names: Vec<_> = (0..n).map(|i| format!("q{i}")).collect();
    let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
    let squares = names.iter().map(|q| format!("{q}_dot.powi(2)"));
    let mixed = pairs.map(|(i, j)| format!("0.01 * cos(q{i} - q{j}) * q{i}_dot * q{j}_dot"));
    let lagrangian: Vec<_> = squares.chain(mixed).collect();
    let constraint = |k: usize| {
        let term = |i: usize| format!("cos({} * q{i} + q{}) * q{i}_dot", k + 1, (i + k) % n);
        let terms: Vec<_> = (0..n).map(term).collect();
        format!("c{k} = {}", terms.join(" + "))
    };
    let constraints = match constraints {
        0 => String::new(),
        _ => {
            let constraints: Vec<_> = (0..constraints).map(constraint).collect();
            format!("constraints({}), ", constraints.join(", "))
        }
    };
    format!(
        "#[nonholonomic(coordinates({}), lagrangian = {}, {constraints}integrators({integrators}))] struct M {{}}",
        names.join(", "),
        lagrangian.join(" + ")
    )
}

/// An integrator is too dear, but the model is sound: its verdicts are printed beside the diagnostic.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes without optimisation; .ci/run tests it in release"
)]
fn models_are_judged_without_an_integrator_that_is_too_dear() {
    let desk = Desk::new();
    desk.write(
        "hostile.nhi",
        support::chain(32, "Rk(order = 4), Gni, Mla, Gauss"),
    );
    let said = ends_within(MOST_TIME_OF_MANY, &desk, "check", 1).stderr;
    holds(
        &said,
        &[
            "error[E065]: deriving `Gauss`",
            "budget: `Rk`, `Gni`, `Mla`",
        ],
    );
    let verdicts = [
        "Chain: 35 coordinates, 33 velocity constraints",
        "regular Lagrangian       yes",
        "independent constraints  yes  axle0, axle1",
        "integrability decided    no",
        "energy constant          yes",
    ];
    holds(&desk.read("stdout"), &verdicts);
    ends_within(MOST_TIME_OF_MANY, &desk, "check --json", 1);
    let data: serde_json::Value = serde_json::from_str(&desk.read("stdout")).unwrap();
    assert_eq!(data["failure"], "input");
    assert_eq!(data["problems"][0]["code"], "E065");
    let model = &data["result"]["models"][0];
    assert_eq!(model["name"], "Chain");
    assert_eq!(model["verdicts"][0]["holds"], true);
    assert_eq!(model["integrators"].as_array().map(Vec::len), Some(0));
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "takes minutes without optimisation; .ci/run tests it in release"
)]
fn thirty_two_trailers_derive_with_every_integrator_that_takes_them() {
    for integrator in [
        "Rk(order = 4)",
        "Mla",
        "Gauss",
        "Gni",
        "Dla",
        "Dap",
        "Lobatto",
        "EnergyPreserving",
        "Feedback(base = Rk4)",
        "Rattle",
        "VakonomicGauss",
        "VakonomicRattle",
    ] {
        let desk = Desk::new();
        desk.write("hostile.nhi", support::chain(32, integrator));
        ends_within(MOST_TIME_OF_MANY, &desk, "gen", 0);
    }
}

#[test]
fn a_product_of_four_hundred_sums_is_taken_as_it_is_written() {
    let factors: Vec<_> = (0..400).map(|i| format!("(x + {i})")).collect();
    ends(model(&factors.join(" * ")), 0);
}

/// One coordinate in a potential, with what takes part of a model apart from that.
fn particle(potential: &str, forces: &str, integrators: &str) -> String {
    format!(
        "#[nonholonomic(coordinates(x), lagrangian = m * x_dot.powi(2) + {potential}, forces(x = {forces}), integrators({integrators}))]
        struct M {{ m: f64 }}"
    )
}

fn nested(function: &str, times: usize) -> String {
    format!(
        "{}x{}",
        format!("{function}(").repeat(times),
        ")".repeat(times)
    )
}

/// Squares of `n` sines would become `2^n` terms without them.
#[test]
fn nested_functions_end() {
    for integrator in ["Dla", "Dap", "Mla"] {
        ends(particle(&nested("sin", 24), "x", integrator), 0);
    }
    let force = format!("({}).powi(64)", nested("sin", 24));
    ends(particle(&nested("sin", 90), &force, MANY), 0);
    ends(particle(&nested("cos", 90), &force, MANY), 0);
}

/// Integrators that take forces of positions.
const MANY: &str = "Dla, Dap, Mla, Gni, Gauss, Lobatto, Rk, Shake, Rattle";

#[test]
fn plain_chains_end() {
    for chain in [".sin()", ".sin().cos().exp().sqrt()"] {
        let calls = chain.matches('.').count();
        ends(
            particle(&format!("x{}", chain.repeat(400 / calls)), "x", MANY),
            0,
        );
    }
    let product: Vec<_> = (1..=40).map(|i| format!("sin({i} * x)")).collect();
    ends(particle(&product.join(" * "), "x", "Gni, Mla"), 0);
}

/// Formulas whose number grows with the square of the model's length.
#[test]
fn derivations_are_bounded() {
    let desk = Desk::new();
    let chain = |length| format!("x{}", ".sin()".repeat(length));
    desk.write("hostile.nhi", particle(&chain(600), "x", MANY));
    for format in ["text", "latex", "html"] {
        let took = command_ends(&desk, &format!("derive --format {format}"), 0);
        assert!(
            took.written < 20_000_000,
            "{format}: {} bytes",
            took.written
        );
        holds(
            &desk.read("stdout"),
            &["more names are not listed", "nhi dump"],
        );
    }
    for length in [1500, 3000] {
        is_refused(particle(&chain(length), "x", MANY), "error[E065]");
    }
}

/// The models of a file share what one may cost.
#[test]
fn many_models_in_a_file_end() {
    let product: Vec<_> = (1..30).map(|i| format!("sin({i} * x)")).collect();
    let model = particle(&product.join(" * "), "x", "Gni, Mla");
    let models: String = (0..60)
        .map(|i| model.replace("struct M", &format!("struct M{i}")))
        .collect();
    is_refused(models, "error[E065]");
}
