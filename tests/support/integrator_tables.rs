//! The documentation's tables of integrators, from the registry and from programs.

use std::fmt::Write as _;

use nhi_symbolic::bibliography::Locator;
use nhi_symbolic::compile;
use nhi_symbolic::mechanics::needs::Positions;
use nhi_symbolic::model::{parse_file, parse_integrator};
use nhi_symbolic::options::Choices;
use nhi_symbolic::program::Program;
use nhi_symbolic::schemes::{INTEGRATORS, Integrator};

use crate::models;

/// The systems whose steps are counted: a constant mass matrix, and one of the configuration.
const SYSTEMS: [(&str, &str); 2] = [
    ("snakeboard", "snakeboard"),
    ("skating pendulum", "skating_pendulum"),
];

/// Systems for what takes neither.
const OTHERS: [(&str, &str); 2] = [
    ("Martinet system", "martinet"),
    ("free rigid body", "free_rigid_body"),
];

/// One line per integrator: order, properties and options.
pub(crate) fn brief() -> String {
    let mut text = String::from(
        "| integrator | what it is | order | implicit | exact in samples | options, the default first |\n\
         |---|---|---|---|---|---|\n",
    );
    for integrator in INTEGRATORS {
        let known = Known::of(integrator);
        let cells = [
            format!("`{}`", integrator.name),
            integrator.summary.to_owned(),
            known.integrator.order_text("`"),
            known.implicit().to_owned(),
            exact(known.integrator).to_owned(),
            code(&integrator.options_text()),
        ];
        line(&mut text, &cells);
    }
    text
}

/// Properties and costs of each integrator, then what each is good for.
pub(crate) fn full() -> String {
    let all: Vec<_> = INTEGRATORS.iter().map(Known::of).collect();
    let mut text = String::from(
        "| integrator | order | symmetric | implicit | exact in samples |\n|---|---|---|---|---|\n",
    );
    for known in &all {
        let cells = [
            known.link(),
            known.integrator.order_text("`"),
            yes((known.integrator.symmetric)(&Choices::defaults(
                known.integrator.options,
            )))
            .to_owned(),
            known.implicit().to_owned(),
            exact(known.integrator).to_owned(),
        ];
        line(&mut text, &cells);
    }
    let [constant, varying] = SYSTEMS.map(|(title, _)| title);
    let _ = writeln!(
        text,
        "\n| integrator | operations, {constant} | operations, {varying} |\n|---|---|---|"
    );
    for known in &all {
        let [constant, varying] = SYSTEMS.map(|(title, _)| known.cost(title));
        line(&mut text, &[known.link(), constant, varying]);
    }
    for known in &all {
        section(&mut text, known);
    }
    text
}

/// What each integrator takes.
pub(crate) fn taken() -> String {
    let mut text = String::from(
        "| integrator | configuration | Lagrangian | constraints on velocities | on positions | forces |\n\
         |---|---|---|---|---|---|\n",
    );
    for integrator in INTEGRATORS {
        let Integrator { name, needs, .. } = integrator;
        let cells = [
            format!("[`{name}`](integrators.md#{})", name.to_lowercase()),
            needs.configuration.text().to_owned(),
            needs.lagrangian.text().to_owned(),
            needs.constraints.text().to_owned(),
            yes(needs.position_constraints != Positions::None).to_owned(),
            yes(needs.forces).to_owned(),
        ];
        line(&mut text, &cells);
    }
    text
}

fn section(text: &mut String, known: &Known) {
    let Integrator {
        name,
        summary,
        preserves_in_words,
        use_when,
        not_when,
        ..
    } = known.integrator;
    let options = match known.integrator.options_text() {
        none if none.is_empty() => "none".to_owned(),
        options => code(&options),
    };
    let mut lines = vec![
        ("Options", options),
        ("Preserves", (*preserves_in_words).to_owned()),
        ("Use it when", (*use_when).to_owned()),
        ("Choose another one when", (*not_when).to_owned()),
        ("From", references(known.integrator)),
    ];
    if let Some(elsewhere) = known.cost_elsewhere() {
        lines.insert(1, ("Operations", elsewhere));
    }
    let first = summary[..1].to_uppercase();
    let _ = write!(text, "\n### {name}\n\n{first}{}.\n\n", &summary[1..]);
    for (what, said) in lines {
        let _ = writeln!(text, "- *{what}*: {said}.");
    }
}

/// What programs tell about an integrator.
struct Known {
    integrator: &'static Integrator,
    /// Systems with what is known there.
    runs: Vec<(&'static str, Run)>,
}

/// What a program tells: whether its steps are implicit, and their operations, once and in each
/// iteration.
struct Run {
    is_implicit: bool,
    operations: [usize; 2],
}

impl Known {
    fn of(integrator: &'static Integrator) -> Self {
        let runs_on = |systems: &[(&'static str, &str)]| -> Vec<(&'static str, Run)> {
            let run = |&(title, model): &(&'static str, &str)| {
                Run::of(model, integrator.name).map(|run| (title, run))
            };
            systems.iter().filter_map(run).collect()
        };
        let usual = runs_on(&SYSTEMS);
        let runs = match usual.is_empty() {
            true => runs_on(&OTHERS),
            false => usual,
        };
        assert!(
            !runs.is_empty(),
            "{} takes none of the systems",
            integrator.name
        );
        Self { integrator, runs }
    }

    fn link(&self) -> String {
        let name = self.integrator.name;
        format!("[`{name}`](#{})", name.to_lowercase())
    }

    fn implicit(&self) -> &'static str {
        let mut kinds = self.runs.iter().map(|(_, run)| run.is_implicit);
        let first = kinds.next().unwrap_or_default();
        match (first, kinds.all(|implicit| implicit == first)) {
            (_, true) => yes(first),
            (_, false) => "for `M(q)`, or forces of the velocity",
        }
    }

    fn cost(&self, system: &str) -> String {
        let run = self.runs.iter().find(|(title, _)| *title == system);
        run.map_or("not taken".to_owned(), |(_, run)| run.cost())
    }

    /// On the systems for what takes none of the usual ones.
    fn cost_elsewhere(&self) -> Option<String> {
        let usual = SYSTEMS.map(|(title, _)| title);
        let runs = self.runs.iter();
        let others: Vec<_> = runs
            .filter(|(title, _)| !usual.contains(title))
            .map(|(title, run)| format!("{title} {}", run.cost()))
            .collect();
        (!others.is_empty()).then(|| others.join("; "))
    }
}

impl Run {
    fn of(model: &str, integrator: &str) -> Option<Self> {
        let source = models::source(&format!("models/{model}"));
        let mut ast = parse_file(source.parse().unwrap()).unwrap().remove(0);
        ast.integrators = vec![parse_integrator(integrator.parse().unwrap()).unwrap()];
        let compiled = compile(&ast).ok()?;
        let (scheme, program) = compiled.steppers.first()?;
        Some(Self {
            is_implicit: scheme.traits.implicit,
            operations: operations_of_step(program)?,
        })
    }

    fn cost(&self) -> String {
        match self.operations {
            [once, 0] => once.to_string(),
            [once, iterated] => format!("{once} + {iterated} per iteration"),
        }
    }
}

fn operations_of_step(program: &Program) -> Option<[usize; 2]> {
    let (once, iterated) = program.function_count(program.function("step")?);
    Some([once.total(), iterated.total()])
}

/// Where the integrator is described, with links.
fn references(integrator: &Integrator) -> String {
    let references = integrator.references.iter().map(|reference| {
        let (authors, year) = (reference.authors.join(", "), reference.year);
        let title = reference.title;
        match reference.locator {
            Locator::Doi(doi) => {
                format!("{authors}, *{title}*, {year}, [doi:{doi}](https://doi.org/{doi})")
            }
            Locator::Arxiv(number) => format!(
                "{authors}, *{title}*, {year}, [arXiv:{number}](https://arxiv.org/abs/{number})"
            ),
            Locator::None => format!("{authors}, *{title}*, {}, {year}", reference.venue),
        }
    });
    references.collect::<Vec<_>>().join("; ")
}

fn yes(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

fn exact(integrator: &Integrator) -> &'static str {
    let preserves = integrator.preserves;
    let energy = (preserves.energy)(&Choices::defaults(integrator.options));
    match (preserves.constraints, energy) {
        (true, true) => "constraints, energy",
        (true, false) => "constraints",
        (false, true) => "energy",
        (false, false) => "",
    }
}

/// Options as code, one by one.
fn code(options: &str) -> String {
    let options = options.split(", ").filter(|option| !option.is_empty());
    let options = options.map(|option| match option.split_once(" (") {
        Some((option, remark)) => format!("`{option}` ({remark}"),
        None => format!("`{option}`"),
    });
    options.collect::<Vec<_>>().join(", ")
}

fn line(text: &mut String, cells: &[String]) {
    let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    let _ = writeln!(text, "| {} |", cells.join(" | "));
}
