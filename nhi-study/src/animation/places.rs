//! Checks whether parts have a position.

use super::Frames;
use crate::plots::Element;
use crate::scenario::Part;

/// Returns true if some part has a position at some moment.
pub fn is_anywhere(frames: &Frames<'_>, parts: &[Part<Vec<f64>>]) -> bool {
    let times = frames.column("t").unwrap_or_default();
    let quantities: Vec<_> = parts.iter().map(|part| quantities(frames, part)).collect();
    let is_finite = |values: &Vec<f64>, moment| {
        let value = match values.as_slice() {
            [constant] => Some(constant),
            values => values.get(moment),
        };
        value.is_some_and(|value| value.is_finite())
    };
    times.iter().enumerate().any(|(moment, time)| {
        let mut has_place: Vec<bool> = Vec::new();
        for (part, quantities) in parts.iter().zip(&quantities) {
            let own = quantities.iter().all(|values| is_finite(values, moment));
            has_place.push(own && part.on.is_none_or(|on| has_place[on]));
        }
        time.is_finite() && has_place.contains(&true)
    })
}

/// Returns all quantities that must be finite if a part has a position: one number each, or one per
/// moment.
fn quantities(frames: &Frames<'_>, part: &Part<Vec<f64>>) -> Vec<Vec<f64>> {
    let angles = [&part.heading, &part.pitch, &part.roll];
    let sizes = part.shape.iter().flat_map(|shape| shape.sizes.iter());
    let named = part.group.as_ref();
    let element = named.and_then(|name| Element::of(frames.table, name));
    let entries = element.iter().flat_map(|element| {
        let (rows, columns) = element.group.size();
        (0..rows).flat_map(move |i| (0..columns).map(move |j| element.entry(i, j)))
    });
    let entries = entries.map(|name| frames.column(&name).unwrap_or_default());
    let own = part.at.iter().chain(angles.into_iter().flatten());
    own.chain(sizes.flatten()).cloned().chain(entries).collect()
}
