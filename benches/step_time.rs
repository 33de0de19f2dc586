//! Time per step of the generated, the hand-written and the naive version, side by side.
//!
//! `cargo bench -p nhi-benches --bench step_time [-- --json]`. The versions take turns in short rounds, so that
//! whatever else the machine does meets all of them alike. Printed are the medians over the rounds of
//! the time per step, and of the ratios within each round. The controls cost next to nothing.
//! Without `--bench` (under `cargo test --benches`) a short round shows that everything runs.

#[allow(dead_code, reason = "implicit versions are counted, not timed")]
mod baseline;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use baseline::{ENTRIES, Entry};

/// How much faster than the naive version the generated one has to be.
const REQUIRED: &[(&str, f64)] = &[("sleigh", 1.4), ("snakeboard", 4.0)];

fn main() -> ExitCode {
    let has = |flag: &str| std::env::args().any(|argument| argument == flag);
    if !has("--bench") {
        Table::measure(1, 200);
        return ExitCode::SUCCESS;
    }
    let table = Table::measure(200, 10_000);
    if has("--json") {
        table.print_json();
    } else {
        table.print();
    }
    if table.is_fast_enough() {
        ExitCode::SUCCESS
    } else {
        eprintln!("a generated step is not as much faster than the naive one as required");
        ExitCode::FAILURE
    }
}

/// Nanoseconds per step: for each entry one number per round.
struct Table {
    times: Vec<Vec<f64>>,
}

impl Table {
    fn measure(rounds: usize, steps: u64) -> Self {
        let mut times = vec![Vec::with_capacity(rounds); ENTRIES.len()];
        for round in 0..=rounds {
            for turn in 0..ENTRIES.len() {
                let index = (round + turn) % ENTRIES.len();
                let time = nanoseconds_per_step(&ENTRIES[index], steps);
                // The first round warms up.
                if round > 0 {
                    times[index].push(time);
                }
            }
        }
        Self { times }
    }

    fn time(&self, system: &str, version: &str) -> f64 {
        median(self.rounds(system, version).to_vec())
    }

    /// The median of `slow / fast` over the rounds.
    fn ratio(&self, system: &str, slow: &str, fast: &str) -> f64 {
        let pairs = self.rounds(system, slow).iter();
        let pairs = pairs.zip(self.rounds(system, fast));
        median(pairs.map(|(slow, fast)| slow / fast).collect())
    }

    fn rounds(&self, system: &str, version: &str) -> &[f64] {
        let is_meant = |entry: &Entry| entry.system == system && entry.version == version;
        let index = ENTRIES.iter().position(is_meant);
        &self.times[index.expect("every system has every version")]
    }

    fn rows(&self) -> impl Iterator<Item = Row> {
        REQUIRED.iter().map(|&(system, required)| Row {
            system,
            by_hand: self.time(system, "by hand"),
            generated: self.time(system, "generated"),
            naive: self.time(system, "naive"),
            generated_to_hand: self.ratio(system, "generated", "by hand"),
            naive_to_generated: self.ratio(system, "naive", "generated"),
            required,
        })
    }

    fn is_fast_enough(&self) -> bool {
        self.rows()
            .all(|row| row.naive_to_generated >= row.required)
    }

    fn print(&self) {
        println!("             ns per step (median)          ratio");
        println!(
            "system       by hand  generated  naive     generated/hand  naive/generated  required"
        );
        for row in self.rows() {
            println!(
                "{:<11} {:>8.1} {:>10.1} {:>6.1} {:>18.2} {:>16.2} {:>9.1}",
                row.system,
                row.by_hand,
                row.generated,
                row.naive,
                row.generated_to_hand,
                row.naive_to_generated,
                row.required
            );
        }
    }

    fn print_json(&self) {
        let rows: Vec<_> = self.rows().map(|row| row.json()).collect();
        println!("[\n{}\n]", rows.join(",\n"));
    }
}

struct Row {
    system: &'static str,
    by_hand: f64,
    generated: f64,
    naive: f64,
    generated_to_hand: f64,
    naive_to_generated: f64,
    required: f64,
}

impl Row {
    fn json(&self) -> String {
        format!(
            "  {{\"system\": \"{}\", \"by_hand_ns\": {:.2}, \"generated_ns\": {:.2}, \"naive_ns\": {:.2}, \
             \"generated_to_hand\": {:.3}, \"naive_to_generated\": {:.3}, \"required\": {:.1}}}",
            self.system,
            self.by_hand,
            self.generated,
            self.naive,
            self.generated_to_hand,
            self.naive_to_generated,
            self.required
        )
    }
}

fn nanoseconds_per_step(entry: &Entry, steps: u64) -> f64 {
    let start = Instant::now();
    black_box((entry.run)(black_box(steps)));
    start.elapsed().as_nanos() as f64 / steps as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        0.5 * (values[middle - 1] + values[middle])
    }
}
