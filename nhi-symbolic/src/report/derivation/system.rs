//! The user's input: names with their roles and meanings.

use crate::mechanics::Mechanics;
use crate::model::Variable;
use crate::report::Part;

pub(super) fn system(mechanics: &Mechanics, parts: &mut Vec<Part>) {
    let model = &mechanics.model;
    let lines = model.item.docs.lines().into_iter();
    let docs: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    let docs = docs.join(" ");
    if !docs.is_empty() {
        parts.push(Part::Sentence(docs));
    }
    parts.push(Part::Heading("System".to_owned()));
    let mut rows = vec![vec![
        "name".to_owned(),
        "role".to_owned(),
        "meaning".to_owned(),
    ]];
    let mut list = |role: &str, variables: &[Variable]| {
        for variable in variables {
            rows.push(vec![
                format!("`{}`", variable.name),
                role.to_owned(),
                variable.docs.trim().replace('\n', " "),
            ]);
        }
    };
    list("coordinate", &model.coordinates);
    for factor in &model.groups {
        let role = format!(
            "body velocity of `{}` in {}",
            factor.name,
            factor.group.text()
        );
        list(&role, &model.velocities[factor.velocities()]);
    }
    list("parameter", &model.parameters);
    list("control", &model.controls);
    parts.push(Part::Table(rows));
}
