//! Model files that are meant to do harm: a diagnostic in time, within bounds of memory.
#![cfg(unix)]

mod support;

use std::time::{Duration, Instant};

use support::{Desk, holds};

/// The most that a command may take.
const MOST_TIME: Duration = Duration::from_secs(2);
const MOST_KILOBYTES: u32 = 500_000;

fn model(potential: &str) -> String {
    format!(
        "#[nonholonomic(coordinates(x, y), lagrangian = m * (x_dot.powi(2) + y_dot.powi(2)) + {potential}, integrators(Gni))]
        struct M {{ m: f64 }}"
    )
}

/// Checks a model under a limit of memory; builds without optimisation get more time.
#[track_caller]
fn ends(text: &str, code: i32) -> String {
    let desk = Desk::new();
    desk.write("hostile.nhi", text);
    let command = format!("ulimit -v {MOST_KILOBYTES}; exec \"$0\" check hostile.nhi");
    let started = Instant::now();
    let output = std::process::Command::new("sh")
        .args(["-c", &command, env!("CARGO_BIN_EXE_nhi")])
        .current_dir(desk.path(""))
        .output()
        .unwrap();
    let allowed = if cfg!(debug_assertions) {
        10 * MOST_TIME
    } else {
        MOST_TIME
    };
    assert!(started.elapsed() < allowed, "{:?}", started.elapsed());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{said:.2000}");
    said
}

#[track_caller]
fn is_refused(text: &str, code: &str) {
    holds(&ends(text, 1), &[code]);
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("(", ")"), ("sin(", ")")] {
        let nested = format!("{}x{}", open.repeat(100_000), close.repeat(100_000));
        is_refused(&model(&nested), "error[E01");
    }
    is_refused(&"[".repeat(900_000), "error[E038]");
    is_refused(&"/*".repeat(100_000), "error[E038]");
    is_refused(&model(&format!("{}x", "-".repeat(500_000))), "error[E011]");
    is_refused(
        &model(&format!("x{}", ".sin()".repeat(100_000))),
        "error[E011]",
    );
}

#[test]
fn long_values_of_attributes_are_refused() {
    let value = "-".repeat(40_000);
    let attribute = format!("#[a = {value}1]");
    is_refused(&format!("{attribute} {}", model("x")), "error[E038]");
    let field = model("x").replace("m: f64", &format!("{attribute} m: f64"));
    is_refused(&field, "error[E038]");
}

#[test]
fn a_million_terms_are_refused() {
    is_refused(&model(&vec!["x"; 1_000_000].join(" + ")), "larger than");
    is_refused(&model(&vec!["x"; 500_000].join("+")), "error[E011]");
    let names: Vec<_> = (0..2000).map(|i| format!("x{i}")).collect();
    let energy: Vec<_> = names.iter().map(|x| format!("{x}_dot.powi(2)")).collect();
    let chain = format!(
        "#[nonholonomic(coordinates({}), lagrangian = {}, integrators(Gni))] struct M {{}}",
        names.join(", "),
        energy.join(" + ")
    );
    is_refused(&chain, "error[E011]");
}

#[test]
fn a_long_sum_within_the_bounds_is_checked() {
    ends(&model(&vec!["x"; 20_000].join("+")), 0);
}

#[test]
fn huge_powers_and_numbers_are_refused() {
    is_refused(&model("x.powi(1000000)"), "error[E029]");
    is_refused(
        &model(&format!("x{}", ".powi(1000)".repeat(100))),
        "error[E0",
    );
    is_refused(&model(&format!("x{}", ".powi(64)".repeat(100))), "error[E0");
    is_refused(&model("1e1000000 * x"), "error[E028]");
    is_refused(
        &model(&format!("{} * x", "9".repeat(1_000_000))),
        "error[E028]",
    );
    is_refused(
        &model("3.powi(64).powi(64).powi(64).powi(64) * x"),
        "error[E0",
    );
}

#[test]
fn names_in_every_script_are_names_or_mistakes() {
    let script = "#[nonholonomic(coordinates(α, ж, 変, ع),
        lagrangian = α_dot.powi(2) + ж_dot.powi(2) + 変_dot.powi(2) + ع_dot.powi(2), integrators(Gni))] struct M {}";
    ends(script, 0);
    is_refused(&model("🦀"), "error[E038]");
    is_refused(&model("\u{202e}x"), "error[E038]");
    is_refused(&model("а"), "error[E040]");
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
    let said = ends(&model(&names.join("+")), 1);
    holds(&said, &["error[E040]", "and 9900 more like these"]);
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
        is_refused(&model(call), "error[E02");
    }
}
