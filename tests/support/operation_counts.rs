//! Numbers of operations, stage by stage, compared with those of a file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use nhi_symbolic::program::{OpCount, Program};

/// The operations of stages, by model and integrator.
pub(crate) type Counts = BTreeMap<Key, Vec<Stage>>;

type Key = (String, String);

/// The name of a stage, and its operations.
pub(crate) type Stage = (&'static str, OpCount);

/// What a function of a program does once in each call, and in each iteration if it solves
/// equations.
pub(crate) fn stages(program: &Program, function: &'static str) -> Vec<Stage> {
    let Some(found) = program.function(function) else {
        return Vec::new();
    };
    let (once, iteration) = program.function_count(found);
    let mut stages = vec![(function, once)];
    if iteration != OpCount::default() {
        stages.push(("iteration", iteration));
    }
    stages
}

/// Fails where a count has risen or the file, a path within `tests/budgets`, is out of date; writes
/// it where that is asked for.
#[track_caller]
pub(crate) fn assert_within_budget(counted: &Counts, file: &str) {
    let help = format!("where this is meant, `cargo xtask budgets` renews tests/budgets/{file}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/budgets")
        .join(file);
    if std::env::var_os("NHI_BLESS").is_some() {
        fs::write(path, render(counted)).expect("the budget file can be written");
        return;
    }
    let written = fs::read_to_string(path).unwrap_or_default();
    let budget = parse(&written);
    let risen: Vec<_> = counted
        .iter()
        .flat_map(|(key, stages)| stages.iter().map(move |stage| (key, stage)))
        .filter_map(|(key, stage)| risen(key, stage, &budget))
        .collect();
    assert!(
        risen.is_empty(),
        "more operations than before:\n{}\n{help}",
        risen.join("\n")
    );
    assert!(
        written == render(counted),
        "tests/budgets/{file} is out of date, though no count has risen; {help}"
    );
}

fn risen(key: &Key, (stage, now): &Stage, budget: &BTreeMap<[&str; 3], usize>) -> Option<String> {
    let (model, integrator) = key;
    let before = *budget.get(&[model.as_str(), integrator.as_str(), *stage])?;
    let now = now.total();
    (now > before).then(|| format!("  {model}, {integrator}, {stage}: {before} -> {now}"))
}

/// One line per integrator: `model | integrator | stage total: kinds | stage total: kinds`.
fn render(counts: &Counts) -> String {
    let line = |((model, integrator), stages): (&Key, &Vec<Stage>)| {
        let cell = |(stage, count): &Stage| format!(" | {stage} {}: {count}", count.total());
        let cells: String = stages.iter().map(cell).collect();
        format!("{model} | {integrator}{cells}\n")
    };
    counts.iter().map(line).collect()
}

/// The totals by model, integrator and stage.
fn parse(text: &str) -> BTreeMap<[&str; 3], usize> {
    let mut totals = BTreeMap::new();
    for line in text.lines() {
        let mut cells = line.split(" | ");
        let (Some(model), Some(integrator)) = (cells.next(), cells.next()) else {
            continue;
        };
        for cell in cells {
            let stage = cell
                .split_once(':')
                .and_then(|(stage, _)| stage.split_once(' '));
            if let Some((stage, total)) = stage
                && let Ok(total) = total.parse()
            {
                totals.insert([model, integrator, stage], total);
            }
        }
    }
    totals
}
