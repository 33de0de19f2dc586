//! The commands of the README, of the quick start and of the questions, as a visitor types them.
#![cfg(unix)]

mod support;

use support::{Desk, Said, comparison, holds, number, root};

/// The first block of commands of a page, without the installation of the command itself.
fn commands(page: &str) -> String {
    let text = std::fs::read_to_string(root().join(page)).unwrap();
    let (_, block) = text.split_once("```sh\n").expect("a block of commands");
    let (block, _) = block.split_once("```").unwrap();
    let lines = block
        .lines()
        .filter(|line| !line.starts_with("cargo install"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Runs the commands of a page in an empty folder.
fn typed(page: &str) -> Desk {
    let desk = Desk::new();
    desk.typed(&commands(page));
    desk
}

#[test]
fn the_readme_leads_to_a_page_that_moves() {
    let commands = commands("README.md");
    assert!(commands.lines().count() < 10, "{commands}");
    let desk = typed("README.md");
    for file in ["sled/run.csv", "sled/run.svg", "sled/run.html"] {
        assert!(desk.read(file).len() > 1000, "{file}");
    }
}

/// Where structure pays, and where it does not: the numbers of the README.
#[test]
fn the_readme_says_what_comparisons_print() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let desk = Desk::new();
    let integrators = ["Rk(order = 4)", "Lobatto", "Mla"];
    let compared = |scenario: &str, more: &[&str]| {
        let scenario = root().join(scenario);
        comparison(
            &desk,
            scenario.to_str().unwrap(),
            &integrators.join(","),
            more,
        )
    };
    let long = compared(
        "tests/scenarios/knife_edge.toml",
        &["--step", "0.2", "--end", "200"],
    );
    for (place, integrator) in integrators.into_iter().enumerate() {
        let [position, velocity, slope, residual] = [
            "/error_q/size",
            "/error_v/size",
            "/energy_slope",
            "/residual",
        ]
        .map(|path| number(&long, place, 0, path).abs());
        let residual = if residual < 1e-14 {
            "round-off".to_owned()
        } else {
            format!("{residual:.1e}")
        };
        let row = format!(
            "| `{integrator}` | {position:.1e} | {velocity:.1e} | {slope:.1e} | {residual} |"
        );
        holds(&readme, &[&row]);
    }
    let short = compared("nhi-cli/starter/sleigh.toml", &[]);
    let errors =
        [0, 1, 2].map(|place| format!("{:.1e}", number(&short, place, 0, "/error_q/size")));
    let [rk, lobatto, mla] = errors;
    holds(&readme, &[&format!("{rk}, {lobatto} and {mla}")]);
}

#[test]
fn the_quick_start_runs_as_it_stands() {
    let desk = typed("docs/src/quick_start.md");
    for file in [
        "sled/run.html",
        "sled/sleigh.html",
        "sled/compared/drift.svg",
    ] {
        assert!(desk.read(file).len() > 1000, "{file}");
    }
}

/// What a page shows of the terminal is what is printed there.
#[test]
fn the_questions_show_what_is_printed() {
    let desk = Desk::new();
    desk.nhi(&["init", "sled"], 0);
    let page = std::fs::read_to_string(root().join("docs/src/faq.md")).unwrap();
    let shown: Vec<_> = page.split("```text\n$ nhi ").skip(1).collect();
    assert!(!shown.is_empty());
    for block in shown {
        let (block, _) = block.split_once("```").unwrap();
        let (arguments, printed) = block.split_once('\n').unwrap();
        let arguments: Vec<_> = arguments.split(' ').collect();
        let mut command = desk.command(&arguments);
        let output = command.current_dir(desk.path("sled")).output().unwrap();
        let said = Said::new(&output);
        assert_eq!(said.stdout + &said.stderr, printed);
    }
}
