//! `nhi cite`: the references of integrators, as BibTeX.

use nhi_symbolic::{INTEGRATORS, integrator, one_of, suggestion};
use serde_json::json;

use super::integrators::reference;
use crate::cli::CiteArguments;
use crate::outcome::{Failure, Outcome, Problem};

/// Returns the references of one integrator, or of all.
pub(crate) fn cite(arguments: &CiteArguments) -> Result<Outcome, Failure> {
    let mut references = match &arguments.integrator {
        Some(name) => match integrator(name) {
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

fn unknown(name: &str) -> Problem {
    let names: Vec<_> = INTEGRATORS.iter().map(|known| known.name).collect();
    Problem::new(format!("there is no integrator `{name}`"), one_of(&names))
        .help(suggestion(name, names))
}
