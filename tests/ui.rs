//! The expected errors of mistakes in models, with a case for each code of the catalogue.
//!
//! The cases are in `ui/`, one folder per kind of mistake. The package there compiles them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use nhi_symbolic::diag::Code;

/// The folder of mistakes that the compiler reports itself.
const OF_THE_COMPILER: &str = "signals";

/// Codes without a case here, with the reason.
const WITHOUT_CASE: &[(u16, &str)] = &[
    (11, "needs 50000 tokens: tested with the parser"),
    (35, "only in model files"),
    (37, "only in model files"),
    (39, "only in model files"),
    (45, "a note, not an error"),
    (49, "a note, not an error"),
    (65, "takes the whole budget of work: tested with the model"),
    (72, "a note, not an error"),
    (74, "a note, not an error"),
    (75, "a note, not an error"),
    (78, "a note, not an error"),
    (86, "a note, not an error"),
    (88, "only in other languages: tested with the command"),
    (91, "only in other languages: tested with the command"),
    (900, "no model leads there: tested with broken programs"),
];

/// Independent of how a compiler draws its messages: whatever is expected is a diagnostic of ours.
#[test]
fn no_case_expects_an_error_or_a_warning_of_the_compiler_itself() {
    for case in expectations() {
        if case.starts_with(folder().join(OF_THE_COMPILER)) {
            continue;
        }
        let text = fs::read_to_string(&case).unwrap();
        let foreign = text.lines().find(|line| {
            (line.starts_with("error") || line.starts_with("warning"))
                && !line.starts_with("error: [E")
        });
        assert_eq!(foreign, None, "in {}", case.display());
    }
}

/// What stands in the place of a control signal is the compiler's to report, in words of ours.
#[test]
fn what_is_no_signal_is_told_what_signals_are() {
    let case = folder().join(OF_THE_COMPILER).join("no_signal.stderr");
    let text = fs::read_to_string(case).unwrap();
    assert_eq!(text.matches("error[E0277]: ").count(), 2);
    assert_eq!(text.matches("` is not a control signal").count(), 2);
    assert_eq!(text.matches("closure or function").count(), 2);
}

#[test]
fn every_code_of_the_catalogue_has_a_case_or_a_reason_to_have_none() {
    let mut covered = BTreeSet::new();
    for case in expectations() {
        let text = fs::read_to_string(case).unwrap();
        covered.extend(Code::all().filter(|code| text.contains(&format!("error: [{code}]"))));
    }
    for code in Code::all() {
        let excused = WITHOUT_CASE.iter().any(|(n, _)| *n == code.number());
        let is_covered = covered.contains(&code);
        assert!(is_covered || excused, "{code} has no case under tests/ui");
        assert!(
            !(is_covered && excused),
            "{code} has a case, so it needs no reason"
        );
    }
}

#[test]
fn several_mistakes_give_as_many_errors() {
    for (case, count) in [
        ("form/several_mistakes", 5),
        ("expressions/several_mistakes", 5),
        ("names/several_mistakes", 5),
        ("names/several_unused", 2),
        ("meaning/several_mistakes", 6),
        ("mechanics/several_mistakes", 3),
        ("integrators/several_mistakes", 3),
    ] {
        let text = fs::read_to_string(folder().join(case).with_extension("stderr")).unwrap();
        assert_eq!(text.matches("error: ").count(), count, "in {case}");
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui")
}

fn expectations() -> Vec<PathBuf> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let folders = entries(&folder()).into_iter();
    let files = folders
        .filter(|path| path.is_dir())
        .flat_map(|folder| entries(&folder));
    let is_expectation = |file: &PathBuf| file.extension().is_some_and(|e| e == "stderr");
    let expectations: Vec<_> = files.filter(is_expectation).collect();
    assert!(
        expectations.len() > 60,
        "the cases are where they should be"
    );
    expectations
}
