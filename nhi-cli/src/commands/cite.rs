//! `nhi cite`: the references of integrators, as BibTeX.

use nhi_study::integrators::reference;
use nhi_symbolic::{INTEGRATORS, Values, integrator, one_of, suggestion};
use serde_json::json;

use crate::cli::CiteArguments;
use crate::outcome::{Failure, Outcome, Problem};

/// Returns the references of one integrator, or of all.
pub(crate) fn cite(arguments: &CiteArguments) -> Result<Outcome, Failure> {
    let mut references = match &arguments.integrator {
        Some(name) => match integrator(without_options(name)) {
            Some(integrator) => integrator.references.to_vec(),
            None => return Err(unknown(name).into()),
        },
        None => INTEGRATORS
            .iter()
            .flat_map(|x| x.references)
            .copied()
            .collect(),
    };
    references.sort_by_key(|reference| reference.key);
    references.dedup();
    let text: Vec<_> = references.iter().map(|x| x.bibtex()).collect();
    let data: Vec<_> = references.into_iter().map(reference).collect();
    Ok(Outcome::new(text.join("\n"), json!(data)))
}

/// Returns the name of `Rk(order = 4)`.
fn without_options(name: &str) -> &str {
    name.split('(').next().unwrap_or(name).trim()
}

fn unknown(name: &str) -> Problem {
    let names: Vec<_> = INTEGRATORS.iter().map(|known| known.name).collect();
    let help = match with_number(name) {
        Some(known) => format!("did you mean `{known}`?"),
        None => suggestion(name, names.iter().copied()),
    };
    Problem::new(format!("there is no integrator `{name}`"), one_of(&names)).help(help)
}

/// Returns the integrator with the option that a name such as `RK4` abbreviates.
fn with_number(name: &str) -> Option<String> {
    let family = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number: i64 = name[family.len()..].parse().ok()?;
    let known = INTEGRATORS
        .iter()
        .find(|known| known.name.eq_ignore_ascii_case(family))?;
    let mut options = known.options.iter();
    let option = options.find(|option| match option.values {
        Values::Integers(numbers) => numbers.contains(&number),
        _ => false,
    })?;
    let option = option.name_for("<integral>");
    Some(format!("{}({option} = {number})", known.name))
}
