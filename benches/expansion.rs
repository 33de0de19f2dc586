//! Time from tokens to Rust code, for every model in `tests/models` and for chains of eight trailers with masses.
//!
//! `cargo bench --profile unoptimised -p nhi-benches --bench expansion [-- --check]` measures what consumers wait for
//! in a dev build, where macros are not optimised. With `--check` it fails beyond the limits.

#[path = "../xtask/src/scaling/models.rs"]
#[expect(dead_code, reason = "there are more systems that grow")]
mod growing;

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use proc_macro2::TokenStream;

/// Seconds that models may take in a dev build.
const LIMITS: [(&str, f64); 3] = [
    ("snakeboard", 0.3),
    ("chain of eight with Rk(order = 4)", 1.0),
    ("chain of eight with Mla", 1.0),
];
/// Times beyond a limit by less than this factor are noise of the machine.
const NOISE: f64 = 2.0;

fn main() -> ExitCode {
    let has = |flag: &str| std::env::args().any(|argument| argument == flag);
    let runs = if has("--bench") { 9 } else { 1 };
    let profile = if cfg!(debug_assertions) {
        "dev"
    } else {
        "optimised"
    };
    let mut is_within_limit = true;
    for (name, text) in models().into_iter().chain(chains()) {
        let times = expansion_times(&text, runs);
        let (least, median, most) = (times[0], times[runs / 2], times[runs - 1]);
        let limit = LIMITS.iter().find(|(limited, _)| *limited == name);
        let shown = limit.map_or(String::new(), |(_, limit)| format!(", limit {limit:.2} s"));
        println!(
            "expansion of {name:<33} {median:.4} s ({least:.4} to {most:.4}), {profile} build{shown}"
        );
        is_within_limit &= limit.is_none_or(|(_, limit)| median <= NOISE * limit);
    }
    if has("--check") && !is_within_limit {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Names and texts of the model files.
fn models() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/models");
    let entries = fs::read_dir(folder).expect("tests/models is a folder");
    let paths = entries.map(|entry| entry.expect("tests/models can be listed").path());
    let mut models: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "nhi"))
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let text = fs::read_to_string(&path).expect("a model file is text");
            (name.into_owned(), text)
        })
        .collect();
    models.sort();
    models
}

fn chains() -> impl Iterator<Item = (String, String)> {
    ["Rk(order = 4)", "Mla"].into_iter().map(|integrator| {
        let name = format!("chain of eight with {integrator}");
        (name, growing::chain(8, integrator))
    })
}

/// Seconds from the tokens of all models of a file to their code, in order of size.
fn expansion_times(text: &str, runs: usize) -> Vec<f64> {
    let tokens: TokenStream = text.parse().expect("a model file is Rust");
    let mut times: Vec<_> = (0..runs).map(|_| seconds(tokens.clone())).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn seconds(tokens: TokenStream) -> f64 {
    let start = Instant::now();
    for ast in nhi_symbolic::model::parse_file(tokens).expect("the model file is valid") {
        let compiled = nhi_symbolic::compile(&ast).expect("the model is valid");
        black_box(compiled.generate().expect("the model is valid"));
    }
    start.elapsed().as_secs_f64()
}
