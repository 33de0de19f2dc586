//! How many operations each integrator of each model takes, stage by stage.
//!
//! `tests/budgets/operations.txt` holds the counts; a change of the compiler that makes code larger or
//! smaller shows in its diff.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use nhi_symbolic::model::ast::Ast;
use nhi_symbolic::model::{parse_file, parse_integrator};
use nhi_symbolic::options::Choices;
use nhi_symbolic::program::{OpCount, Program};
use nhi_symbolic::schemes::{INTEGRATORS, Integrator};

const HELP: &str = "where this is meant, `cargo xtask budgets` renews tests/budgets/operations.txt";

const MANY: usize = 8;

#[test]
fn no_integrator_takes_more_operations_than_its_budget() {
    let counted = count_all();
    if std::env::var_os("NHI_BLESS").is_some() {
        fs::write(budget_file(), render(&counted)).expect("the budget file can be written");
        return;
    }
    let written = fs::read_to_string(budget_file()).unwrap_or_default();
    let budget = parse(&written);
    let risen: Vec<_> = counted
        .iter()
        .filter_map(|(key, stage)| risen(key, stage, &budget))
        .collect();
    assert!(
        risen.is_empty(),
        "more operations than before:\n{}\n{HELP}",
        risen.join("\n")
    );
    assert!(
        written == render(&counted),
        "tests/budgets/operations.txt is out of date, though no count has risen; {HELP}"
    );
}

/// Operations by model, integrator and stage.
type Counts = BTreeMap<(String, String, String), Stage>;

/// The operations of a stage: how many, and which.
struct Stage {
    total: usize,
    kinds: String,
}

fn risen(
    key: &(String, String, String),
    now: &Stage,
    budget: &BTreeMap<(String, String, String), usize>,
) -> Option<String> {
    let before = *budget.get(key)?;
    let (model, integrator, stage) = key;
    (now.total > before).then(|| {
        format!(
            "  {model}, {integrator}, {stage}: {before} -> {}",
            now.total
        )
    })
}

fn count_all() -> Counts {
    let mut counts = Counts::new();
    for file in model_files() {
        let text = fs::read_to_string(&file).expect("a model file is text");
        let tokens = text.parse().expect("a model file is Rust");
        let models =
            parse_file(tokens).unwrap_or_else(|error| panic!("{}: {error:?}", file.display()));
        for ast in models {
            for integrator in INTEGRATORS.iter().filter(|i| is_counted(i, &ast)) {
                for variant in variants(integrator) {
                    count(&ast, &variant, &mut counts);
                }
            }
        }
    }
    counts
}

/// Every integrator, but of models with many coordinates only what they ask for: all together would take minutes.
fn is_counted(integrator: &Integrator, ast: &Ast) -> bool {
    let is_asked_for = || {
        let mut requests = ast.integrators.iter();
        requests.any(|request| request.name.text == integrator.name)
    };
    ast.coordinates.len() <= MANY || is_asked_for()
}

fn model_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let entries = fs::read_dir(folder).expect("tests/models is a folder");
    let files = entries.map(|entry| entry.expect("tests/models can be listed").path());
    let mut files: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|e| e == "nhi"))
        .collect();
    files.sort();
    files
}

/// The integrator with its defaults, and with each other word as value of one option.
fn variants(integrator: &Integrator) -> Vec<String> {
    let mut variants = vec![integrator.name.to_owned()];
    let alternatives = Choices::alternatives(integrator.options).into_iter();
    variants.extend(alternatives.map(|(option, _)| format!("{}({option})", integrator.name)));
    variants
}

/// Counts where the integrator suits the model.
fn count(ast: &Ast, integrator: &str, counts: &mut Counts) {
    let request = integrator
        .parse()
        .expect("an integrator is written in tokens");
    let request =
        parse_integrator(request).unwrap_or_else(|error| panic!("{integrator}: {error:?}"));
    let mut ast = ast.clone();
    ast.integrators = vec![request];
    let Ok(compiled) = nhi_symbolic::compile(&ast) else {
        return;
    };
    let model = compiled.mechanics.model.item.ident.to_string();
    for (_, program) in &compiled.steppers {
        for (stage, count) in stages(program) {
            let stage_count = Stage {
                total: count.total(),
                kinds: count.to_string(),
            };
            counts.insert((model.clone(), integrator.to_owned(), stage), stage_count);
        }
    }
}

/// The stages that cost time in a run: preparing, the step, an iteration within it, and a sample.
fn stages(program: &Program) -> Vec<(String, OpCount)> {
    let mut stages = vec![("prepare".to_owned(), program.prepare_count())];
    for name in ["step", "sample"] {
        let Some(function) = program.function(name) else {
            continue;
        };
        let (once, iteration) = program.function_count(function);
        stages.push((name.to_owned(), once));
        if iteration != OpCount::default() {
            stages.push((format!("{name}, iteration"), iteration));
        }
    }
    stages
}

fn budget_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/budgets/operations.txt")
}

/// One line per stage: `model | integrator | stage | total | kinds`.
fn render(counts: &Counts) -> String {
    let mut text = String::new();
    for ((model, integrator, stage), count) in counts {
        let Stage { total, kinds } = count;
        writeln!(text, "{model} | {integrator} | {stage} | {total} | {kinds}")
            .expect("strings grow");
    }
    text
}

fn parse(text: &str) -> BTreeMap<(String, String, String), usize> {
    let lines = text
        .lines()
        .map(|line| line.split(" | ").collect::<Vec<_>>());
    let entries = lines.filter_map(|parts| match parts[..] {
        [model, integrator, stage, total, _] => {
            let key = (model.to_owned(), integrator.to_owned(), stage.to_owned());
            Some((key, total.parse().ok()?))
        }
        _ => None,
    });
    entries.collect()
}
