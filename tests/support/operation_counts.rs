//! Numbers of operations, stage by stage, compared with those of a file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use nhi_symbolic::program::{OpCount, Program};

/// Operations by model, integrator and stage.
pub(crate) type Counts = BTreeMap<Key, Stage>;

type Key = (String, String, String);

/// The operations of a stage: how many, and which.
pub(crate) struct Stage {
    total: usize,
    kinds: String,
}

impl From<OpCount> for Stage {
    fn from(count: OpCount) -> Self {
        Self {
            total: count.total(),
            kinds: count.to_string(),
        }
    }
}

/// The stages that cost time in a run: preparing, the step, an iteration within it, and a sample.
pub(crate) fn stages(program: &Program) -> Vec<(String, OpCount)> {
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

/// Fails where a count has risen or the file, a path within `tests/budgets`, is out of date; writes it where that is
/// asked for.
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

fn risen(key: &Key, now: &Stage, budget: &BTreeMap<Key, usize>) -> Option<String> {
    let before = *budget.get(key)?;
    let (model, integrator, stage) = key;
    (now.total > before).then(|| {
        format!(
            "  {model}, {integrator}, {stage}: {before} -> {}",
            now.total
        )
    })
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

fn parse(text: &str) -> BTreeMap<Key, usize> {
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
