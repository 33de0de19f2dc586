//! Maintenance commands of the workspace: `cargo xtask <command>`.

mod bounds;
mod build_times;
mod cargo;
mod consumer;
mod formulas;
mod limited;
mod scaling;

use std::process::{Command, ExitCode};

use cargo::{Outcome, cargo, root, run};

const HELP: &str = "\
cargo xtask <command>

  bless                  renews all golden files: what the tests compare with is written anew
  budgets                renews the counts of operations in tests/budgets alone and shows what changed
  bounds [--cases N]     time and memory that random models take, 10000 of them if not told otherwise:
                         renews tests/budgets/bounds.txt
  ci                     everything that is checked before a change is merged, with times
  nightly                all tests in full: all pairs of models and integrators, all C compilers, more random models
  package                makes the packages that are published, without network, and compiles each from what
                         it holds
  instructions           instructions per step, generated against written by hand (needs valgrind)
  build-times [--check]  what the macro costs those who use it; --check fails beyond the limits
  scaling [--quick]      how operations, times and memory grow with the number of bodies: renews the tables and the
                         picture of docs/dev/scaling.md; --quick prints alone, up to 8 bodies
  prose                  checks the style of pages, comments, help texts and messages
  formulas               what `mdbook build docs` calls: the book from standard input, its formulas as MathML";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["bless"] => bless(),
        ["budgets"] => budgets(),
        ["bounds"] => bounds::search("10000"),
        ["bounds", "--cases", cases] => bounds::search(cases),
        ["ci"] => run(Command::new("bash").arg(".ci/run")),
        ["nightly"] => nightly(),
        ["package"] => package(),
        ["instructions"] => {
            run(cargo().args(["bench", "-p", "nhi-benches", "--bench", "instructions"]))
        }
        ["build-times"] => build_times::measure(false),
        ["build-times", "--check"] => build_times::measure(true),
        ["prose"] => prose(),
        ["scaling"] => scaling::measure(false),
        ["scaling", "--quick"] => scaling::measure(true),
        ["formulas"] => formulas::of_book(),
        ["formulas", "supports", renderer] => formulas::are_for(renderer),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(format!("unknown command\n\n{HELP}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Packages all crates. Cargo finds the order, and provides each crate with the packages before it
/// instead of a registry.
fn package() -> Outcome {
    let others = [
        "xtask",
        "nhi-example-build-script",
        "nhi-generated-vs-interpreter",
        "nhi-python",
        "nhi-ui",
    ];
    let others = others.iter().flat_map(|name| ["--exclude", name]);
    let arguments = ["package", "--workspace", "--offline", "--locked"];
    run(cargo().args(arguments).args(others))
}

/// Renews all golden files. Tests write them instead of comparing if `NHI_BLESS` is set; trybuild
/// has a separate variable. Files that other tests compile are renewed first, in case they do not
/// compile.
fn bless() -> Outcome {
    run(cargo()
        .args(["test", "--test", "up_to_date"])
        .env("NHI_BLESS", "1"))?;
    run(cargo()
        .args(["test", "--workspace", "--no-fail-fast"])
        .env("NHI_BLESS", "1")
        .env("TRYBUILD", "overwrite"))
}

/// Runs the checker of prose alone.
fn prose() -> Outcome {
    run(cargo()
        .args(["test", "--quiet", "--package", "xtask", "--test", "prose"])
        .env("RUST_BACKTRACE", "0"))
}

/// Runs all tests in full. `cargo test` takes the share of `tests/support/breadth.rs`, and fewer
/// random models.
fn nightly() -> Outcome {
    run(cargo()
        .args(["test", "--locked", "--workspace", "--no-fail-fast"])
        .env("NHI_TESTS", "all")
        .env("PROPTEST_CASES", "1000")
        .env("RANDOM_MODELS", "300"))
}

fn budgets() -> Outcome {
    run(cargo()
        .args(["test", "--quiet"])
        .args(["--test", "operation_budgets", "--test", "scaling"])
        .env("NHI_BLESS", "1"))?;
    run(Command::new("git")
        .args(["--no-pager", "diff", "--", "tests/budgets"])
        .current_dir(root()))
}
